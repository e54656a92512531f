// Leads from the credentials of a shop to its reports: the form, the reading of all past orders, and the analysis.
import { fill } from '../../../packages/report-parts/names.ts';
import { SOURCE_KINDS, type SourceKind } from '../../../src/contract/source.ts';
import { go, readParameter } from '../app/address.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { Analyse } from '../home/analyse.tsx';
import { ConnectLinks, nameConnecting } from '../home/connect-links.tsx';
import { Writing } from '../parts/form-fields.tsx';
import { States } from '../parts/states.tsx';
import { ConnectionState, isReading, useProgress } from './connection-state.tsx';
import { getConnectionTexts } from './connection-texts.ts';
import { CredentialForm } from './credential-form.tsx';

export function Connect() {
  const source = readParameter('source');
  const kind = SOURCE_KINDS.find((one) => one === readParameter('kind'));
  if (source !== undefined) return <Connecting key={source} id={source} />;
  if (kind !== undefined) return <ConnectForm key={kind} kind={kind} />;
  return (
    <>
      <h1>{getConnectionTexts().choose}</h1>
      <ConnectLinks />
    </>
  );
}

function ConnectForm({ kind }: { readonly kind: SourceKind }) {
  return (
    <>
      <h1>{nameConnecting(kind)}</h1>
      <section class="card">
        <Writing>
          <CredentialForm
            kind={kind}
            send={async ({ dataset, ...entered }, client, call) => {
              const made = await client.sources.create({ kind, dataset_id: dataset, ...entered }, call);
              go({ view: 'connect', source: made.source_id });
            }}
          />
        </Writing>
      </section>
    </>
  );
}

function Connecting({ id }: { readonly id: string }) {
  const said = getConnectionTexts();
  const loaded = useLoaded(`source ${id}`, (client, call) => client.sources.get(id, call));
  useProgress(loaded, isReading);
  return (
    <States of={loaded} lines={8}>
      {({ connection, dataset_id: dataset, name }) => (
        <>
          <h1>{connection === null ? name : fill(said.connected, { address: connection.address })}</h1>
          <section class="card">
            {connection === null ? <p>{said.status.none}</p> : <ConnectionState connection={connection} />}
            {connection?.status === 'reading' && <p class="muted">{said.stays}</p>}
            {connection?.read_until != null &&
              (connection.orders_read > connection.orders_ignored ? (
                <Analyse dataset={dataset} found={() => go({ dataset })} />
              ) : (
                <p>{said.noOrders}</p>
              ))}
          </section>
        </>
      )}
    </States>
  );
}
