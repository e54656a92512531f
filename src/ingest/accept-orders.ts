// Accepts a request's orders: creates the job first, then queues the chunks. Chunks that cannot be queued count as
// failed, so every accepted row is counted and no import stays pending forever.

import type { OrdersToAccept, SubmitOrdersResponse } from '../contract/orders.ts';
import type { BegunWork } from '../core/begun-work.ts';
import { cutIntoChunks, groupByOrder } from '../core/ingest/chunks.ts';
import { repeatedRows } from '../core/ingest/repeated-rows.ts';
import { freeRows } from '../core/ingest/row-capacity.ts';
import { countRows } from '../core/ingest/submitted-order.ts';
import { measure } from '../observability/metrics.ts';
import { type ChunkQueue, ChunksNotQueuedError } from '../stores/chunk-queue.ts';
import type { DatasetStore } from '../stores/datasets.ts';
import type { ImportStore } from '../stores/imports.ts';
import type { RowCounters } from '../stores/row-counters.ts';
import { sumReceipts } from './import-counts.ts';
import { completeIfDone, failChunk, STORAGE_CAP_WARNING } from './settle-chunk.ts';

export interface AcceptOrdersDeps {
  readonly imports: ImportStore;
  readonly datasets: DatasetStore;
  readonly rowCounters: RowCounters;
  readonly queue: ChunkQueue;
  readonly newImportId: (now: number) => string;
  readonly clock: () => number;
}

export function createAcceptOrders(deps: AcceptOrdersDeps) {
  return async function acceptOrders(
    accountId: string,
    maxStoredRows: number,
    { orders, dataset_id, unknownFields = [] }: OrdersToAccept,
    begun?: BegunWork,
  ): Promise<SubmitOrdersResponse> {
    const { imports, datasets, rowCounters, queue, clock } = deps;
    const now = clock();
    const createdAt = new Date(now).toISOString();
    const earlier = begun?.resumes ? await findUsable(accountId, begun.id) : 'nothing';
    const importId = begun === undefined || earlier === 'given up' ? deps.newImportId(now) : begun.id;
    const ref = { accountId, importId };
    const warnings = unknownFields.length > 0 && { warnings: [...unknownFields] };
    const chunks = cutIntoChunks(orders);
    const rows = chunks.map(countRows);
    const total = rows.reduce((sum, count) => sum + count, 0);
    const repeated = repeatedRows(orders);
    const [counters] = await Promise.all([
      rowCounters.read(accountId),
      datasets.ensure(accountId, dataset_id, createdAt),
      earlier !== 'job' &&
        imports.create({
          account_id: accountId,
          import_id: importId,
          dataset_id,
          created_at: createdAt,
          chunk_rows: rows,
          ...(repeated && { repeated }),
          ...warnings,
        }),
    ]);
    try {
      await queue.send(
        chunks.map((chunk, index) => ({
          version: 1 as const,
          account_id: accountId,
          dataset_id,
          import_id: importId,
          chunk: index,
          orders: chunk,
        })),
      );
    } catch (error) {
      // A client that sends the request again continues this import; otherwise the reconciler counts the unqueued rows
      // as failed.
      if (error instanceof ChunksNotQueuedError && begun === undefined) {
        for (const chunk of error.chunks)
          await failChunk(deps, ref, chunk, chunks[chunk] ?? [], error.message);
      }
      throw error;
    }
    await imports.noteQueued(ref, new Date(clock()).toISOString());
    // No chunk would complete it.
    if (chunks.length === 0) await completeIfDone(deps, await imports.get(ref));
    measure('RowsAccepted', total);
    return {
      success: true,
      import_id: importId,
      rows_accepted: total,
      orders_count: groupByOrder(orders).length,
      ...capWarning(freeRows(maxStoredRows, counters), total),
      ...warnings,
    };
  };

  /** What an earlier attempt of the request created. Rows that were counted as failed since are not applied again. */
  async function findUsable(accountId: string, importId: string): Promise<'nothing' | 'job' | 'given up'> {
    const ref = { accountId, importId };
    if ((await deps.imports.get(ref)) === undefined) return 'nothing';
    return sumReceipts(await deps.imports.listReceipts(ref)).reason === undefined ? 'job' : 'given up';
  }
}

/** `rows`: of the request. All of them may be updates, so it is not known yet which are refused. */
function capWarning(free: number, rows: number): { warning?: string } {
  if (free === 0) return { warning: STORAGE_CAP_WARNING };
  if (free >= rows) return {};
  const room = free === 1 ? '1 more row' : `${free} more rows`;
  return {
    warning: `The plan has room for ${room}: existing rows are updated; of the ${rows} rows of this request, new ones beyond that are rejected and counted as failed.`,
  };
}
