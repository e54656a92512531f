// Builds columns from orders as they arrive, in growable typed arrays: nothing is kept per line but its numbers.

import { customKeyOf, levelsLabel, type ProductLevel } from '../settings/product-levels.ts';
import type { DateRange, ProductIdentifier } from '../settings/settings.ts';
import { dayTest } from './calendar.ts';
import type { OrderColumns } from './columns.ts';
import type { RowFilter } from './filters.ts';
import { LineColumnsBuilder } from './line-columns.ts';
import type { LocalTime } from './local-time.ts';
import type { OrderHeader, OrderLine } from './row.ts';

export interface ColumnsBuilderOptions {
  readonly productIdentifier: ProductIdentifier;
  /** Key of a custom field whose values stand for products. A row without it is flagged, and stands for none. */
  readonly productLevel?: string | undefined;
  /** Levels whose values stand for a row together: the labels of products are then those of `levelsLabel`. */
  readonly productLevels?: readonly ProductLevel[] | undefined;
  /** Whether a row is a fee or service that is left out of baskets. Default: none is. */
  readonly isService?: ((line: OrderLine) => boolean) | undefined;
  /** Whether the report lists customers, with how they are reached. Default: it does not. */
  readonly withContacts?: boolean | undefined;
  /** The report's row-level conditions, evaluated while the row's strings are available. */
  readonly keep: RowFilter;
  /** Of the report's time zone. Default: UTC. */
  readonly localTime?: LocalTime;
  /** The only days that are needed. Default: all. Orders without a date are needed always: reports count them. */
  readonly range?: DateRange | undefined;
}

export interface ColumnsBuilder {
  /** Asked of every order before its lines are decoded. False for one outside the range, which must not be added. */
  takes(header: OrderHeader): boolean;
  /** Orders in canonical order. Lines likewise. */
  add(header: OrderHeader, lines: Iterable<OrderLine>): void;
  /** Customers and products so far. */
  readonly customerCount: number;
  readonly productCount: number;
  build(): OrderColumns;
}

/** Labels to dense indexes, in order of first appearance. */
function createDictionary() {
  const indexes = new Map<string, number>();
  const labels: string[] = [];
  return {
    labels,
    index(label: string): number {
      let index = indexes.get(label);
      if (index === undefined) {
        index = labels.push(label) - 1;
        indexes.set(label, index);
      }
      return index;
    },
  };
}

export function createColumnsBuilder({
  productIdentifier,
  productLevel,
  productLevels,
  isService,
  withContacts = false,
  keep,
  localTime = (instant) => instant,
  range,
}: ColumnsBuilderOptions): ColumnsBuilder {
  const customers = createDictionary();
  const contacts = createDictionary();
  const products = createDictionary();
  const orderIds: string[] = [];
  const orderCustomer: number[] = [];
  const orderContact: number[] = [];
  const orderDate: number[] = [];
  const lineStart: number[] = [0];
  const lines = new LineColumnsBuilder();
  const bySku = productIdentifier === 'sku';
  const named = ({ sku, name }: OrderLine): string | undefined => (bySku ? sku : name);
  const levelKeys = productLevels?.map(customKeyOf);
  const labelOfLevels = (line: OrderLine, keys: readonly (string | undefined)[]): string =>
    levelsLabel(
      keys.map((key) => (key === undefined ? (named(line) ?? otherName(line)) : valueAt(line, key))),
    );
  const otherName = ({ sku, name }: OrderLine): string | undefined => (bySku ? name : sku);
  const isInRange = dayTest(range);
  let newestDate = Number.NaN;
  const dateOf = ({ orderDate: instant }: OrderHeader): number => {
    if (instant === undefined) return Number.NaN;
    const date = localTime(instant);
    if (!(date <= newestDate)) newestDate = date;
    return date;
  };

  return {
    takes(header) {
      if (range === undefined || header.orderDate === undefined) return true;
      if (isInRange(dateOf(header))) return true;
      // Predictions add doubles customer by customer. They exist only without a start: there, a later order still gives
      // its customer the number it would have, so that the sums are the same to the last digit.
      if (range.start === undefined && header.customerId !== undefined) customers.index(header.customerId);
      return false;
    },

    add(header, orderLines) {
      for (const line of orderLines) {
        const asked = productLevel === undefined ? named(line) : valueAt(line, productLevel);
        const label =
          levelKeys === undefined
            ? (asked ?? (productLevel === undefined ? otherName(line) : undefined) ?? '')
            : labelOfLevels(line, levelKeys);
        lines.add(products.index(label), line.quantity, line.unitPrice, {
          isKept: keep(header, line),
          isUnderOther: asked === undefined,
          isService: isService?.(line) ?? false,
        });
      }
      orderIds.push(header.orderId);
      orderCustomer.push(header.customerId === undefined ? -1 : customers.index(header.customerId));
      if (withContacts) orderContact.push(header.contact === undefined ? -1 : contacts.index(header.contact));
      orderDate.push(dateOf(header));
      lineStart.push(lines.count);
    },

    get customerCount() {
      return customers.labels.length;
    },

    get productCount() {
      return products.labels.length;
    },

    build() {
      return {
        orderCount: orderIds.length,
        lineCount: lines.count,
        orderIds,
        orderCustomer: Int32Array.from(orderCustomer),
        ...(withContacts && { orderContact: Int32Array.from(orderContact), contacts: contacts.labels }),
        orderDate: Float64Array.from(orderDate),
        newestDate,
        lineStart: Uint32Array.from(lineStart),
        lines: lines.build(),
        customers: customers.labels,
        products: products.labels,
      };
    },
  };
}

