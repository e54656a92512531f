// The export workflow's step for the orders of a dataset. It first reads the shards, and writes their orders as
// sorted runs; then it merges the runs into the export's files. A slice ends when its time is over, and the next
// one continues from the progress that it wrote below an id of its own: a slice that fails is repeated from there.
import * as v from 'valibot';
import { hash64 } from '../../../analysis/customer-lists/customer-ids.ts';
import type { ExportInput } from '../../../contract/messages/workflow.ts';
import type { OrderHeader } from '../../../contract/resources/orders/row.ts';
import type { WorkSentence } from '../../../contract/sentences/failed-because.ts';
import { say } from '../../../contract/sentences/sentence.ts';
import type { ErasureStore } from '../../erasures/erasures.ts';
import { log } from '../../observability/log.ts';
import { measure } from '../../observability/metrics.ts';
import type { HiddenCustomers } from '../../reports/lists/hidden-customers.ts';
import type { PartitionFiles } from '../../reports/partition-files.ts';
import { readJson, writeJson } from '../../reports/partitions/partition-objects.ts';
import type { ExportFiles } from '../export-files.ts';
import { type ExportStore, listFileNames, type OrderExportItem, orderFile, toExportRef } from '../exports.ts';
import { ExportRefusal } from '../report-table.ts';
import { explainFailure } from '../write-export.ts';
import { createOrderFile } from './order-file.ts';
import { createSortOrders, type SortOrdersDeps, type SortSizes, sortProgress } from './sort-orders.ts';
import { type MergedOrder, orderKey } from './sorted-runs.ts';

export interface WriteOrdersDeps extends SortOrdersDeps {
  readonly exports: Pick<ExportStore, 'get' | 'complete' | 'fail'>;
  readonly exportFiles: Pick<ExportFiles, 'put' | 'keepOnly'>;
  readonly partitionFiles: Pick<PartitionFiles, 'put' | 'get' | 'removeAll'>;
  readonly erasures: Pick<ErasureStore, 'mark'>;
  readonly hidden: HiddenCustomers;
  readonly newRunId: (now: number) => string;
  readonly clock: () => number;
  /** Milliseconds after which a slice takes up nothing new. */
  readonly sliceMs?: number;
  readonly sizes?: Partial<SortSizes & { readonly linesPerFile: number }>;
}

const LINES_PER_FILE = 5_000_000;
/** A file that has begun takes seconds to end, and the function may run for 15 minutes. */
const SLICE_MS = 9 * 60_000;

const orderProgress = v.object({
  /** The latest erasure that the files cover; empty if there was none. */
  erasedUntil: v.string(),
  ...sortProgress.entries,
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
  const { sort, merge } = createSortOrders(deps);
  const linesPerFile = deps.sizes?.linesPerFile ?? LINES_PER_FILE;

  async function writeSlice(item: OrderExportItem, before: string | undefined): Promise<Slice> {
    const started = clock();
    const isLate = (): boolean => clock() - started > sliceMs;
    const attempt = newRunId(started);
    const { account_id: accountId, dataset_id: datasetId } = item;
    const key = { accountId, reportId: item.export_id };
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

    const { sorted, isSorted } = await sort(key, attempt, progress, isLate, {
      dataset: { accountId, datasetId },
      wants: wantsDated(item),
    });
    progress = { ...progress, ...sorted };
    if (!isSorted) return save();

    const isShown = ({ order: { customerId } }: MergedOrder): boolean =>
      left.size === 0 || customerId === null || !left.has(hash64(customerId));
    while (progress.next !== null) {
      if (isLate()) return save();
      const from = progress.next;
      const name = `${attempt}-${progress.files.length}`;
      const file = createOrderFile(item, linesPerFile, isLate);
      const bytes = await exportFiles.put(item, name, file.write(merge(key, progress.runs, from), isShown));
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

  /** Keeps the files that an ended or erased export names, and removes the others. */
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

/** Orders in the range of the export; all of them, dated or not, if it has none. */
function wantsDated({ from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: OrderExportItem) {
  const isRanged = from > Number.NEGATIVE_INFINITY || to < Number.POSITIVE_INFINITY;
  return ({ orderDate }: Pick<OrderHeader, 'orderDate'>): boolean =>
    !isRanged || (orderDate !== undefined && orderDate >= from && orderDate < to);
}

function sum(files: OrderProgress['files'], member: 'rows' | 'bytes'): number {
  return files.reduce((total, file) => total + file[member], 0);
}
