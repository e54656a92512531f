// The export workflow's step for the orders of a dataset. It first reads the shards, and writes their orders as
// sorted runs; then it merges the runs into the export's files. A slice ends when its time is over, and the next
// one continues from the progress that it wrote below an id of its own: a slice that fails is repeated from there.
import * as v from 'valibot';
import { hash64 } from '../../../analysis/customer-lists/customer-ids.ts';
import { CodedLines } from '../../../analysis/orders/coded-lines.ts';
import { listOrderColumns, listOrderRows } from '../../../analysis/tables/order-lines.ts';
import { createCsvWriter, createNdjsonWriter } from '../../../analysis/tables/table.ts';
import type { ExportInput } from '../../../contract/messages/workflow.ts';
import { SHARD_COUNT } from '../../../contract/schema/limits.ts';
import type { WorkSentence } from '../../../contract/sentences/failed-because.ts';
import { say } from '../../../contract/sentences/sentence.ts';
import type { ErasureStore } from '../../erasures/erasures.ts';
import { log } from '../../observability/log.ts';
import { measure } from '../../observability/metrics.ts';
import type { ShardOrderReader } from '../../orders/shard-orders.ts';
import type { HiddenCustomers } from '../../reports/lists/hidden-customers.ts';
import type { PartitionFiles } from '../../reports/partition-files.ts';
import { readJson, writeJson } from '../../reports/partitions/partition-objects.ts';
import type { ExportFiles } from '../export-files.ts';
import { type ExportStore, listFileNames, type OrderExportItem, orderFile, toExportRef } from '../exports.ts';
import { createParquetWriter } from '../parquet-table.ts';
import { ExportRefusal } from '../report-table.ts';
import { explainFailure } from '../write-export.ts';
import {
  comparePlaces,
  createRunWriter,
  type EncodedOrder,
  encodeOrder,
  type MergedOrder,
  mergeRuns,
  orderKey,
  type SortedRun,
  sortedRun,
} from './sorted-runs.ts';

export interface WriteOrdersDeps {
  readonly orders: ShardOrderReader;
  readonly exports: Pick<ExportStore, 'get' | 'complete' | 'fail'>;
  readonly exportFiles: Pick<ExportFiles, 'put' | 'keepOnly'>;
  readonly partitionFiles: Pick<PartitionFiles, 'put' | 'get' | 'removeAll'>;
  readonly erasures: Pick<ErasureStore, 'mark'>;
  readonly hidden: HiddenCustomers;
  readonly newRunId: (now: number) => string;
  readonly clock: () => number;
  /** Milliseconds after which a slice takes up nothing new. */
  readonly sliceMs?: number;
  readonly sizes?: Partial<Sizes>;
}

/** Bounds of the memory that a slice needs. */
interface Sizes {
  /** Characters of orders that are sorted at once. */
  readonly runCharacters: number;
  /** Runs that are merged at once. */
  readonly mergedRuns: number;
  readonly linesPerFile: number;
}
const SIZES: Sizes = { runCharacters: 48_000_000, mergedRuns: 64, linesPerFile: 5_000_000 };
/** A file that has begun takes seconds to end, and the function may run for 15 minutes. */
const SLICE_MS = 9 * 60_000;
const SHARDS_AT_ONCE = 4;

const WRITERS = { csv: createCsvWriter, ndjson: createNdjsonWriter, parquet: createParquetWriter } as const;

const orderProgress = v.object({
  /** The latest erasure that the files cover; empty if there was none. */
  erasedUntil: v.string(),
  /** Sort key after which each shard continues, by shard; null at its end. */
  shards: v.record(v.string(), v.nullable(v.string())),
  runs: v.array(sortedRun),
  files: v.array(orderFile),
  /** The first order of the next file; undefined at the beginning, null at the end. */
  next: v.optional(v.nullable(orderKey)),
});
type OrderProgress = v.InferOutput<typeof orderProgress>;

interface Slice {
  readonly more: boolean;
  readonly attempt?: string;
}
const ENDED: Slice = { more: false };
const toProgressPath = (attempt: string): string => `${attempt}/progress`;

