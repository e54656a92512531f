// A stage for the table of a dataset: stored orders, its files and sorted runs in memory, with S3's conditional writes.
// A run may be killed at any of its writes; an abandoned one may continue beside the next.
import { parquetReadObjects } from 'hyparquet';
import type { OrderPart } from '../../../../src/analysis/ingest/stored-order.ts';
import type { OpenTableItem } from '../../../../src/service/exports/table/open-tables.ts';
import {
  createRefreshTable,
  type UnfinishedErasure,
} from '../../../../src/service/exports/table/refresh-table.ts';
import {
  TableFileReplacedError,
  type TableFiles,
  type TableManifest,
} from '../../../../src/service/exports/table/table-files.ts';
import { createPartitions, createShards, NOW } from '../orders/orders-stage.ts';

interface StageOptions {
  readonly sizes?: { readonly runCharacters: number; readonly mergedRuns: number };
  /** Orders that a slice reads before it is late. */
  readonly ordersPerSlice?: number;
}

interface RefreshOptions {
  readonly killedAt?: number;
  readonly keepsTables?: boolean;
  readonly afterSlice?: () => Promise<void>;
}

class Killed extends Error {}

export function createTableStage({ sizes, ordersPerSlice = Number.POSITIVE_INFINITY }: StageOptions = {}) {
  let orders: readonly OrderPart[] = [];
  let item: OpenTableItem | undefined = {
    ...{ account_id: 'acc', dataset_id: 'shop', table_id: 'table', runs: 0 },
    ...{ erased_until: '', compared_at: 0 },
  };
  const files = new Map<string, { readonly bytes: Buffer; readonly etag: string }>();
  let manifest: TableManifest | undefined;
  const objects = new Map<string, Uint8Array>();
  const puts: string[] = [];
  const called: string[] = [];
  let unfinished: readonly UnfinishedErasure[] = [];
  let latest: string | undefined;
  let token = 0;
  let isBeingErased = false;
  let time = NOW;
  let ids = 0;
  let writesLeft = Number.POSITIVE_INFINITY;
  let beforePut: (() => Promise<void>) | undefined;
  const write = (): void => {
    if (writesLeft-- <= 0) throw new Killed();
  };

  const tableFiles: TableFiles = {
    list: async () => new Map([...files].map(([month, { etag }]) => [month, etag])),
    readManifest: async () => manifest,
    async writeManifest(_, written) {
      write();
      manifest = { version: 1, ...written };
    },
    async put(_, month, pieces, before) {
      const parts: Uint8Array[] = [];
      for await (const piece of pieces) parts.push(Uint8Array.from(piece));
      const pausing = beforePut;
      beforePut = undefined;
      await pausing?.();
      if (files.get(month)?.etag !== before) throw new TableFileReplacedError(month);
      const bytes = Buffer.concat(parts);
      const etag = `e${ids++}`;
      files.set(month, { bytes, etag });
      puts.push(month);
      write();
      return { bytes: bytes.length, etag };
    },
    async remove(_, months) {
      for (const month of months) files.delete(month);
      write();
    },
    async removeManifest() {
      manifest = undefined;
    },
  };
  const partitions = createPartitions(objects);
  const createRefresh = (keepsTables = true) =>
    createRefreshTable({
      orders: createShards(
        () => orders,
        () => void time++,
      ),
      openTables: {
        get: async () => item,
        async finish(taken, changes) {
          if (item?.runs !== taken.runs) return false;
          item = { ...item, ...changes };
          return true;
        },
        async callNow(_, at) {
          called.push(at);
          item = item && { ...item, compared_at: 0 };
        },
        async remove() {
          item = undefined;
          return true;
        },
      },
      tableFiles,
      states: { read: async () => ({ token: `t${token}`, isBeingErased }) },
      erasures: {
        mark: async () => (latest === undefined ? undefined : { latest }),
        listUnfinished: async () => unfinished,
      },
      partitionFiles: {
        ...partitions,
        async put(...args) {
          write();
          await partitions.put(...args);
        },
      },
      keepsTables,
      newRunId: () => `slice-${ids++}`,
      clock: () => time,
      sliceMs: ordersPerSlice,
      ...(sizes && { sizes }),
    });

  async function runSlices(
    run: number,
    keepsTables: boolean,
    afterSlice: () => Promise<void>,
  ): Promise<void> {
    const refresh = createRefresh(keepsTables);
    let attempt: string | undefined;
    for (let slice = 0; slice < 1_000; slice++) {
      const input = { account_id: 'acc', dataset_id: 'shop', export_id: 'table', table_run: run, attempt };
      // The workflow repeats a slice that was killed.
      const ended = await refresh(input).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
        writesLeft = Number.POSITIVE_INFINITY;
        return { more: true, attempt };
      });
      if (!ended.more) return;
      attempt = ended.attempt;
      await afterSlice();
    }
    throw new Error('the refresh does not end');
  }

  return {
    files,
    objects,
    puts,
    called,
    item: () => item,
    manifest: () => manifest,
    store(stored: readonly OrderPart[]): void {
      orders = stored;
      token++;
    },
    erase(erasureId: string, running: readonly UnfinishedErasure[], deletes = running.length > 0): void {
      latest = erasureId;
      unfinished = running;
      isBeingErased = deletes;
      token++;
    },
    pass(ms: number): void {
      time += ms;
    },
    /**
     * Runs the table like the workflow. `killedAt`: number of the write at which the function dies once. `afterSlice`:
     * called after each slice but the last.
     */
    async refresh({ killedAt = Number.POSITIVE_INFINITY, keepsTables = true, ...rest }: RefreshOptions = {}) {
      writesLeft = killedAt;
      item = item && { ...item, runs: item.runs + 1 };
      await runSlices(item?.runs ?? 0, keepsTables, rest.afterSlice ?? (async () => undefined));
    },
    /** Calls `then` just before the next file is replaced. */
    pauseBeforePut(then: () => Promise<void>): void {
      beforePut = then;
    },
    async readRows(): Promise<Record<string, unknown>[]> {
      const rows: Record<string, unknown>[] = [];
      for (const [month, { bytes }] of [...files].sort())
        for (const row of await parquetReadObjects({ file: new Uint8Array(bytes).buffer }))
          rows.push({ ...row, month });
      return rows;
    },
  };
}
