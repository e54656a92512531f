// Defines the layout of an export of orders as data, in one file per exporter beside this one: which column is which
// field, which records count as sales, and where discounts, refunds and totals stand.

/** Fields of the service's contract. */
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

/** Further fields of an export, from which the contract's fields are computed. Amounts are in the row's currency. */
const ACCOUNT_FIELDS = [
  /** The customer's address, for lists of customers. */
  'contact',
  /** ISO 4217 code. */
  'currency',
  /** The order's status: paid, cancelled and so on. */
  'status',
  /** A second status, for the delivery: only `cancelled` matters. */
  'fulfillment',
  'cancelled_at',
  'paid_at',
  'payment_method',
  'captured',
  'mode',
  /** The time of day, if the date has a column of its own. */
  'order_time',
  /** The kind of the record: a sale, a refund, a fee; in up to three columns. */
  'record_kind',
  'record_group',
  'record_detail',
  'item_id',
  'parent_item_id',
  /** The returned order and its customer, if a record of a return has an id and a customer of its own. */
  'return_of',
  'return_customer',
  /** Price of the whole line; the profile says whether before or after the line's discount. */
  'line_total',
  /** The price of the whole line including its tax and shipping, which are subtracted. */
  'line_total_with_tax',
  'line_tax',
  'line_shipping',
  'line_before_discount',
  'line_discount',
  /** The line's discount as a share of its price: 0.15, or 15 %. */
  'line_discount_rate',
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
/** Why an order does not count; `--include` takes it. */
export type LeftOutStatus = (typeof LEFT_OUT_STATUSES)[number];
export type StatusMeaning = 'paid' | LeftOutStatus;

/**
 * The meaning of a record in a file of transactions. `order`: the order as a whole, whose lines have records of their
 * own; `other`: fees, tax, shipping, neither sold nor returned.
 */
export type RecordMeaning = 'sale' | 'return' | 'discount' | 'order' | 'other';

/** Data that an export lacks or holds in an unexpected way. */
export type ProfileRemark =
  | 'amazon_without_refunds'
  | 'posting_dates'
  | 'without_refunds'
  | 'without_currency'
  | 'stripe_with_tax'
  | 'paypal_products'
  | 'shared_by_pieces';

type ExportDateFormat = 'iso' | 'mdy' | 'dmy' | 'text';

/** A comment in each profile names the page or the file that its columns are from. */
export interface Profile {
  /** The value of `--from`. */
  readonly id: string;
  /** The name that is printed. */
  readonly title: string;
  /** Columns that only this exporter writes together, one set per variant of the file. */
  readonly signatures: readonly (readonly string[])[];
  /**
   * Names of each field's column in the form of `toPlainName`, the best first; none if the exporter has no such column.
   */
  readonly columns: Partial<Record<ExportField, readonly string[]>>;
  /** How the lines of an order relate. */
  readonly block: BlockRules;
  /** Meanings by status in the form of `toPlainName`. A status that is not listed counts as paid, and is printed. */
  readonly statuses: Readonly<Record<string, StatusMeaning>>;
  /** How the exporter writes dates, if not as ISO 8601. */
  readonly dateFormat?: ExportDateFormat;
  /** Present if a record of the file holds several lines of the order. */
  readonly lines?: LinesInRecord;
  /** Present if the file is JSON: an order that contains its lines. */
  readonly json?: JsonOrder;
  /** Records below the table: their cells, joined by commas. */
  readonly footer?: RegExp;
}

/** Lines of an order that stand within one record, as columns that are added to the file's own. */
export interface LinesInRecord {
  readonly columns: readonly string[];
  /**
   * Returns the cells of `columns` for each line. `cellOf`: returns the record's cell by the column's name in the form
   * of `toPlainName`.
   */
  readonly read: (cellOf: (column: string) => string, header: readonly string[]) => string[][];
}

/**
 * Paths within an order: steps between points. The values of a list are added up, or its last text is taken;
 * `{type=product}` filters a list. `|` follows a path and precedes its alternative, which is used if the first finds
 * nothing; `-` precedes an amount whose sign changes.
 */
export interface JsonOrder {
  readonly order: JsonPaths;
  /** The path of the lines, and paths within a line. */
  readonly lines: string;
  readonly line: JsonPaths;
  /** The same for returns: a list of lists. `^` begins a path within the refund that holds the line. */
  readonly returns?: string;
  readonly returned?: JsonPaths;
}
export type JsonPaths = Partial<Record<ExportField, string>>;

/** Lines of an order lie together, unless they stand alone. */
export interface BlockRules {
  /** Every line is complete and may be anywhere: it has no discount, refund or total of its order. */
  readonly linesStandAlone?: boolean;
  /**
   * Order-level values stand only on the order's first line; these columns are the line's own. `*` ends a prefix.
   * Undefined: fields of an order that the profile names are still filled down.
   */
  readonly fillDown?: { readonly except: readonly string[] };
  /** Whether `unit_price` and `line_total` are before or after the line's own discount. */
  readonly prices: 'before line discount' | 'after all discounts';
  /** `line_total` may be the price of one piece: the order's total decides. */
  readonly lineTotalMayBeUnit?: boolean;
  /** The order's discount is the amount by which its total is below its lines, shipping, fees and tax. */
  readonly discountFromTotal?: boolean;
  /**
   * Statuses, in the form of `toPlainName`, of orders that were returned completely, whether or not the export states
   * amounts.
   */
  readonly returnedStatuses?: readonly string[];
  /** A line with a negative amount is a return, whatever the sign of its quantity. */
  readonly quantityFollowsAmount?: boolean;
  /** The product of a record that names none. */
  readonly productIfNone?: string;
  /** A record without a product is the order as a whole, if other records of the order have one. */
  readonly orderHasRecord?: boolean;
  /** `order_discount` includes the lines' discounts. */
  readonly orderDiscountIncludesLines?: boolean;
  /** A currency applies to all records below it, whatever their order. */
  readonly currencyHolds?: boolean;
  /** `parent_item_id` marks a line as the variant of its parent: one product in two records. */
  readonly mergesVariants?: boolean;
  /** Detects products that are not goods, such as a tip. */
  readonly isTip?: (productName: string) => boolean;
  readonly isTestPayment?: (paymentMethod: string) => boolean;
  /**
   * Records by kind, group and detail, in the form of `toPlainName` with `/` between, where `*` stands for any
   * beginning; any other is `other`.
   */
  readonly records?: Readonly<Record<string, RecordMeaning>>;
  /** Whether the export states the date of the refund, or only that of the order. */
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

/** Statuses that most exporters use; a profile adds its own. */
export const COMMON_STATUSES: Readonly<Record<string, StatusMeaning>> = createStatuses({
  paid: 'paid completed complete refunded partiallyrefunded',
  pending: 'pending authorized unpaid',
  cancelled: 'cancelled canceled',
  failed: 'failed declined',
  voided: 'voided',
});

/** Creates statuses by meaning from names separated by blanks. */
export function createStatuses(
  meanings: Partial<Record<StatusMeaning, string>>,
): Readonly<Record<string, StatusMeaning>> {
  const statuses: Record<string, StatusMeaning> = {};
  for (const meaning of ['paid', ...LEFT_OUT_STATUSES] as const)
    for (const name of meanings[meaning]?.split(/\s+/) ?? []) statuses[name] = meaning;
  return statuses;
}
