// The export workflow's step for the table of a dataset. It reads and sorts the orders like an export, in slices, and
// writes the months whose orders have changed: others have the same digest as their file. A run that a later one has
// replaced ends; two that write at once find each other's files, and the table is checked again.
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { hash64 } from '../../../analysis/customer-lists/customer-ids.ts';
import type { ExportInput } from '../../../contract/messages/workflow.ts';
import type { DatasetStates } from '../../datasets/dataset-states.ts';
import { type ErasureItem, type ErasureStore, listErasures } from '../../erasures/erasures.ts';
import { log } from '../../observability/log.ts';
import { measure } from '../../observability/metrics.ts';
import type { DatasetRef } from '../../orders/orders.ts';
import type { PartitionFiles } from '../../reports/partition-files.ts';
import { readJson, writeJson } from '../../reports/partitions/partition-objects.ts';
import type { ReportKey } from '../../reports/report-item.ts';
import { createOrderFile, toMonth } from '../orders/order-file.ts';
import { createSortOrders, type SortOrdersDeps, sortProgress } from '../orders/sort-orders.ts';
import type { EncodedOrder, OrderPlace } from '../orders/sorted-runs.ts';
import type { OpenTableItem, OpenTables } from './open-tables.ts';
import {
  NO_MONTH,
  type TableFile,
  TableFileReplacedError,
  type TableFiles,
  tableFile,
} from './table-files.ts';

/** What a refresh reads of an erasure in progress. */
export type UnfinishedErasure = Pick<ErasureItem, 'erasure_id' | 'customer' | 'linked' | 'orders_done_at'>;

export interface RefreshTableDeps extends SortOrdersDeps {
  readonly openTables: Pick<OpenTables, 'get' | 'finish' | 'callNow' | 'remove'>;
  readonly tableFiles: TableFiles;
  readonly states: DatasetStates;
  readonly erasures: Pick<ErasureStore, 'mark'> & {
    listUnfinished(accountId: string, datasetId: string): Promise<readonly UnfinishedErasure[]>;
  };
  readonly partitionFiles: Pick<PartitionFiles, 'put' | 'get' | 'removeAll'>;
  /** Whether the stage keeps tables: otherwise their files are deleted. */
  readonly keepsTables: boolean;
  readonly newRunId: (now: number) => string;
  readonly clock: () => number;
  /** Milliseconds after which a slice takes up nothing new. */
  readonly sliceMs?: number;
}

/** As for exports: a file that has begun takes minutes at most, and the function may run for 15. */
const SLICE_MS = 9 * 60_000;
const FILE_FORMAT = { contact: false, format: 'parquet', partition_by: 'month' } as const;
const DIGEST_WORDS = 8;

const tableProgress = v.object({
  ...sortProgress.entries,
  /** The state of the dataset before its orders were read. */
  state: v.string(),
  as_of: v.string(),
  erased_until: v.string(),
  hides: v.boolean(),
  /** By month: digest of the orders that were read so far. */
  digests: v.record(v.string(), v.string()),
  /** Months that earlier slices have written. */
  written: v.record(v.string(), tableFile),
});
type TableProgress = v.InferOutput<typeof tableProgress>;

interface Slice {
  readonly more: boolean;
  readonly attempt?: string | undefined;
}
const ENDED: Slice = { more: false };
const toProgressPath = (attempt: string): string => `${attempt}/progress`;