/** Of a custom field; an empty value is none. */
function valueAt({ customFields }: OrderLine, key: string): string | undefined {
  const value = customFields !== undefined && Object.hasOwn(customFields, key) ? customFields[key] : '';
  return value === '' ? undefined : value;
}

/** Partitions as one, in the order given: orders are appended, dictionaries merged. */
export function combineColumns(parts: readonly OrderColumns[]): OrderColumns {
  const customers = createDictionary();
  const contacts = createDictionary();
  const products = createDictionary();
  const orderCount = parts.reduce((sum, part) => sum + part.orderCount, 0);
  const lineCount = parts.reduce((sum, part) => sum + part.lineCount, 0);
  const orderIds: string[] = [];
  const orderCustomer = new Int32Array(orderCount);
  const orderContact = parts.some((part) => part.orderContact)
    ? new Int32Array(orderCount).fill(-1)
    : undefined;
  const orderDate = new Float64Array(orderCount);
  const lineStart = new Uint32Array(orderCount + 1);
  const lines = new LineColumnsBuilder(lineCount);
  let newestDate = Number.NaN;
  let order = 0;
  for (const part of parts) {
    if (!(part.newestDate <= newestDate) && !Number.isNaN(part.newestDate)) newestDate = part.newestDate;
    const customerOf = part.customers.map((label) => customers.index(label));
    const contactOf = part.contacts?.map((label) => contacts.index(label)) ?? [];
    const productOf = part.products.map((label) => products.index(label));
    for (let i = 0; i < part.orderCount; i++) {
      orderIds.push(part.orderIds[i]);
      const customer = part.orderCustomer[i];
      orderCustomer[order + i] = customer < 0 ? -1 : customerOf[customer];
      if (orderContact !== undefined) orderContact[order + i] = contactOf[part.orderContact?.[i] ?? -1] ?? -1;
      lineStart[order + i] = lines.count + part.lineStart[i];
    }
    orderDate.set(part.orderDate, order);
    for (let line = 0; line < part.lineCount; line++) {
      const product = productOf[part.lines.productOf(line)];
      lines.add(product, part.lines.quantityOf(line), part.lines.priceOf(line), {
        isKept: part.lines.isKept(line),
        isUnderOther: part.lines.isUnderOther(line),
        isService: part.lines.isService(line),
      });
    }
    order += part.orderCount;
  }
  lineStart[orderCount] = lineCount;
  return {
    orderCount,
    lineCount,
    orderIds,
    orderCustomer,
    ...(orderContact && { orderContact, contacts: contacts.labels }),
    orderDate,
    newestDate,
    lineStart,
    lines: lines.build(),
    customers: customers.labels,
    products: products.labels,
  };
}
