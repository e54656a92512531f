// What is hardly true of orders, although it can be read: a date far from all others, ids that a spreadsheet has rounded,
// products that repeat in their orders, prices in hundredths. Only the operator knows; until then nothing is sent.
import { OrderFileError } from '../problems/errors.ts';
import type { OrderRow } from '../rows/check-row.ts';
import { FutureDates } from './future-dates.ts';
import { OddDates } from './odd-dates.ts';
import { OddPrices } from './odd-prices.ts';
import { RepeatedShare } from './repeated-share.ts';
import { ScientificIds } from './scientific-ids.ts';
import { UnreadDiscounts } from './unread-discounts.ts';

export const DOUBTS = ['dates', 'ids', 'repeats', 'prices', 'discounts'] as const;
export type Doubt = (typeof DOUBTS)[number];

export class Doubts {
  private readonly dates = new OddDates();
  private readonly future = new FutureDates();
  private readonly ids = new ScientificIds();
  private readonly repeats = new RepeatedShare();
  private readonly prices = new OddPrices();
  readonly discounts = new UnreadDiscounts();
  private order: string | undefined;

  /** A sale; returns of exporters repeat the products of theirs. */
  add(row: OrderRow, source: string): void {
    // The lines of an order have one date, which is mistyped once.
    if (row.order_date !== undefined && row.order_id !== this.order) {
      this.order = row.order_id;
      this.dates.add(row.order_date, row.line, source);
      this.future.add(row.order_date, row.line, source);
    }
    this.ids.add(row, source);
    this.repeats.add(row, source);
    this.prices.add(row, source);
  }

  /** When all was read. Throws OrderFileError for the first doubt that the operator has not answered. */
  demandAnswers(accepted: ReadonlySet<Doubt>, currency: string | undefined): void {
    const found = [
      accepted.has('ids') ? undefined : this.ids.found(),
      accepted.has('dates') ? undefined : (this.dates.found() ?? this.future.found()),
      accepted.has('discounts') ? undefined : this.discounts.found(),
      accepted.has('prices') ? undefined : this.prices.found(currency),
      accepted.has('repeats') ? undefined : this.repeats.found(),
    ].find((one) => one !== undefined);
    if (found !== undefined) throw new OrderFileError(found.source, found.problem);
  }
}
