// Computes discounts of exports that state none: the amount by which an order's total is below its lines, shipping,
// fees and tax. Orders without a discount show whether prices include tax; others wait until it is known.

import { type Currency, getHalfUnit } from '../../../src/contract/sentences/currency.ts';
import type { RowSink } from '../orders/order-rows.ts';
import type { ExportLine, OrderAmounts } from './line-reader.ts';

type Emit = (order: OrderAmounts, sink: RowSink) => void;

export class OrderDiscounts {
  private isTaxOnTop: boolean | undefined;
  private waiting: {
    readonly order: OrderAmounts;
    readonly over: number;
    readonly half: number;
    readonly emit: Emit;
  }[] = [];

  /** Calls `emit` with the order's discount, at once or once it is known. */
  read(
    lines: readonly ExportLine[],
    order: OrderAmounts,
    currency: Currency,
    emit: Emit,
    sink: RowSink,
  ): void {
    const half = getHalfUnit(currency);
    const { total, shipping = 0, fees = 0, tax = 0 } = order;
    if (total === undefined) {
      emit(order, sink);
      return;
    }
    const products = lines.reduce((sum, { meaning, net }) => (meaning === 'sale' ? sum + net : sum), 0);
    /** The amount by which the lines exceed the total, if their prices include tax. */
    const over = products + shipping + fees - total;
    if (Math.abs(tax) <= half) {
      emit({ ...order, discount: Math.max(0, over) }, sink);
      return;
    }
    if (Math.abs(over) <= half) this.isTaxOnTop ??= false;
    else if (over < 0) this.isTaxOnTop ??= true;
    this.waiting.push({ order, over, half, emit });
    if (this.isTaxOnTop !== undefined) this.settle(sink);
  }

  /** Returns the number of orders in a file that leaves it unknown: their tax counts as on top of prices. */
  end(sink: RowSink): number {
    const undecided = this.waiting.length;
    this.settle(sink);
    return undecided;
  }

  private settle(sink: RowSink): void {
    const onTop = this.isTaxOnTop ?? true;
    for (const { order, over, half, emit } of this.waiting) {
      const isOnTop = over < -half ? true : onTop && Math.abs(over) > half;
      emit({ ...order, discount: Math.max(0, over + (isOnTop ? (order.tax ?? 0) : 0)) }, sink);
    }
    this.waiting = [];
  }
}
