// Packs the baskets of one partition as columns, with all that adds up to the totals of a report.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import { type BasketTotals, type FilledBaskets, ORDER_PLACES } from '../baskets/fill-baskets.ts';
import { holdColumns, type PackedColumn, type UnpackedColumns } from '../extract/packed-columns.ts';
import { packMoney, readMoneySums } from '../partitions/money-columns.ts';

/** The labels of a partition, and where each appeared first in the whole dataset. */
export interface PlacedLabels {
  readonly labels: readonly string[];
  readonly place: Float64Array;
}

export interface PartBaskets extends FilledBaskets, PlacedLabels {}

/** `labels`: the products of `filled`. */
export function packPartBaskets({ filled, totals, labels, place }: PartBaskets): UnpackedColumns {
  return holdColumns({
    ...packBasketColumns(filled),
    ...packTotals(totals),
    labels,
    place,
  });
}

/** The columns stay as narrow as they were packed. */
export interface PackedBaskets extends PlacedLabels {
  /** Entries per basket. */
  readonly sizes: ArrayLike<number>;
  /** Per entry: index of the label. */
  readonly product: ArrayLike<number>;
  readonly limbs: readonly ArrayLike<number>[];
  readonly moments: Float64Array | undefined;
  /** Customers by the partition's own indexes. */
  readonly customers: Int32Array | undefined;
  readonly totals: BasketTotals;
}

export function readPackedBaskets(columns: UnpackedColumns): PackedBaskets {
  const limbs: ArrayLike<number>[] = [];
  while (columns.has(`limb ${limbs.length}`)) limbs.push(columns.numbers(`limb ${limbs.length}`));
  return {
    sizes: columns.integers('sizes'),
    product: columns.integers('product'),
    limbs,
    moments: columns.has('moments') ? Float64Array.from(columns.doubles('moments')) : undefined,
    customers: columns.has('customers') ? Int32Array.from(columns.integers('customers')) : undefined,
    labels: columns.texts('labels'),
    place: columns.doubles('place'),
    totals: readTotals(columns),
  };
}

/** The products of these baskets are the labels. */
export function toPartBaskets(part: PackedBaskets): BasketColumns {
  const { sizes, product, limbs, moments, customers, labels, totals } = part;
  return {
    basketCount: sizes.length,
    start: toStarts(sizes),
    product: product instanceof Uint32Array ? product : Uint32Array.from(product),
    values: limbs.map((limb) => (limb instanceof Float64Array ? limb : Float64Array.from(limb))),
    scale: totals.value.scale,
    products: labels,
    moments,
    customers,
  };
}

export function toStarts(sizes: ArrayLike<number>): Uint32Array {
  const start = new Uint32Array(sizes.length + 1);
  for (let basket = 0; basket < sizes.length; basket++) start[basket + 1] = start[basket] + sizes[basket];
  return start;
}

function toSizes(start: Uint32Array): Uint32Array {
  const sizes = new Uint32Array(start.length - 1);
  for (let basket = 0; basket < sizes.length; basket++) sizes[basket] = start[basket + 1] - start[basket];
  return sizes;
}

function packBasketColumns(baskets: BasketColumns): Record<string, PackedColumn> {
  const { start, product, values, moments, customers } = baskets;
  return {
    ...(moments && { moments }),
    ...(customers && { customers }),
    sizes: toSizes(start),
    product,
    ...Object.fromEntries(values.map((limb, at) => [`limb ${at}`, limb])),
  };
}

export function packTotals({
  orders,
  value,
  turnoverSums,
  ...counts
}: BasketTotals): Record<string, PackedColumn> {
  const { undatedOrders, rowsUnderOther, serviceRows, rowsOfLabel } = counts;
  return {
    orders,
    ...packMoney('value', value),
    ...packMoney('turnover', turnoverSums),
    turnoverSums: Uint32Array.of(turnoverSums.length),
    counts: Uint32Array.of(undatedOrders, rowsUnderOther, value.scale),
    services: [...serviceRows.keys()],
    serviceRows: Uint32Array.from(serviceRows.values()),
    ...(rowsOfLabel && { rowsOfLabel }),
  };
}

export function readTotals(columns: UnpackedColumns): BasketTotals {
  const [undatedOrders, rowsUnderOther, scale] = columns.integers('counts');
  const services = columns.texts('services');
  const serviceRows = columns.integers('serviceRows');
  const [turnoverSums] = columns.integers('turnoverSums');
  return {
    orders: Uint32Array.from(columns.integers('orders')),
    value: readMoneySums(columns, 'value', ORDER_PLACES, scale),
    turnoverSums: readMoneySums(columns, 'turnover', turnoverSums, scale),
    undatedOrders,
    rowsUnderOther,
    serviceRows: new Map(services.map((label, at) => [label, serviceRows[at]])),
    rowsOfLabel: columns.has('rowsOfLabel') ? Uint32Array.from(columns.integers('rowsOfLabel')) : undefined,
  };
}
