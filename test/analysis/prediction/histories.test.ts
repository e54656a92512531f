// The sample of customers on whom forecasts are tried: the same by places as by days.
import { expect, it } from 'vitest';
import { MoneySums } from '../../../src/analysis/money/money-sums.ts';
import { pickEveryNth } from '../../../src/analysis/prediction/customer-days.ts';
import { computeEveryNth, pickTriedPlaces } from '../../../src/analysis/prediction/histories.ts';
import { createRandom } from '../../../tools/harness/random/random.ts';

it('pickTriedPlaces picks the same customers from places in any sequence as pickEveryNth picks from days', () => {
  const random = createRandom(3);
  for (const count of [1, 49_999, 50_000, 50_001, 100_001, 151_000]) {
    // The day of a customer is its number, so days identify the chosen customers.
    const day = new Int32Array(count).map((_, customer) => customer);
    const start = new Uint32Array(count + 1).map((_, customer) => customer);
    const days = {
      count,
      start,
      day,
      orders: new Uint32Array(count).fill(1),
      value: new MoneySums(count, 2),
    };
    const shuffled = Float64Array.from(day);
    for (let at = count - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [shuffled[at], shuffled[other]] = [shuffled[other] ?? 0, shuffled[at] ?? 0];
    }
    const tried = pickEveryNth(days, computeEveryNth(count)).day;
    expect(tried.length).toBeLessThanOrEqual(50_000);
    expect(Array.from(pickTriedPlaces(shuffled))).toEqual(Array.from(tried));
  }
});
