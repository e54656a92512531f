// One slice of an erasure's work. One erasure of a dataset leads at a time: it reads the orders once for all
// erasures that are settled by then (its round), while the others wait. Every step can be repeated; the
// transaction that deletes orders also counts them.

import { decodeTime } from 'ulid';
import type { Erasure } from '../../analysis/erasure/erasure.ts';
import type { ErasureSlice } from '../../contract/messages/workflow.ts';
import type { Extracts } from '../datasets/extracts.ts';
import type { MergeLists } from '../datasets/merge-lists.ts';
import type { ImportsInProgress } from '../orders/imports-in-progress.ts';
import type { DatasetRef } from '../orders/orders.ts';
import type { ScheduleStore } from '../schedules/schedules.ts';
import { type EraseAudiencesDeps, eraseAudiences } from './erase-audiences.ts';
import { type EraseDeadLettersDeps, eraseDeadLetters } from './erase-dead-letters.ts';
import { type EraseMergesDeps, eraseMerges } from './erase-merges.ts';
import { type EraseOrdersDeps, eraseOrders } from './erase-orders.ts';
import { type EraseReportsDeps, eraseOrderExports, eraseReports } from './erase-reports.ts';
import { type EraseTableDeps, eraseTable } from './erase-table.ts';
import {
  type ErasureItem,
  type ErasureRef,
  type ErasureStore,
  listErasures,
  toErasureRef,
} from './erasures.ts';
import { isLinked, type LinkErasedDeps, linkErased } from './link-erased.ts';
import { hasCustomerCondition } from './names-customer.ts';

export interface RunErasureDeps
  extends EraseOrdersDeps,
    EraseReportsDeps,
    EraseDeadLettersDeps,
    EraseSchedulesDeps,
    EraseAudiencesDeps,
    EraseTableDeps,
    LinkErasedDeps,
    EraseMergesDeps {
  readonly erasures: ErasureStore;
  readonly merges: Pick<MergeLists, 'get' | 'put'>;
  readonly partitionFiles: LinkErasedDeps['partitionFiles'];
  readonly extracts: Pick<Extracts, 'forget'>;
  readonly importsInProgress: ImportsInProgress;
  readonly clock: () => number;
}

type Slice = Pick<ErasureSlice, 'outcome' | 'wait_seconds'>;

const DONE: Slice = { outcome: 'done', wait_seconds: 0 };
const AT_ONCE: Slice = { outcome: 'again', wait_seconds: 1 };
/** To be continued when every writer that missed the marks of a person's other ids has ended. */
const MARKED: Slice = { outcome: 'marked', wait_seconds: 0 };
/** Seconds to wait for reports in progress, which may have read erased data, and for the leading erasure. */
const LEAST_WAIT = 20;
const MOST_WAIT = 600;
/** Milliseconds for which the search of a person's ids waits for imports that were accepted before the erasure. */
const MOST_WAIT_FOR_IMPORTS = 3_600_000;
const DAY = 86_400_000;

interface SliceOptions {
  /** By when the slice must end, epoch milliseconds. Default: its deadline. */
  readonly mustEnd?: number;
  /** The slice follows one that returned `marked`, and the wait after it. */
  readonly hasMarkedPersons?: boolean;
}

