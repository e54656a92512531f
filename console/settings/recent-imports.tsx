// The newest imports: one row for the requests of one file, which follow each other.
import type { ImportJob } from '../../client/src/index.ts';
import { Scroll } from '../../report-parts/table.ts';
import { number, texts, time } from '../app/language.ts';
import { StatusWord } from '../parts/status.tsx';
import { type ImportRun, runsOf } from './import-runs.ts';

export function RecentImports({ imports }: { readonly imports: readonly ImportJob[] }) {
  const { recent: said } = texts();
  if (imports.length === 0) return <p class="muted">{said.none}</p>;
  return (
    <Scroll label={said.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{said.accepted}</th>
            <th scope="col">{said.dataset}</th>
            <th scope="col">{said.status}</th>
            {[said.requests, said.inserted, said.updated, said.failed].map((title) => (
              <th key={title} scope="col" class="n">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runsOf(imports).map((run) => (
            <Run key={run.key} run={run} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Run({ run }: { readonly run: ImportRun }) {
  return (
    <tr>
      <th scope="row">{time(run.began)}</th>
      <td>{run.dataset}</td>
      <td>
        <StatusWord status={run.status} />
      </td>
      {[run.requests, run.inserted, run.updated, run.failed].map((count, at) => (
        <td key={at} class="n">
          {number(count)}
        </td>
      ))}
    </tr>
  );
}
