// Makes an engine unavailable for one minute during pushes, a backfill, reports and their webhooks. Afterwards every
// import and report has completed correctly, nothing was done twice, and the stored lines equal the sent ones.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ulid } from 'ulid';
import * as v from 'valibot';
import { mbaReport } from '../../../src/contract/report-types/market-basket/schema.ts';
import { rfmReport } from '../../../src/contract/report-types/rfm/schema.ts';
import { countRows, type SubmittedOrder } from '../../../src/contract/resources/orders/submitted-order.ts';
import { failedReport } from '../../../src/contract/resources/reports/report-responses.ts';
import { toImportView } from '../../../src/service/orders/import-view.ts';
import { createCommandLine } from '../../harness/command-line.ts';
import { createRandom, draw, drawBelow, type Random } from '../../harness/random/random.ts';
import { takeWebhook } from '../../harness/webhook-receivers.ts';
import { generateOrders, toPush } from '../ingest/arbitrary-orders.ts';
import type { Engines } from '../ingest/engines.ts';
import { checkJob, listDifferences, readStoredOrders } from '../ingest/invariants.ts';
import { createModel, formatLineName } from '../ingest/model.ts';
import type { Drill } from '../ingest/run.ts';
import { SCALED_MINUTE_MS, type ScaledCloud, startScaledCloud, WAYS_TO_BREAK } from './scaled-cloud.ts';

// Repeats a request with the same Idempotency-Key until it is accepted, and checks each refusal.
const PAUSE_MS = 100;
const MAX_TRIES = 300;

export interface RetryingClient {
  /** Resolves with the final response. */
  post(path: string, body: object): Promise<Record<string, unknown>>;
  get(path: string): Promise<Record<string, unknown>>;
  /** Problems found in refusals. */
  readonly wrong: string[];
  /** Requests that were refused or got no response. */
  refusals(): number;
}

