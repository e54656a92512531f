// The layout of an export of orders, as data: one file per exporter beside this one. A profile states which column is
// which field, which records count as sales, and where discounts, refunds and totals stand.

/** The fields of the service's contract. */
export const ORDER_FIELDS = [
  'order_id',
  'customer_id',
  'order_date',
  'product_name',
  'product_sku',
  'unit_price',
  'quantity',
] as const;
export type OrderField = (typeof ORDER_FIELDS)[number];

/** Further fields of an export, from which the contract's fields are computed. Amounts are of the row's currency. */
const ACCOUNT_FIELDS = [
  /** How the customer is reached: for lists of customers. */
  'contact',
  /** ISO 4217 code. */
  'currency',
  /** Of the order: paid, cancelled and so on. */
  'status',
  /** A second status, of the delivery: only a cancelled one counts. */
  'fulfillment',
  'cancelled_at',
  'paid_at',
  'payment_method',
  'captured',
  'mode',
  /** The time of day, where the date has a column of its own. */
  'order_time',
  /** What the record is: a sale, a refund, a fee; in one column, or in up to three. */
  'record_kind',
  'record_group',
  'record_detail',
  'item_id',
  'parent_item_id',
  /** Of a return: the order that it is of, and its customer, where the record has others of its own. */
  'return_of',
  'return_customer',
  /** Price of the whole line; the profile says whether before or after the line's discount. */
  'line_total',
  /** The same with the line's tax and shipping, which are taken off it. */
  'line_total_with_tax',
  'line_tax',
  'line_shipping',
  'line_before_discount',
  'line_discount',
  'line_refund',
  'line_refund_discount',
  'line_refund_quantity',
  /** Price of all products of the order after discounts, without shipping and without tax on top. */
  'products_total',
  'products_before_discount',
  'order_discount',
  'shipping',
  'fees',
  'tax',
  'order_total',
  'refunded',
  'refunded_at',
] as const;

export const EXPORT_FIELDS = [...ORDER_FIELDS, ...ACCOUNT_FIELDS] as const;
export type ExportField = (typeof EXPORT_FIELDS)[number];

export const LEFT_OUT_STATUSES = ['cancelled', 'voided', 'pending', 'failed', 'test'] as const;
/** Why an order does not count; `--include` names it. */
export type LeftOutStatus = (typeof LEFT_OUT_STATUSES)[number];
export type StatusMeaning = 'paid' | LeftOutStatus;

/**
 * What a record of a file of transactions is. `order`: the order as a whole, whose lines are records of their own;
 * `other`: fees, tax, shipping, neither sold nor returned.
 */
export type RecordMeaning = 'sale' | 'return' | 'discount' | 'order' | 'other';

/** What an export does not contain, or has in another way than one would think. */
export type ProfileRemark =
  | 'amazon_without_refunds'
  | 'posting_dates'
  | 'without_refunds'
  | 'without_currency'
  | 'stripe_with_tax'
  | 'paypal_products'
  | 'shared_by_pieces';

type ExportDateFormat = 'iso' | 'mdy' | 'dmy' | 'text';

/** A comment names the page or the file that its columns are from. */
export interface Profile {
  /** As `--from` takes it. */
  readonly id: string;
  /** As it is printed. */
  readonly title: string;
  /** Columns that together only this exporter writes, one set per variant of the file. */
  readonly signatures: readonly (readonly string[])[];
  /** Names of each field's column in the form of `toPlainName`, the best first; none where the exporter has no such column. */
  readonly columns: Partial<Record<ExportField, readonly string[]>>;
  /** How the lines of an order relate. */
  readonly block: BlockRules;
  /** By status in the form of `toPlainName`. A status that is not listed counts as paid, and is printed. */
  readonly statuses: Readonly<Record<string, StatusMeaning>>;
  /** How the exporter writes dates, where that is not ISO 8601. */
  readonly dateFormat?: ExportDateFormat;
  /** Where a record of the file holds several lines of the order. */
  readonly lines?: LinesInRecord;
  /** Where the file is JSON: an order with its lines in it. */
  readonly json?: JsonOrder;
  /** Records below the table: their cells, joined by commas. */
  readonly footer?: RegExp;
}

