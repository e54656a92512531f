// The wait preference of a client, on a simulated clock.
import { expect, it } from 'vitest';
import { parsePreferredWait, readUntil } from '../../src/http/prefer-wait.ts';

it.each([
  [undefined, 0],
  ['wait=5', 5],
  ['respond-async, wait=7', 7],
  ['wait="8"', 8],
  ['WAIT = 9; foo', 9],
  ['wait=600', 20],
  ['wait=-1', 0],
  ['wait=soon', 0],
  ['await=5', 0],
])('parses the preference %j as a wait of %i s', (prefer, seconds) => {
  expect(parsePreferredWait(prefer)).toBe(seconds);
});

async function simulateRead(finishedAtMs: number, waitSeconds: number, mayHold = true) {
  let now = 0;
  let reads = 0;
  let holds = 0;
  let released = 0;
  const waiting = {
    clock: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
    heldReads: {
      async take(account_id: string, seconds: number, at: number) {
        if (!mayHold) return undefined;
        holds++;
        return { id: `hold-${holds}`, account_id, ends_at: at + seconds * 1_000 };
      },
      async release() {
        released++;
      },
    },
  };
  const read = async () => {
    reads++;
    return now >= finishedAtMs;
  };
  const { value: isFinished, headers } = await readUntil(
    read,
    (value) => value,
    { accountId: 'a', waitSeconds },
    waiting,
  );
  expect(released).toBe(holds);
  return { isFinished, reads, now, holds, headers };
}

it('reads once without the preference', async () => {
  expect(await simulateRead(1, 0)).toEqual({
    isFinished: false,
    reads: 1,
    now: 0,
    holds: 0,
    headers: { 'Retry-After': '1' },
  });
});

it('responds as soon as the work has finished, or when the wait time is over', async () => {
  expect(await simulateRead(50, 20)).toMatchObject({ isFinished: true, now: 50, reads: 2 });
  expect(await simulateRead(1_000, 20)).toMatchObject({ isFinished: true, now: 1_199, reads: 13 });
  const { isFinished, now } = await simulateRead(60_000, 20);
  expect([isFinished, now]).toEqual([false, 19_874]);
});

it('holds nothing when the first read finds the work finished', async () => {
  expect(await simulateRead(0, 20)).toEqual({
    isFinished: true,
    reads: 1,
    now: 0,
    holds: 0,
    headers: { 'Preference-Applied': 'wait=20' },
  });
});

it('sends no Preference-Applied if the client stated no preference', async () => {
  expect(await simulateRead(0, 0)).toEqual({ isFinished: true, reads: 1, now: 0, holds: 0, headers: {} });
});

it('sends Preference-Applied, and Retry-After for work in progress', async () => {
  const { holds, headers } = await simulateRead(60_000, 20);
  expect([holds, headers]).toEqual([1, { 'Preference-Applied': 'wait=20', 'Retry-After': '1' }]);
});

it('answers at once with a longer Retry-After if no more reads may be held', async () => {
  expect(await simulateRead(60_000, 20, false)).toEqual({
    isFinished: false,
    reads: 1,
    now: 0,
    holds: 0,
    headers: { 'Retry-After': '3' },
  });
});
