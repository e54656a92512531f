// Shows the connected shops: how far each is read, and how to compare, cancel, replace the credentials and disconnect.
import { useState } from 'preact/hooks';
import type {
  CallOptions,
  OrderAnalytics,
  Source,
  UpdateSourceRequest,
} from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { ConnectLinks } from '../home/connect-links.tsx';
import { Field, Writing } from '../parts/form-fields.tsx';
import { Removal } from '../parts/removal.tsx';
import { Action } from '../parts/sending.tsx';
import { States } from '../parts/states.tsx';
import { ConnectionState, isReading, useProgress } from './connection-state.tsx';
import { getConnectionTexts } from './connection-texts.ts';
import { CredentialForm } from './credential-form.tsx';

export function Connections() {
  const said = getConnectionTexts();
  const loaded = useLoaded('sources', (client, call) => client.sources.list(call));
  useProgress(loaded, (sources) => sources.some(isReading));
  return (
    <section class="card">
      <h2>{said.title}</h2>
      <States of={loaded} lines={3}>
        {(sources) => (
          <Writing>
            {sources.length === 0 && <p class="muted">{said.none}</p>}
            <ul class="plain">
              {sources.map((one) => (
                <Shop key={one.source_id} source={one} changed={loaded.reload} />
              ))}
            </ul>
            <ConnectLinks />
          </Writing>
        )}
      </States>
    </section>
  );
}

interface ShopProps {
  readonly source: Source;
  readonly changed: () => void;
}

function Shop({ source, changed }: ShopProps) {
  const said = getConnectionTexts();
  const { source_id: id, kind, name, dataset_id, connection } = source;
  const changeSource =
    (changes: UpdateSourceRequest) =>
    async (client: OrderAnalytics, call: CallOptions): Promise<void> => {
      await client.sources.update(id, changes, call);
      changed();
    };
  const status = connection?.status ?? 'none';
  const isOpen = status === 'reading';
  const pull = isOpen ? said.cancel : status === 'up_to_date' ? said.pull : said.continue;
  const shown = connection?.address ?? name;
  return (
    <li class="entry">
      <p>
        <strong>{shown}</strong> <span class="muted">→ {dataset_id}</span>
      </p>
      {connection === null ? (
        <>
          <p>{said.status.none}</p>
          <Removal
            name={name}
            sure={fill(said.sureDelete, { name })}
            remove={(client, call) => client.sources.delete(id, call)}
            removed={changed}
          />
        </>
      ) : (
        <>
          <ConnectionState connection={connection} />
          <p>
            <Action
              title={pull}
              label={`${pull}: ${shown}`}
              work={changeSource({ pull: isOpen ? 'cancel' : 'now' })}
            />{' '}
            <Disconnect source={source} address={shown} changed={changed} />
          </p>
        </>
      )}
      <details>
        <summary>{said.replace}</summary>
        <CredentialForm
          kind={kind}
          address={connection?.address ?? ''}
          send={({ credentials, secret }, ...sending) =>
            changeSource({ credentials, ...(secret !== undefined && { secret }) })(...sending)
          }
        />
      </details>
    </li>
  );
}

/** The orders stay unless the name of their dataset is typed: other sources may have brought orders to it, too. */
function Disconnect({ source, address, changed }: ShopProps & { readonly address: string }) {
  const said = getConnectionTexts();
  const { source_id, dataset_id: dataset } = source;
  const [typed, setTyped] = useState('');
  return (
    <Removal
      name={address}
      sure={fill(said.sure, { address })}
      words={said.disconnect}
      remove={async (client, call) => {
        if (typed !== '' && typed !== dataset) throw new Error(fill(said.otherName, { dataset }));
        // First: a dataset that cannot be erased leaves the shop connected.
        if (typed === dataset) await client.datasets.delete(dataset, call);
        await client.sources.update(source_id, { credentials: null }, call);
      }}
      removed={() => {
        setTyped('');
        changed();
      }}
    >
      <Field title={fill(said.erase, { dataset })} value={typed} edit={setTyped} />
    </Removal>
  );
}