/** Lines of an order that stand within one record, as columns that are added to the file's own. */
export interface LinesInRecord {
  readonly columns: readonly string[];
  /** Cells of `columns`, a line each. `cellOf`: of the record, by the column's name in the form of `toPlainName`. */
  readonly read: (cellOf: (column: string) => string, header: readonly string[]) => string[][];
}

/**
 * Paths within an order: steps between points. A list's values are added up, or its last text is taken; `{type=product}`
 * keeps some of a list. `|` stands before a path that is taken where the one before has nothing, `-` before an amount
 * whose sign changes.
 */
export interface JsonOrder {
  readonly order: JsonPaths;
  /** Where the lines are, and paths within a line. */
  readonly lines: string;
  readonly line: JsonPaths;
  /** The same for what came back: a list of lists. `^` begins a path within the refund that holds the line. */
  readonly returns?: string;
  readonly returned?: JsonPaths;
}
export type JsonPaths = Partial<Record<ExportField, string>>;

/** Lines of an order lie together, unless they stand alone. */
export interface BlockRules {
  /** Every line speaks for itself, in any sequence: it has no order's discount, refund or total to be settled with. */
  readonly linesStandAlone?: boolean;
  /**
   * Order-level values stand on the order's first line only; these columns are the line's own. `*` ends a prefix.
   * Undefined: the fields of an order that the profile names are filled down all the same.
   */
  readonly fillDown?: { readonly except: readonly string[] };
  /** Whether `unit_price` and `line_total` are before or after the line's own discount. */
  readonly prices: 'before line discount' | 'after all discounts';
  /** `line_total` may be the price of one: the order's total decides. */
  readonly lineTotalMayBeUnit?: boolean;
  /** What the order's total is below its lines, shipping, fees and tax is its discount. */
  readonly discountFromTotal?: boolean;
  /** Statuses, in the form of `toPlainName`, of orders whose products all came back, whether the export says how much or not. */
  readonly returnedStatuses?: readonly string[];
  /** A line with a negative amount is a return, whatever the sign of its quantity. */
  readonly quantityFollowsAmount?: boolean;
  /** A record without a product has this one. */
  readonly productIfNone?: string;
  /** A record without a product is the order as a whole, where other records of the order have one. */
  readonly orderHasRecord?: boolean;
  /** `order_discount` has the lines' discounts in it. */
  readonly orderDiscountIncludesLines?: boolean;
  /** A currency holds for the records below it, whatever their order. */
  readonly currencyHolds?: boolean;
  /** `parent_item_id` marks a line as the variant of its parent: one product in two records. */
  readonly mergesVariants?: boolean;
  /** Products that are no products, such as a tip. */
  readonly isTip?: (productName: string) => boolean;
  readonly isTestPayment?: (paymentMethod: string) => boolean;
  /**
   * Records by kind, group and detail, in the form of `toPlainName` with `/` between, where `*` stands for any beginning;
   * any other is `other`.
   */
  readonly records?: Readonly<Record<string, RecordMeaning>>;
  /** What a record that is a return does not say: the date of the refund. */
  readonly refundDate: 'in the export' | 'of the order';
  /** Shown with the reconciliation. */
  readonly remarks?: readonly ProfileRemark[];
}

/** `Lineitem name`, `lineitem_name` and `LINEITEM-NAME` are one column; accents make no difference either. */
export function toPlainName(column: string): string {
  return column
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]|[ºª]/gu, '');
}

/** What most exporters call the states of an order; a profile adds its own. */
export const COMMON_STATUSES: Readonly<Record<string, StatusMeaning>> = createStatuses({
  paid: 'paid completed complete refunded partiallyrefunded',
  pending: 'pending authorized unpaid',
  cancelled: 'cancelled canceled',
  failed: 'failed declined',
  voided: 'voided',
});

/** From names with blanks between them, by what they mean. */
export function createStatuses(
  meanings: Partial<Record<StatusMeaning, string>>,
): Readonly<Record<string, StatusMeaning>> {
  const statuses: Record<string, StatusMeaning> = {};
  for (const meaning of ['paid', ...LEFT_OUT_STATUSES] as const)
    for (const name of meanings[meaning]?.split(/\s+/) ?? []) statuses[name] = meaning;
  return statuses;
}
