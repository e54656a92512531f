// Packs the sums of an overview as columns, and joins those of all parts of the customers.
import { holdColumns, type UnpackedColumns } from '../extract/packed-columns.ts';
import { MoneySums } from '../money/money-sums.ts';
import {
  findLeastNumber,
  packMoney,
  readMoneyUnits,
  sumMoneyColumns,
  sumNumbers,
} from '../partitions/money-columns.ts';
import { type OverviewSums, type ProductRanges, RANGES } from './overview-sums.ts';

export function packOverview({ products, ...sums }: OverviewSums): UnpackedColumns {
  return holdColumns({
    begin: Float64Array.of(sums.begin),
    orders: sums.orders,
    customers: sums.customers,
    returning: sums.returning,
    ...packMoney('net', sums.net),
    ...packMoney('not_sold', sums.notSold),
    ...(products && { products: packProducts(products) }),
  });
}

/** Packs the cells with a row. */
function packProducts({ labels, orders, quantity, revenue }: ProductRanges): UnpackedColumns {
  const cells = Uint32Array.from(quantity.keys()).filter(
    (cell) => orders[cell] > 0 || quantity[cell] !== 0 || revenue.unitsAt(cell) !== 0,
  );
  return holdColumns({
    labels,
    cells,
    orders: Uint32Array.from(cells, (cell) => orders[cell]),
    quantity: Float64Array.from(cells, (cell) => quantity[cell]),
    ...packMoney('revenue', revenue.chosen(cells)),
  });
}

/** `parts`: results of `packOverview`. `spans`: their number. */
export function joinOverview(parts: readonly UnpackedColumns[], spans: number, scale: number): OverviewSums {
  const readCounts = (name: string) => Uint32Array.from(sumNumbers(parts, name, spans));
  return {
    begin: findLeastNumber(parts, 'begin'),
    orders: readCounts('orders'),
    customers: readCounts('customers'),
    returning: readCounts('returning'),
    net: sumMoneyColumns(parts, 'net', spans, scale),
    notSold: sumMoneyColumns(parts, 'not_sold', spans, scale),
    products: joinProducts(
      parts.flatMap((part) => (part.has('products') ? [part.columns('products')] : [])),
      scale,
    ),
  };
}

/** Matches products by label, since each part has its own numbers. */
function joinProducts(parts: readonly UnpackedColumns[], scale: number): ProductRanges | undefined {
  if (parts.length === 0) return undefined;
  const placeOf = new Map<string, number>();
  const placed = parts.map((part) =>
    Uint32Array.from(part.texts('labels'), (label) => {
      const place = placeOf.get(label) ?? placeOf.size;
      placeOf.set(label, place);
      return place;
    }),
  );
  const count = RANGES * placeOf.size;
  const orders = new Uint32Array(count);
  const quantity = new Float64Array(count);
  const revenue = new MoneySums(count, scale);
  for (const [index, part] of parts.entries()) {
    const [cells, ownOrders, ownQuantity] = [
      part.numbers('cells'),
      part.numbers('orders'),
      part.numbers('quantity'),
    ];
    const unitsAt = readMoneyUnits(part, 'revenue');
    for (let at = 0; at < cells.length; at++) {
      const cell = RANGES * placed[index][Math.floor(cells[at] / RANGES)] + (cells[at] % RANGES);
      orders[cell] += ownOrders[at];
      quantity[cell] += ownQuantity[at];
      revenue.add(cell, unitsAt(at));
    }
  }
  return { labels: [...placeOf.keys()], orders, quantity, revenue };
}
