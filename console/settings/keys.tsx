// Keys: the one that is in use, and how to replace it. The API has no route for keys, so that a key that leaks cannot make
// others: the operator's command line does it.

import { homeTexts } from '../app/home-texts.ts';
import { apiKey } from '../app/key.ts';
import { workTexts } from '../app/work-texts.ts';

/** `afn_` and as much of the key as tells it from others; all of the prefix of a publishable or read-only one. */
const SHOWN_OF_KEY = 10;

export function Keys() {
  const { keys: said } = workTexts();
  const prefix = (apiKey.value ?? '').slice(0, SHOWN_OF_KEY);
  const steps = [
    [said.steps.create, 'npm run -s cli -- keys create --account acc_…'],
    [said.steps.use, undefined],
    [said.steps.schedules, undefined],
    [said.steps.revoke, `npm run -s cli -- keys revoke --account acc_… --key ${prefix}…`],
  ] as const;
  return (
    <section class="card">
      <h2>{said.title}</h2>
      <p>
        {said.inUse}: <code>{prefix}…</code>
      </p>
      <p class="muted">{said.stays}</p>
      <details>
        <summary>{homeTexts().settings.developers}</summary>
        <h3>{said.rotate}</h3>
        <p>{said.why}</p>
        <ol>
          {steps.map(([text, command]) => (
            <li key={text}>
              <p>{text}</p>
              {command !== undefined && <pre>{command}</pre>}
            </li>
          ))}
        </ol>
        <p class="muted">{said.webhooks}</p>
        <h3>{said.list}</h3>
        <pre>npm run -s cli -- keys list --account acc_…</pre>
      </details>
    </section>
  );
}
