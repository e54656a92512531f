// Discounts of exports that state none: what an order's total is below its lines, shipping, fees and tax. Whether tax is
// on top of prices or within them is learned from orders without a discount; others wait until it is known.
import { type Currency, halfUnit } from '../../src/core/money/currency.ts';
import type { ExportLine, OrderAmounts } from '../rows/export-lines.ts';
import type { RowSink } from './order-rows.ts';

type Emit = (order: OrderAmounts, sink: RowSink) => void;

export class OrderDiscounts {
  private isTaxOnTop: boolean | undefined;
  private waiting: {
    readonly order: OrderAmounts;
    readonly over: number;
    readonly half: number;
    readonly emit: Emit;
  }[] = [];

  /** Calls `emit` with the order's discount, at once or when it is known. */
  read(
    lines: readonly ExportLine[],
    order: OrderAmounts,
    currency: Currency,
    emit: Emit,
    sink: RowSink,
  ): void {
    const half = halfUnit(currency);
    const { total, shipping = 0, fees = 0, tax = 0 } = order;
    if (total === undefined) {
      emit(order, sink);
      return;
    }
    const products = lines.reduce((sum, { meaning, net }) => (meaning === 'sale' ? sum + net : sum), 0);
    /** What the lines are above the total, if their prices include tax. */
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

  /** How many orders there were in a file in which none tells: their tax counts as on top of prices. */
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
