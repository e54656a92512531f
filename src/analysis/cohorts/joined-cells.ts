// Joins the cohorts of all partitions of the customers.

import type { CohortPeriod } from '../../contract/report-types/cohort/limits.ts';
import { locateAmong } from '../baskets/basket-columns.ts';
import { MoneySums } from '../money/money-sums.ts';
import { type CohortCells, createCellLayout } from './cohort-cells.ts';

/** A cohort that is not listed for the whole dataset may have cells in one partition: leave them out. */
export function joinCells(
  parts: readonly CohortCells[],
  by: CohortPeriod,
  reference: number,
  scale: number,
): CohortCells {
  const periods = [...new Set(parts.flatMap((part) => part.periods))].sort((a, b) => a - b);
  const layout = createCellLayout(periods, by, reference);
  const customers = new Uint32Array(periods.length);
  const active = new Uint32Array(layout.count);
  const orders = new Uint32Array(layout.count);
  const revenue = new MoneySums(layout.count, scale);
  const cohortOrders = new Uint32Array(periods.length);
  const cohortRevenue = new MoneySums(periods.length, scale);
  const isBeyond = new Uint8Array(periods.length);
  for (const part of parts) {
    const own = createCellLayout(part.periods, by, reference);
    for (const [from, to] of locateAmong(periods, part.periods).entries()) {
      customers[to] += part.customers[from];
      cohortOrders[to] += part.cohortOrders[from];
      cohortRevenue.addFrom(to, part.cohortRevenue, from);
      isBeyond[to] |= part.isBeyond[from];
      for (let following = 0; following < layout.width[to]; following++) {
        const [cell, ownCell] = [layout.start[to] + following, own.start[from] + following];
        active[cell] += part.active[ownCell];
        orders[cell] += part.orders[ownCell];
        revenue.addFrom(cell, part.revenue, ownCell);
      }
    }
  }
  return {
    periods,
    customers,
    active,
    orders,
    revenue,
    cohortOrders,
    cohortRevenue,
    isBeyond,
    returnsBeforeFirstPurchase: parts.reduce((sum, part) => sum + part.returnsBeforeFirstPurchase, 0),
  };
}
