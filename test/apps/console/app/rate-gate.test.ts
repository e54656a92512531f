// Tests how many requests a client sends when it leaves a part of the account's limit to others.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RateGate } from '../../../../packages/client/src/rate-gate.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const LIMIT = new Headers({ 'X-RateLimit-Limit': '6', 'X-RateLimit-Remaining': '5' });

/** Starts to send requests that are answered at once, and counts them. */
function startSender(gate: RateGate) {
  const sent = { requests: 0, held: 0 };
  void (async () => {
    for (;;) {
      await gate.enter(undefined, () => void sent.held++);
      sent.requests++;
      gate.learn(LIMIT);
      gate.leave();
      await Promise.resolve();
      if (sent.requests === 100) return;
    }
  })();
  return sent;
}

it('a client sends its share of the limit in any 60 s, and reports that it waits for the limit', async () => {
  const sent = startSender(new RateGate(2 / 3));
  await vi.advanceTimersByTimeAsync(59_000);
  expect(sent.requests).toBe(4);
  expect(sent.held).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent.requests).toBe(8);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.requests).toBe(12);
});

it('a client sends at least one request for any share, and has no limit without a share', async () => {
  const little = startSender(new RateGate(0.01));
  const all = startSender(new RateGate());
  await vi.advanceTimersByTimeAsync(1_000);
  expect([little.requests, all.requests]).toEqual([1, 100]);
});

it('a client slows down to a request in 10 s while others leave it no more than a quarter of the limit', async () => {
  const gate = new RateGate(1 / 2);
  const setRemaining = (remaining: number): void =>
    gate.learn(new Headers({ 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': String(remaining) }));
  const sent: number[] = [];
  const began = performance.now();
  const send = async (remaining: number): Promise<void> => {
    await gate.enter(undefined, () => undefined);
    sent.push(Math.round((performance.now() - began) / 1_000));
    setRemaining(remaining);
    gate.leave();
  };
  const sending = (async () => {
    for (const remaining of [16, 15, 10, 40, 39]) await send(remaining);
  })();
  await vi.advanceTimersByTimeAsync(40_000);
  await sending;
  expect(sent).toEqual([0, 0, 10, 20, 20]);
});
