// What an RFM report is made of, joined from what partitions of the customers found.
import { turnoverOf } from '../../core/baskets/selection.ts';
import { type UnpackedColumns, unpackColumns } from '../../core/extract/packed-columns.ts';
import { JoinedRows } from '../../core/partitions/joined-rows.ts';
import { summedMoney, summedNumbers, summedTimes } from '../../core/partitions/joined-sums.ts';
import { moneyIn } from '../../core/partitions/money-columns.ts';
import type { CustomerDays } from '../../core/prediction/customer-days.ts';
import { type ScoreThresholds, scoresAt } from '../../core/rfm/customer-scores.ts';
import type { RfmFigures, RfmSelection } from '../../core/rfm/customers.ts';
import { JoinedProducts } from '../../core/rfm/joined-products.ts';
import { SEGMENT_NAMES } from '../../core/rfm/segments.ts';
import { joinedIds } from '../part-ids.ts';
import type { RfmSource } from './source.ts';

/** Products are added as they come; what is found of customers is kept as it is until all of it is there. */
export class FiguresJoin {
  private customers: UnpackedColumns[] = [];
  private readonly products: JoinedProducts;
  private readonly scale: number;

  constructor(scale: number) {
    this.scale = scale;
    this.products = new JoinedProducts(SEGMENT_NAMES.length, scale);
  }

  /** `found`: of `packFigures`. */
  add(found: Uint8Array): void {
    const blocks = unpackColumns(found);
    // A copy: the products need not stay.
    this.customers.push(unpackColumns(blocks.bytes('customers').slice()));
    const cells = unpackColumns(blocks.bytes('products'));
    this.products.add(cells.texts('products'), {
      product: cells.integers('product'),
      segment: cells.integers('segment'),
      orders: cells.numbers('orders'),
      customers: cells.numbers('customers'),
      quantity: cells.numbers('quantity'),
      revenueAt: moneyIn(cells, 'revenue'),
    });
  }

  /** Leaves nothing here: what was found need not stay longer than the source. */
  end(thresholds: ScoreThresholds): RfmSource {
    const { customers: found, scale, products } = this;
    this.customers = [];
    const rows = JoinedRows.byPlace(found, 'place');
    const selected = selectionOf(rows, found, scale);
    return {
      selected,
      scores: () => scoresAt(selected, thresholds),
      days: () => joinedDays(rows, scale),
      gaps: () => summedTimes(found, 'gap_days', 'gap_times'),
      products: () => products.sums(),
      ids: () => joinedIds(rows),
      firstDays: () => rows.numbers('first_day'),
    };
  }
}

export function joinedFigures(rows: JoinedRows, scale: number): RfmFigures {
  const spend = rows.money('spend', scale);
  return {
    count: rows.count,
    recency: rows.numbers('recency'),
    frequency: rows.numbers('frequency'),
    spend,
    monetary: spend.amounts(),
  };
}

export function selectionOf(
  rows: JoinedRows,
  found: readonly UnpackedColumns[],
  scale: number,
): RfmSelection {
  const [rowsWithoutCustomer = 0, rowsWithoutDate = 0, customersWithoutPurchase = 0] = summedNumbers(
    found,
    'left_out',
    3,
  );
  return {
    ...joinedFigures(rows, scale),
    turnover: turnoverOf(summedMoney(found, 'turnover', 2, scale)),
    rowsWithoutCustomer,
    rowsWithoutDate,
    customersWithoutPurchase,
  };
}

export function joinedDays(customers: JoinedRows, scale: number): CustomerDays {
  const { start, rows } = customers.runs('days');
  return {
    ...{ count: customers.count, start },
    // The same bits: days before 1970 are negative.
    day: new Int32Array(rows.counts('day').buffer),
    orders: rows.counts('day_orders'),
    value: rows.money('day_value', scale),
  };
}
