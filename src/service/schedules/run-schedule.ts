// Runs one due schedule. The transaction that stores the report also moves the schedule to its next time, on
// condition that no other writer has moved or changed it: a run that is repeated, or interrupted at any
// point, starts one report, and none is lost. The reconciler starts a report whose workflow was not started.
import {
  DatasetBeingErasedError,
  MonthlyLimitError,
  PlanRequiredError,
  ServiceError,
} from '../../contract/errors/errors.ts';
import type { CreateReportRequest } from '../../contract/resources/reports/reports.ts';
import { computeDueTimes, computeNextDue, type DueTimes } from '../../contract/schedules/expression.ts';
import {
  FAILURES_TO_PAUSE,
  type RestReason,
  type RunOutcome,
  resolveRange,
  toLocalDate,
} from '../../contract/schedules/relative-range.ts';
import { say } from '../../contract/sentences/sentence.ts';
import type { DatasetItem, DatasetStore } from '../datasets/datasets.ts';
import type { ErasureStore } from '../erasures/erasures.ts';
import type { ImportsInProgress } from '../orders/imports-in-progress.ts';
import { NotClaimedError, type ReportStore } from '../reports/reports.ts';
import { type CallerOfKeyDeps, findCaller } from '../reports/requests/caller-of-key.ts';
import type { RefuseReport } from '../reports/requests/refuse-report.ts';
import type { StartReport } from '../reports/requests/start-report.ts';
import type { Unfinished } from '../tables/unfinished.ts';
import { findRestReason } from './rest.ts';
import type { ScheduleItem, ScheduleRef, ScheduleStore } from './schedules.ts';

// Decides whether a schedule's next report would equal its last one. Every change of a report's orders moves
// the dataset's time of acceptance: imports, erasures, and dead letters that are applied later. An import
// that was accepted before the last report and completed after it does not; a report with such an import is
// no basis for skipping another.

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

/** Younger imports are read from the account, consistently; the index has caught up with older ones. */
const YOUNG_MS = 24 * 3_600_000;

/** Undefined: the current report is no basis for a later one. `now`: epoch milliseconds. */
async function computeStamp(
  { datasets, importsInProgress, unfinished }: SameReportDeps,
  { account_id, dataset_id }: ScheduleItem,
  range: Days | undefined,
  now: number,
): Promise<string | undefined> {
  // Read before the imports: an import accepted meanwhile has a later time than the stamp.
  const dataset = await datasets.get(account_id, dataset_id);
  const until = dataset?.last_accepted ?? now;
  const from = until - YOUNG_MS;
  const young = await importsInProgress.list(account_id, dataset_id, { from, until });
  if (young.length > 0) return undefined;
  const old = await unfinished.olderThan('import', new Date(from).toISOString());
  return old.some(({ accountId }) => accountId === account_id) ? undefined : stamp(dataset, range);
}

