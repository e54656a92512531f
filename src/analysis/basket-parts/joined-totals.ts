// Adds up the totals of partitions exactly. Puts their labels into the sequence in which one function meets them over
// the whole dataset, which breaks ties.
import { type BasketTotals, ORDER_PLACES } from '../baskets/fill-baskets.ts';
import { TURNOVER_SUMS } from '../baskets/selection.ts';
import { MoneySums } from '../money/money-sums.ts';
import type { PlacedLabels } from './packed-baskets.ts';

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

  /** `rowsOfLabel`: rows of each label, over all partitions. */
  totals(rowsOfLabel: Uint32Array | undefined): BasketTotals {
    const { orders, value, turnoverSums, undatedOrders, rowsUnderOther, serviceRows } = this;
    return { orders, value, turnoverSums, undatedOrders, rowsUnderOther, serviceRows, rowsOfLabel };
  }
}

export class JoinedLabels {
  private readonly indexOf = new Map<string, number>();
  private readonly texts: string[] = [];
  private readonly places: number[] = [];

  /** Per label of the partition: an index for `sequence`. */
  add({ labels, place }: PlacedLabels): Uint32Array {
    const own = new Uint32Array(labels.length);
    for (const [at, label] of labels.entries()) {
      const known = this.indexOf.get(label);
      if (known === undefined) {
        own[at] = this.texts.length;
        this.indexOf.set(label, this.texts.length);
        this.texts.push(label);
        this.places.push(place[at]);
      } else {
        own[at] = known;
        this.places[known] = Math.min(this.places[known], place[at]);
      }
    }
    return own;
  }

  get size(): number {
    return this.texts.length;
  }

  /** Call this after all labels are added. */
  sequence(): { readonly labels: readonly string[]; readonly indexOf: Uint32Array } {
    const { places, texts } = this;
    const order = Uint32Array.from(places.keys()).sort((a, b) => places[a] - places[b]);
    const indexOf = new Uint32Array(order.length);
    for (const [index, label] of order.entries()) indexOf[label] = index;
    return { labels: Array.from(order, (label) => texts[label]), indexOf };
  }
}
