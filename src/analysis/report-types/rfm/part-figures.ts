// Finds the figures of a part of the customers for an RFM report.
import { SEGMENT_NAMES } from '../../../contract/report-types/rfm/segments.ts';
import { findPurchaseDays } from '../../cohorts/purchase-days.ts';
import { createListedCustomers } from '../../customer-lists/build-list.ts';
import { holdColumns, type PackedColumn, type UnpackedColumns } from '../../extract/packed-columns.ts';
import { JoinedRows } from '../../partitions/joined-rows.ts';
import { packMoney, readMoneySums } from '../../partitions/money-columns.ts';
import { type PartColumns, pickNumbers } from '../../partitions/part-columns.ts';
import { type CustomerDays, createCustomerDays } from '../../prediction/customer-days.ts';
import type { ServedModel } from '../../recommendations/served-model.ts';
import {
  collectCustomerProducts,
  type VisitBought,
  visitBoughtProducts,
  visitCollected,
} from '../../rfm/customer-products.ts';
import { type ScoreThresholds, scoreAtThresholds } from '../../rfm/customer-scores.ts';
import type { RfmCustomers, RfmFigures } from '../../rfm/customers.ts';
import { countDayGaps } from '../../rfm/day-gaps.ts';
import { listUsedCells } from '../../rfm/joined-products.ts';
import { type ProductSums, sumProducts } from '../../rfm/top-products.ts';
import { packIds } from '../part-ids.ts';
import { joinFigures } from './joined-source.ts';
import { joinDays, packBefore, packDays, packHistories, packTried } from './part-histories.ts';

type Columns = Readonly<Record<string, PackedColumn>>;

const toFiguresColumn = (...values: number[]): PackedColumn => Float64Array.from(values);

/** Packs the figures of each customer behind the scores. */
export function packFigures({ recency, frequency, spend }: RfmFigures): Columns {
  return {
    recency,
    frequency,
    ...packMoney('spend', spend),
  };
}

/** Packs the place of each customer's first appearance in the whole dataset. */
export function packPlaces(columns: PartColumns, { customer }: Pick<RfmCustomers, 'customer'>): Columns {
  return { place: pickNumbers(columns.customerPlace, customer) };
}

/**
 * Packs all inputs of the last pass, so that orders are not read again. `predicts`: whether the report may have
 * predictions.
 */
export function packKept(
  columns: PartColumns,
  selected: RfmCustomers,
  {
    reference,
    predicts,
    model,
  }: {
    readonly reference: number;
    readonly predicts: boolean;
    readonly model: ServedModel | undefined;
  },
): UnpackedColumns {
  const gaps = countDayGaps(columns, selected);
  const days = predicts ? createCustomerDays(columns, selected) : undefined;
  return holdColumns({
    places: holdColumns(packPlaces(columns, selected)),
    ids: holdColumns(packIds(createListedCustomers(columns, selected, model))),
    figures: holdColumns({
      ...packCustomers(columns, selected),
      gap_days: Float64Array.from(gaps.keys()),
      gap_times: Float64Array.from(gaps.values()),
    }),
    ...(days && {
      histories: holdColumns(packHistories(days, reference)),
      before: holdColumns(packBefore(days, reference)),
      days: holdColumns(packDays(days)),
    }),
    labels: columns.products,
    bought: createBoughtColumns(columns, selected),
  });
}

/** Purchases of customers: columns if they travel, otherwise visited from the orders. */
interface BoughtOfOrders extends UnpackedColumns {
  readonly each: (visit: VisitBought) => void;
}

function createBoughtColumns(columns: PartColumns, selected: RfmCustomers): BoughtOfOrders {
  const packBought = (): UnpackedColumns => {
    const bought = collectCustomerProducts(columns, selected);
    return holdColumns({
      start: bought.start,
      product: bought.product,
      orders: bought.orders,
      quantity: bought.quantity,
      ...packMoney('revenue', bought.revenue),
    });
  };
  return {
    ...holdColumns({}),
    pack: () => packBought().pack(),
    each: (visit) => visitBoughtProducts(columns, selected, visit),
  };
}

function isOfOrders(bought: UnpackedColumns): bought is BoughtOfOrders {
  return 'each' in bought;
}

function visitBought(bought: UnpackedColumns, scale: number, visit: VisitBought): void {
  if (isOfOrders(bought)) {
    bought.each(visit);
    return;
  }
  const product = bought.integers('product');
  visitCollected(
    {
      start: bought.integers('start'),
      product,
      orders: bought.integers('orders'),
      quantity: bought.numbers('quantity'),
      revenue: readMoneySums(bought, 'revenue', product.length, scale),
    },
    visit,
  );
}

/**
 * The results of the last pass, from the kept columns: blocks that the join frees one by one. `tried`: places of the
 * customers on whom forecasts are tried.
 */
export function findFigures(
  kept: UnpackedColumns,
  { thresholds, tried }: { readonly thresholds: ScoreThresholds; readonly tried: ReadonlySet<number> },
  scale: number,
): UnpackedColumns {
  const [places, ofCustomers] = [kept.columns('places'), kept.columns('figures')];
  const found = joinFigures(JoinedRows.byPartition([ofCustomers], 'recency'), scale);
  const scores = scoreAtThresholds(found, thresholds);
  const products = kept.texts('labels');
  const cut = { products, scores, monetary: found.monetary, segments: SEGMENT_NAMES.length, scale };
  const sums = sumProducts(cut, (visit) => visitBought(kept.columns('bought'), scale, visit));
  const readDays = (): CustomerDays =>
    joinDays(JoinedRows.byPartition([kept.columns('days')], 'days'), scale);
  return holdColumns({
    places,
    ids: kept.columns('ids'),
    figures: ofCustomers,
    scores: holdColumns({
      r: scores.r,
      f: scores.f,
      m: scores.m,
      segment: scores.segment,
    }),
    ...(kept.has('days') && {
      histories: kept.columns('histories'),
      before: kept.columns('before'),
      tried: packTried(places.doubles('place'), readDays(), tried),
    }),
    products: holdColumns(packProducts(sums)),
  });
}

/** Packs the figures of each customer, and sums over all of them. */
export function packCustomers(columns: PartColumns, selected: RfmCustomers): Columns {
  return {
    ...packFigures(selected),
    first_day: findPurchaseDays(columns, selected).first,
    ...packMoney('turnover', selected.turnoverSums),
    left_out: toFiguresColumn(
      selected.rowsWithoutCustomer,
      selected.rowsWithoutDate,
      selected.customersWithoutPurchase,
    ),
  };
}

/** Packs the cells that have a row. */
function packProducts(sums: ProductSums): Columns {
  const { segments, products, orders, customers, placed, quantity, revenue, volumes } = sums;
  const cells = listUsedCells(sums);
  return {
    products,
    product: cells.map((cell) => Math.floor(cell / segments)),
    segment: cells.map((cell) => cell % segments),
    orders: pickNumbers(orders, cells),
    customers: pickNumbers(customers, cells),
    placed: pickNumbers(placed, cells),
    quantity: pickNumbers(quantity, cells),
    ...packMoney('revenue', revenue.chosen(cells)),
    volume_customers: volumes.customers,
    volume_bought: volumes.bought,
    volume_placed: volumes.placed,
  };
}
