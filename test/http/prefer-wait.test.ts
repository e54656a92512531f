// Waiting as a client prefers, on a clock that the test turns.
import { expect, it } from 'vitest';
import { preferredWait, readUntil, waitHeaders } from '../../src/http/prefer-wait.ts';

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
])('reads %j as %i s', (prefer, seconds) => {
  expect(preferredWait(prefer)).toBe(seconds);
});

async function reading(finishedAtMs: number, waitSeconds: number) {
  let now = 0;
  let reads = 0;
  const waiting = {
    clock: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
  const read = async () => {
    reads++;
    return now >= finishedAtMs;
  };
  const isFinished = await readUntil(read, (value) => value, waitSeconds, waiting);
  return { isFinished, reads, now };
}

it('reads once without the preference', async () => {
  expect(await reading(1, 0)).toEqual({ isFinished: false, reads: 1, now: 0 });
});

it('answers as soon as it is finished, and when the time is up', async () => {
  expect(await reading(1_000, 20)).toMatchObject({ isFinished: true, now: 1_200 });
  const { isFinished, now } = await reading(60_000, 20);
  expect([isFinished, now <= 20_000]).toEqual([false, true]);
});

it('says what it did', () => {
  expect(waitHeaders(true, 0)).toEqual({});
  expect(waitHeaders(false, 20)).toEqual({ 'Preference-Applied': 'wait=20', 'Retry-After': '1' });
});
