// Keys: the one that is in use, and with an admin key all of the account, to create and to revoke. A new key is shown once, with a
// link to the console for a person who reads.

import { apiKey, isAdmin } from '../app/key.ts';
import { homeTexts } from '../app/words/home-texts.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { ManagedKeys } from './managed-keys.tsx';

/** `afn_` and as much of the key as tells it from others; all of the prefix of a publishable, read-only or admin one. */
const SHOWN_OF_KEY = 12;

export function Keys() {
  const { keys: said } = workTexts();
  return (
    <section class="card">
      <h2>{said.title}</h2>
      <p>
        {said.inUse}: <code>{(apiKey.value ?? '').slice(0, SHOWN_OF_KEY)}…</code>
      </p>
      <p class="muted">{said.stays}</p>
      {isAdmin.value ? <ManagedKeys /> : <p>{said.byAdmin}</p>}
      <details>
        <summary>{homeTexts().settings.developers}</summary>
        <h3>{said.rotate}</h3>
        <ol>
          {said.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <pre>{`npm run -s cli -- keys create --account acc_… --admin\nnpm run -s cli -- keys list --account acc_…`}</pre>
      </details>
    </section>
  );
}
