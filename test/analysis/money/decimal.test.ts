// Conversion of prices to integers of a scale and back.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  computeMeanAmount,
  countDecimals,
  findCommonScale,
  MAX_SCALE,
  multiplyPrice,
  multiplyToUnits,
  roundTo,
  toAmount,
  toUnits,
} from '../../../src/analysis/money/decimal.ts';
import { computeUnitPrice, roundPrice } from '../../../src/analysis/money/unit-price.ts';

test.each([
  [0, 0],
  [12, 0],
  [0.1, 1],
  [1.005, 3],
  [-2.95, 2],
  [60.57, 2],
  [0.00000001, 8],
  [999_999_999_999, 0],
  [999_999_999_999.99, 2],
  [10 / 3, 8],
  [0.1 + 0.2, 8],
])('countDecimals counts the decimals of %f as %i, at most eight', (price, decimals) => {
  expect(countDecimals(price)).toBe(decimals);
});

test.each([
  // The doubles nearest to these decimals are below the half: 1.0049999… and so on.
  ['1.005', 2, 101],
  ['0.285', 2, 29],
  ['8.345', 2, 835],
  ['1.000000015', 8, 100_000_002],
  ['0.000000035', 8, 4],
  ['-2.675', 2, -268],
] as const)(
  'toUnits rounds %s to %i decimals by its decimal digits, not by its double',
  (price, scale, units) => {
    expect(toUnits(Number(price), scale)).toBe(units);
  },
);

test('roundPrice rounds prices of nine decimals by their decimal digits, not by their doubles', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 14n }), (billionths) => {
      const price = Number(`${billionths}e-9`);
      expect(roundPrice(price)).toBe(Number(`${(billionths + 5n) / 10n}e-8`));
      expect(roundPrice(-price)).toBe(-Number(`${(billionths + 5n) / 10n}e-8`) + 0);
    }),
  );
  for (const half of [15n, 1_005n, 285_000_005n, 10_000_000_000_015n]) {
    expect(roundPrice(Number(`${half}e-9`))).toBe(Number(`${(half + 5n) / 10n}e-8`));
  }
});

test('findCommonScale returns the most decimals of any price', () => {
  expect(findCommonScale([])).toBe(0);
  expect(findCommonScale([3, 2.5, 0.125, 7])).toBe(3);
});

test.each([
  [1.005, 3, 1_005],
  [0.125, 2, 13],
  [-0.125, 2, -13],
  [10 / 3, 8, 333_333_333],
  [999_999_999_999.99, 8, 99_999_999_999_999_000_000n],
  [-12_345_678.123_456_789, 8, -1_234_567_812_345_679n],
  [1e12, 8, 100_000_000_000_000_000_000n],
])('toUnits converts %f to units of 10^-%i: %s', (price, scale, units) => {
  expect(toUnits(price, scale)).toBe(units);
});

test('toAmount and computeMeanAmount return the nearest double of the exact decimal', () => {
  expect(toAmount(6_057, 2)).toBe(60.57);
  expect(toAmount(30n, 2)).toBe(0.3);
  expect(toAmount(123_456_789_012_345_678_901n, 2)).toBe(1_234_567_890_123_456_800);
  expect(computeMeanAmount(18_171, 3, 2)).toBe(60.57);
  expect(computeMeanAmount(18_171n, 3, 2)).toBe(60.57);
});

test('roundTo rounds an amount if a double holds the decimals', () => {
  expect(roundTo(60.569_999_999_999_99, 2)).toBe(60.57);
  expect(roundTo(-0.125, 2)).toBe(-0.13);
  expect(roundTo(1e15 / 3, 4)).toBe(1e15 / 3);
});

test('toAmount restores any decimal of up to 15 digits from its units', () => {
  const decimal = fc.tuple(
    fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 }),
    fc.nat({ max: MAX_SCALE }),
  );
  fc.assert(
    fc.property(decimal, ([digits, places]) => {
      const price = Number(`${digits}e-${places}`);
      expect(countDecimals(price)).toBeLessThanOrEqual(places);
      expect(BigInt(toUnits(price, places))).toBe(BigInt(digits));
      expect(toAmount(toUnits(price, places), places)).toBe(price);
    }),
  );
});

test('multiplyPrice restores the total from a unit price rounded to eight decimals', () => {
  expect(multiplyPrice(12.126_666_67, 3)).toBe(36.38);
  expect(multiplyPrice(12.126_666_67, -3)).toBe(-36.38);
  expect(multiplyPrice(10 / 3, 3)).toBe(10);
  // One of the three pieces is not worth a whole number of cents.
  expect(multiplyPrice(12.126_666_67, 1)).toBe(12.126_666_67);
  // `most`: the largest quantity for which the unit price determines the decimals of the total.
  for (const [decimals, most] of [
    [2, 900_000],
    [4, 5_000],
  ] as const) {
    const units = fc.integer({ min: -1e9, max: 1e9 });
    fc.assert(
      fc.property(units, fc.integer({ min: 1, max: most }), (whole, quantity) => {
        const total = toAmount(whole, decimals);
        const price = computeUnitPrice(total, quantity);
        // One in a hundred quotients ends in two zeros, which multiplyPrice treats as a listed price.
        fc.pre(quantity < 100 || countDecimals(price) > 6);
        expect(multiplyPrice(price, quantity)).toBe(total);
      }),
      { numRuns: 2_000 },
    );
  }
});

test('multiplyToUnits is exact for prices of up to six decimals at every scale', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.integer({ min: -1e6, max: 1e6 }),
      fc.integer({ min: 6, max: MAX_SCALE }),
      (millionths, quantity, scale) => {
        const units = BigInt(millionths) * BigInt(quantity) * 10n ** BigInt(scale - 6);
        expect(BigInt(multiplyToUnits(Number(`${millionths}e-6`), quantity, scale))).toBe(units);
      },
    ),
  );
});
