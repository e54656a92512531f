// Packing of sums of money into columns.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packColumns, unpackColumns } from '../../../src/analysis/extract/packed-columns.ts';
import { MoneySums } from '../../../src/analysis/money/money-sums.ts';
import { packMoney, readMoneyUnits } from '../../../src/analysis/partitions/money-columns.ts';

const units = fc.oneof(
  fc.integer().map(BigInt),
  fc.bigInt({ min: -(2n ** 900n), max: 2n ** 900n }),
  fc.constantFrom(2n ** 52n, 2n ** 53n - 1n, 2n ** 53n, -(2n ** 53n), 0n),
);

it('readMoneyUnits returns every packed sum exactly at any size', () => {
  fc.assert(
    fc.property(fc.array(units), (sums) => {
      const money = new MoneySums(sums.length, 2);
      for (const [at, sum] of sums.entries()) money.add(at, sum);
      const unitsAt = readMoneyUnits(unpackColumns(packColumns(packMoney('spend', money))), 'spend');
      expect(sums.map((_, at) => BigInt(unitsAt(at)))).toEqual(sums);
    }),
    { numRuns: 200 },
  );
});
