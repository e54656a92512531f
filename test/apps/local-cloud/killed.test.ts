// Kills a local cloud during its work: all work that it accepted with 202 ends within a minute of the last start.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient, until } from '../../../tools/harness/client.ts';
import { IS_DEEP } from '../../../tools/harness/depth.ts';
import { createTarget, type RunningCloud } from '../../../tools/harness/target.ts';
import {
  startReceivers,
  takeWebhook,
  type WebhookReceivers,
} from '../../../tools/harness/webhook-receivers.ts';
import { findEnginePid } from './small-stack.ts';

const KILLS = IS_DEEP ? 20 : 1;
const CLIENTS = 3;
/** Pause between the pushes of a client: the test is about kills, not about load. */
const REST_MS = 300;
const ORDERS_OF_PUSH = IS_DEEP ? 20 : 4;
/** Number of pushes after which a client requests a report and an export. */
const PUSHES = IS_DEEP ? 3 : 1;
/** Longest time from the acceptance of each kind of work to the kill. */
const KILLED_AFTER_MS = IS_DEEP ? 2_000 : 300;
/** Number of orders that are compared at once. */
const READERS = 4;
const SECONDS_TO_END = 60;

const dir = mkdtempSync(join(tmpdir(), 'killed-'));
const script = join(dir, 'start.mjs');
const toModuleUrl = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);
writeFileSync(
  script,
  `import { loadLocalAssembly } from ${toModuleUrl('../../../bin/local-assembly.ts')};
  import { startLocalCloud } from ${toModuleUrl('../../../apps/local-cloud/local-cloud.ts')};
  const { template, assemblyDir } = await loadLocalAssembly();
  const cloud = await startLocalCloud({ template, assemblyDir, dataDir: ${JSON.stringify(join(dir, 'data'))} });
  const { url, endpoints, outputs } = cloud;
  console.log(JSON.stringify({ url, endpoints, outputs }));`,
);
let child: ChildProcess | undefined;
let receivers: WebhookReceivers;

beforeAll(async () => {
  receivers = await startReceivers();
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await receivers.stop();
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
});

async function start(): Promise<RunningCloud> {
  const started = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  child = started;
  return new Promise((resolve, reject) => {
    started.once('exit', () => reject(new Error('the local cloud ended before it had started')));
    started.stdout.once('data', (line) => resolve(JSON.parse(String(line))));
  });
}

async function kill(): Promise<void> {
  const ended = new Promise((resolve) => child?.once('exit', resolve));
  child?.kill('SIGKILL');
  await ended;
}

/** The same condition as in engine-restart.test.ts. */
const hasNoEngine = process.platform === 'win32' || process.env.DYNAMODB_ENDPOINT !== undefined;

