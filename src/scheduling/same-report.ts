// Whether a schedule's next report would be the same as its last one. What changes a report's orders moves the dataset's
// time of acceptance: imports, erasures, and dead letters that are applied later. An import that was accepted before the
// last report and completed after it does not; a report beside one is no basis to skip another.
import type { DatasetItem, DatasetStore } from '../stores/datasets/datasets.ts';
import type { ImportsInProgress } from '../stores/imports/imports-in-progress.ts';
import type { ReportStore } from '../stores/reports/reports.ts';
import type { ScheduleItem } from '../stores/schedules/schedule-item.ts';
import type { Unfinished } from '../stores/tables/unfinished.ts';

export interface SameReportDeps {
  readonly reports: Pick<ReportStore, 'get'>;
  readonly datasets: Pick<DatasetStore, 'get'>;
  readonly importsInProgress: ImportsInProgress;
  readonly unfinished: Unfinished;
}

/** YYYY-MM-DD; undefined: open. */
interface Days {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** Younger imports are read from the account, consistently; the index has caught up with those that are older. */
const YOUNG_MS = 24 * 3_600_000;

/** Undefined: whatever is computed now says nothing about a later report. `now`: epoch milliseconds. */
export async function stampOf(
  { datasets, importsInProgress, unfinished }: SameReportDeps,
  { account_id, dataset_id }: ScheduleItem,
  range: Days | undefined,
  now: number,
): Promise<string | undefined> {
  // Before the imports: one that is accepted meanwhile has a later time than the stamp.
  const dataset = await datasets.get(account_id, dataset_id);
  const until = dataset?.last_accepted ?? now;
  const from = until - YOUNG_MS;
  const young = await importsInProgress.list(account_id, dataset_id, { from, until });
  if (young.length > 0) return undefined;
  const old = await unfinished.olderThan('import', new Date(from).toISOString());
  return old.some(({ accountId }) => accountId === account_id) ? undefined : stamp(dataset, range);
}

export async function isSameReport(
  { reports }: Pick<SameReportDeps, 'reports'>,
  { account_id, basis }: ScheduleItem,
  next: string | undefined,
): Promise<boolean> {
  if (basis === undefined || basis.stamp !== next) return false;
  const report = await reports.get({ accountId: account_id, reportId: basis.report_id });
  return report?.status === 'Completed' || report?.status === 'Completed with warnings';
}

function stamp(dataset: DatasetItem | undefined, range: Days | undefined): string {
  const { last_accepted, currency, rates_source, time_zone } = dataset ?? {};
  return JSON.stringify([last_accepted, currency, rates_source, time_zone, range?.start, range?.end]);
}
