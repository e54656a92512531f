// Runs the due schedules, a few at a time. A failing one does not delay the others: it stays due, its error
// is logged, and thrown at the end.
import { describeError } from '../observability/describe-error.ts';
import { log } from '../observability/log.ts';
import { measure } from '../observability/metrics.ts';
import { END_OF_TIME, type Unfinished, type UnfinishedRef } from '../tables/unfinished.ts';
import type { RunResult, RunSchedule } from './run-schedule.ts';

export interface RunSchedulesDeps {
  readonly unfinished: Unfinished;
  readonly runSchedule: RunSchedule;
  readonly clock: () => number;
}

const AT_ONCE = 8;

/** Number of schedules by outcome. */
export type Runs = Partial<Record<RunResult, number>>;

/**
 * `deadline`: epoch milliseconds after which no more runs are started; the next call continues. `mayBeAhead`: the clock
 * may have been set back, so that schedules are due later than their next time; all of them are checked.
 */
export async function runSchedules(
  deps: RunSchedulesDeps,
  deadline: number,
  mayBeAhead = false,
): Promise<Runs> {
  const now = deps.clock();
  // Includes schedules due now: times are whole milliseconds.
  const until = mayBeAhead ? END_OF_TIME : new Date(now + 1).toISOString();
  const due = await deps.unfinished.olderThan('schedule', until);
  const runs: Runs = {};
  const failures: unknown[] = [];
  const left = due.values();
  const work = async (): Promise<void> => {
    for (const ref of left) {
      if (deps.clock() >= deadline) return;
      try {
        const result = await runOne(deps.runSchedule, ref);
        runs[result] = (runs[result] ?? 0) + 1;
      } catch (error) {
        log('error', 'schedule not run', { schedule_id: ref.id, ...describeError(error) });
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  measure('ScheduledReports', runs.started ?? 0);
  measure('ScheduledRunsSkipped', runs.skipped ?? 0);
  measure('ScheduledRunsFailed', runs.failed ?? 0);
  measure('SchedulesPaused', runs.paused ?? 0);
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} schedules could not be run`);
  return runs;
}

async function runOne(runSchedule: RunSchedule, { accountId, id }: UnfinishedRef): Promise<RunResult> {
  const result = await runSchedule({ accountId, scheduleId: id });
  if (result !== 'moved') log('info', 'schedule run', { schedule_id: id, result });
  return result;
}