it.skipIf(hasNoEngine)(
  `completes all accepted work within a minute of the last of ${KILLS + 1} kills, of the cloud and of its engine`,
  async () => {
    const receiver = receivers.open(takeWebhook);
    const first = await start();
    const { baseUrl, apiKey, stop } = await createTarget(first);
    // Creates the dataset with its first order, and a report whose rules can be exported.
    const before = createClient(baseUrl, apiKey);
    await before.push([{ order_id: '1', line_items: [{ product_name: 'a' }, { product_name: 'b' }] }]);
    const made = await before.post('/reports', { template: 'standard_mba' });
    const finished = `/reports/${made.body.report_id}`;
    await until(async () => {
      const { status } = (await before.get(finished)).body;
      return status === 'Processing' ? undefined : status;
    }, 30);
    await stop();
    let running: RunningCloud | undefined = first;
    const pushed = new Map<string, number>();
    const accepted = { imports: new Set<string>(), reports: new Set<string>(), exports: new Set<string>() };

    /** Sends a request. One without a response is not counted: it may or may not have been accepted. */
    async function send(path: string, body: object): Promise<Record<string, unknown>> {
      if (running === undefined) throw new Error('no local cloud runs');
      const reply = await createClient(running.outputs.ApiUrl ?? '', apiKey).post(path, body);
      if (reply.status !== 202) throw new Error(`answered ${reply.status}`);
      return reply.body;
    }
    let isPushing = true;
    async function push(client: number): Promise<void> {
      for (let turn = 0; isPushing; ) {
        const price = turn;
        const orders = Array.from({ length: ORDERS_OF_PUSH }, (_, i) => ({
          order_id: `${client}-${turn}-${i}`,
          customer_id: `c-${i}`,
          order_date: '2026-03-01T10:00:00Z',
          line_items: ['a', 'b'].map((name) => ({ product_name: name, unit_price: price, quantity: i + 1 })),
        }));
        try {
          accepted.imports.add(String((await send('/data/orders', { orders })).import_id));
          for (const { order_id } of orders) pushed.set(order_id, price);
          await sleep(REST_MS);
          if (++turn % PUSHES > 0) continue;
          const request = {
            template: turn % 2 === 0 ? 'standard_mba' : 'standard_rfm',
            webhook_url: receiver.url,
          };
          accepted.reports.add(String((await send('/reports', request)).report_id));
          const exported = await send(`${finished}/exports`, { what: 'rules', format: 'csv' });
          accepted.exports.add(`${finished}/exports/${exported.export_id}`);
        } catch {
          await sleep(100);
        }
      }
    }
    /** Waits until work of each kind has been accepted since the start. */
    async function waitForWork(): Promise<void> {
      const { size } = accepted.exports;
      await until(async () => accepted.exports.size > size || undefined);
      await sleep(KILLED_AFTER_MS * Math.random());
    }
    const pushing = Array.from({ length: CLIENTS }, (_, client) => push(client));
    for (let kills = 0; kills < KILLS; kills++) {
      await waitForWork();
      running = undefined;
      await kill();
      running = await start();
    }
    await waitForWork();
    // The functions and workflows of this process continue, and get responses again within seconds.
    process.kill(await until(async () => running && findEnginePid(running), 30), 'SIGKILL');
    await waitForWork();
    const startedAt = performance.now();
    isPushing = false;
    await Promise.all(pushing);
    const client = createClient(running.outputs.ApiUrl ?? '', apiKey);

    const listOpen = async (): Promise<string[]> => {
      const paths = [
        ...[...accepted.imports].map((id) => `/data/orders?import_id=${id}`),
        ...[...accepted.reports].map((id) => `/reports/${id}`),
        ...accepted.exports,
      ];
      const open: string[] = [];
      for (const path of paths) {
        const { status, body } = await client.get(path);
        expect(status, path).toBe(200);
        if (['pending', 'processing', 'Processing'].includes(String(body.status))) open.push(path);
      }
      return open;
    };
    let open: string[] = [];
    await until(
      async () => {
        open = await listOpen();
        return open.length === 0 ? true : undefined;
      },
      SECONDS_TO_END - (performance.now() - startedAt) / 1_000,
    ).catch(() => undefined);
    const { imports, reports, exports } = accepted;
    console.info(
      `${imports.size} imports, ${reports.size} reports, ${exports.size} exports of ${pushed.size} orders ended after ${Math.round(performance.now() - startedAt)} ms`,
    );
    expect(open).toEqual([]);
    expect(exports.size).toBeGreaterThan(KILLS);

    const listDelivered = (): string[] =>
      receiver.received.map(({ body }) => String(JSON.parse(body).report_id));
    await expect
      .poll(() => [...reports].filter((id) => !listDelivered().includes(id)), { timeout: 10_000 })
      .toEqual([]);
    const left = pushed.entries();
    async function compare(): Promise<void> {
      for (const [order, price] of left) {
        const { status, body } = await client.get(`/orders/${order}`);
        expect(status, order).toBe(200);
        expect(body.line_items, order).toMatchObject(
          ['a', 'b'].map((name) => ({
            product_name: name,
            unit_price: price,
            quantity: Number(order.split('-')[2]) + 1,
          })),
        );
      }
    }
    await Promise.all(Array.from({ length: READERS }, compare));
  },
  600_000,
);
