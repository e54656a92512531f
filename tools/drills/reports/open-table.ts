// Keeps a dataset as a table while orders are pushed twice and out of sequence, and a customer, or the dataset, is
// erased: the function that refreshes it is killed at every call and run again, like in Step Functions; an abandoned run
// continues beside the next one, or stalls; S3 and the tables throttle; executions are stopped or never start. When all
// have ended, the table equals the dataset, no other file is left, and none names an erased customer.
import type { ExecutionStatus } from '@aws-sdk/client-sfn';
import { parquetReadObjects } from 'hyparquet';
import { ulid } from 'ulid';
import { parseLines, toOrderLine } from '../../../src/analysis/ingest/stored-order.ts';
import { CodedLines } from '../../../src/analysis/orders/coded-lines.ts';
import type { ExportInput } from '../../../src/contract/messages/workflow.ts';
import type { SubmittedOrder } from '../../../src/contract/resources/orders/submitted-order.ts';
import { SHARD_COUNT } from '../../../src/contract/schema/limits.ts';
import type { ExportWorkflow } from '../../../src/service/aws/executions.ts';
import { writeState } from '../../../src/service/exports/write-state.ts';
import { reconcile } from '../../../src/service/operations/reconcile.ts';
import { draw, drawBelow } from '../../harness/random/random.ts';
import { generateOrders } from '../ingest/arbitrary-orders.ts';
import { deliver } from '../ingest/delivery.ts';
import type { Engines } from '../ingest/engines.ts';
import {
  NO_FAULTS,
  type Plan,
  planDeath,
  planRandomFaults,
  runInProcess,
  runOutOfTurn,
  stallAt,
} from '../ingest/faults.ts';
import { DATASET, DAY_MS, type Drill, MINUTE_MS, playInRun, type Run } from '../ingest/run.ts';

const CUSTOMER = 'the erased one';
const ROUNDS = 3;
/** The workflow's first attempt and its retries. */
const ATTEMPTS = 5;
/** More calls than a slice makes. */
const CALLS = 16;
const SLICES = 60;
/** Longer than a table waits for its next check. */
const CHECK_MS = 51 * MINUTE_MS;
/** Longer than a function may run. */
const LONGEST_WRITER_MS = 17 * MINUTE_MS;

function createRefresher(run: Run, engines: Engines) {
  const { stores, bucket, clock, random, accountId } = run;
  const executions = new Map<string, ExecutionStatus>();
  const waiting: ExportInput[] = [];
  const abandoned: Promise<unknown>[] = [];
  const toName = (id: string, tableRun: number | undefined): string => `${id}-${tableRun}`;
  const exportWorkflow: ExportWorkflow = {
    async start(input) {
      // The call may be lost.
      if (random() < 0.1) return;
      executions.set(toName(input.export_id, input.table_run), 'RUNNING');
      waiting.push(input);
    },
    status: async (id, tableRun) => executions.get(toName(id, tableRun)),
  };
  const write = writeState({
    ...stores,
    ...engines.createFiles(bucket),
    tableFiles: engines.createTableFiles(bucket),
    orders: stores.shardOrders,
    keepsTables: true,
    // Several slices, runs and merges, although the orders are few.
    sliceMs: 1,
    sizes: { runCharacters: 200, mergedRuns: 2 },
    newRunId(at) {
      run.pass(1);
      return ulid(at, random);
    },
    clock,
  });

  /** Runs one execution until one of its attempts returns; an abandoned one continues beside the next. */
  async function execute(input: ExportInput, isSafe: boolean): Promise<void> {
    let state = input;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const from = state;
      if (!isSafe && random() < 0.2)
        abandoned.push(runInProcess(planSlow(run), () => write(from)).catch(() => undefined));
      const plan = isSafe || attempt === ATTEMPTS ? NO_FAULTS : planTrouble(run);
      const ended = await runInProcess(plan, () => write(from)).catch(() => undefined);
      if (ended?.answer.more === false) break;
      if (ended !== undefined) {
        state = { ...from, ...ended.answer };
        attempt = 0;
      } else if (!isSafe && random() < 0.1) break;
    }
    executions.set(toName(input.export_id, input.table_run), random() < 0.5 ? 'SUCCEEDED' : 'FAILED');
  }

  return {
    /** What is in progress for longer than a function may run has ended. */
    async passLongestWriter(): Promise<void> {
      await Promise.all(abandoned.splice(0));
      run.pass(LONGEST_WRITER_MS);
    },

    /**
     * Checks the table like the five-minute schedule, and runs what that starts. `isLast`: when it is due, and without
     * faults; otherwise within minutes, so that abandoned runs may still write.
     */
    async refresh(isLast = false): Promise<void> {
      const unfinished: typeof run.unfinished = {
        olderThan: async (kind, before) =>
          kind === 'open-table' ? run.unfinished.olderThan(kind, before) : [],
      };
      if (isLast) run.pass(CHECK_MS);
      else {
        await stores.openTables.callNow({ accountId, datasetId: DATASET }, new Date(clock()).toISOString());
        run.pass(MINUTE_MS);
      }
      await runInProcess(NO_FAULTS, () => reconcile({ ...stores, exportWorkflow, unfinished, clock }));
      for (const input of waiting.splice(0)) await execute(input, isLast);
    },
  };
}

