// Runs mixed traffic for an hour: imports, updates, reports with webhooks, reads, erasures of customers and datasets,
// and requests that are refused: wrong keys and bodies, at every operation. npm run -s soak -- [--minutes N] [--every
// SECONDS] [--like-aws] [--max-growth MB]: exits with 1 if work did not end correctly, or if memory grew by more than
// this a minute in the second half. Each line has the latencies, memory and descriptors since the line before; the last
// one has those of the whole run, and the problems. All of it runs in one process: the client, which checks each
// response against the OpenAPI document, and the local cloud.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import { importJob } from '../../../src/contract/resources/orders/orders.ts';
import { type ApiReply, createClient } from '../../harness/client.ts';
import { startReceivers, takeWebhook } from '../../harness/webhook-receivers.ts';
import { openBenchCloud } from '../measuring/bench-cloud.ts';
import { computeGrowth, Latencies, reportCase, type Sample } from '../measuring/figures.ts';
import { measureProcessUse } from '../measuring/process-use.ts';

const ORDERS = 200;
const LINES = 3;
/** Numbers of orders repeat after so many, so that half of the pushes update rows and the dataset stops growing. */
const KNOWN_ORDERS = 20_000;
const PUSHERS = 2;
const REPORT_EVERY_MS = 5_000;
const CUSTOMER_ERASED_EVERY_MS = 30_000;
const REFUSED_EVERY_MS = 50;
/** A body that is read completely before it is refused. */
const LARGE_BODY = JSON.stringify({ orders: 'x'.repeat(1_000_000) });
const DATASET_ERASED_EVERY_MS = 120_000;
const EVERY = Object.values(OPERATIONS);
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** Time to end after the traffic: an import takes seconds, a report and its webhook less than a minute. */
const TIME_TO_END_MS = 120_000;

interface Tally {
  responses: Record<string, number>;
  imports: number;
  rows: number;
  reports: number;
  erasures: number;
  /** Descriptions of work that did not end correctly. */
  problems: string[];
}

export async function benchSoak(args: string[]): Promise<void> {
  if ((await runSoak(args)).length > 0) process.exitCode = 1;
}

