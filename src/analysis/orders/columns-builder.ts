// Builds columns from orders as they arrive, in growable typed arrays: a line is stored as numbers only.

import type { OrderHeader, OrderLine } from '../../contract/resources/orders/row.ts';
import { createDayTest, type LocalTime } from '../../contract/settings/calendar.ts';
import { getCustomKey, type ProductLevel, toLevelsLabel } from '../../contract/settings/product-levels.ts';
import type { DateRange, ProductIdentifier } from '../../contract/settings/settings.ts';
import { getLine, type LineCodes } from './coded-lines.ts';
import type { OrderColumns } from './columns.ts';
import { KEEP_ALL, type RowFilter } from './filters.ts';
import { DROPPED, LineColumnsBuilder, type LineFlags, toFlagBits } from './line-columns.ts';

export interface ColumnsBuilderOptions {
  readonly productIdentifier: ProductIdentifier;
  /** Key of a custom field whose values stand for products. A row without it is flagged and stands for no product. */
  readonly productLevel?: string | undefined;
  /** Levels whose values together stand for a row: the labels of products are then those of `toLevelsLabel`. */
  readonly productLevels?: readonly ProductLevel[] | undefined;
  /** Whether a row is a fee or service that is left out of baskets, by its name and SKU. Default: no row is. */
  readonly isService?: ((line: OrderLine) => boolean) | undefined;
  /** Whether the report lists customers with their contacts. Default: false. */
  readonly withContacts?: boolean | undefined;
  /** The id of the person whose customer id it is; see src/analysis/identity. Default: the same id. */
  readonly toPerson?: ((customerId: string) => string) | undefined;
  /** The report's row-level conditions, evaluated while the row's strings are available. */
  readonly keep: RowFilter;
  /** The report's time zone. Default: UTC. */
  readonly localTime?: LocalTime;
  /**
   * The only days that are needed. Default: all. Orders without a date are always needed, because reports count them.
   */
  readonly range?: DateRange | undefined;
}

export interface ColumnsBuilder {
  /**
   * Called for every order before its lines are decoded. False for an order outside the range, which must not be added.
   */
  takes(header: OrderHeader): boolean;
  /** Adds orders, and their lines, in canonical order. */
  add(header: OrderHeader, lines: Iterable<OrderLine>): void;
  /** Adds coded lines, `from` to before `to`. */
  addCoded(header: OrderHeader, codes: LineCodes, from: number, to: number): void;
  /** Number of customers and products so far. */
  readonly customerCount: number;
  readonly productCount: number;
  build(): OrderColumns;
}

/**
 * The meaning of the texts of coded lines, by name: with the SKU that accompanied it last, which is nearly always the
 * next one's.
 */
interface KnownTexts {
  readonly codes: LineCodes;
  readonly sku: number[];
  readonly product: number[];
  readonly bits: number[];
  /** Price by its place. */
  readonly price: number[];
}

/** Maps labels to dense indexes, in order of first appearance. */
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
  toPerson = (customerId) => customerId,
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
  const getProductName = ({ sku, name }: OrderLine): string | undefined => (bySku ? sku : name);
  const levelKeys = productLevels?.map(getCustomKey);
  const labelOfLevels = (line: OrderLine, keys: readonly (string | undefined)[]): string =>
    toLevelsLabel(
      keys.map((key) =>
        key === undefined ? (getProductName(line) ?? getOtherName(line)) : getFieldValue(line, key),
      ),
    );
  const getOtherName = ({ sku, name }: OrderLine): string | undefined => (bySku ? name : sku);
  /** Whether a line's texts alone determine what it stands for. */
  const isByTexts = productLevel === undefined && levelKeys === undefined;
  const getAskedName = (line: OrderLine): string | undefined =>
    productLevel === undefined ? getProductName(line) : getFieldValue(line, productLevel);
  const getLabel = (line: OrderLine): string =>
    levelKeys === undefined
      ? (getAskedName(line) ?? (productLevel === undefined ? getOtherName(line) : undefined) ?? '')
      : labelOfLevels(line, levelKeys);
  const getFlags = (line: OrderLine, isKept: boolean): LineFlags => ({
    isKept,
    isUnderOther: getAskedName(line) === undefined,
    isService: isService?.(line) ?? false,
  });
  let known: KnownTexts | undefined;
  const isInRange = createDayTest(range);
  let newestDate = Number.NaN;
  const toOrderDate = ({ orderDate: instant }: OrderHeader): number => {
    if (instant === undefined) return Number.NaN;
    const date = localTime(instant);
    if (!(date <= newestDate)) newestDate = date;
    return date;
  };

  function addLine(header: OrderHeader, line: OrderLine): void {
    const { quantity, unitPrice } = line;
    lines.add(products.index(getLabel(line)), quantity, unitPrice, getFlags(line, keep(header, line)));
  }

  function addOrder(header: OrderHeader): void {
    orderIds.push(header.orderId);
    orderCustomer.push(header.customerId === undefined ? -1 : customers.index(toPerson(header.customerId)));
    if (withContacts) orderContact.push(header.contact === undefined ? -1 : contacts.index(header.contact));
    orderDate.push(toOrderDate(header));
    lineStart.push(lines.count);
  }

  return {
    takes(header) {
      if (range === undefined || header.orderDate === undefined) return true;
      if (isInRange(toOrderDate(header))) return true;
      // Predictions add doubles customer by customer. They exist only if the range has no start; a later order then
      // still assigns its customer a number, so that the sums are the same to the last digit.
      if (range.start === undefined && header.customerId !== undefined)
        customers.index(toPerson(header.customerId));
      return false;
    },

    add(header, orderLines) {
      for (const line of orderLines) addLine(header, line);
      addOrder(header);
    },

    addCoded(header, codes, from, to) {
      if (known?.codes !== codes) known = { codes, sku: [], product: [], bits: [], price: [] };
      const { sku, product, bits, price } = known;
      for (let at = from; at < to; at++) {
        if (!isByTexts) {
          addLine(header, getLine(codes, at));
          continue;
        }
        const name = codes.lineName[at];
        if (sku[name] !== codes.lineSku[at]) {
          const line = getLine(codes, at);
          sku[name] = codes.lineSku[at];
          product[name] = products.index(getLabel(line));
          bits[name] = toFlagBits(getFlags(line, true));
        }
        const paid = codes.linePrice[at];
        price[paid] ??= lines.priceIndex(codes.prices[paid - 1]);
        const isKept = keep === KEEP_ALL || keep(header, getLine(codes, at));
        lines.put(
          product[name],
          codes.lineQuantity[at],
          price[paid],
          isKept ? bits[name] : bits[name] | DROPPED,
        );
      }
      addOrder(header);
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

/** Value of a custom field; an empty value counts as missing. */
/** The name of a line's product among those of a report on one level; undefined if it has none. */
export function getProductOfLine(
  line: OrderLine,
  { productIdentifier, productLevel }: Pick<ColumnsBuilderOptions, 'productIdentifier' | 'productLevel'>,
): string | undefined {
  if (productLevel !== undefined) return getFieldValue(line, productLevel);
  return productIdentifier === 'sku' ? (line.sku ?? line.name) : (line.name ?? line.sku);
}

function getFieldValue({ customFields }: OrderLine, key: string): string | undefined {
  const value = customFields !== undefined && Object.hasOwn(customFields, key) ? customFields[key] : '';
  return value === '' ? undefined : value;
}

/** Combines partitions in the order given: orders are appended, dictionaries merged. */
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
    lines.append(part.lines.packed, productOf);
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
