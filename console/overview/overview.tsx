// What there is, what is in progress, and what failed.
import type { Dataset, Erasure, GetUsageResponse, ImportJob, ReportSummary } from '../../client/src/index.ts';
import { Facts, Scroll } from '../../report-parts/table.ts';
import { useFollowed } from '../app/jobs.ts';
import { daysBetween, number, texts, time } from '../app/language.ts';
import { useLoaded } from '../app/loaded.ts';
import { States } from '../parts/states.tsx';
import { StatusWord } from '../parts/status.tsx';
import { To } from '../parts/to.tsx';
import { InProgress, jobsOf } from './in-progress.tsx';

const RECENT = 20;

export interface Recent {
  readonly usage: GetUsageResponse;
  readonly datasets: readonly Dataset[];
  readonly imports: readonly ImportJob[];
  readonly reports: readonly ReportSummary[];
  readonly erasures: readonly Erasure[];
}

export function Overview() {
  const said = texts();
  const loaded = useLoaded<Recent>('overview', async (client, call) => {
    const [usage, datasets, imports, reports, erasures] = await Promise.all([
      client.usage(call),
      client.datasets.list({}, call).page(),
      client.imports.list({ limit: RECENT }, call).page(),
      client.reports.list({ limit: RECENT }, call).page(),
      client.erasures.list({ limit: RECENT }, call).page(),
    ]);
    return {
      usage,
      datasets: datasets.datasets,
      imports: imports.imports,
      reports: reports.reports,
      erasures: erasures.erasures,
    };
  });
  useFollowed(loaded.value === undefined ? [] : jobsOf(loaded.value), loaded.reload);
  return (
    <>
      <h1>{said.overview}</h1>
      <section class="card">
        <h2>{said.usage.title}</h2>
        <States of={loaded} lines={4}>
          {({ usage }) => <Usage usage={usage} />}
        </States>
      </section>
      <section class="card">
        <h2>{said.datasets.title}</h2>
        <States of={loaded} lines={4}>
          {({ datasets }) => <Datasets datasets={datasets} />}
        </States>
      </section>
      <section class="card">
        <h2>{said.progress.title}</h2>
        <States of={loaded} lines={2}>
          {(recent) => <InProgress recent={recent} />}
        </States>
      </section>
      <section class="card">
        <h2>{said.failures.title}</h2>
        <States of={loaded} lines={2}>
          {(recent) => <Failures recent={recent} />}
        </States>
      </section>
      <section class="card">
        <h2>{said.recent.title}</h2>
        <States of={loaded} lines={6}>
          {({ imports }) => <Imports imports={imports} />}
        </States>
      </section>
    </>
  );
}

function Usage({ usage }: { readonly usage: GetUsageResponse }) {
  const { usage: said } = texts();
  const { plan, stored_rows, monthly_reports, requests_per_minute } = usage;
  return (
    <Facts
      facts={[
        [said.rows, said.of(number(stored_rows.used), number(stored_rows.limit))],
        [said.reports, said.of(number(monthly_reports.used), number(monthly_reports.limit))],
        [said.requests, number(requests_per_minute.limit)],
        [said.plan, plan],
      ]}
    />
  );
}

function Datasets({ datasets }: { readonly datasets: readonly Dataset[] }) {
  const { datasets: said } = texts();
  const filled = datasets.filter(({ created_at }) => created_at !== null);
  if (filled.length === 0) {
    return (
      <>
        <p>{said.empty}</p>
        <p class="muted">{said.emptyHint}</p>
      </>
    );
  }
  return (
    <Scroll label={said.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{said.name}</th>
            {[said.rows, said.orders, said.customers].map((title) => (
              <th key={title} scope="col" class="n">
                {title}
              </th>
            ))}
            <th scope="col">{said.days}</th>
            <th scope="col">{said.counted}</th>
            <th scope="col">{said.currency}</th>
            <th scope="col">{said.timeZone}</th>
          </tr>
        </thead>
        <tbody>
          {filled.map(({ slug, name, contents, currency, time_zone }) => (
            <tr key={slug}>
              <th scope="row">
                <To place={{ view: 'reports', dataset: slug }}>{name}</To>
              </th>
              <Contents of={contents} timeZone={time_zone} />
              <td>{currency ?? said.notSet}</td>
              <td>{time_zone}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

interface ContentsProps {
  readonly of: Dataset['contents'];
  readonly timeZone: string;
}

/** Of the dataset's own days: what a report on them counts. */
function Contents({ of: contents, timeZone }: ContentsProps) {
  const { datasets: said } = texts();
  if (contents === null)
    return (
      <td colSpan={5} class="muted">
        {said.notCounted}
      </td>
    );
  const { rows, orders, customers, first_order_date: first, last_order_date: last, counted_at } = contents;
  return (
    <>
      {[rows, orders, customers].map((count, at) => (
        <td key={at} class="n">
          {number(count)}
        </td>
      ))}
      <td>{first === null || last === null ? said.noDates : daysBetween(first, last, timeZone)}</td>
      <td>{time(counted_at)}</td>
    </>
  );
}

function Failures({ recent: { imports, reports } }: { readonly recent: Recent }) {
  const { failures: said, progress } = texts();
  const failedReports = reports.filter(({ status }) => status === 'Failed');
  const failedImports = imports.filter(({ rows }) => rows.failed > 0);
  if (failedReports.length + failedImports.length === 0) return <p class="muted">{said.none}</p>;
  return (
    <ul class="plain">
      {failedReports.map(({ report_id, name, fail_reason, created_at }) => (
        <li key={report_id}>
          <To place={{ view: 'report', id: report_id }}>{progress.report(name)}</To>{' '}
          <span class="muted">{time(created_at)}</span>
          <p>{fail_reason}</p>
        </li>
      ))}
      {failedImports.map(({ import_id, rows, created_at, dataset_id, fail_reason, errors = [] }) => (
        <li key={import_id}>
          {progress.import(number(rows.total))} → {dataset_id} <span class="muted">{time(created_at)}</span>
          <p>
            {said.rows(rows.failed, number(rows.failed))}. {fail_reason}
          </p>
          <ul>
            {errors.slice(0, 3).map(({ order_id, reason }) => (
              <li key={`${order_id} ${reason}`}>{said.row(order_id, reason)}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function Imports({ imports }: { readonly imports: readonly ImportJob[] }) {
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
            <th scope="col" class="n">
              {said.inserted}
            </th>
            <th scope="col" class="n">
              {said.updated}
            </th>
            <th scope="col" class="n">
              {said.failed}
            </th>
          </tr>
        </thead>
        <tbody>
          {imports.map(({ import_id, created_at, dataset_id, status, rows }) => (
            <tr key={import_id}>
              <th scope="row">{time(created_at)}</th>
              <td>{dataset_id}</td>
              <td>
                <StatusWord status={status} />
              </td>
              <td class="n">{number(rows.inserted)}</td>
              <td class="n">{number(rows.updated)}</td>
              <td class="n">{number(rows.failed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