export function createRefreshTable(deps: RefreshTableDeps) {
  const { openTables, tableFiles, partitionFiles, newRunId, clock, sliceMs = SLICE_MS } = deps;
  const { sort, merge } = createSortOrders(deps);

  /** Customers whose orders may still be stored although they are erased. */
  async function readErasures({ accountId, datasetId }: DatasetRef) {
    const latest = (await deps.erasures.mark(accountId, datasetId))?.latest ?? '';
    const unfinished = latest === '' ? [] : await deps.erasures.listUnfinished(accountId, datasetId);
    const deleting = unfinished
      .filter(({ orders_done_at }) => orders_done_at === undefined)
      .flatMap(listErasures);
    return {
      latest,
      everybody: deleting.some(({ customer }) => customer === undefined),
      customers: new Set(deleting.flatMap(({ customer }) => (customer ? [BigInt(customer.member)] : []))),
    };
  }

  /** `known`: files with the digests of their orders, without those that another run has written. */
  async function readFiles(dataset: DatasetRef) {
    const listed = await tableFiles.list(dataset);
    const manifest = await tableFiles.readManifest(dataset);
    const known = keepListed(manifest?.months ?? {}, listed);
    return { listed, known, isIntact: manifest !== undefined && known.size === listed.size };
  }

  /** Undefined if the files hold the current orders already. */
  async function begin(
    item: OpenTableItem,
    { latest, customers }: Awaited<ReturnType<typeof readErasures>>,
    isIntact: boolean,
  ): Promise<TableProgress | undefined> {
    const dataset = toDataset(item);
    const compared_at = clock();
    const as_of = new Date(compared_at).toISOString();
    await partitionFiles.removeAll(toFolder(item));
    // Read before the orders: whatever is stored later changes it.
    const { token, isBeingErased } = await deps.states.read(dataset);
    const isCurrent = token === item.state && item.erased_until === latest && !isBeingErased;
    if (isCurrent && isIntact) {
      const { state, erased_until } = item;
      await openTables.finish(item, { state, erased_until, as_of, compared_at });
      return undefined;
    }
    const hides = isBeingErased || customers.size > 0;
    return {
      ...{ state: token, as_of, erased_until: latest, hides },
      ...{ shards: {}, runs: [], digests: {}, written: {} },
    };
  }

  async function refresh(item: OpenTableItem, before: string | undefined): Promise<Slice> {
    const started = clock();
    const isLate = (): boolean => clock() - started > sliceMs;
    const attempt = newRunId(started);
    const dataset = toDataset(item);
    const key = toFolder(item);
    const { listed, known, isIntact } = await readFiles(dataset);
    const erased = await readErasures(dataset);
    // The erasure has the table checked when the orders are gone.
    if (erased.everybody) return ENDED;
    let progress =
      before === undefined
        ? await begin(item, erased, isIntact)
        : await readJson(partitionFiles, key, toProgressPath(before), tableProgress);
    if (progress === undefined) return ENDED;
    // The runs may hold customers whose erasure was requested since: all is read again.
    if (progress.erased_until !== erased.latest) return { more: true, attempt: undefined };

    const digests = createDigests(progress.digests);
    const { sorted, isSorted } = await sort(key, attempt, progress, isLate, {
      dataset,
      wants: ({ customerId }) =>
        customerId === undefined || erased.customers.size === 0 || !erased.customers.has(hash64(customerId)),
      alter: (header) => ({ ...header, contact: undefined }),
      note: digests.add,
    });
    progress = { ...progress, ...sorted, digests: digests.read() };
    const save = async (saved: TableProgress): Promise<Slice> => {
      await writeJson(partitionFiles, key, toProgressPath(attempt), saved);
      return { more: true, attempt };
    };
    if (!isSorted) return save(progress);

    const stored = new Map([...known, ...keepListed(progress.written, listed)]);
    const written: Record<string, TableFile> = {};
    for (const [month, digest] of Object.entries(progress.digests)) {
      if (stored.get(month)?.digest === digest) continue;
      if (Object.keys(written).length > 0 && isLate())
        return save({ ...progress, written: { ...progress.written, ...written } });
      const file = createOrderFile(FILE_FORMAT);
      const pieces = file.write(merge(key, progress.runs, toFirstPlace(month)));
      const put = await tableFiles.put(dataset, month, pieces, listed.get(month));
      written[month] = { ...put, rows: file.rows(), digest };
      stored.set(month, written[month]);
    }
    const removed = [...listed.keys()].filter((month) => progress.digests[month] === undefined);
    await tableFiles.remove(dataset, removed);
    for (const month of removed) stored.delete(month);
    const changed = new Set([...Object.keys({ ...progress.written, ...written }), ...removed]).size;
    await complete(item, progress, stored, changed);
    return ENDED;
  }

  async function complete(
    item: OpenTableItem,
    { state, as_of, erased_until, hides }: TableProgress,
    files: ReadonlyMap<string, TableFile>,
    changed: number,
  ): Promise<void> {
    const dataset = toDataset(item);
    // Another run may have written since the list.
    const left = await tableFiles.list(dataset);
    const isIntact =
      left.size === files.size && [...files].every(([month, { etag }]) => left.get(month) === etag);
    const ended = clock();
    if (!isIntact) return openTables.callNow(dataset, new Date(ended).toISOString());
    await tableFiles.writeManifest(dataset, { as_of, months: Object.fromEntries([...files].sort()) });
    const compared_at = Date.parse(as_of);
    const outcome = { state: hides ? undefined : state, as_of, erased_until, compared_at };
    if (!(await openTables.finish(item, outcome))) return;
    await partitionFiles.removeAll(toFolder(item));
    const rows = [...files.values()].reduce((sum, file) => sum + file.rows, 0);
    measure('TablesRefreshed');
    measure('TableMonthsWritten', changed);
    const ms = ended - compared_at;
    log('info', 'table refreshed', { dataset_id: item.dataset_id, months: files.size, changed, rows, ms });
  }

  /** The stage keeps no tables any more. */
  async function removeTable(item: OpenTableItem): Promise<void> {
    const dataset = toDataset(item);
    await partitionFiles.removeAll(toFolder(item));
    await tableFiles.remove(dataset, (await tableFiles.list(dataset)).keys());
    await tableFiles.removeManifest(dataset);
    await openTables.remove(item);
  }

  return async function refreshTable(input: ExportInput): Promise<Slice> {
    const { account_id: accountId, dataset_id: datasetId = '', table_run, attempt, error } = input;
    const item = await openTables.get({ accountId, datasetId });
    if (item === undefined || item.runs !== table_run) return ENDED;
    if (error !== undefined) {
      // The reconciler starts another run when the table is due.
      measure('TableRefreshesFailed');
      log('error', 'table not refreshed', { dataset_id: datasetId, error: error.Error });
      return ENDED;
    }
    try {
      if (deps.keepsTables) return await refresh(item, attempt);
      await removeTable(item);
    } catch (thrown) {
      if (!(thrown instanceof TableFileReplacedError)) throw thrown;
      await openTables.callNow({ accountId, datasetId }, new Date(clock()).toISOString());
    }
    return ENDED;
  };
}

