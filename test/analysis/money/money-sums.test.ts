// Compares sums of money with exact sums of big integers.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCommonScale, MAX_SCALE, toAmount, toUnits } from '../../../src/analysis/money/decimal.ts';
import { joinLimbs, joinUnits, toLimbs } from '../../../src/analysis/money/limbs.ts';
import { MoneySums, sumAmounts } from '../../../src/analysis/money/money-sums.ts';

/** Rows with any price and quantity that an order may hold; `places`: decimals of the price. */
const rows = fc.array(
  fc.record({
    digits: fc.oneof(
      fc.integer({ min: -99_999, max: 99_999 }),
      fc.integer({ min: -(10 ** 12), max: 10 ** 12 }),
      fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 }),
    ),
    places: fc.nat({ max: MAX_SCALE }),
    quantity: fc.oneof(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -(10 ** 9), max: 10 ** 9 })),
  }),
  { minLength: 1, maxLength: 60 },
);

function toPrice({ digits, places }: { readonly digits: number; readonly places: number }): number {
  return Number(`${digits}e-${places}`);
}

/** Computes Σ price × quantity in units of 10^-MAX_SCALE from the digits. */
function computeExactSum(of: readonly { digits: number; places: number; quantity: number }[]): bigint {
  return of.reduce(
    (sum, { digits, places, quantity }) =>
      sum + BigInt(digits) * 10n ** BigInt(MAX_SCALE - places) * BigInt(quantity),
    0n,
  );
}

test('MoneySums adds exact decimals in any sequence of rows and with any number of shards', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 5 }), fc.infiniteStream(fc.nat()), (all, shards, draw) => {
      const scale = findCommonScale(all.map(toPrice));
      const parts = new MoneySums(shards, scale);
      for (const row of all) {
        const shard = (draw.next().value ?? 0) % shards;
        const [price, quantity] = [toUnits(toPrice(row), scale), row.quantity];
        const product = Number(price) * quantity;
        if (!parts.tryAdd(shard, product)) parts.add(shard, BigInt(price) * BigInt(quantity));
      }
      const whole = new MoneySums(1, scale);
      for (let shard = 0; shard < shards; shard++) whole.addFrom(0, parts, shard);
      const exact = computeExactSum(all);
      expect(BigInt(whole.unitsAt(0)) * 10n ** BigInt(MAX_SCALE - scale)).toBe(exact);
      expect(whole.amountAt(0) + 0).toBe(Number(`${exact}e-${MAX_SCALE}`) + 0);
    }),
    { numRuns: 500 },
  );
});

test('joinUnits and joinLimbs restore the sums that toLimbs split', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), { minLength: 1 }), (values) => {
      const sums = new MoneySums(values.length, 2);
      for (const [at, value] of values.entries()) sums.add(at, value);
      const limbs = toLimbs(sums, values.length);
      const total = joinUnits(limbs.map((limb) => limb.reduce((sum, part) => sum + part, 0)));
      expect(BigInt(total)).toBe(values.reduce((sum, value) => sum + value, 0n));
      expect([...joinLimbs(limbs)]).toEqual(values.map(Number));
    }),
  );
});

test('toLimbs returns a single column if all sums are safe integers', () => {
  const sums = new MoneySums(3, 2);
  for (const [at, units] of [150, 30, -20].entries()) sums.add(at, units);
  expect(toLimbs(sums, 2)).toEqual([Float64Array.of(150, 30)]);
});

test('MoneySums keeps the last unit of sums beyond the safe integers', () => {
  const sums = new MoneySums(1, 0);
  for (let i = 0; i < 3; i++) sums.add(0, 2 ** 52 - 1);
  sums.add(0, 1);
  expect(sums.unitsAt(0)).toBe(3n * (2n ** 52n - 1n) + 1n);
  sums.add(0, -(3n * 2n ** 52n));
  expect(sums.unitsAt(0)).toBe(-2);
  sums.clear(0);
  expect(sums.unitsAt(0)).toBe(0);
});

test('MoneySums.ofUnits starts from the given units, including those at the limit of exact doubles', () => {
  const units = [0, 1, -2, 2 ** 52 - 1, 2 ** 52, -(2 ** 53) + 1];
  const sums = MoneySums.ofUnits(Float64Array.from(units), 2);
  sums.add(4, 2 ** 52);
  sums.add(4, 1);
  expect(units.map((_, at) => sums.unitsAt(at))).toEqual([
    0,
    1,
    -2,
    2 ** 52 - 1,
    2n ** 53n + 1n,
    1 - 2 ** 53,
  ]);
});

test('MoneySums.first copies the first sums exactly', () => {
  const sums = new MoneySums(4, 2);
  for (const [at, units] of [2 ** 52 - 1, -7, 2 ** 52 - 1].entries()) sums.add(at, units);
  for (const at of [0, 2]) sums.add(at, 2 ** 52 - 1);
  const first = sums.first(2);
  expect([first.length, first.scale, first.unitsAt(0), first.unitsAt(1)]).toEqual([2, 2, 2 ** 53 - 2, -7]);
  first.add(0, 3);
  expect(first.unitsAt(0)).toBe(2n ** 53n + 1n);
  expect(sums.unitsAt(0)).toBe(2 ** 53 - 2);
});

test('sumAmounts adds decimal amounts exactly', () => {
  expect(sumAmounts([0.1, 0.2])).toBe(0.3);
  expect(sumAmounts([])).toBe(0);
  expect(sumAmounts([60.57, -0.001, 1e12])).toBe(1_000_000_000_060.569);
  expect(toAmount(3, 1)).toBe(0.3);
});
