// Exports customers, and orders, while one of these customers, or the dataset, is erased: the function is killed at every call and
// run again, like in Step Functions; an abandoned run continues beside the next one, or stalls until everything else is
// over; S3 and the tables throttle; executions are stopped or never start, and the reconciler ends their exports. When
// all have ended, a complete export has its file, no other file is left, and none names an erased customer.
import { gunzipSync } from 'node:zlib';
import type { ExecutionStatus } from '@aws-sdk/client-sfn';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import {
  DatasetBeingErasedError,
  ExportLimitError,
  NotFoundError,
} from '../../../src/contract/errors/errors.ts';
import type { ExportInput } from '../../../src/contract/messages/workflow.ts';
import { DEFAULT_PLANS } from '../../../src/contract/plans.ts';
import type { ExportWorkflow } from '../../../src/service/aws/executions.ts';
import {
  type ExportItem,
  getSource,
  listFileNames,
  toOrdersSource,
} from '../../../src/service/exports/exports.ts';
import { createStartExport, createStartOrderExport } from '../../../src/service/exports/start-export.ts';
import { writeState } from '../../../src/service/exports/write-state.ts';
import { reconcile } from '../../../src/service/operations/reconcile.ts';
import type { ReportKey } from '../../../src/service/reports/report-item.ts';
import { toExportSlotsKey } from '../../../src/service/tables/service-table.ts';
import { createOrders } from '../../harness/orders.ts';
import { draw, drawBelow } from '../../harness/random/random.ts';
import { generateOrders } from '../ingest/arbitrary-orders.ts';
import { deliver } from '../ingest/delivery.ts';
import { type Engines, TABLES } from '../ingest/engines.ts';
import {
  NO_FAULTS,
  type Plan,
  planDeath,
  planRandomFaults,
  runInProcess,
  runOutOfTurn,
  stallAt,
} from '../ingest/faults.ts';
import { addListedReports } from '../ingest/listed-customers.ts';
import { DATASET, type Drill, MINUTE_MS, playInRun, type Run } from '../ingest/run.ts';

const CUSTOMER = 'the erased one';
const EXPORTS = 3;
const LIMITS = DEFAULT_PLANS.enterprise;
/** The workflow's first attempt and its retries. */
const ATTEMPTS = 5;
/** More calls than a run makes. */
const CALLS = 14;
const SLICES = 50;
/** Turns of other processes before the erasure begins. */
const HEAD_START = 40;