/** Resolves with descriptions of problems. */
export async function runSoak(args: string[]): Promise<readonly string[]> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '60' },
      every: { type: 'string', default: '30' },
      'max-growth': { type: 'string', default: 'Infinity' },
      'like-aws': { type: 'boolean', default: false },
    },
  });
  const dir = mkdtempSync(join(tmpdir(), 'order-analytics-soak-'));
  const cloud = await openBenchCloud(dir, () => undefined, { likeAws: values['like-aws'] });
  const receivers = await startReceivers();
  const receiver = receivers.open(takeWebhook);
  const api = createClient(cloud.apiUrl, cloud.apiKey);
  const latencies = new Latencies();
  const tally: Tally = { responses: {}, imports: 0, rows: 0, reports: 0, erasures: 0, problems: [] };
  const began = performance.now();
  const until = began + Number(values.minutes) * 60_000;
  const memory: Sample[] = [];
  const isOver = (): boolean => performance.now() >= until;

  async function call(operation: string, send: () => Promise<ApiReply>): Promise<ApiReply> {
    const reply = await latencies.time(operation, send);
    const name = `${operation} ${reply.status}`;
    tally.responses[name] = (tally.responses[name] ?? 0) + 1;
    if (reply.status >= 500) tally.problems.push(`${name}: ${JSON.stringify(reply.body)}`);
    return reply;
  }

  /**
   * Reads until `isEnded`, with a second between reads. Returns undefined after the time in which everything should
   * end.
   */
  async function follow(operation: string, path: string, isEnded: (body: ApiReply['body']) => boolean) {
    const late = performance.now() + TIME_TO_END_MS;
    while (performance.now() < late) {
      const { status, body } = await call(operation, () => api.get(path));
      if (status === 200 && isEnded(body)) return body;
      await pause(1_000);
    }
    tally.problems.push(`${path} did not end within ${TIME_TO_END_MS / 1_000} s`);
    return undefined;
  }

  async function push(dataset_id: string, from: number): Promise<void> {
    const sent = await call('POST /data/orders', () =>
      api.post('/data/orders', { dataset_id, orders: createOrders(from) }),
    );
    if (sent.status !== 202) return;
    const path = `/data/orders?import_id=${sent.body.import_id}`;
    const ended = await follow(
      'GET /data/orders',
      path,
      ({ status }) => status === 'completed' || status === 'failed',
    );
    if (ended === undefined) return;
    const { rows } = v.parse(importJob, ended);
    tally.imports++;
    tally.rows += rows.total;
    // Rows of a customer who was erased after the request are counted as failed, and the import lists them.
    const isWhole = rows.inserted + rows.updated === ORDERS * LINES;
    const areErased = rows.failed > 0 && String(ended.warning).includes('erased');
    if (rows.total !== rows.inserted + rows.updated + rows.failed || !(isWhole || areErased))
      tally.problems.push(`${path}: ${JSON.stringify(rows)} of ${ORDERS * LINES} rows`);
  }

  async function report(report_type: string): Promise<void> {
    const request = { report_type, dataset_id: 'shop', webhook_url: receiver.url };
    const sent = await call('POST /reports', () => api.post('/reports', request));
    if (sent.status !== 202) return;
    const path = `/reports/${sent.body.report_id}`;
    const ended = await follow('GET /reports/{id}', path, ({ status }) => status !== 'Processing');
    if (ended === undefined) return;
    tally.reports++;
    if (ended.status === 'Failed') tally.problems.push(`${path}: ${String(ended.fail_reason)}`);
  }

  async function erase(path: string): Promise<void> {
    const { status } = await call('DELETE', () => api.send(path, { method: 'DELETE' }));
    if (status === 202) tally.erasures++;
  }

  /** Sends requests without a valid key, or with content that no operation accepts. */
  async function sendRefused(round: number): Promise<void> {
    const operation = EVERY[round % EVERY.length];
    if (operation === undefined) return;
    const { method, path } = operation;
    const body = round % 20 === 0 ? LARGE_BODY : '{"unknown":1}';
    const response = await fetch(`${cloud.apiUrl}${path.replace(/\{\w+\}/g, `unknown-${round}`)}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${round % 2 === 0 && method !== 'DELETE' ? cloud.apiKey : `afn_${round}`}`,
      },
      ...(WITHOUT_BODY.has(method) ? {} : { body }),
    });
    await response.arrayBuffer();
    const name = `refused ${response.status}`;
    tally.responses[name] = (tally.responses[name] ?? 0) + 1;
    if (response.status >= 500) tally.problems.push(`${method} ${path}: ${response.status}`);
  }

  /**
   * Repeats the work until the time is over, every `ms` milliseconds from the beginning of one round to that of the
   * next.
   */
  async function repeat(every: number, work: (round: number) => Promise<void>): Promise<void> {
    for (let round = 0; !isOver(); round++) {
      const next = performance.now() + every;
      await work(round).catch((error: unknown) => tally.problems.push(describeError(error)));
      await pause(Math.max(0, Math.min(next, until) - performance.now()));
    }
  }

  const printLine = (name: string, took: ReturnType<Latencies['take']>): void => {
    const seconds = Math.round((performance.now() - began) / 1_000);
    const use = measureProcessUse();
    memory.push({ seconds, mb: use.rss_mb + (use.children_rss_mb ?? 0) });
    reportCase(name, {
      seconds,
      ...use,
      ...tally,
      webhooks: receiver.received.length,
      ...(cloud.refusals() !== undefined && { like_aws: cloud.refusals() }),
      latencies: took,
    });
  };
  const ticker = setInterval(() => printLine('soak', latencies.take()), Number(values.every) * 1_000);
  try {
    // Reports and erasures need an existing dataset.
    await push('shop', 0);
    await Promise.all([
      ...Array.from({ length: PUSHERS }, (_, pusher) =>
        repeat(0, (round) => push('shop', ((2 * round + pusher) * ORDERS) % KNOWN_ORDERS)),
      ),
      repeat(REPORT_EVERY_MS, (round) => report(round % 2 === 0 ? 'MBA' : 'RFM')),
      repeat(1_000, async () => {
        await call('GET /reports', () => api.get('/reports?limit=20'));
        await call('GET /datasets', () => api.get('/datasets'));
      }),
      repeat(REFUSED_EVERY_MS, sendRefused),
      repeat(CUSTOMER_ERASED_EVERY_MS, (round) => erase(`/customers/c${round}?dataset_id=shop`)),
      repeat(DATASET_ERASED_EVERY_MS, async () => {
        await push('short-lived', 0);
        await erase('/datasets/short-lived');
      }),
    ]);
    clearInterval(ticker);
    await awaitWebhooks(tally.reports, () => receiver.received.length);
    if (receiver.received.length < tally.reports)
      tally.problems.push(
        `${tally.reports} reports ended, ${receiver.received.length} webhooks were received`,
      );
    const growth = computeGrowth(memory);
    if (growth > Number(values['max-growth']))
      tally.problems.push(`memory grew by ${growth.toFixed(1)} MB a minute in the second half`);
    printLine('soak: whole run', latencies.total());
    return tally.problems;
  } finally {
    clearInterval(ticker);
    await receivers.stop();
    await cloud.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** `fetch` fails with the same message for every reason; its cause holds the reason. */
function describeError(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? ` (${String(error.cause)})` : '';
  return `${String(error)}${cause}`;
}

/** Waits for the webhooks of the last reports. */
async function awaitWebhooks(reports: number, received: () => number): Promise<void> {
  const late = performance.now() + TIME_TO_END_MS;
  while (received() < reports && performance.now() < late) await pause(500);
}

function createOrders(from: number): object[] {
  return Array.from({ length: ORDERS }, (_, i) => ({
    order_id: `order-${from + i}`,
    customer_id: `c${(from + i) % 5_000}`,
    order_date: new Date(Date.UTC(2026, 0, 1 + ((from + i) % 90))).toISOString(),
    line_items: Array.from({ length: LINES }, (_, j) => ({
      product_name: `product ${(i * 7 + j * 13) % 300}`,
      unit_price: 1 + (j % 20),
      quantity: 1 + (i % 3),
    })),
  }));
}
