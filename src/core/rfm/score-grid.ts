// How many customers have which scores: the grid that segments are cut from.
import { MoneySums } from '../money/money-sums.ts';
import type { CustomerScores } from './customer-scores.ts';
import type { RfmFigures } from './customers.ts';
import { gridCell } from './segments.ts';

export interface ScoreCell {
  /** R, 1 to 5. */
  readonly recency: number;
  /** FM = ceil((F + M) / 2), 1 to 5. */
  readonly frequency_monetary: number;
  readonly customers: number;
  readonly revenue: number;
}

/** Cells with customers, by R and FM ascending. */
export function scoreGrid({ count, spend }: RfmFigures, { r, f, m }: CustomerScores): ScoreCell[] {
  const customers = new Uint32Array(25);
  const revenue = new MoneySums(25, spend.scale);
  for (let c = 0; c < count; c++) {
    const cell = gridCell(r[c], f[c], m[c]);
    customers[cell]++;
    revenue.addFrom(cell, spend, c);
  }
  return [...customers].flatMap((number, cell) =>
    number === 0
      ? []
      : [
          {
            recency: Math.floor(cell / 5) + 1,
            frequency_monetary: (cell % 5) + 1,
            customers: number,
            revenue: revenue.amountAt(cell),
          },
        ],
  );
}
