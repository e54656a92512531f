// Shows erasures: requested, followed live, and certified with counts and the day from which no copy can be restored.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CallOptions, Dataset, Erasure, OrderAnalytics } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { progressOf, useFollowed } from '../app/jobs.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { formatNumber, getTexts, time } from '../app/words/language.ts';
import { Choice, Field, Writing } from '../parts/form-fields.tsx';
import { useSending } from '../parts/sending.tsx';
import { Problem, States } from '../parts/states.tsx';
import { ProgressLine, StatusWord } from '../parts/status.tsx';

const RECENT = 20;

export function Erasures() {
  const said = getTexts();
  const loaded = useLoaded('erasures', (client, call) =>
    client.erasures.list({ limit: RECENT }, call).page(),
  );
  const datasets = useLoaded('datasets', (client, call) => client.datasets.list({}, call).page());
  const open = (loaded.value?.erasures ?? []).filter(({ status }) => status !== 'completed');
  useFollowed(
    open.map(({ erasure_id }) => ({ kind: 'erasure', id: erasure_id })),
    loaded.jobEnded,
  );
  const known = datasets.value?.datasets ?? [];
  return (
    <>
      <h1>{said.erasure}</h1>
      <EraseCustomer datasets={known} onAsked={loaded.reload} />
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
      <EraseDataset datasets={known} onAsked={loaded.reload} />
    </>
  );
}

function Certificate({ erasure }: { readonly erasure: Erasure }) {
  const said = getTexts();
  const { erasure_id, kind, dataset_id, status, erased, person } = erasure;
  const { created_at, completed_at, recoverable_until } = erasure;
  const title =
    kind === 'dataset'
      ? fill(said.progress.erasureOfDataset, { dataset: dataset_id })
      : fill(said.progress.erasureOfCustomer, { dataset: dataset_id });
  const progress = progressOf.value[erasure_id] ?? erasure.progress;
  return (
    <li>
      <strong>{title}</strong> · <StatusWord status={status} /> <span class="muted">{erasure_id}</span>
      {status !== 'completed' && progress !== null && (
        <ul class="plain">
          <ProgressLine title={title} {...progress} />
        </ul>
      )}
      <p>
        {fill(said.erase.counts, {
          orders: formatNumber(erased.orders),
          rows: formatNumber(erased.line_items),
          reports: formatNumber(erased.reports),
          letters: formatNumber(erased.dead_letters),
        })}
      </p>
      {person !== null && <p>{fill(said.erase.person[person.ids], { ids: person.customer_ids })}</p>}
      <p class="muted">
        {fill(said.erase.asked, { at: time(created_at) })}
        {completed_at !== null && ` · ${fill(said.erase.done, { at: time(completed_at) })}`}
        {recoverable_until !== null && ` · ${fill(said.erase.recoverable, { at: time(recoverable_until) })}`}
      </p>
    </li>
  );
}

// Requests erasures: one customer, or a whole dataset, each by a form and a confirmation of its own. The confirmation
// repeats the subject, Cancel has the focus, and the name of a dataset must be typed: no key pressed twice deletes
// anything.

interface EraseProps {
  readonly datasets: readonly Pick<Dataset, 'slug' | 'contents'>[];
  readonly onAsked: () => void;
}

function EraseCustomer({ datasets, onAsked }: EraseProps) {
  const { erase: said } = getTexts();
  const [dataset, setDataset] = useState('default');
  const [customer, setCustomer] = useState('');
  return (
    <EraseForm
      title={said.customerTitle}
      explain={said.explain}
      ask={said.askCustomer}
      sure={fill(said.sureCustomer, { customer, dataset })}
      erase={(client, call) => client.customers.delete(customer, { ...call, datasetId: dataset })}
      onAsked={() => {
        setCustomer('');
        onAsked();
      }}
    >
      <DatasetChoice datasets={datasets} value={dataset} onChoice={setDataset} />
      <Field title={said.customer} required maxLength={256} value={customer} edit={setCustomer} />
    </EraseForm>
  );
}