const planSlow = ({ random }: Run): Plan =>
  random() < 0.3 ? NO_FAULTS : stallAt(({ command }) => command === 'PutObjectCommand');

function planTrouble(run: Run): Plan {
  const { random } = run;
  const drawn = random();
  if (drawn < 0.3) return NO_FAULTS;
  if (drawn < 0.5) return planRandomFaults(random, 0.05);
  return planDeath(1 + drawBelow(random, CALLS), random() < 0.5 ? 'before' : 'after');
}

/** Erases like the workflow: while the erasure has to wait for the table, the table is checked. */
async function erase(run: Run, erasureId: string, refresher: ReturnType<typeof createRefresher>) {
  const deaths = drawBelow(run.random, 4);
  for (let slice = 0; slice < SLICES; slice++) {
    const plan = slice < deaths ? planDeath(1 + drawBelow(run.random, 30), 'after') : NO_FAULTS;
    const ended = await runInProcess(plan, () => run.erase({ accountId: run.accountId, erasureId }));
    if (ended?.answer.outcome === 'done') return;
    if ((ended?.answer.wait_seconds ?? 0) <= 1) continue;
    if (run.random() < 0.5) await refresher.passLongestWriter();
    await refresher.refresh();
  }
  throw new Error('the erasure does not complete');
}

async function listStored({ stores, accountId }: Run): Promise<string[]> {
  const rows: string[] = [];
  for (let shard = 0; shard < SHARD_COUNT; shard++)
    await stores.shardOrders.read({ accountId, datasetId: DATASET }, shard, {
      ...{ wants: () => true, lines: new CodedLines(), add: () => undefined, close: () => undefined },
      addStored({ orderId, customerId = null, orderDate }, _path, { lines, imports }) {
        for (const packed of parseLines(lines)) {
          const { name = null, sku = null, unitPrice, quantity } = toOrderLine(packed);
          const date = orderDate === undefined ? null : new Date(orderDate).toISOString();
          const by = imports[packed[4]] ?? null;
          rows.push(JSON.stringify([orderId, customerId, date, name, sku, unitPrice, quantity, by]));
        }
      },
    });
  return rows.sort();
}

async function listRows(files: ReadonlyMap<string, Uint8Array>): Promise<string[]> {
  const rows: string[] = [];
  for (const [path, bytes] of files) {
    if (!path.endsWith('.parquet')) continue;
    for (const row of await parquetReadObjects({ file: Uint8Array.from(bytes).buffer })) {
      const { order_id, customer_id, order_date, product_name, product_sku, unit_price, quantity } = row;
      const date = order_date instanceof Date ? order_date.toISOString() : null;
      const month = date?.slice(0, 7) ?? '__HIVE_DEFAULT_PARTITION__';
      const place = path.includes(`/month=${month}/`) ? [] : [`in ${path}`];
      const price = Math.round(Number(unit_price) * 1e6) / 1e6;
      const cells = [order_id, customer_id, date, product_name, product_sku, price, Number(quantity)];
      rows.push(JSON.stringify([...cells, row.import_id, ...place]));
    }
  }
  return rows.sort();
}

