// Accepts a request's orders: creates the job first, then queues the chunks. Chunks that cannot be queued count as
// failed, so every accepted row is counted and no import stays pending forever.

import { decodeTime } from 'ulid';
import { cutIntoChunks, findRepeatedRows, groupByOrder } from '../../analysis/ingest/chunks.ts';
import { countFreeRows } from '../../analysis/ingest/row-capacity.ts';
import { roundTo } from '../../analysis/money/decimal.ts';
import type { StartedWork } from '../../analysis/started-work.ts';
import { CHUNK_VERSION } from '../../contract/messages/format-versions.ts';
import type { OrdersToAccept, SubmitOrdersResponse } from '../../contract/resources/orders/orders.ts';
import { countRows } from '../../contract/resources/orders/submitted-order.ts';
import type { IgnoredFields } from '../../contract/resources/orders/unknown-fields.ts';
import type { SourceSummary } from '../../contract/schema/source-summary.ts';
import { formatImportSentences } from '../../contract/sentences/import-reasons.ts';
import { say } from '../../contract/sentences/sentence.ts';
import type { RowCounters } from '../accounts/row-counters.ts';
import type { DatasetStore } from '../datasets/datasets.ts';
import { measure } from '../observability/metrics.ts';
import { type ChunkQueue, ChunksNotQueuedError } from './chunk-queue.ts';
import { sumReceipts } from './import-view.ts';
import type { ImportStore } from './imports.ts';
import { completeIfDone, failChunk } from './settle-chunk.ts';

export interface AcceptOrdersDeps {
  readonly imports: ImportStore;
  readonly datasets: DatasetStore;
  readonly rowCounters: Pick<RowCounters, 'read'>;
  readonly queue: ChunkQueue;
  /** Maximum number of orders per chunk. Default: as many as fit in a transaction. */
  readonly maxChunkOrders?: number;
  /** `at`: when the dataset accepts the orders, epoch milliseconds. */
  readonly newImportId: (at: number) => string;
  readonly clock: () => number;
}

export function createAcceptOrders(deps: AcceptOrdersDeps) {
  return async function acceptOrders(
    accountId: string,
    maxStoredRows: number,
    { orders, dataset_id, source_summary, unknownFields }: OrdersToAccept,
    started?: StartedWork,
  ): Promise<SubmitOrdersResponse> {
    const { imports, rowCounters, queue, clock } = deps;
    const createdAt = new Date(clock()).toISOString();
    const isResumed = started?.resumes === true && (await isUsable(accountId, started.id));
    const [counters, importId] = await Promise.all([
      rowCounters.read(accountId),
      isResumed ? started.id : takeImportId(accountId, dataset_id, started),
    ]);
    const ref = { accountId, importId };
    const warnings = unknownFields && toWarnings(unknownFields);
    const chunks = cutIntoChunks(orders, deps.maxChunkOrders);
    const rows = chunks.map(countRows);
    const total = rows.reduce((sum, count) => sum + count, 0);
    // Rows that merge replace no others.
    const repeated = findRepeatedRows(orders.filter(({ merge }) => !merge));
    if (!isResumed) {
      await imports.create({
        account_id: accountId,
        import_id: importId,
        dataset_id,
        created_at: createdAt,
        chunk_rows: rows,
        ...(repeated && { repeated }),
        ...(source_summary && { source_summary: roundSummary(source_summary) }),
        ...warnings,
      });
    }
    try {
      await queue.send(
        chunks.map((chunk, index) => ({
          version: CHUNK_VERSION,
          account_id: accountId,
          dataset_id,
          import_id: importId,
          chunk: index,
          orders: chunk,
        })),
      );
    } catch (error) {
      // A repeated request continues this import; otherwise the reconciler counts the unqueued rows as
      // failed.
      if (error instanceof ChunksNotQueuedError && started === undefined) {
        for (const chunk of error.chunks)
          await failChunk(deps, ref, chunk, chunks[chunk] ?? [], error.message);
      }
      throw error;
    }
    await imports.noteQueued(ref, new Date(clock()).toISOString());
    // No chunk would complete the import.
    if (chunks.length === 0) await completeIfDone(deps, await imports.get(ref));
    measure('RowsAccepted', total);
    return {
      success: true,
      import_id: importId,
      rows_accepted: total,
      orders_count: groupByOrder(orders).length,
      ...describeCap(countFreeRows(maxStoredRows, counters), total),
      ...warnings,
    };
  };

  /**
   * Returns an id newer than everything that the dataset has accepted. Keeps the id that the request started
   * with if it is; otherwise records the new one.
   */
  async function takeImportId(accountId: string, datasetId: string, started?: StartedWork): Promise<string> {
    const { datasets, newImportId, clock } = deps;
    if (started === undefined) return newImportId(await datasets.accept(accountId, datasetId, clock()));
    const wanted = started.resumes ? clock() : decodeTime(started.id);
    const at = await datasets.accept(accountId, datasetId, wanted);
    if (at === wanted && !started.resumes) return started.id;
    const importId = newImportId(at);
    await started.renew(importId);
    return importId;
  }

  /**
   * Whether an earlier attempt of the request created the import. Rows counted as failed since are not
   * applied again.
   */
  async function isUsable(accountId: string, importId: string): Promise<boolean> {
    const ref = { accountId, importId };
    if ((await deps.imports.get(ref)) === undefined) return false;
    return sumReceipts(await deps.imports.listReceipts(ref)).reason === undefined;
  }
}

/** `rows`: of the request. All of them may be updates, so the refused ones are not known yet. */
function describeCap(free: number, rows: number): Pick<SubmitOrdersResponse, 'warning' | 'warning_coded'> {
  if (free >= rows) return {};
  const warning_coded = [
    free === 0 ? say('storage_cap_reached', {}) : say('storage_room_left', { room: free, rows }),
  ];
  return { warning: formatImportSentences(warning_coded), warning_coded };
}

function toWarnings({
  warnings,
  more,
}: IgnoredFields): Pick<SubmitOrdersResponse, 'warnings' | 'more_warnings'> {
  return {
    ...(warnings.length > 0 && { warnings: [...warnings] }),
    ...(more !== 0 && { more_warnings: more }),
  };
}

/** As for prices: the tables cannot hold numbers as small as the smallest double. */
const DECIMALS = 8;

/** Rounds amounts to eight decimals, so that they can be stored. */
export function roundSummary(summary: SourceSummary): SourceSummary {
  return JSON.parse(JSON.stringify(summary), (_, value: unknown) =>
    typeof value === 'number' ? roundTo(value, DECIMALS) : value,
  );
}