/** `deadline`: epoch milliseconds by which the slice should end. */
export function createRunErasure(deps: RunErasureDeps) {
  const { erasures } = deps;
  const getNow = (): string => new Date(deps.clock()).toISOString();

  async function drawRound(leader: ErasureItem): Promise<ErasureItem[]> {
    const unfinished = await erasures.listUnfinished(leader.account_id, leader.dataset_id);
    // An erasure with completed orders is about to be completed by its own leader.
    const settled = unfinished.filter(
      ({ erasure_id, settled_at, orders_done_at }) =>
        erasure_id === leader.erasure_id || (settled_at !== undefined && orders_done_at === undefined),
    );
    await erasures.drawRound(
      toErasureRef(leader),
      settled.map(({ erasure_id }) => erasure_id),
    );
    const drawn = (await erasures.get(toErasureRef(leader)))?.round ?? [];
    return unfinished.filter(({ erasure_id }) => drawn.includes(erasure_id));
  }

  /** Whether orders of the persons may still be queued. An import that stops is failed within the time. */
  async function hasOlderImports({ account_id, dataset_id, erasure_id, settled_at }: ErasureItem) {
    if (deps.clock() - Date.parse(settled_at ?? '') > MOST_WAIT_FOR_IMPORTS) return false;
    const until = decodeTime(erasure_id) - 1;
    const accepted = { from: Math.max(0, until - DAY), until };
    return (await deps.importsInProgress.list(account_id, dataset_id, accepted)).length > 0;
  }

  return async function runErasure(
    ref: ErasureRef,
    deadline: number,
    { mustEnd = deadline, hasMarkedPersons = false }: SliceOptions = {},
  ): Promise<Slice> {
    await erasures.noteSettled(ref, getNow());
    const before = await erasures.get(ref);
    if (before === undefined || before.completed_at !== undefined) return DONE;
    const dataset = { accountId: ref.accountId, datasetId: before.dataset_id };
    if (!(await erasures.takeLead(ref, before.dataset_id))) return computeLongerWait(before, deps.clock());
    // Read again: until it released the lead, another erasure may have done and completed this one.
    const item = await erasures.get(ref);
    if (item === undefined || item.completed_at !== undefined) {
      await erasures.releaseLead(ref, before.dataset_id);
      return DONE;
    }
    const round = await drawRound(item);
    if (item.orders_done_at === undefined && !round.every(isLinked)) {
      if (!hasMarkedPersons) {
        if (await hasOlderImports(item)) return computeLongerWait(item, deps.clock());
        const isMarked = await linkErased(deps, dataset, ref, round, mustEnd);
        return isMarked ? MARKED : AT_ONCE;
      }
      for (const member of round) await erasures.noteLinkedSettled(toErasureRef(member), getNow());
    }
    const wanted = round.flatMap(listErasures);
    if (item.orders_done_at === undefined) {
      const progress = { done: item.shards_done ?? new Set<number>(), cursors: item.shard_cursors };
      const reached = await eraseOrders(deps, dataset, wanted, progress, deadline);
      for (const member of round)
        await erasures.noteShards(toErasureRef(member), reached.done, reached.cursors);
      if (reached.failures.length > 0)
        throw new AggregateError(reached.failures, 'a shard could not be processed');
      if (!reached.isComplete) return AT_ONCE;
      for (const member of round) await erasures.noteOrdersDone(toErasureRef(member), getNow());
      return AT_ONCE;
    }
    // The orders are gone: an extract kept from now on was started after this note, and holds nothing erased.
    await deps.extracts.forget(dataset, ref.erasureId);
    await eraseMerges(deps, dataset, wanted);
    await eraseDeadLetters(deps, dataset, wanted);
    await eraseSchedules(deps, dataset, wanted);
    const areAudiencesDone = await eraseAudiences(deps, dataset, wanted);
    const areReportsDone = await eraseReports(deps, dataset, wanted, item.orders_done_at);
    const areExportsDone = await eraseOrderExports(deps, dataset, wanted);
    const tableAsOf = await eraseTable(deps, dataset, item.orders_done_at);
    if (!areReportsDone || !areAudiencesDone || !areExportsDone || tableAsOf === null)
      return computeLongerWait(item, deps.clock());
    for (const member of round)
      if (member.erasure_id !== ref.erasureId) await erasures.complete(member, getNow(), tableAsOf);
    // Released before the leader completes: a lead held by a completed erasure would never be released.
    await erasures.releaseLead(ref, item.dataset_id);
    await erasures.complete(item, getNow(), tableAsOf);
    return DONE;
  };
}

/**
 * The wait grows with the time already waited: a thousand erasures that check every few seconds would cost more than
 * the work.
 */
function computeLongerWait({ settled_at }: ErasureItem, now: number): Slice {
  const waited = settled_at === undefined ? 0 : (now - Date.parse(settled_at)) / 1_000;
  return {
    outcome: 'again',
    wait_seconds: Math.round(Math.min(MOST_WAIT, Math.max(LEAST_WAIT, waited / 2))),
  };
}

// Deletes the schedules whose reports are about erased customers: they hold the customers' ids. The erasure
// mark pauses the other schedules of an erased dataset.
interface EraseSchedulesDeps {
  readonly schedules: Pick<ScheduleStore, 'list' | 'remove'>;
}

/** Schedules of a dataset that were created or activated after its erasure stay. */
export async function eraseSchedules(
  { schedules }: EraseSchedulesDeps,
  dataset: DatasetRef,
  erasures: readonly Erasure[],
): Promise<void> {
  for (const { account_id, schedule_id, dataset_id, report, activated_as } of await schedules.list(
    dataset.accountId,
  )) {
    if (dataset_id !== dataset.datasetId) continue;
    const isErased = erasures.some(
      ({ erasureId, customer }) =>
        activated_as < erasureId && hasCustomerCondition(report, dataset, customer),
    );
    if (isErased) await schedules.remove({ accountId: account_id, scheduleId: schedule_id });
  }
}
