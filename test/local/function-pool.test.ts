// How many workers a function has: requests that wait for somebody else hold up no others, requests that compute share
// the machine.

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '../../local/functions/function-pool.ts';
import type { LocalCloud } from '../../local/local-cloud.ts';
import { SmallStack } from './small-stack.ts';

const stack = new SmallStack();
let cloud: LocalCloud;
const HANG_MS = 4_000;

beforeAll(async () => {
  stack.addFunction(
    'Notify',
    'export const handler = ({ ms }) => new Promise((done) => setTimeout(done, ms, "sent"));',
    { Timeout: 20 },
  );
  stack.addFunction(
    'Compute',
    `export const handler = async ({ ms }) => {
      const from = Date.now();
      while (Date.now() < from + ms);
      return { from, to: Date.now() };
    };`,
    { Timeout: 60 },
  );
  cloud = await stack.start();
});
afterAll(() => stack.remove());

it('a request is served beside sixteen that wait for receivers that hang', { timeout: 60_000 }, async () => {
  const hanging = Array.from({ length: 16 }, () => cloud.invoke('Notify', { ms: HANG_MS }));
  const began = performance.now();
  await cloud.invoke('Notify', { ms: 0 });
  const waited = performance.now() - began;
  await Promise.all(hanging);
  // In line behind four workers it would be the seventeenth, after four rounds.
  expect(waited).toBeLessThan(3 * HANG_MS);
});

it('no more than four requests compute at the same time', { timeout: 60_000 }, async () => {
  const span = v.object({ from: v.number(), to: v.number() });
  const spans = await Promise.all(
    Array.from({ length: 8 }, async () => v.parse(span, await cloud.invoke('Compute', { ms: 700 }))),
  );
  const most = Math.max(
    ...spans.map(({ from }) => spans.filter((other) => other.from <= from && from < other.to).length),
  );
  expect(most).toBeLessThanOrEqual(4);
});

/** Of workers that compute and that wait. */
function poolOf(maxWorkers: number, maxWaitingWorkers: number, idleMs?: number) {
  return createPool({
    ...(idleMs !== undefined && { idleMs }),
    name: 'Compute',
    arn: 'arn',
    bundle: join(stack.dir, 'asset.Compute', 'index.mjs'),
    memoryMb: 128,
    maxWorkers,
    maxWaitingWorkers,
    environment: {},
    log() {},
  });
}

it('starts two workers at once, and a third only for a request that none comes free for', async () => {
  const pool = poolOf(4, 4);
  const [first, second] = await Promise.all([pool.take(), pool.take()]);
  const third = pool.take();
  first.giveBack();
  expect([second === first, (await third) === first]).toEqual([false, true]);
  expect([first, second]).not.toContain(await pool.take());
  await pool.stop();
});

it('takes no worker for one that waits before it has received its request', async () => {
  const pool = poolOf(1, 2);
  const first = await pool.take();
  await first.loaded;
  const second = pool.take();
  const early = await Promise.race([second, delay(700, 'waits')]);
  first.giveBack();
  await second;
  await pool.stop();
  expect(early).toBe('waits');
});

it('ends a worker that had no request for a while, and none that has one', async () => {
  const pool = poolOf(2, 2, 500);
  const [first, second] = await Promise.all([pool.take(), pool.take()]);
  const ended = new Promise((resolve) => first.thread.once('exit', resolve));
  for (const worker of [second, first]) worker.giveBack();
  expect(await pool.take()).toBe(first);
  await new Promise((resolve) => second.thread.once('exit', resolve));
  first.giveBack();
  await ended;
  expect([first, second]).not.toContain(await pool.take());
  await pool.stop();
});
