// Shows the endpoints for the account's events: why one is paused, its last attempts, a test, and a new secret.
import { useState } from 'preact/hooks';
import type {
  CallOptions,
  EndpointDelivery,
  OrderAnalytics,
  UpdateEndpointRequest,
  WebhookEndpoint,
} from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { createNumericColumn, Table } from '../../../packages/report-parts/table.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { time } from '../app/words/language.ts';
import { getServiceWords } from '../app/words/service-words.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { AttemptResult } from '../parts/attempt-result.tsx';
import { Field, Writing } from '../parts/form-fields.tsx';
import { Removal } from '../parts/removal.tsx';
import { Action, SecretForm } from '../parts/sending.tsx';
import { States } from '../parts/states.tsx';

const LAST = 10;

/** Such an e-mail address is asked to confirm, instead of being tested or activated. */
const ASKS: readonly (string | null)[] = ['unconfirmed', 'unsubscribed', 'bounced', 'complained'];

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
          <Writing>
            <ul class="plain">
              {endpoints.map((one) => (
                <Endpoint key={one.endpoint_id} endpoint={one} changed={loaded.reload} />
              ))}
            </ul>
            <details>
              <summary>{said.add}</summary>
              <SecretForm
                title={said.secret}
                hint={said.hint}
                button={said.add}
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
        )}
      </States>
    </section>
  );
}

interface EndpointProps {
  readonly endpoint: WebhookEndpoint;
  readonly changed: () => void;
}

function Endpoint({ endpoint, changed }: EndpointProps) {
  const { endpoints: said, schedules, webhook } = workTexts();
  const { endpoint_id: id, kind, name, url, status, paused_because, secrets, fail_reason } = endpoint;
  const [tried, setTried] = useState<EndpointDelivery | undefined>(undefined);
  const [isOpen, setOpen] = useState(false);
  const changeEndpoint =
    (changes: UpdateEndpointRequest) =>
    async (client: OrderAnalytics, call: CallOptions): Promise<void> => {
      await client.endpoints.update(id, changes, call);
      changed();
    };
  const switched = status === 'paused' ? 'active' : 'paused';
  const [first, second] = secrets;
  const { requested, key_revoked } = schedules.pausedBecause;
  const why = { ...said, requested, key_revoked };
  const asks = ASKS.includes(paused_because);
  const test = asks ? said.ask : webhook.test;
  return (
    <li class="entry">
      <p>
        <strong>{name}</strong>{' '}
        <span class={`status ${status === 'paused' ? 'warned' : 'done'}`}>{schedules.status[status]}</span>
      </p>
      {url !== name && <p class="muted">{url}</p>}
      {paused_because !== null && <p>{why[paused_because]}</p>}
      {fail_reason !== null && (
        <p class="bad">{getServiceWords()(fail_reason, endpoint.fail_reason_coded)}</p>
      )}
      <p>
        {!asks && (
          <Action
            title={schedules.switch[switched]}
            label={`${schedules.switch[switched]}: ${name}`}
            work={changeEndpoint({ status: switched })}
          />
        )}{' '}
        <Action
          title={test}
          sendingTitle={webhook.testing}
          label={`${test}: ${name}`}
          work={async (client, call) => setTried(await client.endpoints.ping(id, call))}
        />{' '}
        <Removal
          name={name}
          sure={fill(said.sure, { name })}
          remove={(client, call) => client.endpoints.delete(id, call)}
          removed={changed}
        />
      </p>
      {tried !== undefined && (
        <div role="status">
          <AttemptResult attempt={tried} />
        </div>
      )}
      {kind !== 'webhook' ? null : first !== undefined && second !== undefined ? (
        <p>
          {said.both}{' '}
          <Action
            title={said.drop}
            label={`${said.drop}: ${name}`}
            work={changeEndpoint({ drop_secret: first.secret_id })}
          />
        </p>
      ) : (
        <details>
          <summary>{fill(said.rotate, { name })}</summary>
          <SecretForm
            title={said.secret}
            hint={said.hint}
            button={said.addSecret}
            save={(secret, client, call) => changeEndpoint({ add_secret: secret })(client, call)}
          />
        </details>
      )}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{said.attempts}</summary>
        {isOpen && <Attempts id={id} tried={tried} />}
      </details>
    </li>
  );
}

interface AttemptsProps {
  readonly id: string;
  readonly tried: EndpointDelivery | undefined;
}

function Attempts({ id, tried }: AttemptsProps) {
  const { endpoints: said, deliveries: words } = workTexts();
  const loaded = useLoaded(`attempts ${id} ${tried?.delivery_id}`, (client, call) =>
    client.endpoints.deliveries(id, { limit: LAST }, call).page(),
  );
  return (
    <States of={loaded} lines={2}>
      {({ deliveries }) =>
        deliveries.length === 0 ? (
          <p class="muted">{words.none}</p>
        ) : (
          <Table
            caption={said.attempts}
            columns={[
              ...[words.at, said.event, words.result].map((title) => ({ title })),
              createNumericColumn(words.attempt),
            ]}
            rows={deliveries.map((one) => [
              time(one.at),
              one.event,
              <AttemptResult key="" attempt={one} />,
              one.attempt,
            ])}
          />
        )
      }
    </States>
  );
}