async function isSameReport(
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

export interface RunScheduleDeps extends SameReportDeps, CallerOfKeyDeps {
  readonly schedules: ScheduleStore;
  readonly reports: Pick<ReportStore, 'get'>;
  readonly erasures: Pick<ErasureStore, 'mark'>;
  readonly startReport: StartReport;
  readonly refuseReport: RefuseReport;
  readonly newReportId: (now: number) => string;
  readonly clock: () => number;
}

/** `later`: it stays due. `moved`: not due, or another run or a change was first. */
export type RunResult = RunOutcome | 'paused' | 'later' | 'moved';

export function createRunSchedule(deps: RunScheduleDeps) {
  const { schedules, reports, erasures } = deps;

  async function pause(item: ScheduleItem, reason: RestReason): Promise<RunResult> {
    const isPaused = await schedules.pause(item, reason, new Date(deps.clock()).toISOString());
    return isPaused ? 'paused' : 'moved';
  }

  async function isFailingRepeatedly({ account_id, recent }: ScheduleItem): Promise<boolean> {
    if (recent.length < FAILURES_TO_PAUSE) return false;
    const found = await Promise.all(
      recent.map((reportId) => reports.get({ accountId: account_id, reportId })),
    );
    return found.every((report) => report?.status === 'Failed');
  }

  return async function runSchedule(ref: ScheduleRef): Promise<RunResult> {
    const now = deps.clock();
    const item = await schedules.get(ref);
    // The index lags behind the table.
    if (item?.next_run === undefined) return 'moved';
    if (item.next_run > now) {
      // The clock was ahead at the last run.
      const next = computeNextDue(item.expression, item.time_zone, now);
      if (item.next_run > next) await schedules.replace({ ...item, next_run: next });
      return 'moved';
    }
    const mark = await erasures.mark(item.account_id, item.dataset_id);
    const rest = findRestReason(item, mark);
    if (rest !== undefined) return pause(item, rest);
    // A report would be refused: the erasure takes minutes.
    if (mark?.active !== undefined) return 'later';
    const caller = await findCaller(deps, item.key_hash);
    if (caller === undefined) return pause(item, 'key_revoked');
    if (await isFailingRepeatedly(item)) return pause(item, 'failures');

    const times = computeDueTimes(item.expression, item.time_zone, item.next_run, now);
    const request = resolveRequestAt(item, times.latest);
    const stamp = item.only_if_changed
      ? await computeStamp(deps, item, request.filters?.dateRange, now)
      : undefined;
    if (await isSameReport(deps, item, stamp)) {
      const skipped = recordRun(item, times, { outcome: 'skipped', at: now });
      return (await schedules.replace(skipped)) ? 'skipped' : 'moved';
    }
    const id = deps.newReportId(now);
    try {
      if (caller instanceof PlanRequiredError) throw caller;
      const started = recordRun(item, times, { outcome: 'started', at: now, report_id: id });
      const basis = stamp === undefined ? undefined : { report_id: id, stamp };
      const claim = schedules.replacing({ ...started, basis, recent: withNewest(item, id) });
      await deps.startReport(caller, request, undefined, { id, claim, scheduleId: item.schedule_id });
      return 'started';
    } catch (error) {
      if (error instanceof NotClaimedError) return 'moved';
      if (error instanceof DatasetBeingErasedError) return 'later';
      if (!(error instanceof ServiceError)) throw error;
      const { message, code } = error;
      const failed = recordRun(item, times, {
        outcome: 'failed',
        at: now,
        report_id: id,
        reason: message,
        error_code: code,
      });
      // The monthly limit ends with the month.
      const recent = error instanceof MonthlyLimitError ? item.recent : withNewest(item, id);
      const claim = schedules.replacing({ ...failed, basis: undefined, recent });
      const by = { accountId: item.account_id, keyHash: item.key_hash };
      return (await deps.refuseReport(
        by,
        request,
        { id, claim },
        say('report_refused', { error_code: code, message }),
      ))
        ? 'failed'
        : 'moved';
    }
  };
}
export type RunSchedule = ReturnType<typeof createRunSchedule>;

/** The report's request on the day that the run is due. */
function resolveRequestAt({ report, date_range, time_zone }: ScheduleItem, due: number): CreateReportRequest {
  if (date_range === undefined) return report;
  const dateRange = resolveRange(date_range, toLocalDate(due, time_zone));
  return { ...report, filters: { ...report.filters, dateRange } };
}

/** The schedule after a run, with its next time. */
function recordRun(
  item: ScheduleItem,
  { latest, next }: DueTimes,
  run: Omit<NonNullable<ScheduleItem['last_run']>, 'due'>,
): ScheduleItem {
  return {
    ...item,
    next_run: next,
    last_run: { due: latest, ...run },
    [run.outcome]: item[run.outcome] + 1,
  };
}

function withNewest({ recent }: ScheduleItem, reportId: string): string[] {
  return [...recent, reportId].slice(-FAILURES_TO_PAUSE);
}
