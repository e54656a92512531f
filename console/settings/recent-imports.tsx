// The newest imports: one row for the requests of one file, which follow each other.
import type { ImportJob } from '../../client/src/index.ts';
import { numeric, Table } from '../../report-parts/table.ts';
import { number, texts, time } from '../app/words/language.ts';
import { StatusWord } from '../parts/status.tsx';
import { runsOf } from './import-runs.ts';

export function RecentImports({ imports }: { readonly imports: readonly ImportJob[] }) {
  const { recent: said } = texts();
  if (imports.length === 0) return <p class="muted">{said.none}</p>;
  return (
    <Table
      caption={said.title}
      columns={[
        ...[said.accepted, said.dataset, said.status].map((title) => ({ title })),
        ...[said.requests, said.inserted, said.updated, said.failed].map(numeric),
      ]}
      rows={runsOf(imports).map(({ began, dataset, status, requests, inserted, updated, failed }) => [
        time(began),
        dataset,
        <StatusWord key="" status={status} />,
        ...[requests, inserted, updated, failed].map((count) => number(count)),
      ])}
    />
  );
}
