// What an RFM report is made of, joined from what partitions of the customers found.
import { turnoverOf } from '../../core/baskets/selection.ts';
import { type UnpackedColumns, unpackColumns } from '../../core/extract/packed-columns.ts';
import { JoinedRows } from '../../core/partitions/joined-rows.ts';
import { leastNumber, summedMoney, summedNumbers, summedTimes } from '../../core/partitions/joined-sums.ts';
import { moneyIn } from '../../core/partitions/money-columns.ts';
import type { BacktestFigures } from '../../core/prediction/backtest-figures.ts';
import { type CustomerSummaries, summariesOf } from '../../core/prediction/customer-summaries.ts';
import type { Outcomes } from '../../core/prediction/outcomes.ts';
import { HORIZON_DAYS } from '../../core/prediction/predict.ts';
import { type ScoreThresholds, scoresAt } from '../../core/rfm/customer-scores.ts';
import type { RfmFigures, RfmSelection } from '../../core/rfm/customers.ts';
import { JoinedProducts } from '../../core/rfm/joined-products.ts';
import { SEGMENT_NAMES } from '../../core/rfm/segments.ts';
import { joinedIds } from '../part-ids.ts';
import type { RfmSource } from './source.ts';

interface Measure {
  readonly reference: number;
  readonly thresholds: ScoreThresholds;
}

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
  end(measure: Measure): RfmSource {
    const { customers: found, scale, products } = this;
    this.customers = [];
    const rows = JoinedRows.byPlace(found, 'place');
    const selected = selectionOf(rows, found, scale);
    return {
      selected,
      scores: () => scoresAt(selected, measure.thresholds),
      histories: {
        summaries: () => joinedSummaries(rows, found, scale, ''),
        atCut: () => joinedBacktest(rows, found, scale, measure.reference),
      },
      gaps: () => summedTimes(found, 'gap_days', 'gap_times'),
      products: () => products.sums(),
      ids: () => joinedIds(rows),
      firstDays: () => rows.numbers('first_day'),
    };
  }
}

export function joinedFigures(rows: JoinedRows, scale: number, prefix = ''): RfmFigures {
  const spend = rows.money(`${prefix}spend`, scale);
  return {
    count: rows.count,
    recency: rows.numbers(`${prefix}recency`),
    frequency: rows.numbers(`${prefix}frequency`),
    spend,
    monetary: spend.amounts(),
  };
}

function selectionOf(rows: JoinedRows, found: readonly UnpackedColumns[], scale: number): RfmSelection {
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

function joinedSummaries(
  rows: JoinedRows,
  found: readonly UnpackedColumns[],
  scale: number,
  prefix: string,
): CustomerSummaries {
  const [repeatDays = 0, repeatOrders = 0] = summedNumbers(found, `${prefix}repeats`, 2);
  return summariesOf({
    count: rows.count,
    frequency: rows.numbers(`${prefix}x`),
    recency: rows.numbers(`${prefix}t_x`),
    age: rows.numbers(`${prefix}age`),
    meanValue: rows.numbers(`${prefix}mean_value`),
    sums: { repeatDays, repeatOrders, money: summedMoney(found, `${prefix}purchased`, 2, scale) },
  });
}

function joinedBacktest(
  rows: JoinedRows,
  found: readonly UnpackedColumns[],
  scale: number,
  reference: number,
): BacktestFigures {
  const known = rows.marked('known');
  return {
    cut: reference - HORIZON_DAYS,
    count: known.count,
    figures: () => joinedFigures(known, scale, 'known_'),
    firstDay: leastNumber(found, 'known_first_day'),
    summaries: () => joinedSummaries(known, found, scale, 'known_'),
    before: () => joinedOutcomes(known, scale, 'before_'),
    after: () => joinedOutcomes(known, scale, 'after_'),
  };
}

function joinedOutcomes(rows: JoinedRows, scale: number, prefix: string): Outcomes {
  const spend = rows.money(`${prefix}spend`, scale);
  return { orders: rows.numbers(`${prefix}orders`), spend, value: spend.amounts() };
}
