// Where the events of the account are sent: why an endpoint is paused, how the last attempts ended, a test, and another secret.
import { useState } from 'preact/hooks';
import type { EndpointDelivery, WebhookEndpoint } from '../../client/src/index.ts';
import { numeric, Table } from '../../report-parts/table.ts';
import { number, time } from '../app/language.ts';
import { useLoaded } from '../app/loaded.ts';
import { useSending } from '../app/sending.ts';
import { serviceWords } from '../app/service-words.ts';
import { workTexts } from '../app/work-texts.ts';
import { Field } from '../parts/form-fields.tsx';
import { Removal } from '../parts/removal.tsx';
import { SecretForm } from '../parts/secret-form.tsx';
import { Problem, States } from '../parts/states.tsx';
import { Writing } from '../parts/writing.tsx';

const LAST = 10;

export function Endpoints() {
  const { endpoints: said } = workTexts();
  const [address, setAddress] = useState('');
  const loaded = useLoaded('endpoints', (client, call) => client.endpoints.list(call));
  return (
    <section class="card">
      <h2>{said.title}</h2>
      <p class="muted">{said.about}</p>
      <States of={loaded} lines={3}>
        {(endpoints) => (
          <ul class="plain">
            {endpoints.map((one) => (
              <Endpoint key={one.endpoint_id} endpoint={one} changed={loaded.reload} />
            ))}
          </ul>
        )}
      </States>
      <Writing>
        <details>
          <summary>{said.add}</summary>
          <SecretForm
            title={said.secret}
            hint={said.hint}
            button={said.create}
            save={async (secret, client, call) => {
              await client.endpoints.create({ url: address.trim(), secret }, call);
              setAddress('');
              loaded.reload();
            }}
          >
            <Field title={said.address} type="url" value={address} required edit={setAddress} />
          </SecretForm>
        </details>
      </Writing>
    </section>
  );
}

interface EndpointProps {
  readonly endpoint: WebhookEndpoint;
  readonly changed: () => void;
}

function Endpoint({ endpoint, changed }: EndpointProps) {
  const { endpoints: said, schedules: switches } = workTexts();
  const { endpoint_id: id, name, url, status, paused_because, secrets, fail_reason } = endpoint;
  const [tried, setTried] = useState<EndpointDelivery | undefined>(undefined);
  const { isSending, problem, send } = useSending();
  const update = (changes: Parameters<typeof change>[0]) => (): void => change(changes);
  const change = (changes: { status: 'active' | 'paused' } | { drop_secret: string }): void =>
    send(async (client, call) => {
      await client.endpoints.update(id, changes, call);
      changed();
    });
  const ping = (): void => send(async (client, call) => setTried(await client.endpoints.ping(id, call)));
  const switched = status === 'paused' ? 'active' : 'paused';
  const [first, second] = secrets;
  return (
    <li class="entry">
      <p>
        <strong>{name}</strong>{' '}
        <span class={`status ${status === 'paused' ? 'warned' : 'done'}`}>{switches.status[status]}</span>
      </p>
      <p class="muted">{url}</p>
      {paused_because !== null && <p class="bad">{said.paused[paused_because]}</p>}
      {fail_reason !== null && <p class="bad">{serviceWords()(fail_reason, endpoint.fail_reason_coded)}</p>}
      {tried !== undefined && <p role="status">{said.outcomes[tried.outcome]}</p>}
      <Writing>
        <p>
          <button
            type="button"
            aria-label={`${switches.switch[switched]}: ${name}`}
            disabled={isSending}
            onClick={update({ status: switched })}
          >
            {switches.switch[switched]}
          </button>{' '}
          <button type="button" aria-label={`${said.ping}: ${name}`} disabled={isSending} onClick={ping}>
            {said.ping}
          </button>{' '}
          <Removal
            name={name}
            sure={said.sure(name)}
            remove={(client, call) => client.endpoints.delete(id, call)}
            removed={changed}
          />
        </p>
        {first !== undefined && second !== undefined ? (
          <p>
            {said.both}{' '}
            <button type="button" disabled={isSending} onClick={update({ drop_secret: first.secret_id })}>
              {said.drop}
            </button>
          </p>
        ) : (
          <details>
            <summary>{said.rotate(name)}</summary>
            <SecretForm
              title={said.secret}
              hint={said.hint}
              button={said.addSecret}
              save={async (secret, client, call) => {
                await client.endpoints.update(id, { add_secret: secret }, call);
                changed();
              }}
            />
          </details>
        )}
      </Writing>
      {problem !== undefined && <Problem problem={problem} reload={changed} />}
      <Attempts id={id} tried={tried} />
    </li>
  );
}

function Attempts({ id, tried }: { readonly id: string; readonly tried: EndpointDelivery | undefined }) {
  const { endpoints: said } = workTexts();
  const loaded = useLoaded(`attempts ${id} ${tried?.delivery_id}`, (client, call) =>
    client.endpoints.deliveries(id, { limit: LAST }, call).page(),
  );
  return (
    <States of={loaded} lines={2}>
      {({ deliveries }) =>
        deliveries.length > 0 && (
          <Table
            caption={said.attempts}
            columns={[
              ...said.columns.slice(0, 2).map((title) => ({ title })),
              ...said.columns.slice(2).map(numeric),
            ]}
            rows={deliveries.map(({ at, event, attempt, outcome, response_status }) => [
              time(at),
              `${event}: ${said.outcomes[outcome]}`,
              number(attempt),
              response_status === undefined ? '–' : String(response_status),
            ])}
          />
        )
      }
    </States>
  );
}
