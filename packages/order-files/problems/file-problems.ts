// Lists why a file cannot be read as orders: by code, with the values of its sentence. The command line and the console
// have sentences of their own, in their readers' language.
import type { AmountReading } from '../columns/amount-columns.ts';
import type { ExportField } from '../profiles/profile.ts';
import type { OrderListExporter } from '../profiles/profiles.ts';

/** Kinds of files that are neither text nor a readable table. */
export const FOREIGN_KINDS = [
  ...(['xls', 'pdf', 'sqlite', 'avro', 'orc', 'bzip2', 'xz', 'zstd', '7z', 'rar'] as const),
  ...(['picture', 'web_page'] as const),
] as const;
export type ForeignKind = (typeof FOREIGN_KINDS)[number];

/** The kind of deduction that the name of a column states. */
export type Taking = 'discount' | 'refund' | 'returned' | 'cancelled' | 'test';
/** `share`: 15 % or 0.15; `flag`: yes or no; `other`: neither a number nor a flag. */
export type UnreadKind = 'amount' | 'share' | 'flag' | 'other';

/** A customer that is likely nobody in particular. */
export interface LikelyGuest {
  /** As the file writes it first. */
  readonly name: string;
  readonly orders: number;
  /** Its spellings, such as `Cash Customer 1` and `Cash Customer 2`. */
  readonly names: number;
  /** True if the name says it, false if its many orders do. */
  readonly isNamed: boolean;
}

/** Columns from which an id can be composed. */
export interface OrderIdColumns {
  readonly order: string;
  readonly date: string;
  /** Columns of tills and stores. */
  readonly places: readonly string[];
}

type Header = readonly string[];
/** Candidate columns of fields that have none. */
type Guesses = Partial<Record<ExportField, string>>;
type Nothing = Readonly<Record<never, never>>;