/** Returns problems after everything has ended. */
async function checkTable(run: Run, engines: Engines): Promise<string[]> {
  const { bucket, accountId, stores } = run;
  const files = await engines.readBucket(bucket, 'tables/');
  const [stored, rows] = [await listStored(run), await listRows(files)];
  const missing = stored.filter((row) => !rows.includes(row)).map((row) => `the table lacks ${row}`);
  const extra = rows.filter((row) => !stored.includes(row)).map((row) => `the table has ${row}`);
  const count = stored.length === rows.length ? [] : [`${rows.length} rows instead of ${stored.length}`];
  const left = [...(await engines.readBucket(bucket, 'partitions/')).keys()].map((path) => `${path} is left`);
  const item = await stores.openTables.get({ accountId, datasetId: DATASET });
  const behind = item?.state === undefined ? ['the table is not in step'] : [];
  return [...missing, ...extra, ...count, ...left, ...behind];
}

/** Rows of the customer that were pushed before the erasure. */
async function listErased(run: Run, engines: Engines, erasureId: string): Promise<string[]> {
  const rows = await listRows(await engines.readBucket(run.bucket, 'tables/'));
  return rows.filter((row) => {
    const cells: unknown[] = JSON.parse(row);
    return cells[1] === CUSTOMER && String(cells[7]) < erasureId;
  });
}

export const openTableDrill: Drill = {
  name: 'open-table',
  about:
    'a dataset that is kept as a table, whose function is killed, runs twice and is throttled, while orders are pushed twice, and customers and datasets are erased',
  runs: 60,
  run: (seed, engines) =>
    playInRun(seed, engines, async (run) => {
      const { random, accountId, requestErasure, stores } = run;
      const refresher = createRefresher(run, engines);
      await stores.openTables.begin({ accountId, datasetId: DATASET }, run.clock());
      const named: SubmittedOrder = {
        order_id: 'of the customer',
        customer_id: CUSTOMER,
        order_date: '2026-02-01T00:00:00Z',
        line_items: [{ product_name: 'p', unit_price: 1 }],
      };
      let erased = '';
      let erasing: Promise<string[]> = Promise.resolve([]);
      for (let round = 0; round < ROUNDS; round++) {
        // The customer's month is first written by the refreshes beside the erasure.
        const more = round === 0 ? [] : [named];
        const { messages } = await run.addImport([...draw(random, generateOrders(6)), ...more], 2);
        await Promise.all([deliver(run, [...messages, ...messages]), refresher.refresh()]);
        if (round !== 1) continue;
        run.pass(1);
        const { erasure_id } = await (seed % 5 === 0
          ? requestErasure.dataset(accountId, DATASET)
          : requestErasure.customer(accountId, DATASET, CUSTOMER));
        erased = erasure_id;
        erasing = erase(run, erasure_id, refresher).then(() =>
          runOutOfTurn(() => listErased(run, engines, erasure_id)),
        );
        if (random() < 0.5) await erasing;
      }
      const kept = await erasing;
      await refresher.passLongestWriter();
      const returned = await runOutOfTurn(() => listErased(run, engines, erased));
      // The first start may be lost, and a refresh may have hidden the customer.
      for (let time = 0; time < 4; time++) await refresher.refresh(true);
      // The daily comparison removes what a late run has sorted.
      run.pass(DAY_MS);
      for (let time = 0; time < 2; time++) await refresher.refresh(true);
      return [
        ...kept.map((row) => `after the erasure: ${row}`),
        ...returned.map((row) => `written after the erasure: ${row}`),
        ...(await runOutOfTurn(() => checkTable(run, engines))),
      ];
    }),
};