const toDataset = ({ account_id, dataset_id }: OpenTableItem): DatasetRef => ({
  accountId: account_id,
  datasetId: dataset_id,
});

/** Where the runs of the table are sorted. */
const toFolder = ({ account_id, table_id }: OpenTableItem): ReportKey => ({
  accountId: account_id,
  reportId: table_id,
});

/** The files whose version is the listed one. */
function keepListed(files: Readonly<Record<string, TableFile>>, listed: ReadonlyMap<string, string>) {
  return new Map(Object.entries(files).filter(([month, { etag }]) => listed.get(month) === etag));
}

function toFirstPlace(month: string): OrderPlace {
  return { date: month === NO_MONTH ? null : Date.parse(`${month}-01T00:00:00Z`), orderId: '', path: '' };
}

/**
 * Digests of the orders of each month, in any sequence: the sums of the words of their SHA-256. `before`: in
 * hexadecimal, of the orders that were read before.
 */
function createDigests(before: Readonly<Record<string, string>>) {
  const sums = new Map(
    Object.entries(before).map(([month, hex]) => [
      month,
      Uint32Array.from({ length: DIGEST_WORDS }, (_, at) => Buffer.from(hex, 'hex').readUInt32LE(at * 4)),
    ]),
  );
  return {
    add({ place, text }: EncodedOrder): void {
      const month = toMonth(place.date) ?? NO_MONTH;
      const sum = sums.get(month) ?? new Uint32Array(DIGEST_WORDS);
      const digest = createHash('sha256').update(text).digest();
      for (let at = 0; at < DIGEST_WORDS; at++) sum[at] = (sum[at] ?? 0) + digest.readUInt32LE(at * 4);
      sums.set(month, sum);
    },
    read: (): Record<string, string> =>
      Object.fromEntries(
        [...sums].sort().map(([month, sum]) => [month, Buffer.from(sum.buffer).toString('hex')]),
      ),
  };
}
