// Refreshes due audiences: at the times of their schedules or, at most once an hour, after an import or an
// erasure. The transaction that creates the run also moves the audience to its next time.
import { computeDueTimes, computeNextDue, type DueTimes } from '../../contract/schedules/expression.ts';
import type { DatasetStore } from '../datasets/datasets.ts';
import type { ErasureStore } from '../erasures/erasures.ts';
import { describeError } from '../observability/describe-error.ts';
import { log } from '../observability/log.ts';
import { END_OF_TIME, type Unfinished } from '../tables/unfinished.ts';
import { isAudienceErased } from './audience-view.ts';
import type { AudienceItem, AudienceRef, AudienceStore } from './audiences.ts';
import { AFTER_IMPORT, type StartRunDeps, startRun } from './start-run.ts';

export interface RunDueAudiencesDeps extends StartRunDeps {
  readonly audiences: Pick<AudienceStore, 'get' | 'replace' | 'run' | 'startRun'>;
  readonly datasets: Pick<DatasetStore, 'get'>;
  readonly erasures: Pick<ErasureStore, 'mark'>;
  readonly unfinished: Unfinished;
}

/**
 * Returns the number of started runs. `deadline`: epoch milliseconds after which the next call continues. `mayBeAhead`:
 * the clock may have been set back, as in runSchedules.
 */
export async function runDueAudiences(
  deps: RunDueAudiencesDeps,
  deadline: number,
  mayBeAhead = false,
): Promise<number> {
  const until = mayBeAhead ? END_OF_TIME : new Date(deps.clock() + 1).toISOString();
  const due = await deps.unfinished.olderThan('audience', until);
  const failures: unknown[] = [];
  let started = 0;
  for (const { accountId, id: audienceId } of due) {
    if (deps.clock() >= deadline) break;
    try {
      if (await runIfDue(deps, { accountId, audienceId })) started++;
    } catch (error) {
      log('error', 'audience not refreshed', { audience_id: audienceId, ...describeError(error) });
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} audiences could not be refreshed`);
  return started;
}

async function runIfDue(deps: RunDueAudiencesDeps, ref: AudienceRef): Promise<boolean> {
  const now = deps.clock();
  const item = await deps.audiences.get(ref);
  // The index lags behind the table.
  if (item?.next_run === undefined) return false;
  if (item.next_run > now) {
    // The clock was ahead at the last run.
    const soonest = computeNextDue(item.expression ?? AFTER_IMPORT, item.time_zone ?? 'UTC', now);
    if (item.next_run > soonest) await deps.audiences.replace({ ...item, next_run: soonest });
    return false;
  }
  const mark = await deps.erasures.mark(item.account_id, item.dataset_id);
  const { next } = computeTimes(item, item.next_run, now);
  // An erasure in progress refuses reports for some minutes; one that has ended is about to delete the
  // audience.
  const rests = mark?.active !== undefined || isAudienceErased(item, mark);
  const accepted = (await deps.datasets.get(item.account_id, item.dataset_id))?.last_accepted;
  const isSame = item.refresh === 'after_import' && item.refreshed_for === accepted;
  const moved = { ...item, next_run: next };
  if (rests || isSame || item.run_id !== undefined) {
    await deps.audiences.replace(moved);
    return false;
  }
  return (await startRun(deps, { ...moved, refreshed_for: accepted }, item.key_hash)) !== undefined;
}

function computeTimes(
  { expression = AFTER_IMPORT, time_zone = 'UTC' }: AudienceItem,
  due: number,
  now: number,
): DueTimes {
  return computeDueTimes(expression, time_zone, due, now);
}