/** The values that each problem's sentence needs. */
interface FileProblemDetails {
  missing_columns: {
    readonly missing: readonly string[];
    readonly header: Header;
    readonly guesses: Guesses;
  };
  /** Several columns, or meanings of one, can be the price; the likeliest first. */
  amount_readings: { readonly readings: readonly AmountReading[] };
  missing_prices: { readonly header: Header; readonly guesses: Guesses };
  /** A row is a whole order. `listed`: the column that lists its products; undefined where there is none. */
  rows_are_orders: { readonly listed: { readonly column: string; readonly example: string } | undefined };
  zero_prices: Nothing;
  ambiguous_dates: {
    readonly column: string;
    /** Cells with the day that they mean as month/day, and as day/month. */
    readonly examples: readonly { readonly cell: string; readonly mdy: string; readonly dmy: string }[];
  };
  /** `field`: a field of an order, or `custom`. */
  unknown_column: { readonly field: string; readonly column: string; readonly header: Header };
  too_many_custom_fields: { readonly most: number; readonly got: number };
  custom_field_name: {
    readonly name: string;
    readonly most: number;
    readonly reserved: readonly string[];
  };
  /** An exporter's list of orders, which has none of their products. */
  order_list: { readonly exporter: OrderListExporter };
  /** The currencies, those with most rows first. */
  several_currencies: {
    readonly currencies: readonly {
      readonly currency: string;
      readonly rows: number;
      readonly amount: number;
    }[];
  };
  /** `isMore`: the column has more values than are listed, so it hardly holds statuses. */
  unknown_statuses: {
    readonly column: string;
    readonly statuses: readonly {
      readonly status: string;
      readonly rows: number;
      readonly amount: number;
    }[];
    /** The currency of the amounts, if the files name one. */
    readonly currency?: string | undefined;
    readonly isMore: boolean;
  };
  /** The import was refused before anything was sent. */
  other_dataset_currency: { readonly dataset: string; readonly prices: string };
  missing_header: Nothing;
  /** The first line is a row like those below it. */
  no_header: { readonly cells: readonly string[] };
  /** Each line is a whole order, and its cells are products, such as those of the first line. */
  baskets: { readonly cells: readonly string[] };
  open_quote: Nothing;
  empty_file: Nothing;
  no_files: Nothing;
  /** `line`: the first line without one. */
  no_line_feed: { readonly bytes: number; readonly line: number };
  json_array_open: Nothing;
  missing_sheet: { readonly sheet: string; readonly sheets: readonly string[] };
  sheet_without_contents: { readonly sheet: string };
  empty_spreadsheet: Nothing;
  /** An archive of several files, or of none. */
  archive: { readonly files: number; readonly names: readonly string[] };
  archive_damaged: { readonly file: string | undefined };
  archive_encrypted: { readonly file: string };
  archive_method: { readonly file: string; readonly method: number };
  /** `line`: where the limit is exceeded, also a row of a sheet; undefined if unknown. */
  table_limit: { readonly limit: TableLimit; readonly most: number; readonly line: number | undefined };
  table_damaged: Nothing;
  /** Dates of few orders that are far from nearly all others, in the years `from` to `to`; `line` shows the first. */
  odd_dates: {
    readonly date: string;
    readonly line: number;
    readonly orders: number;
    readonly from: number;
    readonly to: number;
  };
  /** Dates of few orders that are in the future; `line` shows the first. */
  future_dates: { readonly date: string; readonly line: number; readonly orders: number };
  /** `orders`: those of all customers and guests. */
  guest_customers: { readonly guests: readonly LikelyGuest[]; readonly orders: number };
  /** Rows whose quantity and price are both negative. `line`: the first of them. */
  double_negatives: { readonly line: number; readonly rows: number };
  /** `kinds`: what its cells can be, the likeliest first. `line`: the first of `rows` in which it takes something away. */
  unread_column: {
    readonly column: string;
    readonly taking: Taking;
    readonly kinds: readonly UnreadKind[];
    readonly line: number;
    readonly rows: number;
  };
  /**
   * Ids of orders that recur on other days, such as `order` from `first` to `last`; `line` shows where. `percent`: the
   * share of orders that do.
   */
  recurring_orders: {
    readonly order: string;
    readonly first: string;
    readonly last: string;
    readonly line: number;
    readonly percent: number;
    readonly columns: OrderIdColumns;
  };
  /** Ids that a spreadsheet has rounded; `line` shows the first. */
  scientific_ids: {
    readonly field: 'order_id' | 'customer_id';
    readonly cell: string;
    readonly line: number;
  };
  /** `percent`: share of the lines whose product their order has already. */
  repeated_products: { readonly percent: number };
  /** Products with two prices, one a hundred times the other; `line` shows the first. */
  price_jumps: {
    readonly product: string;
    readonly low: number;
    readonly high: number;
    readonly currency?: string | undefined;
    readonly line: number;
    readonly products: number;
  };
  prices_in_cents: { readonly example: number };
  /** Each amount with its value by a decimal point, and by a decimal comma. */
  ambiguous_amounts: {
    readonly column: string;
    readonly examples: readonly { readonly cell: string; readonly point: number; readonly comma: number }[];
  };
  /** The chosen sheet has no orders, but another one has. */
  other_sheet: { readonly sheet: string; readonly found: string };
  /** `codec`: as Parquet's format names it. */
  parquet_codec: { readonly codec: string };
  nested_column: { readonly column: string };
  foreign: { readonly kind: ForeignKind };
  too_many_lines: { readonly order: string; readonly most: number };
  rates_columns: { readonly header: Header };
  rates_line: { readonly line: number; readonly cells: readonly string[] };
  /** `day`: undefined for an order without a date. */
  missing_rate: { readonly from: string; readonly to: string; readonly day: string | undefined };
  file_changed: Nothing;
  /** A browser could not load the script that reads such a file. */
  reader_not_loaded: Nothing;
  /** `reason`: the system's words, or those of the command line alone. */
  unreadable: { readonly reason: string };
}

export type FileProblemCode = keyof FileProblemDetails;
export type FileProblem<C extends FileProblemCode = FileProblemCode> = {
  [K in C]: { readonly code: K } & FileProblemDetails[K];
}[C];

/** Limits of a spreadsheet, and of what may be unpacked at a time. */
export type TableLimit = 'columns' | 'rows' | 'characters' | 'nesting' | 'unpacked';

/** A sentence for each problem. */
export type FileProblemWords = {
  readonly [C in FileProblemCode]: (problem: FileProblem<C>) => string;
};

export function formatFileProblem<C extends FileProblemCode>(
  words: FileProblemWords,
  problem: FileProblem<C>,
): string {
  return words[problem.code](problem);
}