export function createWriteOrders(deps: WriteOrdersDeps) {
  const { exports, exportFiles, partitionFiles, erasures, hidden, newRunId, clock } = deps;
  const { sliceMs = SLICE_MS } = deps;
  const sizes = { ...SIZES, ...deps.sizes };

  async function writeSlice(item: OrderExportItem, before: string | undefined): Promise<Slice> {
    const started = clock();
    const isLate = (): boolean => clock() - started > sliceMs;
    const attempt = newRunId(started);
    const { account_id: accountId, dataset_id: datasetId } = item;
    const key = { accountId, reportId: item.export_id };
    const read = (file: string, range: Parameters<PartitionFiles['get']>[2]) =>
      partitionFiles.get(key, file, range);
    const put = (file: string, bytes: Uint8Array) => partitionFiles.put(key, file, bytes);
    const readMark = async (): Promise<string> => (await erasures.mark(accountId, datasetId))?.latest ?? '';
    const erasedUntil = await readMark();
    const { customers, everybody } = await hidden({ accountId, datasetId });
    if (everybody) throw new ExportRefusal(say('export_of_erased_orders', {}));
    const left = new Set(customers);
    let progress: OrderProgress =
      before === undefined
        ? { erasedUntil, shards: {}, runs: [], files: [] }
        : await readJson(partitionFiles, key, toProgressPath(before), orderProgress);
    // Customers whose erasure was requested meanwhile may be in the files, but not in those that are written now: the
    // erasure waits for this export.
    if (progress.erasedUntil !== erasedUntil)
      progress = { ...progress, erasedUntil, files: [], next: undefined };

    const save = async (): Promise<Slice> => {
      await writeJson(partitionFiles, key, toProgressPath(attempt), progress);
      return { more: true, attempt };
    };

    let runs = 0;
    const writeRun = async (sorted: Iterable<EncodedOrder> | AsyncIterable<readonly EncodedOrder[]>) => {
      const writer = createRunWriter(put, `${attempt}/run-${runs++}`);
      for await (const each of sorted)
        for (const one of 'text' in each ? [each] : each) await writer.add(one);
      return writer.end();
    };

    const gathered = await gather(item, progress.shards, writeRun, isLate);
    progress = {
      ...progress,
      shards: gathered.shards,
      runs: [...progress.runs, ...gathered.runs.filter(({ length }) => length > 0)],
    };
    if (Object.values(progress.shards).filter((after) => after === null).length < SHARD_COUNT) return save();

    // Rarely more than one pass: the runs of a dataset of 200 million lines are about 400.
    while (progress.runs.length > sizes.mergedRuns) {
      if (isLate()) return save();
      const merged = await writeRun(mergeRuns(progress.runs.slice(0, sizes.mergedRuns), read));
      progress = { ...progress, runs: [...progress.runs.slice(sizes.mergedRuns), merged] };
    }

    const isShown = ({ order: { customerId } }: MergedOrder): boolean =>
      left.size === 0 || customerId === null || !left.has(hash64(customerId));
    while (progress.next !== null) {
      if (isLate()) return save();
      const from = progress.next;
      const name = `${attempt}-${progress.files.length}`;
      const file = createOrderFile(item, sizes.linesPerFile, isLate);
      const bytes = await exportFiles.put(
        item,
        name,
        file.write(mergeRuns(progress.runs, read, from), isShown),
      );
      const written = { name, rows: file.rows(), bytes, month: file.month() };
      // A month may have no orders but those of hidden customers.
      const isEmpty = written.rows === 0 && item.partition_by !== undefined;
      const files = isEmpty ? progress.files : [...progress.files, written];
      progress = { ...progress, files, next: file.next() };
      if (files.reduce((sum, one) => sum + one.bytes, 0) > item.most_bytes)
        throw new ExportRefusal(say('export_over_monthly_bytes', { most: item.most_bytes }));
    }
    // The next slice writes the files anew.
    if ((await readMark()) !== erasedUntil) return save();

    const { files } = progress;
    const [rows, bytes] = [sum(files, 'rows'), sum(files, 'bytes')];
    const isOurs = await exports.complete(
      item,
      { files, rows, bytes, erasedUntil },
      new Date(clock()).toISOString(),
    );
    await tidy(item);
    if (isOurs) {
      const ms = clock() - Date.parse(item.created_at);
      measure('ExportsCompleted');
      measure('ExportedRows', rows);
      measure('ExportDuration', ms);
      log('info', 'orders exported', { export_id: item.export_id, files: files.length, rows, bytes, ms });
    }
    return ENDED;
  }

  /** Reads the shards on from where they were, until all are read or the time is over. */
  async function gather(
    item: OrderExportItem,
    from: OrderProgress['shards'],
    writeRun: (sorted: readonly EncodedOrder[]) => Promise<SortedRun>,
    isLate: () => boolean,
  ): Promise<Pick<OrderProgress, 'shards' | 'runs'>> {
    const dataset = { accountId: item.account_id, datasetId: item.dataset_id };
    const shards = { ...from };
    const runs: SortedRun[] = [];
    let held: EncodedOrder[] = [];
    let characters = 0;
    const flush = async (): Promise<void> => {
      const sorted = held.sort((a, b) => comparePlaces(a.place, b.place));
      held = [];
      characters = 0;
      runs.push(await writeRun(sorted));
    };
    const { from: first = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = item;
    const isRanged = item.from !== undefined || item.to !== undefined;
    const sink = {
      wants: ({ orderDate }: { readonly orderDate: number | undefined }) =>
        !isRanged || (orderDate !== undefined && orderDate >= first && orderDate < to),
      lines: new CodedLines(),
      add: () => undefined,
      close: () => undefined,
      addStored(...[header, path, part]: Parameters<typeof encodeOrder>): void {
        if (part.lines === NO_LINES) return;
        const order = encodeOrder(header, path, part);
        held.push(order);
        characters += order.text.length;
      },
      async endPage(): Promise<void> {
        if (characters >= sizes.runCharacters) await flush();
      },
    };
    const open = Array.from({ length: SHARD_COUNT }, (_, shard) => shard).values();
    const runWorker = async (): Promise<void> => {
      for (const shard of open) {
        const after = shards[shard];
        if (after === null || isLate()) continue;
        shards[shard] = (await deps.orders.read(dataset, shard, sink, { after, isLate })) ?? null;
      }
    };
    await Promise.all(Array.from({ length: SHARDS_AT_ONCE }, runWorker));
    if (held.length > 0) await flush();
    return { shards, runs };
  }

  /** Of an export that has ended, or was erased, keeps the files that it names. */
  async function tidy(input: ExportInput | OrderExportItem): Promise<void> {
    const ref = toExportRef(input);
    await exportFiles.keepOnly(ref, listFileNames(await exports.get(ref)));
    await partitionFiles.removeAll({ accountId: ref.accountId, reportId: ref.exportId });
  }

  async function fail(item: OrderExportItem, reason: WorkSentence): Promise<Slice> {
    if (await exports.fail(item, reason, new Date(clock()).toISOString())) measure('ExportsFailed');
    await tidy(item);
    return ENDED;
  }

  return async function writeOrders(input: ExportInput): Promise<Slice> {
    const item = await exports.get(toExportRef(input));
    if (item?.status !== 'Processing' || !('contact' in item)) {
      await tidy(input);
      return ENDED;
    }
    if (input.error !== undefined) return fail(item, explainFailure(input.error.Error));
    try {
      return await writeSlice(item, input.attempt);
    } catch (error) {
      if (!(error instanceof ExportRefusal)) throw error;
      return fail(item, error.reason);
    }
  };
}

/** An order that was deleted keeps its item. */
const NO_LINES = '[]';

function sum(files: OrderProgress['files'], member: 'rows' | 'bytes'): number {
  return files.reduce((total, file) => total + file[member], 0);
}

/**
 * Writes a file until it has its lines, its month ends, or the time is over: then `next` is the order that follows.
 */
function createOrderFile(item: OrderExportItem, most: number, isLate: () => boolean) {
  const { contact, format, partition_by } = item;
  const getMonth = ({ place: { date } }: MergedOrder): string | undefined =>
    partition_by === undefined || date === null ? undefined : new Date(date).toISOString().slice(0, 7);
  let month: string | undefined;
  let hasBegun = false;
  let rows = 0;
  let next: OrderProgress['next'] = null;
  return {
    rows: () => rows,
    month: () => month,
    next: () => next ?? null,
    async *write(
      batches: AsyncIterable<readonly MergedOrder[]>,
      isShown: (order: MergedOrder) => boolean,
    ): AsyncGenerator<Uint8Array> {
      const writer = WRITERS[format](listOrderColumns(contact));
      writing: for await (const batch of batches) {
        for (const merged of batch) {
          const of = getMonth(merged);
          if (!hasBegun) month = of;
          if (rows >= most || (rows > 0 && isLate()) || (hasBegun && of !== month)) {
            const { date, orderId, path } = merged.place;
            next = { date, orderId, path };
            break writing;
          }
          hasBegun = true;
          if (!isShown(merged)) continue;
          for (const cells of listOrderRows(merged.order, contact)) {
            rows++;
            const piece = writer.add(cells);
            if (piece !== undefined) yield piece;
          }
        }
      }
      yield writer.end();
    },
  };
}
