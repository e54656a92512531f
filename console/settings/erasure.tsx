// Erasures: asked for, followed live, and certified with counts and the day from which no copy can be restored.
import type { Erasure } from '../../client/src/index.ts';
import { fill } from '../../report-parts/names.ts';
import { progressOf, useFollowed } from '../app/jobs.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { number, texts, time } from '../app/words/language.ts';
import { States } from '../parts/states.tsx';
import { ProgressLine, StatusWord } from '../parts/status.tsx';
import { EraseCustomer, EraseDataset } from '../views/erase-forms.tsx';

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
  const said = texts();
  const { erasure_id, kind, dataset_id, status, erased, created_at, completed_at, recoverable_until } =
    erasure;
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
          orders: number(erased.orders),
          rows: number(erased.line_items),
          reports: number(erased.reports),
          letters: number(erased.dead_letters),
        })}
      </p>
      <p class="muted">
        {fill(said.erase.asked, { at: time(created_at) })}
        {completed_at !== null && ` · ${fill(said.erase.done, { at: time(completed_at) })}`}
        {recoverable_until !== null && ` · ${fill(said.erase.recoverable, { at: time(recoverable_until) })}`}
      </p>
    </li>
  );
}