function EraseDataset({ datasets, onAsked }: EraseProps) {
  const { erase: said } = getTexts();
  const [dataset, setDataset] = useState('default');
  const contents = datasets.find(({ slug }) => slug === dataset)?.contents ?? undefined;
  return (
    <EraseForm
      title={said.datasetTitle}
      explain={said.explainDataset}
      ask={said.askDataset}
      sure={fill(said.sureDataset, { dataset })}
      counts={
        contents === undefined
          ? said.notCounted
          : fill(said.holds, {
              orders: formatNumber(contents.orders),
              rows: formatNumber(contents.rows),
              customers: formatNumber(contents.customers),
              at: time(contents.counted_at),
            })
      }
      typed={dataset}
      erase={(client, call) => client.datasets.delete(dataset, call)}
      onAsked={onAsked}
    >
      <DatasetChoice datasets={datasets} value={dataset} onChoice={setDataset} />
    </EraseForm>
  );
}

interface FormProps {
  readonly title: string;
  readonly explain: string;
  /** Title of the button that opens the confirmation. */
  readonly ask: string;
  /** Text of the confirmation. */
  readonly sure: string;
  readonly counts?: string;
  /** Text that must be typed to confirm. */
  readonly typed?: string;
  readonly erase: (client: OrderAnalytics, call: CallOptions) => Promise<unknown>;
  readonly onAsked: () => void;
  readonly children: ComponentChildren;
}

function EraseForm({ title, explain, ask, erase, onAsked, children, ...question }: FormProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { isSending, problem, send } = useSending();
  const sendIt = (): void =>
    send(async (client, call) => {
      try {
        await erase(client, call);
        onAsked();
      } finally {
        setIsAsking(false);
      }
    });
  return (
    <section class="card">
      <h2>{title}</h2>
      <p class="muted">{explain}</p>
      <Writing>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setIsAsking(true);
          }}
        >
          <div class="fields">{children}</div>
          <button type="submit" class="danger">
            {ask}
          </button>
        </form>
      </Writing>
      <Problem problem={problem} reload={sendIt} />
      {isAsking && (
        <Question {...question} isSending={isSending} onYes={sendIt} onNo={() => setIsAsking(false)} />
      )}
    </section>
  );
}

interface QuestionProps extends Pick<FormProps, 'sure' | 'counts' | 'typed'> {
  readonly isSending: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

function Question({ sure, counts, typed, isSending, onYes, onNo }: QuestionProps) {
  const { erase: said } = getTexts();
  const [found, setFound] = useState('');
  const dialog = useRef<HTMLDialogElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    cancel.current?.focus();
    return () => dialog.current?.close();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="erase-title" onClose={onNo}>
      <h2 id="erase-title">{said.sure}</h2>
      <p>{sure}</p>
      {counts !== undefined && <p>{counts}</p>}
      {typed !== undefined && (
        <Field
          title={fill(said.type, { dataset: typed })}
          autocomplete="off"
          spellcheck={false}
          value={found}
          edit={setFound}
        />
      )}
      <p>
        <button type="button" ref={cancel} onClick={onNo}>
          {said.no}
        </button>{' '}
        <button
          type="button"
          class="danger"
          disabled={isSending || (typed !== undefined && found.trim() !== typed)}
          onClick={onYes}
        >
          {said.yes}
        </button>
      </p>
    </dialog>
  );
}

interface ChoiceProps {
  readonly datasets: EraseProps['datasets'];
  readonly value: string;
  readonly onChoice: (slug: string) => void;
}

function DatasetChoice({ datasets, value, onChoice }: ChoiceProps) {
  const slugs = new Set([...datasets.map(({ slug }) => slug), value]);
  return (
    <Choice
      title={getTexts().erase.dataset}
      value={value}
      options={[...slugs].map((slug) => [slug, slug] as const)}
      edit={onChoice}
    />
  );
}
