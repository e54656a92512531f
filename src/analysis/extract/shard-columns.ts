// Stores the orders of one shard as columns that keep everything a report can use, whatever its settings: texts by
// dictionary, prices and dates as exact doubles, quantities as integers. Reading the columns back gives the same
// orders, in the same sequence, to the same builder of a report's columns.

import type { OrderHeader } from '../../contract/resources/orders/row.ts';
import {
  type CodedLines,
  createDictionary,
  createFieldsReader,
  GrowingIntegers,
  type LineCodes,
} from '../orders/coded-lines.ts';
import type { ColumnsBuilder } from '../orders/columns-builder.ts';
import { ExtractUnreadableError } from './extract-error.ts';
import { packColumns, type UnpackedColumns, unpackColumns } from './packed-columns.ts';

/** Contents of a shard so far. */
export interface CodedShard {
  readonly lineCount: number;
  /** Distinct ids. */
  readonly customers: readonly string[];
  /** Date of each order in epoch milliseconds; NaN for one without a date. */
  readonly orderDates: readonly number[];
}

export interface ShardColumnsBuilder extends CodedShard {
  /**
   * Adds orders ascending by key. `from`: the order's first coded line; it has all lines from there on. Undefined for
   * an order that is stored in parts: its place is here, its lines follow.
   */
  add(header: OrderHeader, from: number | undefined): void;
  /** Call after all orders. `lines`: number of lines of the orders stored in parts, in the sequence of the orders. */
  addLines(lines: number): void;
  /** Undefined if a value cannot be stored exactly in the columns. */
  build(): Uint8Array | undefined;
}

/** `lines`: those of all its orders, consecutively; add them before their orders. */
export function createShardColumnsBuilder(lines: CodedLines): ShardColumnsBuilder {
  const orderIds: string[] = [];
  const customers = createDictionary<string>();
  const orderCustomer = new GrowingIntegers();
  const contacts = createDictionary<string>();
  const orderContact = new GrowingIntegers();
  const orderDates: number[] = [];
  const lineCounts = new GrowingIntegers();
  const inParts: number[] = [];
  let partsAdded = 0;
  return {
    get lineCount() {
      return lines.count;
    },
    customers: customers.entries,
    orderDates,

    add({ orderId, customerId, contact, orderDate: date }, from) {
      orderIds.push(orderId);
      orderCustomer.push(customers.place(customerId));
      orderContact.push(contacts.place(contact));
      orderDates.push(date ?? Number.NaN);
      if (from === undefined) inParts.push(orderIds.length - 1);
      lineCounts.push(from === undefined ? 0 : lines.count - from);
    },

    addLines(count) {
      const order = inParts[partsAdded++];
      if (order === undefined) throw new Error('extract: lines of an order that was not added');
      lineCounts.set(order, count);
    },

    build() {
      if (!lines.isExact) return undefined;
      const toCountsColumn = (values: Int32Array) => new Uint32Array(values);
      const toDoublesColumn = (values: readonly number[]) => Float64Array.from(values);
      return packColumns({
        orderIds,
        orderCustomer: toCountsColumn(orderCustomer.values),
        orderContact: toCountsColumn(orderContact.values),
        orderDate: toDoublesColumn(orderDates),
        lineCounts: toCountsColumn(lineCounts.values),
        inParts: toCountsColumn(Int32Array.from(inParts)),
        lineName: toCountsColumn(lines.lineName.subarray(0, lines.count)),
        lineSku: toCountsColumn(lines.lineSku.subarray(0, lines.count)),
        linePrice: toCountsColumn(lines.linePrice.subarray(0, lines.count)),
        lineQuantity: lines.lineQuantity.subarray(0, lines.count),
        lineCustom: toCountsColumn(lines.lineCustom.subarray(0, lines.count)),
        customers: customers.entries,
        contacts: contacts.entries,
        names: lines.names,
        skus: lines.skus,
        prices: toDoublesColumn(lines.prices),
        customFields: lines.customTexts.entries,
      });
    },
  };
}

/**
 * Adds the shard's orders to the builder exactly as the reader of the stored orders does: every order at its place, and
 * those stored in parts after the others. `also`: receives every order, whether or not the builder takes it.
 */
export function addShard(
  block: Uint8Array,
  builder: ColumnsBuilder,
  also?: Pick<ColumnsBuilder, 'addCoded'>,
): void {
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
  const lines = readLineCodes(columns);
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
    if (isTaken) builder.addCoded(header, lines, at, at + count);
    also?.addCoded(header, lines, at, at + count);
    at += count;
  }
  for (const { order, header, isTaken } of later) {
    const count = lineCounts[order];
    if (isTaken) builder.addCoded(header, lines, at, at + count);
    also?.addCoded(header, lines, at, at + count);
    at += count;
  }
}

function readLineCodes(columns: UnpackedColumns): LineCodes {
  const readIntegers = (name: string): Int32Array => new Int32Array(columns.integers(name));
  return {
    names: columns.texts('names'),
    skus: columns.texts('skus'),
    prices: columns.doubles('prices'),
    fieldsAt: createFieldsReader(columns.texts('customFields')),
    lineName: readIntegers('lineName'),
    lineSku: readIntegers('lineSku'),
    linePrice: readIntegers('linePrice'),
    lineQuantity: readIntegers('lineQuantity'),
    lineCustom: readIntegers('lineCustom'),
  };
}
