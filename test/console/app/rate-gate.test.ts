// How many requests a client sends when it leaves a part of the account's limit to others.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RateGate } from '../../../client/src/rate-gate.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const LIMIT = new Headers({ 'X-RateLimit-Limit': '6', 'X-RateLimit-Remaining': '5' });

/** Sends requests that are answered at once, and counts them. */
function sender(gate: RateGate) {
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

it('sends its share of the limit in any sixty seconds, and says that the limit holds it', async () => {
  const sent = sender(new RateGate(2 / 3));
  await vi.advanceTimersByTimeAsync(59_000);
  expect(sent.requests).toBe(4);
  expect(sent.held).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent.requests).toBe(8);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.requests).toBe(12);
});

it('sends at least one request, however small its share is, and as many as it likes without one', async () => {
  const little = sender(new RateGate(0.01));
  const all = sender(new RateGate());
  await vi.advanceTimersByTimeAsync(1_000);
  expect([little.requests, all.requests]).toEqual([1, 100]);
});
