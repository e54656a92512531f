// Joins the source of an RFM report from the results of parts of the customers.
import { SEGMENT_NAMES } from '../../../contract/report-types/rfm/segments.ts';
import { computeTurnover } from '../../baskets/selection.ts';
import type { CustomerIds } from '../../customer-lists/customer-ids.ts';
import type { Numbers, UnpackedColumns } from '../../extract/packed-columns.ts';
import { BlocksOfParts } from '../../partitions/blocks-of-parts.ts';
import { JoinedRows } from '../../partitions/joined-rows.ts';
import { readMoneyUnits, sumMoneyColumns, sumNumbers, sumTimes } from '../../partitions/money-columns.ts';
import type { WholeDataset } from '../../partitions/part-columns.ts';
import type { Histories } from '../../prediction/histories.ts';
import type { CustomerScores, ScoreThresholds } from '../../rfm/customer-scores.ts';
import type { RfmFigures, RfmSelection } from '../../rfm/customers.ts';
import type { DayGaps } from '../../rfm/day-gaps.ts';
import { JoinedProducts } from '../../rfm/joined-products.ts';
import type { ProductSums } from '../../rfm/top-products.ts';
import { joinIds } from '../part-ids.ts';
import { joinHistories } from './part-histories.ts';

/**
 * Expensive figures are computed on demand, once, and not cached here. Figures per customer are indexed as `selected`.
 */
export interface RfmSource {
  readonly selected: RfmSelection;
  scores(): CustomerScores;
  /** Present only if the report includes whole histories. */
  histories(): Histories;
  gaps(): DayGaps;
  products(): ProductSums;
  ids(): CustomerIds;
  /** Day of the first purchase in the report's selection. */
  firstDays(): Numbers;
}

/** Blocks of a partition that are kept unchanged until it is complete. */
const KEPT = ['places', 'ids', 'figures', 'scores', 'histories', 'before', 'tried'] as const;
type Kept = Record<(typeof KEPT)[number], BlocksOfParts>;

/** Joins the results of partitions; products are added on arrival. */
export class FiguresJoin {
  private readonly found: Kept;
  private readonly products: JoinedProducts;
  private readonly scale: number;

  constructor({ scale, parts }: Pick<WholeDataset, 'scale' | 'parts'>) {
    const createNone = () => new BlocksOfParts(parts);
    this.found = {
      ...{ places: createNone(), ids: createNone(), figures: createNone(), scores: createNone() },
      ...{ histories: createNone(), before: createNone(), tried: createNone() },
    };
    this.scale = scale;
    this.products = new JoinedProducts(SEGMENT_NAMES.length, scale);
  }

  /** `found`: the result of `findFigures`. */
  add(found: UnpackedColumns): void {
    for (const name of KEPT) if (found.has(name)) this.found[name].add(found.columns(name));
    const cells = found.columns('products');
    this.products.add(
      cells.texts('products'),
      {
        product: cells.integers('product'),
        segment: cells.integers('segment'),
        orders: cells.numbers('orders'),
        customers: cells.numbers('customers'),
        placed: cells.numbers('placed'),
        quantity: cells.numbers('quantity'),
        revenueAt: readMoneyUnits(cells, 'revenue'),
      },
      {
        customers: cells.numbers('volume_customers'),
        bought: cells.numbers('volume_bought'),
        placed: cells.numbers('volume_placed'),
      },
    );
  }

  /** Call it once. The columns of customers are freed as the source reads them. */
  end(thresholds: ScoreThresholds): RfmSource {
    const { found, scale, products } = this;
    const takeBlocks = (name: keyof Kept) => found[name].take();
    const rows = JoinedRows.byPlace(takeBlocks('places'), 'place').withoutColumns();
    const figures = takeBlocks('figures');
    const ofFigures = rows.of(figures);
    const selected = joinSelection(ofFigures, figures, scale);
    const [gaps, firstDays] = [sumTimes(figures, 'gap_days', 'gap_times'), ofFigures.narrow('first_day')];
    return {
      selected,
      scores() {
        const scores = rows.of(takeBlocks('scores'));
        const getSmallCounts = (name: string) => scores.smallCounts(name);
        return {
          r: getSmallCounts('r'),
          f: getSmallCounts('f'),
          m: getSmallCounts('m'),
          segment: getSmallCounts('segment'),
          thresholds,
        };
      },
      histories() {
        const [histories, before, tried] = [
          takeBlocks('histories'),
          takeBlocks('before'),
          takeBlocks('tried'),
        ];
        return joinHistories(rows, { histories, before, tried }, scale);
      },
      gaps: () => gaps,
      products: () => products.sums(),
      ids: () => joinIds(rows.of(takeBlocks('ids'))),
      firstDays: () => firstDays,
    };
  }
}

export function joinFigures(rows: JoinedRows, scale: number): RfmFigures {
  const spend = rows.money('spend', scale);
  return {
    count: rows.count,
    recency: rows.narrow('recency'),
    frequency: rows.narrow('frequency'),
    spend,
    monetary: spend.amounts(),
  };
}

export function joinSelection(
  rows: JoinedRows,
  found: readonly UnpackedColumns[],
  scale: number,
): RfmSelection {
  const [rowsWithoutCustomer = 0, rowsWithoutDate = 0, customersWithoutPurchase = 0] = sumNumbers(
    found,
    'left_out',
    3,
  );
  return {
    ...joinFigures(rows, scale),
    turnover: computeTurnover(sumMoneyColumns(found, 'turnover', 2, scale)),
    rowsWithoutCustomer,
    rowsWithoutDate,
    customersWithoutPurchase,
  };
}