function createExporter(run: Run, engines: Engines) {
  const { stores, bucket, clock, random } = run;
  const executions = new Map<string, ExecutionStatus>();
  const waiting: ExportInput[] = [];
  const exportWorkflow: ExportWorkflow = {
    async start(input) {
      if (executions.has(input.export_id)) return;
      executions.set(input.export_id, 'RUNNING');
      waiting.push(input);
    },
    status: async (exportId) => executions.get(exportId),
  };
  const createId = (at: number): string => {
    run.pass(1);
    return ulid(at, random);
  };
  const write = writeState({
    ...stores,
    ...engines.createFiles(bucket),
    tableFiles: engines.createTableFiles(bucket),
    orders: stores.shardOrders,
    keepsTables: true,
    // Several slices, runs, merges and files, although the orders are few.
    sliceMs: 1,
    sizes: { runCharacters: 200, mergedRuns: 2, linesPerFile: 3 },
    newRunId: createId,
    clock,
  });
  const starting = {
    ...stores,
    // The request that should start it may have ended before.
    workflow: {
      start: async (input: ExportInput) => (random() < 0.1 ? undefined : exportWorkflow.start(input)),
    },
    newExportId: createId,
    clock,
  };
  const start = createStartExport(starting);
  const startOrders = createStartOrderExport(starting);

  /** Runs one execution until one of its attempts returns; an abandoned one continues beside the next. */
  async function execute(input: ExportInput, hasNews: Promise<unknown>): Promise<void> {
    const givenUp =
      random() < 0.5
        ? runInProcess(planSlow(run), () => write(input)).catch(() => undefined)
        : Promise.resolve(undefined);
    if (random() < 0.4) await hasNews;
    let state = input;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const plan = attempt === ATTEMPTS ? NO_FAULTS : planTrouble(run);
      const from = state;
      const ended = await runInProcess(plan, () => write(from)).catch(() => undefined);
      if (ended?.answer.more === false) break;
      if (ended !== undefined) {
        state = { ...from, ...ended.answer };
        attempt = 0;
        continue;
      }
      if (random() < 0.15) return givenUp.then(() => void executions.set(input.export_id, 'ABORTED'));
      if (random() > 0.1) continue;
      await runInProcess(NO_FAULTS, () => write({ ...from, error: { Error: 'States.TaskFailed' } }));
      break;
    }
    await givenUp;
    executions.set(input.export_id, 'SUCCEEDED');
  }

  /** Ends exports like the five-minute schedule. */
  async function reconcileExports(): Promise<void> {
    const unfinished: typeof run.unfinished = {
      olderThan: async (kind, before) => (kind === 'export' ? run.unfinished.olderThan(kind, before) : []),
    };
    const computeExpiry = () => clock() + 2 * MINUTE_MS;
    await runInProcess(NO_FAULTS, () =>
      reconcile({ ...stores, exportWorkflow, unfinished, clock: computeExpiry }),
    );
    for (const input of waiting.splice(0)) await execute(input, Promise.resolve());
  }

  return {
    reconcileExports,

    /** Requests an export and awaits its end, unless it is refused. `hasNews`: some attempts wait for it. */
    async export(key: ReportKey, hasNews: Promise<unknown> = Promise.resolve()): Promise<void> {
      const format = random() < 0.5 ? 'csv' : 'ndjson';
      const isOfOrders = random() < 0.4;
      try {
        await runInProcess<unknown>(NO_FAULTS, () =>
          isOfOrders
            ? startOrders({ accountId: key.accountId, limits: LIMITS }, DATASET, { format, contact: true })
            : start(key, { what: 'customers', format }),
        );
      } catch (error) {
        const isRefused = [DatasetBeingErasedError, ExportLimitError, NotFoundError].some(
          (kind) => error instanceof kind,
        );
        if (isRefused) return;
        throw error;
      }
      const input = waiting.pop();
      if (input !== undefined) await execute(input, hasNews);
    },
  };
}

const planSlow = ({ random }: Run): Plan =>
  random() < 0.2 ? NO_FAULTS : stallAt(({ command }) => command === 'PutObjectCommand');

function planTrouble(run: Run): Plan {
  const { random } = run;
  const drawn = random();
  if (drawn < 0.5) return planSlow(run);
  if (drawn < 0.7) return planRandomFaults(random, 0.1);
  return planDeath(1 + drawBelow(random, CALLS), random() < 0.5 ? 'before' : 'after');
}

/** Erases like the workflow: if the erasure has to wait for exports, it continues when they have ended. */
async function erase(
  run: Run,
  erasureId: string,
  exporting: Promise<unknown>,
  reconcileExports: () => Promise<void>,
): Promise<void> {
  const deaths = drawBelow(run.random, 4);
  for (let slice = 0; slice < SLICES; slice++) {
    const when = run.random() < 0.5 ? 'before' : 'after';
    const plan = slice < deaths ? planDeath(1 + drawBelow(run.random, 30), when) : NO_FAULTS;
    const ended = await runInProcess(plan, () => run.erase({ accountId: run.accountId, erasureId }));
    if (ended?.answer.outcome === 'done') return;
    if ((ended?.answer.wait_seconds ?? 0) <= 1) continue;
    await exporting;
    await reconcileExports();
  }
  throw new Error('the erasure does not complete');
}

