// Shows where the members of an audience are sent: the settings of each destination, the changes that it allows, and
// the outcomes of the last deliveries.
import { useEffect, useState } from 'preact/hooks';
import type {
  Audience,
  AudienceDelivery,
  CreateDestinationRequest,
  Destination,
} from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { createNumericColumn, Table } from '../../../packages/report-parts/table.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { formatNumber, getTexts, time } from '../app/words/language.ts';
import { getServiceWords } from '../app/words/service-words.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Choice, Field, Writing } from '../parts/form-fields.tsx';
import { Removal } from '../parts/removal.tsx';
import { Action, SecretForm } from '../parts/sending.tsx';
import { States } from '../parts/states.tsx';
import { audienceTexts } from './audience-texts.ts';

const LAST_DELIVERIES = 10;
const POLL_MS = 5_000;

export function Destinations({ audience }: { readonly audience: Audience }) {
  const said = audienceTexts();
  const { audience_id: id, members } = audience;
  // Loaded again with each run.
  const loaded = useLoaded(`destinations ${id} ${members?.run_id}`, async (client, call) => {
    const [destinations, { deliveries }] = await Promise.all([
      client.audiences.destinations(id, call),
      client.audiences.deliveries(id, { limit: LAST_DELIVERIES }, call).page(),
    ]);
    return { destinations, deliveries };
  });
  const { value, reload } = loaded;
  useEffect(() => {
    if (members === null || !value?.destinations.some((one) => isOnTheWay(one, members.run_id))) return;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return (
    <section class="card">
      <h2>{said.destinations}</h2>
      <States of={loaded} lines={4}>
        {({ destinations, deliveries }) => (
          <>
            {destinations.length === 0 && <p>{said.noDestinations}</p>}
            <ul class="plain">
              {destinations.map((one) => (
                <OneDestination key={one.destination_id} destination={one} reload={reload} />
              ))}
            </ul>
            <Writing>
              <AddDestination id={id} added={reload} />
            </Writing>
            {deliveries.length > 0 && <Deliveries deliveries={deliveries} destinations={destinations} />}
          </>
        )}
      </States>
    </section>
  );
}

/** A failed delivery waits for minutes: its reason is shown until the view is loaded again. */
function isOnTheWay({ status, in_step_with, fail_reason }: Destination, run: string): boolean {
  return status === 'active' && in_step_with?.run_id !== run && fail_reason === null;
}

interface OneDestinationProps {
  readonly destination: Destination;
  readonly reload: () => void;
}

function OneDestination({ destination, reload }: OneDestinationProps) {
  const said = audienceTexts();
  const { schedules: switches } = workTexts();
  const {
    audience_id,
    destination_id,
    name,
    status,
    paused_because,
    in_step_with: has,
    fail_reason,
  } = destination;
  const switched = status === 'paused' ? 'active' : 'paused';
  return (
    <li class="entry">
      <p>
        <strong>{name}</strong>{' '}
        <span class={`status ${status === 'paused' ? 'warned' : 'done'}`}>{switches.status[status]}</span>
      </p>
      <p class="muted">
        {said.kinds[destination.kind]} · {destination.url ?? destination.list_id}
      </p>
      <p>
        {has === null
          ? said.notYet
          : fill(said.has, { count: has.customers, shown: formatNumber(has.customers), at: time(has.as_of) })}
      </p>
      {paused_because === 'key_revoked' && <p>{switches.pausedBecause.key_revoked}</p>}
      {fail_reason !== null && (
        <p class="bad">
          {getServiceWords()(fail_reason, destination.fail_reason_coded)}
          {destination.next_attempt_at !== null &&
            ` ${fill(said.nextAttempt, { at: time(destination.next_attempt_at) })}`}
        </p>
      )}
      <Writing>
        <p>
          <Action
            title={switches.switch[switched]}
            label={`${switches.switch[switched]}: ${name}`}
            work={async (client, call) => {
              await client.audiences.updateDestination(
                audience_id,
                destination_id,
                { status: switched },
                call,
              );
              reload();
            }}
          />{' '}
          <Removal
            name={name}
            sure={fill(said.sureOfDestination, { name })}
            remove={(client, call) => client.audiences.deleteDestination(audience_id, destination_id, call)}
            removed={reload}
          />
        </p>
        <ReplaceSecret destination={destination} replaced={reload} />
      </Writing>
    </li>
  );
}

interface DeliveriesProps {
  readonly deliveries: readonly AudienceDelivery[];
  readonly destinations: readonly Destination[];
}

function Deliveries({ deliveries, destinations }: DeliveriesProps) {
  const said = audienceTexts();
  const { columns, status } = said;
  const names = new Map(destinations.map(({ destination_id, name }) => [destination_id, name]));
  return (
    <>
      <h3>{said.deliveries}</h3>
      <Table
        caption={said.deliveries}
        columns={[
          { title: columns.sent },
          ...[columns.joined, columns.left, columns.refused, columns.withoutContact].map(createNumericColumn),
          { title: columns.to },
          { title: columns.status },
        ]}
        rows={deliveries.map((one) => [
          time(one.created_at),
          ...[one.joined, one.left, one.refused, one.without_contact].map((count) => formatNumber(count)),
          names.get(one.destination_id) ?? said.deleted,
          one.fail_reason === null
            ? status[one.status]
            : `${status[one.status]}: ${getServiceWords()(one.fail_reason, one.fail_reason_coded)}`,
        ])}
      />
    </>
  );
}

// Forms for a new destination, and for another secret of an existing one. A secret is sent once: no form shows it
// again.

type Kind = CreateDestinationRequest['kind'];

const KINDS = ['webhook', 'klaviyo'] as const satisfies readonly Kind[];

interface AddProps {
  readonly id: string;
  readonly added: () => void;
}

function AddDestination({ id, added }: AddProps) {
  const said = audienceTexts();
  const [kind, setKind] = useState<Kind>('webhook');
  const [name, setName] = useState('');
  const [place, setPlace] = useState('');
  const isWebhook = kind === 'webhook';
  return (
    <details>
      <summary>{said.addDestination}</summary>
      <SecretForm
        title={said.secretOf[kind]}
        hint={said.secretHint}
        button={said.add}
        save={async (secret, client, call) => {
          const where = isWebhook ? { url: place.trim() } : { list_id: place.trim() };
          const named = name.trim() === '' ? {} : { name: name.trim() };
          await client.audiences.createDestination(id, { kind, secret, ...where, ...named }, call);
          setName('');
          setPlace('');
          added();
        }}
      >
        <Choice
          title={said.kind}
          value={kind}
          options={KINDS.map((one) => [one, said.kinds[one]] as const)}
          edit={setKind}
        />
        <Field title={getTexts().ask.name} value={name} maxLength={200} edit={setName} />
        <Field
          title={isWebhook ? said.address : said.list}
          type={isWebhook ? 'url' : 'text'}
          value={place}
          required
          edit={setPlace}
        />
      </SecretForm>
    </details>
  );
}

interface ReplaceProps {
  readonly destination: Destination;
  readonly replaced: () => void;
}

function ReplaceSecret({ destination, replaced }: ReplaceProps) {
  const said = audienceTexts();
  const { audience_id, destination_id, kind, name } = destination;
  return (
    <details>
      <summary>{fill(said.replaceSecret, { name })}</summary>
      <SecretForm
        title={said.secretOf[kind]}
        hint={said.secretHint}
        button={said.replaceIt}
        save={async (secret, client, call) => {
          await client.audiences.updateDestination(audience_id, destination_id, { secret }, call);
          replaced();
        }}
      />
    </details>
  );
}
