// What a part of the customers finds for an RFM report.
import { SEGMENT_NAMES } from '../../../contract/report-types/rfm/segments.ts';
import { purchaseDays } from '../../cohorts/purchase-days.ts';
import { listedCustomers } from '../../customer-lists/build-list.ts';
import { type Column, heldColumns, type UnpackedColumns } from '../../extract/packed-columns.ts';
import { JoinedRows } from '../../partitions/joined-rows.ts';
import { moneyColumns, moneySumsIn } from '../../partitions/money-columns.ts';
import { chosenNumbers, type PartColumns } from '../../partitions/part-columns.ts';
import { type CustomerDays, customerDays } from '../../prediction/customer-days.ts';
import {
  customerProducts,
  eachBought,
  eachOfProducts,
  type VisitBought,
} from '../../rfm/customer-products.ts';
import { type ScoreThresholds, scoresAt } from '../../rfm/customer-scores.ts';
import type { RfmCustomers, RfmFigures } from '../../rfm/customers.ts';
import { dayGaps } from '../../rfm/day-gaps.ts';
import { usedCells } from '../../rfm/joined-products.ts';
import { type ProductSums, productSums } from '../../rfm/top-products.ts';
import { idColumns } from '../part-ids.ts';
import { joinedFigures } from './joined-source.ts';
import { beforeColumns, dayColumns, historyColumns, joinedDays, triedColumns } from './part-histories.ts';

type Columns = Readonly<Record<string, Column>>;

const figures = (...values: number[]): Column => Float64Array.from(values);

/** Of each customer, what the scores are cut from. */
export function figureColumns({ recency, frequency, spend }: RfmFigures): Columns {
  return {
    recency,
    frequency,
    ...moneyColumns('spend', spend),
  };
}

/** Where each customer appeared first in the whole dataset. */
export function placeColumn(columns: PartColumns, { customer }: Pick<RfmCustomers, 'customer'>): Columns {
  return { place: chosenNumbers(columns.customerPlace, customer) };
}

/** All that the last pass needs: the orders are not read again. `predicts`: whether the report may have predictions. */
export function keptColumns(
  columns: PartColumns,
  selected: RfmCustomers,
  { reference, predicts }: { readonly reference: number; readonly predicts: boolean },
): UnpackedColumns {
  const gaps = dayGaps(columns, selected);
  const days = predicts ? customerDays(columns, selected) : undefined;
  return heldColumns({
    places: heldColumns(placeColumn(columns, selected)),
    ids: heldColumns(idColumns(listedCustomers(columns, selected))),
    figures: heldColumns({
      ...customerColumns(columns, selected),
      gap_days: Float64Array.from(gaps.keys()),
      gap_times: Float64Array.from(gaps.values()),
    }),
    ...(days && {
      histories: heldColumns(historyColumns(days, reference)),
      before: heldColumns(beforeColumns(days, reference)),
      days: heldColumns(dayColumns(days)),
    }),
    labels: columns.products,
    bought: boughtColumns(columns, selected),
  });
}

/** What customers bought: columns where they travel, visited from the orders where these are held. */
interface BoughtOfOrders extends UnpackedColumns {
  readonly each: (visit: VisitBought) => void;
}

function boughtColumns(columns: PartColumns, selected: RfmCustomers): BoughtOfOrders {
  const made = (): UnpackedColumns => {
    const bought = customerProducts(columns, selected);
    return heldColumns({
      start: bought.start,
      product: bought.product,
      orders: bought.orders,
      quantity: bought.quantity,
      ...moneyColumns('revenue', bought.revenue),
    });
  };
  return {
    ...heldColumns({}),
    pack: () => made().pack(),
    each: (visit) => eachBought(columns, selected, visit),
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
  eachOfProducts(
    {
      start: bought.integers('start'),
      product,
      orders: bought.integers('orders'),
      quantity: bought.numbers('quantity'),
      revenue: moneySumsIn(bought, 'revenue', product.length, scale),
    },
    visit,
  );
}

/** What the last pass finds, from what was kept: blocks that the join lets go of one by one. `tried`: places of the customers that forecasts are tried on. */
export function foundFigures(
  kept: UnpackedColumns,
  { thresholds, tried }: { readonly thresholds: ScoreThresholds; readonly tried: ReadonlySet<number> },
  scale: number,
): UnpackedColumns {
  const [places, ofCustomers] = [kept.columns('places'), kept.columns('figures')];
  const found = joinedFigures(JoinedRows.byPartition([ofCustomers], 'recency'), scale);
  const scores = scoresAt(found, thresholds);
  const products = kept.texts('labels');
  const cut = { products, scores, monetary: found.monetary, segments: SEGMENT_NAMES.length, scale };
  const sums = productSums(cut, (visit) => visitBought(kept.columns('bought'), scale, visit));
  const daysOf = (): CustomerDays =>
    joinedDays(JoinedRows.byPartition([kept.columns('days')], 'days'), scale);
  return heldColumns({
    places,
    ids: kept.columns('ids'),
    figures: ofCustomers,
    scores: heldColumns({
      r: scores.r,
      f: scores.f,
      m: scores.m,
      segment: scores.segment,
    }),
    ...(kept.has('days') && {
      histories: kept.columns('histories'),
      before: kept.columns('before'),
      tried: triedColumns(places.doubles('place'), daysOf(), tried),
    }),
    products: heldColumns(productColumns(sums)),
  });
}

/** Of each customer, and sums over all of them. */
export function customerColumns(columns: PartColumns, selected: RfmCustomers): Columns {
  return {
    ...figureColumns(selected),
    first_day: purchaseDays(columns, selected).first,
    ...moneyColumns('turnover', selected.turnoverSums),
    left_out: figures(
      selected.rowsWithoutCustomer,
      selected.rowsWithoutDate,
      selected.customersWithoutPurchase,
    ),
  };
}

/** Of the cells that have a row. */
function productColumns(sums: ProductSums): Columns {
  const { segments, products, orders, customers, placed, quantity, revenue, volumes } = sums;
  const cells = usedCells(sums);
  return {
    products,
    product: cells.map((cell) => Math.floor(cell / segments)),
    segment: cells.map((cell) => cell % segments),
    orders: chosenNumbers(orders, cells),
    customers: chosenNumbers(customers, cells),
    placed: chosenNumbers(placed, cells),
    quantity: chosenNumbers(quantity, cells),
    ...moneyColumns('revenue', revenue.chosen(cells)),
    volume_customers: volumes.customers,
    volume_bought: volumes.bought,
    volume_placed: volumes.placed,
  };
}
