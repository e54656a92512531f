// Completes a chunk and, with the last one, its import. Can be repeated at any point: receipts are written once, the
// set of done chunks only grows, and an import is completed once.

import { groupByOrder, halve } from '../../analysis/ingest/chunks.ts';
import { listRowErrors, type RowError } from '../../analysis/ingest/row-errors.ts';
import { countRows, type SubmittedOrder } from '../../contract/resources/orders/submitted-order.ts';
import { findReason, type ImportSentence } from '../../contract/sentences/import-reasons.ts';
import { say } from '../../contract/sentences/sentence.ts';
import type { AppliedReceipt, ImportItem, ImportOutcome, ImportRef, Receipt } from './import-item.ts';
import { countBooked, sumReceipts } from './import-view.ts';
import type { ImportStore } from './imports.ts';

export interface SettleDeps {
  readonly imports: ImportStore;
  readonly clock: () => number;
}

/** Marks a chunk with complete receipts as done, and completes the import if it was the last one. */
export function finishChunk(deps: SettleDeps, ref: ImportRef, chunk: number): Promise<void> {
  return finishChunks(deps, ref, [chunk]);
}

/** Does the same for several chunks of an import. */
export async function finishChunks(
  deps: SettleDeps,
  ref: ImportRef,
  chunks: readonly number[],
): Promise<void> {
  await completeIfDone(deps, await deps.imports.noteChunksDone(ref, chunks));
}

export async function completeIfDone(
  { imports, clock }: SettleDeps,
  item: ImportItem | undefined,
): Promise<void> {
  if (
    item === undefined ||
    item.completed_at !== undefined ||
    (item.done?.size ?? 0) < item.chunk_rows.length
  )
    return;
  const ref = { accountId: item.account_id, importId: item.import_id };
  const outcome = toOutcome(await imports.listReceipts(ref));
  await imports.complete(item, outcome, new Date(clock()).toISOString());
}

/** Recalculates the counts of a completed import after dead letters were applied. */
export async function recountImport({ imports }: Pick<SettleDeps, 'imports'>, ref: ImportRef): Promise<void> {
  for (;;) {
    const item = await imports.get(ref);
    if (item?.completed_at === undefined) return;
    if (await imports.recount(item, toOutcome(await imports.listReceipts(ref)))) return;
  }
}

function toOutcome(receipts: readonly Receipt[]): ImportOutcome {
  const { rows, overCap, errors, reason } = sumReceipts(receipts);
  const nothingStored = rows.failed > 0 && rows.inserted + rows.updated === 0;
  return {
    rows,
    errors,
    warning: describeWarning(overCap, reason),
    failReason: nothingStored
      ? [say('all_rows_failed', {}), ...[reason ?? errors[0]?.reason ?? []].flat().map(findReason)]
      : [],
  };
}

function describeWarning(overCap: number, reason: string | undefined): ImportSentence[] {
  if (overCap > 0) return [say('storage_cap_reached', {})];
  return reason === undefined ? [] : [say('some_rows_failed', {}), findReason(reason)];
}

/** Counts all rows of a part as failed, until a redrive applies it. */
export function createDeadReceipt(part: readonly SubmittedOrder[], reason: string): AppliedReceipt {
  return {
    kind: 'applied',
    inserted: 0,
    updated: 0,
    failed: countRows(part),
    over_cap: 0,
    errors: listRowErrors(part, reason),
    reason,
    dead: true,
  };
}

/**
 * Completes a chunk that cannot be applied: counts its rows as failed. If the chunk was split, applied halves
 * stay applied; every other half gets its own receipt, so that a worker that is still running either commits
 * a half or finds its receipt, never both. `orders`: the chunk's orders from its message.
 */
export async function failChunk(
  deps: SettleDeps,
  ref: ImportRef,
  chunk: number,
  orders: readonly SubmittedOrder[],
  reason: string,
): Promise<void> {
  const book = async (part: readonly SubmittedOrder[], path: string): Promise<void> => {
    if (await deps.imports.putReceipt(ref, chunk, path, createDeadReceipt(part, reason))) return;
    const decided = await deps.imports.getReceipt(ref, chunk, path);
    const halves = decided?.kind === 'split' ? halve(part) : undefined;
    if (halves === undefined) return;
    await book(halves[0], `${path}0`);
    await book(halves[1], `${path}1`);
  };
  await book(groupByOrder(orders), '');
  await finishChunk(deps, ref, chunk);
}

/**
 * Completes a chunk whose rows cannot be read or whose message is lost: every row without a receipt counts as
 * failed. The receipts of all open parts are written in one transaction, or none is, so that a worker that is
 * still running either commits a part or finds its receipt, never both. `errors`: the known details of the
 * rows.
 */
export async function failLostChunk(
  deps: SettleDeps,
  item: ImportItem,
  chunk: number,
  reason: string,
  errors: readonly RowError[] = [],
): Promise<void> {
  const ref = { accountId: item.account_id, importId: item.import_id };
  const openParts = async (path: string): Promise<string[]> => {
    const receipt = await deps.imports.getReceipt(ref, chunk, path);
    if (receipt === undefined) return [path];
    if (receipt.kind !== 'split') return [];
    return [...(await openParts(`${path}0`)), ...(await openParts(`${path}1`))];
  };
  for (;;) {
    const paths = await openParts('');
    if (paths.length === 0) break;
    const { rows } = sumReceipts(await deps.imports.listReceipts(ref, chunk));
    const missing = (item.chunk_rows[chunk] ?? 0) - countBooked(rows);
    // The number of rows of each open part is unknown: the first part counts all of them, until a redrive
    // finds a letter with the chunk's orders and applies every part.
    const receipts = paths.map((path, at) => ({
      path,
      receipt: {
        kind: 'applied' as const,
        inserted: 0,
        updated: 0,
        failed: at === 0 ? missing : 0,
        over_cap: 0,
        reason,
        dead: true as const,
        ...(at === 0 && errors.length > 0 && { errors: [...errors] }),
      },
    }));
    if (await deps.imports.putReceipts(ref, chunk, receipts)) break;
  }
  await finishChunk(deps, ref, chunk);
}
