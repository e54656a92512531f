// The orders of one shard as columns that keep everything a report can ask of them, whatever its settings: texts by
// dictionary, prices and dates as the doubles that they are, quantities as integers. Reading the columns back gives the
// same orders, in the same sequence, to the same builder of a report's columns.
import type { ColumnsBuilder } from '../orders/columns-builder.ts';
import type { OrderHeader, OrderLine } from '../orders/row.ts';
import { createDictionary, GrowingIntegers } from './dictionary.ts';
import { ExtractUnreadableError } from './extract-error.ts';
import { packColumns, type UnpackedColumns, unpackColumns } from './packed-columns.ts';

/** What a shard holds so far. */
export interface ShardOrders {
  readonly lineCount: number;
  /** Different ids. */
  readonly customers: readonly string[];
  /** Of each order, epoch milliseconds; NaN for one without a date. */
  readonly orderDates: readonly number[];
}

export interface ShardColumnsBuilder extends ShardOrders {
  /**
   * Orders ascending by key. `lines`: undefined for an order that is stored in parts, whose place is here and whose
   * lines follow.
   */
  add(header: OrderHeader, lines: readonly OrderLine[] | undefined): void;
  /** After all orders: the lines of those stored in parts, in the sequence of the orders. */
  addLines(lines: readonly OrderLine[]): void;
  /** Undefined if a value has no exact place in the columns. */
  build(): Uint8Array | undefined;
}

export function createShardColumnsBuilder(): ShardColumnsBuilder {
  const orderIds: string[] = [];
  const customers = createDictionary<string>();
  const orderCustomer = new GrowingIntegers();
  const contacts = createDictionary<string>();
  const orderContact = new GrowingIntegers();
  const orderDates: number[] = [];
  const lineCounts = new GrowingIntegers();
  const inParts: number[] = [];
  let partsAdded = 0;
  const names = createDictionary<string>();
  const skus = createDictionary<string>();
  const prices = createDictionary<number>();
  const customFields = createDictionary<string>();
  const lineName = new GrowingIntegers();
  const lineSku = new GrowingIntegers();
  const linePrice = new GrowingIntegers();
  const lineQuantity = new GrowingIntegers();
  const lineCustom = new GrowingIntegers();
  let isExact = true;

  function addLine({ name, sku, unitPrice, quantity, customFields: custom }: OrderLine): void {
    lineName.push(names.place(name));
    lineSku.push(skus.place(sku));
    linePrice.push(prices.place(unitPrice));
    lineCustom.push(custom === undefined ? 0 : customFields.place(JSON.stringify(custom)));
    lineQuantity.push(quantity);
    if (quantity !== (quantity | 0)) isExact = false;
  }

  return {
    get lineCount() {
      return lineQuantity.length;
    },
    customers: customers.entries,
    orderDates,

    add({ orderId, customerId, contact, orderDate: date }, lines) {
      orderIds.push(orderId);
      orderCustomer.push(customers.place(customerId));
      orderContact.push(contacts.place(contact));
      orderDates.push(date ?? Number.NaN);
      if (lines === undefined) inParts.push(orderIds.length - 1);
      else lines.forEach(addLine);
      lineCounts.push(lines?.length ?? 0);
    },

    addLines(lines) {
      const order = inParts[partsAdded++];
      if (order === undefined) throw new Error('extract: lines of an order that was not added');
      lineCounts.set(order, lines.length);
      lines.forEach(addLine);
    },

    build() {
      if (!isExact) return undefined;
      const counts = (values: Int32Array) => ({ kind: 'counts', values: Uint32Array.from(values) }) as const;
      const texts = (values: readonly string[]) => ({ kind: 'texts', values }) as const;
      const doubles = (values: readonly number[]) =>
        ({ kind: 'doubles', values: Float64Array.from(values) }) as const;
      return packColumns({
        orderIds: texts(orderIds),
        orderCustomer: counts(orderCustomer.values),
        orderContact: counts(orderContact.values),
        orderDate: doubles(orderDates),
        lineCounts: counts(lineCounts.values),
        inParts: counts(Int32Array.from(inParts)),
        lineName: counts(lineName.values),
        lineSku: counts(lineSku.values),
        linePrice: counts(linePrice.values),
        lineQuantity: { kind: 'integers', values: lineQuantity.values },
        lineCustom: counts(lineCustom.values),
        customers: texts(customers.entries),
        contacts: texts(contacts.entries),
        names: texts(names.entries),
        skus: texts(skus.entries),
        prices: doubles(prices.entries),
        customFields: texts(customFields.entries),
      });
    },
  };
}

/**
 * Gives the shard's orders to the builder exactly as the reader of the stored orders does: every order is offered in its
 * place, and those stored in parts are added after the others.
 */
export function addShard(block: Uint8Array, builder: ColumnsBuilder): void {
  const columns = unpackColumns(block);
  const orderIds = columns.texts('orderIds');
  const orderCustomer = columns.integers('orderCustomer');
  const orderContact = columns.integers('orderContact');
  const contacts: readonly (string | undefined)[] = [undefined, ...columns.texts('contacts')];
  const orderDate = columns.doubles('orderDate');
  const lineCounts = columns.integers('lineCounts');
  const inParts = new Set(columns.integers('inParts'));
  const customers = columns.texts('customers');
  for (const [name, { length }] of Object.entries({ orderCustomer, orderContact, orderDate, lineCounts })) {
    if (length === orderIds.length) continue;
    throw new ExtractUnreadableError(`${name}: expected ${orderIds.length} orders, got ${length}`);
  }
  const linesOf = lineReader(columns);
  const later: { readonly order: number; readonly header: OrderHeader; readonly isTaken: boolean }[] = [];
  let at = 0;
  for (const [order, orderId] of orderIds.entries()) {
    const customer = orderCustomer[order];
    const date = orderDate[order];
    const header: OrderHeader = {
      orderId,
      customerId: customer === 0 ? undefined : customers[customer - 1],
      orderDate: Number.isNaN(date) ? undefined : date,
      contact: contacts[orderContact[order]],
    };
    const isTaken = builder.takes(header);
    if (inParts.has(order)) {
      later.push({ order, header, isTaken });
      continue;
    }
    const count = lineCounts[order];
    if (isTaken) builder.add(header, linesOf(at, count));
    at += count;
  }
  for (const { order, header, isTaken } of later) {
    const count = lineCounts[order];
    if (isTaken) builder.add(header, linesOf(at, count));
    at += count;
  }
}

function lineReader(columns: UnpackedColumns): (start: number, count: number) => OrderLine[] {
  const names: readonly (string | undefined)[] = [undefined, ...columns.texts('names')];
  const skus: readonly (string | undefined)[] = [undefined, ...columns.texts('skus')];
  const customFields: readonly (Record<string, string> | undefined)[] = [
    undefined,
    ...columns.texts('customFields').map((json): Record<string, string> => JSON.parse(json)),
  ];
  const prices = columns.doubles('prices');
  const lineName = columns.integers('lineName');
  const lineSku = columns.integers('lineSku');
  const linePrice = columns.integers('linePrice');
  const lineQuantity = columns.integers('lineQuantity');
  const lineCustom = columns.integers('lineCustom');
  return (start, count) => {
    const lines = new Array<OrderLine>(count);
    for (let i = 0, line = start; i < count; i++, line++) {
      lines[i] = {
        name: names[lineName[line]],
        sku: skus[lineSku[line]],
        unitPrice: prices[linePrice[line] - 1],
        quantity: lineQuantity[line],
        customFields: customFields[lineCustom[line]],
      };
    }
    return lines;
  };
}
