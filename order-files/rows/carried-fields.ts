// Fields of an order that stand on its first row only hold for its further rows: those that follow it, and for orders that
// are left out also those that lie apart. In files of no particular exporter.

import { detached } from '../text/texts.ts';
import { DistinctCount } from '../values/distinct-count.ts';

export class CarriedFields {
  private orderId = '';
  private status: string | undefined;
  private currency: string | undefined;
  /** By status, orders that are left out for it. */
  private readonly leftOut = new Map<string, DistinctCount>();

  /** Values of the row, or of the order's rows before it. */
  read(
    orderId: string,
    status: string | undefined,
    currency: string | undefined,
  ): { readonly status: string | undefined; readonly currency: string | undefined } {
    if (orderId !== this.orderId) {
      this.orderId = orderId;
      this.status = undefined;
      this.currency = undefined;
    }
    this.status = status ?? this.status ?? this.knownStatus(orderId);
    this.currency = currency ?? this.currency;
    return { status: this.status, currency: this.currency };
  }

  leaveOut(orderId: string, status: string): void {
    const known = this.leftOut.get(status) ?? new DistinctCount();
    known.add(orderId);
    this.leftOut.set(detached(status), known);
  }

  private knownStatus(orderId: string): string | undefined {
    for (const [status, orders] of this.leftOut) if (orders.has(orderId)) return status;
    return undefined;
  }
}
