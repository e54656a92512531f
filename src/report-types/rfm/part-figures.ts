// What a partition of the customers finds for an RFM report, in bytes.
import { purchaseDays } from '../../core/cohorts/purchase-days.ts';
import { listedCustomers } from '../../core/customer-lists/listed-customers.ts';
import { type Column, type Counts, packColumns, unpackColumns } from '../../core/extract/packed-columns.ts';
import { chosenNumbers } from '../../core/partitions/chosen-rows.ts';
import { JoinedRows } from '../../core/partitions/joined-rows.ts';
import { moneyColumns, moneySumsIn } from '../../core/partitions/money-columns.ts';
import type { PartColumns } from '../../core/partitions/part-columns.ts';
import { type CustomerDays, customerDays, rowsEach } from '../../core/prediction/customer-days.ts';
import { customerProducts, eachOfProducts } from '../../core/rfm/customer-products.ts';
import { type ScoreThresholds, scoresAt } from '../../core/rfm/customer-scores.ts';
import type { RfmCustomers, RfmFigures } from '../../core/rfm/customers.ts';
import { dayGaps } from '../../core/rfm/day-gaps.ts';
import { usedCells } from '../../core/rfm/joined-products.ts';
import { SEGMENT_NAMES } from '../../core/rfm/segments.ts';
import { type ProductSums, productSums } from '../../core/rfm/top-products.ts';
import { idColumns } from '../part-ids.ts';
import { joinedFigures } from './joined-source.ts';

type Columns = Readonly<Record<string, Column>>;

const numbers = (values: Float64Array): Column => ({ kind: 'numbers', values });
const figures = (...values: number[]): Column => numbers(Float64Array.from(values));
const counts = (values: Counts): Column => ({ kind: 'counts', values });

/** Of each customer, what the scores are cut from. */
export function figureColumns({ recency, frequency, spend }: RfmFigures): Columns {
  return {
    recency: numbers(recency),
    frequency: numbers(frequency),
    ...moneyColumns('spend', spend),
  };
}

interface Gathered {
  readonly columns: PartColumns;
  readonly selected: RfmCustomers;
  /** Whether the report may have predictions. */
  readonly predicts: boolean;
}

/** All that the last pass needs: the orders are not read again. */
export function packKept(gathered: Gathered): Uint8Array {
  const { columns, selected } = gathered;
  const bought = customerProducts(columns, selected);
  return packColumns({
    customers: { kind: 'bytes', values: packColumns(customerColumns(gathered)) },
    labels: { kind: 'texts', values: columns.products },
    start: counts(bought.start),
    product: counts(bought.product),
    orders: counts(bought.orders),
    quantity: numbers(bought.quantity),
    ...moneyColumns('revenue', bought.revenue),
  });
}

/**
 * What the last pass finds, from what was kept: customers and products in a block each, so that products can be dropped as
 * soon as they are added.
 */
export function packFigures(kept: Uint8Array, thresholds: ScoreThresholds, scale: number): Uint8Array {
  const columns = unpackColumns(kept);
  const customers = columns.bytes('customers');
  const figures = joinedFigures(JoinedRows.byPartition([unpackColumns(customers)], 'recency'), scale);
  const { segment } = scoresAt(figures, thresholds);
  const products = columns.texts('labels');
  const sums = productSums({ products, segment, segments: SEGMENT_NAMES.length, scale }, (visit) =>
    eachOfProducts(
      {
        start: columns.integers('start'),
        product: columns.integers('product'),
        orders: columns.integers('orders'),
        quantity: columns.numbers('quantity'),
        revenue: moneySumsIn(columns, 'revenue', columns.integers('product').length, scale),
      },
      visit,
    ),
  );
  return packColumns({
    customers: { kind: 'bytes', values: customers },
    products: { kind: 'bytes', values: packColumns(productColumns(sums)) },
  });
}

export function customerColumns({ columns, selected, predicts }: Gathered): Columns {
  const gaps = dayGaps(columns, selected);
  return {
    place: { kind: 'doubles', values: chosenNumbers(columns.customerPlace, selected.customer) },
    ...idColumns(listedCustomers(columns, selected)),
    ...figureColumns(selected),
    first_day: numbers(purchaseDays(columns, selected).first),
    ...moneyColumns('turnover', selected.turnoverSums),
    left_out: figures(
      selected.rowsWithoutCustomer,
      selected.rowsWithoutDate,
      selected.customersWithoutPurchase,
    ),
    gap_days: numbers(Float64Array.from(gaps.keys())),
    gap_times: numbers(Float64Array.from(gaps.values())),
    ...(predicts && dayColumns(customerDays(columns, selected))),
  };
}

function dayColumns(days: CustomerDays): Columns {
  return {
    days: counts(rowsEach(days)),
    day: { kind: 'integers', values: days.day },
    day_orders: counts(days.orders),
    ...moneyColumns('day_value', days.value),
  };
}

/** Of the cells that have a row. */
function productColumns(sums: ProductSums): Columns {
  const { segments, products, orders, customers, quantity, revenue } = sums;
  const cells = usedCells(sums);
  return {
    products: { kind: 'texts', values: products },
    product: counts(cells.map((cell) => Math.floor(cell / segments))),
    segment: counts(cells.map((cell) => cell % segments)),
    orders: numbers(chosenNumbers(orders, cells)),
    customers: numbers(chosenNumbers(customers, cells)),
    quantity: numbers(chosenNumbers(quantity, cells)),
    ...moneyColumns('revenue', revenue.chosen(cells)),
  };
}
