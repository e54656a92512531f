// How reports of many accounts follow each other, in simulated time.
import { expect, test } from 'vitest';
import { type StormReport, simulateStorm } from '../../../tools/harness/report-storm.ts';

const SHOPS = 120;
const of = (accountId: string, lines: number): StormReport => ({ accountId, lines });
const storm = Array.from({ length: SHOPS }, (_, at) => of(`acc_${at}`, at % 10 === 0 ? 5_000_000 : 200_000));
const table = { readUnits: 12_000, concurrentReports: 2 };

test('a storm of reports is computed a few at a time, and all finish', async () => {
  const { finished, timedOut, mostAtOnce, mostPlans } = await simulateStorm({
    ...table,
    reports: storm,
    computingReports: 8,
  });
  expect({ finished, timedOut, mostAtOnce }).toEqual({ finished: SHOPS, timedOut: 0, mostAtOnce: 8 });
  // An execution has 25,000 events, and asking takes about ten.
  expect(mostPlans).toBeLessThan(200);
});

test('without the bound, large shops that read at once reach the timeout of their functions', async () => {
  const { timedOut } = await simulateStorm({
    ...table,
    reports: storm.map(({ accountId }) => of(accountId, 5_000_000)),
    computingReports: SHOPS,
  });
  expect(timedOut).toBeGreaterThan(SHOPS / 2);
});

test('an account that asks for two hundred reports does not hold up another that asks for one', async () => {
  const many = Array.from({ length: 200 }, () => of('acc_many', 1_000_000));
  const { order } = await simulateStorm({
    ...table,
    reports: [...many, of('acc_one', 50_000)],
    computingReports: 1,
  });
  expect(order.indexOf('acc_one')).toBeLessThanOrEqual(2);
});

test('reports whose workflows were stopped, waiting or with a place, hold nobody up for good', async () => {
  const stopped = storm.map((report, at) => (at % 5 === 2 ? { ...report, isStopped: true } : report));
  const { finished, mostAtOnce } = await simulateStorm({ ...table, reports: stopped, computingReports: 3 });
  expect(finished).toBe(SHOPS - SHOPS / 5);
  expect(mostAtOnce).toBeLessThanOrEqual(3);
});
