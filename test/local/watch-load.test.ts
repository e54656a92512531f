// Loading a function is measured by what its thread computes.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchLoad } from '../../local/watch-load.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The limits that a load of a thread exceeds that computes for this share of so many seconds. */
async function exceededBy(share: number, seconds: number): Promise<number[]> {
  const cutOff: number[] = [];
  const began = Date.now();
  const cpuUsage = async () => ({ user: (Date.now() - began) * share * 1_000, system: 0 });
  const end = watchLoad({ cpuUsage }, (limit) => cutOff.push(limit));
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  end();
  await vi.advanceTimersByTimeAsync(1_000_000);
  return cutOff;
}

it('a load is cut off after ten seconds of computing', async () => {
  expect(await exceededBy(1, 9)).toEqual([]);
  expect(await exceededBy(1, 60)).toEqual([10]);
});

it('a load that waits for a busy machine is not cut off', async () => {
  expect(await exceededBy(0.05, 100)).toEqual([]);
});

it('a load that waits for something that never comes is cut off after two minutes', async () => {
  expect(await exceededBy(0, 119)).toEqual([]);
  expect(await exceededBy(0, 200)).toEqual([120]);
});

it('a thread that has ended is not measured', async () => {
  const cutOff: number[] = [];
  const end = watchLoad({ cpuUsage: () => Promise.reject(new Error('not running')) }, (limit) =>
    cutOff.push(limit),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  end();
  expect(cutOff).toEqual([]);
});
