// Imports and reports that have not ended, with how far they are.
import type { ImportJob, ReportSummary } from '../../client/src/index.ts';
import { fill } from '../../report-parts/names.ts';
import { type Job, type JobProgress, progressOf } from '../app/jobs.ts';
import { number, texts } from '../app/words/language.ts';
import { ProgressLine } from '../parts/status.tsx';
import { reportName } from '../reports/report-types.ts';
import type { Texts } from '../texts/languages.ts';

interface Jobs {
  readonly imports: readonly ImportJob[];
  readonly reports: readonly ReportSummary[];
}

interface Line extends Job {
  readonly title: string;
  /** As the list has it, until it is followed. */
  readonly progress: JobProgress;
}

export function jobsOf(jobs: Jobs): readonly Job[] {
  return linesOf(jobs, texts());
}

export function InProgress({ recent }: { readonly recent: Jobs }) {
  const said = texts();
  const lines = linesOf(recent, said);
  return (
    <ul class="plain">
      {lines.map(({ id, title, progress }) => (
        <ProgressLine key={id} title={title} {...(progressOf.value[id] ?? progress)} />
      ))}
    </ul>
  );
}

function linesOf({ imports, reports }: Jobs, { progress: said }: Texts): Line[] {
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
        title: fill(said.import, { rows: number(rows.total) }),
        progress,
      })),
  ];
}