/** Returns problems after everything has ended. */
async function checkExports(run: Run, engines: Engines, sources: readonly string[]): Promise<string[]> {
  const { stores, accountId, bucket } = run;
  const wrong: string[] = [];
  const files = await engines.readBucket(bucket, 'exports/');
  const expected = new Set<string>();
  for (const source of sources) {
    for (const item of await stores.exports.list(accountId, source)) {
      const name = `export ${item.export_id} of ${source}`;
      if (item.status === 'Processing') wrong.push(`${name} has not ended`);
      if (item.status !== 'Completed') continue;
      const paths = listPaths(item);
      for (const path of paths) expected.add(path);
      const found = paths.map((path) => files.get(path));
      wrong.push(...checkFiles(item, found).map((what) => `${name} ${what}`));
    }
  }
  for (const [path, bytes] of files) {
    if (!expected.has(path)) wrong.push(`file ${path} is of no export`);
    if (gunzipSync(bytes).toString('utf8').includes(CUSTOMER))
      wrong.push(`file ${path} names the erased customer`);
  }
  const Key = { ...toExportSlotsKey(accountId) };
  const { Item } = await stores.db.send(
    new GetCommand({ TableName: TABLES.service, Key, ConsistentRead: true }),
  );
  if (Item?.running !== undefined) wrong.push(`slots are held when all exports have ended`);
  return wrong;
}

function listPaths(item: ExportItem): string[] {
  const folder = `exports/${item.account_id}/${getSource(item)}/${item.export_id}`;
  return listFileNames(item).map((name) => `${folder}/${name}.${item.format}`);
}

function checkFiles(
  { rows, bytes, format }: ExportItem,
  files: readonly (Uint8Array | undefined)[],
): string[] {
  let [lines, size] = [0, 0];
  for (const file of files) {
    if (file === undefined) return ['is complete without its file'];
    const ends = gunzipSync(file).toString('utf8').split('\n').length - 1;
    lines += ends - (format === 'csv' ? 1 : 0);
    size += file.length;
  }
  if (lines !== rows || size !== bytes)
    return [`says ${rows} rows and ${bytes} bytes, and its files have ${lines} and ${size}`];
  return [];
}

export const exportsDrill: Drill = {
  name: 'exports',
  about:
    'exports whose function is killed, runs twice and is throttled, and whose execution is stopped or never started, while customers and datasets are erased',
  runs: 100,
  run: (seed, engines) =>
    playInRun(seed, engines, async (run) => {
      const { random, accountId, requestErasure } = run;
      const isWhole = seed % 5 === 0;
      const { messages } = await run.addImport(draw(random, generateOrders(2)), 2);
      const named = {
        order_id: 'of the customer',
        customer_id: CUSTOMER,
        line_items: [{ product_name: 'p' }],
      };
      const more = await run.addImport([...createOrders(5), named], 2);
      await deliver(run, [...messages, ...more.messages]);
      const keys = await runOutOfTurn(() =>
        addListedReports(run, engines.createFiles(run.bucket).lists, CUSTOMER),
      );
      const exporter = createExporter(run, engines);
      const [listed, other] = keys;
      if (listed === undefined || other === undefined) throw new Error('no reports');
      const reports = Array.from({ length: EXPORTS }, () => (random() < 0.2 ? other : listed));
      // Some exports are complete before the erasure, some are in progress when it is accepted.
      const early = reports.filter(() => random() < 0.2);
      for (const key of early) await exporter.export(key);
      const accepted = Promise.withResolvers<void>();
      const late = Promise.all(
        reports.slice(early.length).map((key) => exporter.export(key, accepted.promise)),
      );
      // The exports may have read their reports by then.
      for (let turn = drawBelow(random, HEAD_START); turn > 0; turn--)
        await run.stores.erasures.mark(accountId, DATASET);
      run.pass(1);
      const { erasure_id } = await (isWhole
        ? requestErasure.dataset(accountId, DATASET)
        : requestErasure.customer(accountId, DATASET, CUSTOMER));
      accepted.resolve();
      await Promise.all([late, erase(run, erasure_id, late, exporter.reconcileExports)]);
      run.pass(1);
      await exporter.export(listed);
      // The first may start an execution, which may be stopped.
      await exporter.reconcileExports();
      await exporter.reconcileExports();
      const sources = [...keys.map(({ reportId }) => reportId), toOrdersSource(DATASET)];
      return runOutOfTurn(() => checkExports(run, engines, sources));
    }),
};
