// What a forecast missed is that of its own figure, also after many reports of other shops in one process: once, value's error
// stood in place of orders'.
import { expect, it } from 'vitest';
import type { Numbers } from '../../../src/analysis/extract/packed-columns.ts';
import { ownFrequency, repeated, spendOf } from '../../../src/analysis/prediction/candidates.ts';
import { firstPurchaseDay } from '../../../src/analysis/prediction/customer-days.ts';
import { LEAST_REPEAT_CUSTOMERS } from '../../../src/analysis/prediction/customer-summaries.ts';
import { fitModels } from '../../../src/analysis/prediction/models/purchase-outlook.ts';
import { purchasePatterns } from '../../../src/analysis/prediction/models/purchase-patterns.ts';
import { originAt, originCuts, pastOriginAt } from '../../../src/analysis/prediction/origins.ts';
import { tryAt } from '../../../src/analysis/prediction/trials.ts';
import { OWN_FREQUENCY, REPEATED } from '../../../src/contract/report-types/model-names.ts';
import { clockwork, forecastOf, REFERENCE, regulars, shop } from './shops.ts';

const HORIZON = 90;
const ROUNDS = 6;

const sumOf = (count: number, figure: (c: number) => number): number => {
  let sum = 0;
  for (let c = 0; c < count; c++) sum += figure(c);
  return sum;
};

it('is, per figure, the sum over customers of how far it was off, and the same in every run', () => {
  const shops = [shop(40), shop(150), clockwork(), regulars(60)].map((orders) => {
    const { days } = forecastOf(orders);
    const { summaries } = originAt(days, REFERENCE, HORIZON);
    const models = fitModels(summaries, purchasePatterns(summaries), 1);
    return {
      days,
      models,
      cuts: originCuts(firstPurchaseDay(days), REFERENCE, { horizon: HORIZON, step: 30, most: 6 }),
    };
  });
  const first = new Map<string, string>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, { days, models, cuts }] of shops.entries()) {
      for (const cut of cuts) {
        const tried = tryAt(days, cut, models, HORIZON);
        const text = JSON.stringify(tried && [...tried.trials]);
        const key = `${at} ${cut}`;
        if (!first.has(key)) first.set(key, text);
        expect(text).toBe(first.get(key));
        if (tried === undefined) continue;
        const origin = pastOriginAt(days, cut, HORIZON);
        const spend = spendOf(origin, LEAST_REPEAT_CUSTOMERS);
        for (const [name, { orders, value }] of [
          [REPEATED, repeated(origin)],
          [OWN_FREQUENCY, ownFrequency(origin, spend, HORIZON)],
        ] as const) {
          const { after } = origin;
          const off = (guess: Numbers, actual: Float64Array) => ({
            absolute: sumOf(guess.length, (c) => Math.abs((guess[c] ?? 0) - (actual[c] ?? 0))),
            squared: sumOf(guess.length, (c) => ((guess[c] ?? 0) - (actual[c] ?? 0)) ** 2),
          });
          const trial = tried.trials.get(name);
          expect(trial?.orders).toEqual(off(orders, after.orders));
          expect(trial?.value).toEqual(value && off(value, after.value));
        }
      }
    }
  }
  expect(first.size).toBeGreaterThan(8);
});