function createRetryingClient(
  cloud: ScaledCloud,
  { accountId, apiKey }: { accountId: string; apiKey: string },
): RetryingClient {
  const wrong: string[] = [];
  let refusals = 0;

  /** Resolves with undefined if the request must be sent again. */
  async function attempt(path: string, init: RequestInit): Promise<Record<string, unknown> | undefined> {
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${apiKey}`);
    const response = await fetch(`${cloud.baseUrl}${path}`, { ...init, headers });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    refusals++;
    const { request_id }: { request_id?: unknown } = JSON.parse(text);
    if (typeof request_id !== 'string') wrong.push(`${response.status} without a request_id: ${text}`);
    if (response.status < 500 && response.status !== 409) wrong.push(`answered ${response.status}: ${text}`);
    return undefined;
  }

  async function untilTaken(path: string, init: RequestInit, again: () => Promise<void>) {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const answer = await attempt(path, init);
      if (answer !== undefined) return answer;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      await again();
    }
    throw new Error(`${path} was refused ${MAX_TRIES} times`);
  }

  return {
    wrong,
    refusals: () => refusals,
    get: (path) => untilTaken(path, {}, async () => undefined),
    post(path, body) {
      const key = ulid();
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
      const init = { method: 'POST', body: JSON.stringify(body), headers };
      return untilTaken(path, init, () => cloud.passMinute(accountId, key));
    },
  };
}

const BACKFILL_ORDERS = 3_000;
/** The queue redelivers a message after six minutes. */
const PATIENCE_MS = 60_000;
const TEMPLATES = ['standard_rfm', 'standard_mba'];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Account = Awaited<ReturnType<ScaledCloud['newAccount']>>;

/** Restarts the backfill from its checkpoint, like an operator, until it succeeds. */
async function backfill(cloud: ScaledCloud, { accountId }: Account): Promise<string[]> {
  const cli = createCommandLine(cloud.cloud);
  try {
    const rows = Array.from({ length: BACKFILL_ORDERS }, (_, at) => `b${at},p${at % 7},1,${at % 10}`);
    writeFileSync(
      join(cli.dir, 'orders.csv'),
      ['order_id,product_name,quantity,unit_price', ...rows].join('\n'),
    );
    const args = [
      '--json',
      'backfill',
      'orders.csv',
      '--account',
      accountId,
      '--checkpoint',
      'checkpoint.json',
    ];
    for (let tries = 0; tries < 20; tries++) {
      const { code } = await cli.runAlone([...args, '--no-wait']);
      if (code === 0) return [];
    }
    return [
      `the backfill does not complete; its checkpoint is ${existsSync(join(cli.dir, 'checkpoint.json')) ? 'there' : 'gone'}`,
    ];
  } finally {
    cli.remove();
  }
}

/**
 * Resolves when the first chunks of the backfill are about to be queued: the outage hits them there, however slow the
 * machine is.
 */
async function untilBackfilling({ stores }: ScaledCloud, { accountId }: Account): Promise<void> {
  while ((await stores.imports.listRecent(accountId, 1)).length === 0) await pause(5);
}

/** Runs the reconciler until nothing is unfinished. */
async function settle({ stores, reconcileLater }: ScaledCloud): Promise<string[]> {
  const ends = Date.now() + PATIENCE_MS;
  for (;;) {
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const [imports, reports] = await Promise.all([
      stores.unfinished.olderThan('import', later),
      stores.unfinished.olderThan('report', later),
    ]);
    const left = imports.length + reports.length;
    if (left === 0) return [];
    if (Date.now() > ends) return [`${imports.length} imports and ${reports.length} reports do not complete`];
    await reconcileLater();
    await pause(200);
  }
}

async function checkImports(
  { stores, db, ordersTable }: ScaledCloud,
  { accountId }: Account,
  pushed: ReadonlyMap<string, readonly SubmittedOrder[]>,
): Promise<string[]> {
  const wrong: string[] = [];
  const items = await stores.imports.listRecent(accountId, 1_000);
  if (items.length !== pushed.size) wrong.push(`${items.length} imports exist, ${pushed.size} were accepted`);
  const model = createModel();
  for (const [importId, orders] of pushed) {
    model.apply(importId, orders);
    const item = items.find(({ import_id }) => import_id === importId);
    if (item === undefined) wrong.push(`import ${importId} is gone`);
    else {
      const job = await toImportView(stores.imports, item);
      wrong.push(...checkJob(job, { importId, rows: countRows(orders) }));
      if (job.rows.failed > 0) wrong.push(`import ${importId} has ${job.rows.failed} failed rows`);
    }
  }
  const stored = await readStoredOrders(db, ordersTable, accountId);
  return [
    ...wrong,
    ...listDifferences('line', stored.lines, model.lines()),
    ...listDifferences('value', stored.headers, model.headers()),
  ];
}

async function checkBackfill(
  { stores, db, ordersTable }: ScaledCloud,
  { accountId }: Account,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const item of await stores.imports.listRecent(accountId, 1_000)) {
    const job = await toImportView(stores.imports, item);
    wrong.push(...checkJob(job, { importId: item.import_id, rows: job.rows.total }));
  }
  const { lines } = await readStoredOrders(db, ordersTable, accountId);
  if (lines.size !== BACKFILL_ORDERS) wrong.push(`${lines.size} lines are stored of ${BACKFILL_ORDERS}`);
  for (let at = 0; at < BACKFILL_ORDERS; at++) {
    const line = lines.get(formatLineName(`b${at}`, { product_name: `p${at % 7}` }));
    if (line?.startsWith(`1 at ${at % 10}, by `) !== true) wrong.push(`line of b${at} is ${line}`);
  }
  return wrong.slice(0, 5);
}

async function checkReports(
  { stores }: ScaledCloud,
  { accountId }: Account,
  asked: readonly string[],
  read: (id: string) => Promise<Record<string, unknown>>,
  received: readonly { readonly body: string }[],
): Promise<string[]> {
  const wrong: string[] = [];
  const all = { datasetId: undefined, reportType: undefined };
  const items = await stores.reports.list(accountId, all, 1_000, undefined);
  if (items.length !== asked.length)
    wrong.push(`${items.length} reports exist, ${asked.length} were accepted`);
  for (const { report_id, status, fail_reason } of items) {
    const body = await read(report_id);
    if (!v.is(v.union([mbaReport, rfmReport, failedReport]), body) || body.status !== status)
      wrong.push(`report ${report_id} is ${status} and reads as ${JSON.stringify(body).slice(0, 200)}`);
    if (status === 'Failed') wrong.push(`report ${report_id} failed: ${fail_reason}`);
    const events = received.map(({ body: text }) => text).filter((text) => text.includes(report_id));
    if (new Set(events).size !== 1 || !events[0]?.includes(`"status":"${status}"`))
      wrong.push(`report ${report_id} is ${status}, its events are ${events.join() || 'none'}`);
  }
  return wrong;
}

async function runOutage(
  seed: number,
  engines: Engines,
  broken: readonly ('dynamodb' | 'queues')[],
  isWhole = true,
  random: Random = createRandom(seed),
): Promise<string[]> {
  const cloud = await startScaledCloud(engines);
  const receiver = engines.receivers.open(takeWebhook);
  try {
    const account = await cloud.newAccount();
    const other = await cloud.newAccount();
    const client = createRetryingClient(cloud, account);
    const pushed = new Map<string, readonly SubmittedOrder[]>();
    const asked: string[] = [];
    let isOver = false;
    /** Sends requests before, during and after the outage. */
    const keepOn = async (step: () => Promise<void>, pauseMs: number): Promise<void> => {
      for (let left = 2; left > 0; ) {
        await step();
        if (isOver) left--;
        await pause(drawBelow(random, pauseMs));
      }
    };
    const push = async (): Promise<void> => {
      const orders = draw(random, generateOrders(20));
      pushed.set(String((await client.post('/data/orders', toPush(orders))).import_id), orders);
    };
    const report = async (): Promise<void> => {
      const template = TEMPLATES[asked.length % TEMPLATES.length];
      const { report_id } = await client.post('/reports', { template, webhook_url: receiver.url });
      asked.push(String(report_id));
    };
    const breakDown = async (): Promise<void> => {
      if (broken.includes('dynamodb') && seed % 2 === 1) await untilBackfilling(cloud, other);
      else await pause(500 + drawBelow(random, 1_500));
      const proxies = broken.map((engine) => cloud.proxy(engine));
      // The seed chooses: a drawn number would depend on how many numbers the concurrent requests have drawn.
      const how = WAYS_TO_BREAK[seed % WAYS_TO_BREAK.length] ?? 'refused';
      for (const proxy of proxies) proxy.breakDown(isWhole ? how : 'cut now and then', seed);
      await pause(SCALED_MINUTE_MS);
      for (const proxy of proxies) proxy.repair();
      isOver = true;
    };
    // Loads all functions, so that the outage hits them at work instead of ending before the first has started.
    await push();
    await report();
    while ((await client.get(`/reports/${asked[0]}`)).status === 'Processing') await pause(100);
    const [filled] = await Promise.all([
      backfill(cloud, other),
      keepOn(push, 200),
      keepOn(push, 200),
      keepOn(report, 300),
      breakDown(),
    ]);
    const unsettled = await settle(cloud);
    return [
      ...client.wrong,
      ...filled,
      ...unsettled,
      ...(await checkImports(cloud, account, pushed)),
      ...(await checkBackfill(cloud, other)),
      ...(await checkReports(cloud, account, asked, (id) => client.get(`/reports/${id}`), receiver.received)),
    ];
  } catch (error) {
    return [`the drill stopped: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  } finally {
    receiver.close();
    await cloud.stop();
  }
}

/** Each run starts a whole local cloud: fewer runs, one at a time. */
const WHOLE_CLOUD = { runs: 6, atOnce: 1 };

export const outages: readonly Drill[] = [
  {
    name: 'dynamodb-outage',
    about: 'DynamoDB unavailable for a minute during pushes, a backfill, reports and webhooks',
    ...WHOLE_CLOUD,
    run: (seed, engines) => runOutage(seed, engines, ['dynamodb']),
  },
  {
    name: 's3-and-sqs-outage',
    about: 'S3 and SQS unavailable for a minute during pushes, a backfill, reports and webhooks',
    ...WHOLE_CLOUD,
    inDeepRun: true,
    run: (seed, engines) => runOutage(seed, engines, ['queues']),
  },
  {
    name: 'connections-cut',
    about:
      'every connection to DynamoDB, S3 and SQS cut in the middle of an answer, again and again, while everything runs',
    ...WHOLE_CLOUD,
    inDeepRun: true,
    run: (seed, engines) => runOutage(seed, engines, ['dynamodb', 'queues'], false),
  },
];
