// Money in whole reports is exact to the last decimal.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyseCohorts, analyseMarketBasket, analyseRfm } from '../../../tools/harness/analyse.ts';
import { countCases } from '../../../tools/harness/depth.ts';
import { createLine, createMbaSettings, type LiteralOrder, toColumns } from '../orders/literal-orders.ts';

/** A price as an integer of 10^-decimals, so that the test never adds doubles. */
interface Row {
  readonly customer: string;
  readonly day: number;
  readonly digits: number;
  readonly decimals: number;
  readonly quantity: number;
  readonly product: string;
}

const DECIMALS = 4;
const DRAWN = { numRuns: countCases(40) };

const row = fc.record({
  customer: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  day: fc.integer({ min: 1, max: 28 }),
  digits: fc.oneof(fc.integer({ min: 0, max: 999 }), fc.integer({ min: -(10 ** 12), max: 10 ** 12 })),
  decimals: fc.integer({ min: 0, max: DECIMALS }),
  quantity: fc.integer({ min: -3, max: 5 }),
  product: fc.constantFrom('P', 'Q', 'R'),
});

function createOrder(rows: readonly Row[], id: number): LiteralOrder {
  const [{ customer = 'a', day = 1 } = {}] = rows;
  return {
    id: `o${id}`,
    customer,
    date: new Date(Date.UTC(2024, 0, day)).toISOString(),
    lines: rows.map(({ digits, decimals, quantity, product }, at) =>
      createLine(`${product}${at}`, Number(`${digits}e-${decimals}`), quantity),
    ),
  };
}

/** Σ price × quantity by digits alone, as the nearest double. */
function sumExactly(rows: readonly Row[]): number {
  const sum = rows.reduce(
    (total, { digits, decimals, quantity }) =>
      total + BigInt(digits) * 10n ** BigInt(DECIMALS - decimals) * BigInt(quantity),
    0n,
  );
  return Number(`${sum}e-${DECIMALS}`) + 0;
}

const orders = fc.array(fc.array(row, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 20 });

test('the sums of every report are exact, as with big integers', () => {
  fc.assert(
    fc.property(orders, (data) => {
      const columns = toColumns(data.map(createOrder));
      const all = data.flat();
      const bought = data.filter((rows) => rows.some(({ quantity }) => quantity > 0));
      const turnover = {
        gross_revenue: sumExactly(all.filter(({ quantity }) => quantity > 0)),
        returns: 0 - sumExactly(all.filter(({ quantity }) => quantity <= 0)),
        net_revenue: sumExactly(all),
      };
      const { summary } = analyseMarketBasket(columns, createMbaSettings({ minSupport: 0.2 })).body;
      expect(summary).toMatchObject({ total_revenue_processed: sumExactly(bought.flat()), ...turnover });
      const { metrics } = analyseRfm(columns, createMbaSettings()).body;
      if (metrics !== null) expect(metrics).toMatchObject(turnover);
      expect(
        analyseCohorts(columns, { ...createMbaSettings(), cohortBy: 'month' }).body.summary,
      ).toMatchObject(turnover);
    }),
    DRAWN,
  );
});
