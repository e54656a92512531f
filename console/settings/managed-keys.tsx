// The keys of the account: whose they are, what they may do, when they were used last and when they end; a form for another one.
import { useState } from 'preact/hooks';
import type { ApiKey } from '../../client/src/index.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { time } from '../app/words/language.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Removal } from '../parts/removal.tsx';
import { States } from '../parts/states.tsx';
import { CreateKey, type NewKey, ShownOnce } from './create-key.tsx';

export function ManagedKeys() {
  const { keys: said } = workTexts();
  const [made, setMade] = useState<NewKey | undefined>(undefined);
  const loaded = useLoaded('keys', (client, call) => client.keys.list(call));
  return (
    <States of={loaded} lines={6}>
      {(keys) => {
        const ended = keys.filter(({ status }) => status !== 'active');
        return (
          <>
            {made !== undefined && <ShownOnce made={made} close={() => setMade(undefined)} />}
            <ul class="plain">
              {keys
                .filter(({ status }) => status === 'active')
                .map((one) => (
                  <OneKey key={one.key_id} shown={one} changed={loaded.reload} />
                ))}
            </ul>
            <CreateKey
              created={(one) => {
                setMade(one);
                loaded.reload();
              }}
            />
            {ended.length > 0 && (
              <details>
                <summary>{said.ended(ended.length)}</summary>
                <ul class="plain">
                  {ended.map((one) => (
                    <OneKey key={one.key_id} shown={one} changed={loaded.reload} />
                  ))}
                </ul>
              </details>
            )}
          </>
        );
      }}
    </States>
  );
}

interface OneKeyProps {
  readonly shown: ApiKey;
  readonly changed: () => void;
}

function OneKey({ shown, changed }: OneKeyProps) {
  const { keys: said } = workTexts();
  const { key_id, hint, status, last_used_at, expires_at, revoked_at } = shown;
  const name = shown.name ?? hint;
  return (
    <li class="entry">
      <p>
        <strong>{name}</strong>{' '}
        <span class={`status ${status === 'active' ? 'done' : 'warned'}`}>
          {status === 'active' ? said.kinds[shown.kind] : said.status[status]}
        </span>
        {shown.is_current && ` ${said.current}`}
      </p>
      <p class="muted">
        {[
          hint,
          said.created(time(shown.created_at)),
          last_used_at === null ? said.neverUsed : said.used(time(last_used_at)),
          ...(expires_at === null ? [] : [said.expires(time(expires_at))]),
          ...(revoked_at === null ? [] : [said.revoked(time(revoked_at))]),
        ].join(' · ')}
      </p>
      {status === 'active' && !shown.is_current && (
        <Removal
          name={name}
          sure={said.sure(name)}
          words={said.removal}
          remove={(client, call) => client.keys.revoke(key_id, call)}
          removed={changed}
        />
      )}
    </li>
  );
}
