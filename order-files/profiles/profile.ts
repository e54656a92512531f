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
  /** ISO 4217 code. */
  'currency',
  /** Of the order: paid, cancelled and so on. */
  'status',
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
  /** Price of the whole line; the profile says whether before or after the line's discount. */
  'line_total',
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

/** What a record of a file of transactions is; `other`: fees, tax, shipping, neither sold nor returned. */
export type RecordMeaning = 'sale' | 'return' | 'discount' | 'other';

/** What an export does not contain, or has in another way than one would think. */
export type ProfileRemark =
  | 'amazon_without_refunds'
  | 'posting_dates'
  | 'etsy_without_refunds'
  | 'stripe_with_tax'
  | 'square_without_currency';

type ExportDateFormat = 'iso' | 'mdy' | 'dmy';

export interface Profile {
  /** As `--from` takes it. */
  readonly id: string;
  /** As it is printed. */
  readonly title: string;
  /** Where the exporter documents the file; undefined for files of no particular exporter. */
  readonly documentation: string | undefined;
  /** Columns that together only this exporter writes, one set per variant of the file. */
  readonly signatures: readonly (readonly string[])[];
  /** Names of each field's column in the form of `plainName`, the best first. */
  readonly columns: Partial<Record<ExportField, readonly string[]>>;
  /** Why a field stays without a column that looks like it. */
  readonly without?: Partial<Record<OrderField, string>>;
  /** How the lines of an order relate: see `BlockRules`. Undefined: every line speaks for itself, in any sequence. */
  readonly block?: BlockRules;
  /** By status in the form of `plainName`. A status that is not listed counts as paid, and is printed. */
  readonly statuses: Readonly<Record<string, StatusMeaning>>;
  /** How the exporter writes dates, where that is not ISO 8601. */
  readonly dateFormat?: ExportDateFormat;
}

/** Rules for exports whose lines of an order lie together. */
export interface BlockRules {
  /** Order-level values stand on the order's first line only; these columns are the line's own. `*` ends a prefix. */
  readonly fillDown?: { readonly except: readonly string[] };
  /** Whether `unit_price` and `line_total` are before or after the line's own discount. */
  readonly prices: 'before line discount' | 'after all discounts';
  /** `order_discount` has the lines' discounts in it. */
  readonly orderDiscountIncludesLines?: boolean;
  /** A currency holds for the records below it, whatever their order. */
  readonly currencyHolds?: boolean;
  /** `parent_item_id` marks a line as the variant of its parent: one product in two records. */
  readonly mergesVariants?: boolean;
  /** Products that are no products, such as a tip. */
  readonly isTip?: (productName: string) => boolean;
  readonly isTestPayment?: (paymentMethod: string) => boolean;
  /** Records by kind, group and detail, in the form of `plainName` with `/` between; any other is `other`. */
  readonly records?: Readonly<Record<string, RecordMeaning>>;
  /** What a record that is a return does not say: the date of the refund. */
  readonly refundDate: 'in the export' | 'of the order';
  /** Shown with the reconciliation. */
  readonly remarks?: readonly ProfileRemark[];
}

/** `Lineitem name`, `lineitem_name` and `LINEITEM-NAME` are one column; accents make no difference either. */
export function plainName(column: string): string {
  return column
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]|[ºª]/gu, '');
}
