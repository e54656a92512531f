// Shows imports and reports in progress.
import type { ImportJob, ReportSummary } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { type Job, type JobProgress, progressOf } from '../app/jobs.ts';
import { formatNumber, getTexts, time } from '../app/words/language.ts';
import { getServiceWords } from '../app/words/service-words.ts';
import { ProgressLine } from '../parts/status.tsx';
import { To } from '../parts/to.tsx';
import { reportName } from '../reports/report-types.ts';
import type { Texts } from '../texts/languages.ts';

interface Jobs {
  readonly imports: readonly ImportJob[];
  readonly reports: readonly ReportSummary[];
}

interface Line extends Job {
  readonly title: string;
  /** The progress in the list, until the job is followed. */
  readonly progress: JobProgress;
}

export function sortJobs(jobs: Jobs): readonly Job[] {
  return describeJobs(jobs, getTexts());
}

export function InProgress({ recent }: { readonly recent: Jobs }) {
  const said = getTexts();
  const lines = describeJobs(recent, said);
  return (
    <ul class="plain">
      {lines.map(({ id, title, progress }) => (
        <ProgressLine key={id} title={title} {...(progressOf.value[id] ?? progress)} />
      ))}
    </ul>
  );
}

function describeJobs({ imports, reports }: Jobs, { progress: said }: Texts): Line[] {
  return [
    ...reports
      .filter(({ status }) => status === 'Processing')
      .map(({ report_id, name }) => ({
        kind: 'report' as const,
        id: report_id,
        title: fill(said.report, { name: reportName(name) }),
        progress: { phase: 'queued' as const, fraction: 0 },
      })),
    ...imports
      .filter(({ completed_at }) => completed_at === undefined)
      .map(({ import_id, rows, progress = { phase: 'queueing', fraction: 0 } }) => ({
        kind: 'import' as const,
        id: import_id,
        title: fill(said.import, { rows: formatNumber(rows.total) }),
        progress,
      })),
  ];
}

// Shows recent failures with their reasons; nothing if there are none.

interface FailuresProps {
  readonly reports: readonly ReportSummary[];
  readonly imports: readonly ImportJob[];
}

export function Failures({ reports, imports }: FailuresProps) {
  const { failures: said, progress } = getTexts();
  const say = getServiceWords();
  const failedReports = reports.filter(({ status }) => status === 'Failed');
  const failedImports = imports.filter(({ rows }) => rows.failed > 0);
  if (failedReports.length + failedImports.length === 0) return null;
  return (
    <section class="card">
      <h2>{said.title}</h2>
      <ul class="plain">
        {failedReports.map(({ report_id, name, fail_reason = '', fail_reason_coded, created_at }) => (
          <li key={report_id}>
            <To place={{ view: 'report', id: report_id }}>
              {fill(progress.report, { name: reportName(name) })}
            </To>{' '}
            <span class="muted">{time(created_at)}</span>
            <p>{say(fail_reason, fail_reason_coded)}</p>
          </li>
        ))}
        {failedImports.map(({ import_id, rows, created_at, dataset_id, errors = [], ...job }) => (
          <li key={import_id}>
            {fill(progress.import, { rows: formatNumber(rows.total) })} → {dataset_id}{' '}
            <span class="muted">{time(created_at)}</span>
            <p>
              {fill(said.rows, { count: rows.failed, shown: formatNumber(rows.failed) })}.{' '}
              {say(job.fail_reason ?? '', job.fail_reason_coded)}
            </p>
            <ul>
              {errors.slice(0, 3).map(({ order_id, fail_reason, fail_reason_coded }) => (
                <li key={`${order_id} ${fail_reason}`}>
                  {fill(said.row, { order: order_id, reason: say(fail_reason, fail_reason_coded) })}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
