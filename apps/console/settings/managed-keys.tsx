// Shows the account's keys: their owners, permissions, creators, last use and expiry; with forms to create and rename
// them.
import { useState } from 'preact/hooks';
import type { ApiKey } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { time } from '../app/words/language.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Check, Field } from '../parts/form-fields.tsx';
import { Removal } from '../parts/removal.tsx';
import { useSending } from '../parts/sending.tsx';
import { Problem, States } from '../parts/states.tsx';
import { CreateKey, type NewKey, ShownOnce } from './create-key.tsx';

export function ManagedKeys() {
  const { keys: said } = workTexts();
  const [made, setMade] = useState<NewKey | undefined>(undefined);
  const loaded = useLoaded('keys', (client, call) => client.keys.list(call));
  return (
    <States of={loaded} lines={6}>
      {(keys) => {
        const ended = keys.filter(({ status }) => status !== 'active');
        const showKey = (one: ApiKey) => (
          <OneKey key={one.key_id} shown={one} keys={keys} changed={loaded.reload} />
        );
        return (
          <>
            {made !== undefined && <ShownOnce made={made} close={() => setMade(undefined)} />}
            <ul class="plain">{keys.filter(({ status }) => status === 'active').map(showKey)}</ul>
            <CreateKey
              created={(one) => {
                setMade(one);
                loaded.reload();
              }}
            />
            {ended.length > 0 && (
              <details>
                <summary>{fill(said.ended, { count: ended.length })}</summary>
                <ul class="plain">{ended.map(showKey)}</ul>
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

const nameKey = ({ name, hint }: ApiKey): string => name ?? hint;

function OneKey({ shown, keys, changed }: OneKeyProps & { readonly keys: readonly ApiKey[] }) {
  const { keys: said } = workTexts();
  const { key_id, hint, status, created_by, last_used_at, expires_at, revoked_at } = shown;
  const name = nameKey(shown);
  const [keeps, setKeeps] = useState(false);
  // Long after an admin key expired and was deleted, only its id is left.
  const creator = keys.find((one) => one.key_id === created_by);
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
          fill(said.created, {
            at: time(shown.created_at),
            by: created_by === null ? said.operator : creator === undefined ? created_by : nameKey(creator),
          }),
          last_used_at === null ? said.neverUsed : fill(said.used, { at: time(last_used_at) }),
          ...(expires_at === null ? [] : [fill(said.expires, { at: time(expires_at) })]),
          ...(revoked_at === null ? [] : [fill(said.revoked, { at: time(revoked_at) })]),
        ].join(' · ')}
      </p>
      {status === 'active' && <Rename shown={shown} changed={changed} />}
      {status === 'active' && !shown.is_current && (
        <Removal
          name={name}
          sure={fill(said.sure, { name })}
          words={said.removal}
          remove={(client, call) =>
            client.keys.revoke(key_id, { ...call, created: keeps ? 'keep' : 'pause' })
          }
          removed={changed}
        >
          <Made keyId={key_id} keeps={keeps} edit={setKeeps} />
        </Removal>
      )}
    </li>
  );
}

interface MadeProps {
  readonly keyId: string;
  readonly keeps: boolean;
  readonly edit: (keeps: boolean) => void;
}

/** Shows what the key created, and whether that stays. */
function Made({ keyId, keeps, edit }: MadeProps) {
  const { keys: said } = workTexts();
  const loaded = useLoaded(`made by ${keyId}`, (client, call) => client.keys.created(keyId, call));
  return (
    <States of={loaded} lines={2}>
      {(made) => {
        if (made.length === 0) return <p>{said.madeNothing}</p>;
        const kinds = [...new Set(made.map(({ kind }) => kind))];
        const count = (of: (typeof kinds)[number]) => made.filter(({ kind }) => kind === of).length;
        return (
          <>
            <p>
              {fill(said.made, {
                counts: kinds.map((kind) => fill(said.madeKinds[kind], { count: count(kind) })).join(', '),
              })}
            </p>
            <Check title={said.leave} checked={keeps} edit={edit} />
          </>
        );
      }}
    </States>
  );
}

function Rename({ shown, changed }: OneKeyProps) {
  const { keys: said } = workTexts();
  const [name, setName] = useState(shown.name ?? '');
  const { isSending, problem, send } = useSending();
  const submit = (): void =>
    send(async (client, call) => {
      await client.keys.update(shown.key_id, { name: name.trim() }, call);
      changed();
    });
  return (
    <details>
      <summary>{said.rename}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field title={said.newName} value={name} maxLength={100} required edit={setName} />
        <button type="submit" disabled={isSending}>
          {said.save}
        </button>
        <Problem problem={problem} reload={submit} />
      </form>
    </details>
  );
}
