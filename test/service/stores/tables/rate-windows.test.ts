// Tests the answers of a rate window, on the real table and by clocks that differ.
import { ulid } from 'ulid';
import { beforeAll, expect, it } from 'vitest';
import { createRateWindows, type RateWindows } from '../../../../src/service/accounts/rate-windows.ts';
import { TABLES, useTables } from './use-tables.ts';

const stage = useTables();
const NOW = Date.parse('2026-03-01T12:00:00Z');
const WINDOW = { limit: 5, windowMs: 60_000 };

let windows: RateWindows;
beforeAll(() => {
  windows = createRateWindows(stage.db, TABLES.service);
});

it('returns the remaining requests of the window, for the first request of a second and for later ones', async () => {
  const caller = ulid();
  const remaining: unknown[] = [];
  for (const at of [0, 1, 2, 1_000, 1_001, 1_002])
    remaining.push(await windows.admit(caller, WINDOW, NOW + at));
  expect(remaining).toEqual([
    ...[4, 3, 2, 1, 0].map((left) => ({ admitted: true, remaining: left, resetMs: 60_000 })),
    // The last of them leaves the window a second after the first.
    { admitted: false, retryAfterMs: 60_002 - 1_002, resetMs: 61_001 - 1_002 },
  ]);
});

it('ends the wait with the first second that makes room', async () => {
  const caller = ulid();
  for (const at of [0, 10_000, 20_000, 20_001, 20_002]) await windows.admit(caller, WINDOW, NOW + at);
  const refused = { admitted: false, retryAfterMs: 30_000, resetMs: 50_002 };
  expect(await windows.admit(caller, WINDOW, NOW + 30_000)).toEqual(refused);
  expect(await windows.admit(caller, { ...WINDOW, limit: 4 }, NOW + 30_000)).toMatchObject({
    retryAfterMs: 40_000,
  });
});

it('counts a request in the second of a clock that is up to ten seconds ahead, and otherwise in its own second', async () => {
  const [near, far] = [ulid(), ulid()];
  await windows.admit(near, WINDOW, NOW + 10_000);
  await windows.admit(near, WINDOW, NOW);
  await windows.admit(far, WINDOW, NOW + 10_001);
  await windows.admit(far, WINDOW, NOW);
  // A minute after `NOW`, the request by the slower clock has left the window only if its own second was kept.
  const admitAgain = async (caller: string) => windows.admit(caller, WINDOW, NOW + 60_000);
  expect([await admitAgain(near), await admitAgain(far)]).toEqual([
    { admitted: true, remaining: 2, resetMs: 60_000 },
    { admitted: true, remaining: 4, resetMs: 60_000 },
  ]);
});

it('admits a client that stays below the limit with two requests in every other second', async () => {
  const caller = ulid();
  const minute = { limit: 62, windowMs: 60_000 };
  const refused: number[] = [];
  for (let second = 0; second < 100; second += 2)
    for (const at of [second * 1_000 + 50, second * 1_000 + 950]) {
      const { admitted } = await windows.admit(caller, minute, NOW + at);
      if (!admitted) refused.push(at);
    }
  expect(refused).toEqual([]);
});
