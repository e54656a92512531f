// Erasing a customer or a dataset: asked for twice, followed live, and certified with counts and the day from which no
// copy can be restored.
import { useRef, useState } from 'preact/hooks';
import type { Erasure } from '../../client/src/index.ts';
import { progressOf, useFollowed } from '../app/jobs.ts';
import { number, texts, time } from '../app/language.ts';
import { useLoaded } from '../app/loaded.ts';
import { service } from '../app/service.ts';
import { Problem, States } from '../parts/states.tsx';
import { ProgressLine, StatusWord } from '../parts/status.tsx';
import { Writing } from '../parts/writing.tsx';

const RECENT = 20;

export function Erasures() {
  const said = texts();
  const loaded = useLoaded('erasures', (client, call) =>
    client.erasures.list({ limit: RECENT }, call).page(),
  );
  const datasets = useLoaded('datasets', (client, call) => client.datasets.list({}, call).page());
  const open = (loaded.value?.erasures ?? []).filter(({ status }) => status !== 'completed');
  useFollowed(
    open.map(({ erasure_id }) => ({ kind: 'erasure', id: erasure_id })),
    loaded.reload,
  );
  const slugs = (datasets.value?.datasets ?? []).map(({ slug }) => slug);
  return (
    <>
      <h1>{said.erasure}</h1>
      <Ask datasets={slugs} onAsked={loaded.reload} />
      <section class="card">
        <h2>{said.erase.list}</h2>
        <States of={loaded} lines={8}>
          {({ erasures }) =>
            erasures.length === 0 ? (
              <p class="muted">{said.erase.none}</p>
            ) : (
              <ul class="plain">
                {erasures.map((erasure) => (
                  <Certificate key={erasure.erasure_id} erasure={erasure} />
                ))}
              </ul>
            )
          }
        </States>
      </section>
    </>
  );
}

interface AskProps {
  readonly datasets: readonly string[];
  readonly onAsked: () => void;
}

function Ask({ datasets, onAsked }: AskProps) {
  const { erase: said } = texts();
  const [dataset, setDataset] = useState('default');
  const [customer, setCustomer] = useState('');
  const [problem, setProblem] = useState<unknown>(undefined);
  const [isSending, setIsSending] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const send = async (): Promise<void> => {
    const client = service.value;
    if (client === undefined || isSending) return;
    setIsSending(true);
    setProblem(undefined);
    try {
      await (customer === ''
        ? client.datasets.delete(dataset)
        : client.customers.delete(customer, { datasetId: dataset }));
      setCustomer('');
      onAsked();
    } catch (error) {
      setProblem(error);
    } finally {
      setIsSending(false);
      dialog.current?.close();
    }
  };
  return (
    <section class="card">
      <h2>{said.title}</h2>
      <p class="muted">{said.explain}</p>
      <Writing>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            dialog.current?.showModal();
          }}
        >
          <div class="fields">
            <label>
              {said.dataset}
              <select value={dataset} onChange={({ currentTarget }) => setDataset(currentTarget.value)}>
                {[...new Set([...datasets, dataset])].map((slug) => (
                  <option key={slug} value={slug}>
                    {slug}
                  </option>
                ))}
              </select>
            </label>
            <label>
              {said.customer}
              <input
                type="text"
                maxLength={256}
                value={customer}
                onInput={({ currentTarget }) => setCustomer(currentTarget.value)}
              />
            </label>
          </div>
          <button type="submit">{customer === '' ? said.askDataset : said.askCustomer}</button>
        </form>
      </Writing>
      {problem !== undefined && <Problem problem={problem} reload={() => void send()} />}
      <dialog ref={dialog} aria-labelledby="erase-title">
        <h2 id="erase-title">{said.sure}</h2>
        <p>{customer === '' ? said.sureDataset(dataset) : said.sureCustomer(customer, dataset)}</p>
        <p>
          <button type="button" class="main" disabled={isSending} onClick={() => void send()}>
            {said.yes}
          </button>{' '}
          <button type="button" onClick={() => dialog.current?.close()}>
            {said.no}
          </button>
        </p>
      </dialog>
    </section>
  );
}

function Certificate({ erasure }: { readonly erasure: Erasure }) {
  const said = texts();
  const { erasure_id, kind, dataset_id, status, erased, created_at, completed_at, recoverable_until } =
    erasure;
  const title =
    kind === 'dataset'
      ? said.progress.erasureOfDataset(dataset_id)
      : said.progress.erasureOfCustomer(dataset_id);
  const progress = progressOf.value[erasure_id] ?? erasure.progress;
  return (
    <li>
      <strong>{title}</strong> · <StatusWord status={status} /> <span class="muted">{erasure_id}</span>
      {status !== 'completed' && progress !== undefined && (
        <ul class="plain">
          <ProgressLine title={title} {...progress} />
        </ul>
      )}
      <p>
        {said.erase.counts(
          number(erased.orders),
          number(erased.line_items),
          number(erased.reports),
          number(erased.dead_letters),
        )}
      </p>
      <p class="muted">
        {said.erase.asked(time(created_at))}
        {completed_at !== undefined && ` · ${said.erase.done(time(completed_at))}`}
        {recoverable_until !== undefined && ` · ${said.erase.recoverable(time(recoverable_until))}`}
      </p>
    </li>
  );
}
