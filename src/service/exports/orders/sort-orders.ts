// Sorts the orders of a dataset in slices: reads the shards, and writes their orders as sorted runs, of which few
// enough are left to be merged at once. A slice that fails is repeated from the progress of the one before.
import * as v from 'valibot';
import { CodedLines } from '../../../analysis/orders/coded-lines.ts';
import type { OrderHeader } from '../../../contract/resources/orders/row.ts';
import { SHARD_COUNT } from '../../../contract/schema/limits.ts';
import type { DatasetRef } from '../../orders/orders.ts';
import type { ShardOrderReader } from '../../orders/shard-orders.ts';
import type { PartitionFiles } from '../../reports/partition-files.ts';
import type { ReportKey } from '../../reports/report-item.ts';
import {
  comparePlaces,
  createRunWriter,
  type EncodedOrder,
  encodeOrder,
  type MergedOrder,
  mergeRuns,
  type OrderPlace,
  type SortedRun,
  sortedRun,
} from './sorted-runs.ts';

export interface SortOrdersDeps {
  readonly orders: ShardOrderReader;
  readonly partitionFiles: Pick<PartitionFiles, 'put' | 'get'>;
  readonly sizes?: Partial<SortSizes>;
}

/** Bounds of the memory that a slice needs. */
export interface SortSizes {
  /** Characters of orders that are sorted at once. */
  readonly runCharacters: number;
  /** Runs that are merged at once. */
  readonly mergedRuns: number;
}
const SIZES: SortSizes = { runCharacters: 48_000_000, mergedRuns: 64 };
const SHARDS_AT_ONCE = 4;
/** An order that was deleted keeps its item. */
const NO_LINES = '[]';

export const sortProgress = v.object({
  /** Sort key after which each shard continues, by shard; null at its end. */
  shards: v.record(v.string(), v.nullable(v.string())),
  runs: v.array(sortedRun),
});
export type SortProgress = v.InferOutput<typeof sortProgress>;

export interface SortedOrders {
  readonly dataset: DatasetRef;
  readonly wants: (header: OrderHeader) => boolean;
  /** The order as it is stored in the runs; default: as it is. */
  readonly alter?: (header: OrderHeader) => OrderHeader;
  /** Called for each order, or part of a wide one, once. */
  readonly note?: (order: EncodedOrder) => void;
}

export function createSortOrders({ orders, partitionFiles, sizes: given }: SortOrdersDeps) {
  const sizes = { ...SIZES, ...given };

  /** The sorted orders of all runs, in batches. */
  function merge(key: ReportKey, runs: readonly SortedRun[], from?: OrderPlace) {
    return mergeRuns(runs, (file, range) => partitionFiles.get(key, file, range), from);
  }

  /** Reads the shards on from where they were, until all are read or the time is over. */
  async function gather(
    { dataset, wants, alter = (header) => header, note }: SortedOrders,
    from: SortProgress['shards'],
    writeRun: (sorted: readonly EncodedOrder[]) => Promise<SortedRun>,
    isLate: () => boolean,
  ): Promise<SortProgress> {
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
    const sink = {
      wants,
      lines: new CodedLines(),
      add: () => undefined,
      close: () => undefined,
      addStored(...[header, path, part]: Parameters<typeof encodeOrder>): void {
        if (part.lines === NO_LINES) return;
        const order = encodeOrder(alter(header), path, part);
        note?.(order);
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
        shards[shard] = (await orders.read(dataset, shard, sink, { after, isLate })) ?? null;
      }
    };
    await Promise.all(Array.from({ length: SHARDS_AT_ONCE }, runWorker));
    if (held.length > 0) await flush();
    return { shards, runs };
  }

  /** `attempt`: begins the names of the files that this slice writes. */
  async function sort(
    key: ReportKey,
    attempt: string,
    before: SortProgress,
    isLate: () => boolean,
    what: SortedOrders,
  ): Promise<{ readonly sorted: SortProgress; readonly isSorted: boolean }> {
    const put = (file: string, bytes: Uint8Array) => partitionFiles.put(key, file, bytes);
    let files = 0;
    const writeRun = async (each: Iterable<EncodedOrder> | AsyncIterable<readonly MergedOrder[]>) => {
      const writer = createRunWriter(put, `${attempt}/run-${files++}`);
      for await (const one of each) for (const order of 'text' in one ? [one] : one) await writer.add(order);
      return writer.end();
    };
    const { shards, runs: read } = await gather(what, before.shards, writeRun, isLate);
    let runs = [...before.runs, ...read.filter(({ length }) => length > 0)];
    const isRead = Object.values(shards).filter((after) => after === null).length === SHARD_COUNT;
    if (!isRead) return { sorted: { shards, runs }, isSorted: false };
    // Rarely more than one pass: the runs of a dataset of 200 million lines are about 400.
    while (runs.length > sizes.mergedRuns) {
      if (isLate()) return { sorted: { shards, runs }, isSorted: false };
      const merged = await writeRun(merge(key, runs.slice(0, sizes.mergedRuns)));
      runs = [...runs.slice(sizes.mergedRuns), merged];
    }
    return { sorted: { shards, runs }, isSorted: true };
  }

  return { sort, merge };
}
