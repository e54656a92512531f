// Totals of partitions added up, exactly.
import { type BasketTotals, ORDER_PLACES } from '../baskets/fill-baskets.ts';
import { TURNOVER_SUMS } from '../baskets/selection.ts';
import { MoneySums } from '../money/money-sums.ts';

export class JoinedTotals {
  readonly orders = new Uint32Array(ORDER_PLACES);
  readonly value: MoneySums;
  readonly turnoverSums: MoneySums;
  undatedOrders = 0;
  rowsUnderOther = 0;
  readonly serviceRows = new Map<string, number>();

  constructor(scale: number) {
    this.value = new MoneySums(ORDER_PLACES, scale);
    this.turnoverSums = new MoneySums(TURNOVER_SUMS, scale);
  }

  add({ orders, value, turnoverSums, undatedOrders, rowsUnderOther, serviceRows }: BasketTotals): void {
    for (const [place, count] of orders.entries()) {
      this.orders[place] += count;
      this.value.addFrom(place, value, place);
    }
    for (let at = 0; at < turnoverSums.length; at++) this.turnoverSums.addFrom(at, turnoverSums, at);
    this.undatedOrders += undatedOrders;
    this.rowsUnderOther += rowsUnderOther;
    for (const [label, rows] of serviceRows)
      this.serviceRows.set(label, (this.serviceRows.get(label) ?? 0) + rows);
  }

  /** `rowsOfLabel`: of all labels. */
  totals(rowsOfLabel: Uint32Array | undefined): BasketTotals {
    const { orders, value, turnoverSums, undatedOrders, rowsUnderOther, serviceRows } = this;
    return { orders, value, turnoverSums, undatedOrders, rowsUnderOther, serviceRows, rowsOfLabel };
  }
}
