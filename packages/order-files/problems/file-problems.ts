// Why a file can't be read as orders: by code, with what a sentence about it needs. The command line and the console have
// sentences of their own, in their readers' language.
import type { ExportField } from '../profiles/profile.ts';
import type { OrderListExporter } from '../profiles/profiles.ts';

/** What a file is that is neither text nor a table that can be read. */
export const FOREIGN_KINDS = [
  ...(['xls', 'pdf', 'sqlite', 'avro', 'orc', 'bzip2', 'xz', 'zstd', '7z', 'rar'] as const),
  ...(['picture', 'web_page'] as const),
] as const;
export type ForeignKind = (typeof FOREIGN_KINDS)[number];

type Header = readonly string[];
/** Columns that fields without one could stand in. */
type Guesses = Partial<Record<ExportField, string>>;
type Nothing = Readonly<Record<never, never>>;

/** What a sentence about each needs. */
interface FileProblemDetails {
  missing_columns: {
    readonly missing: readonly string[];
    readonly header: Header;
    readonly guesses: Guesses;
  };
  missing_prices: { readonly header: Header; readonly guesses: Guesses };
  /** A row is a whole order. `listed`: the column that lists its products; undefined where there is none. */
  rows_are_orders: { readonly listed: { readonly column: string; readonly example: string } | undefined };
  zero_prices: Nothing;
  ambiguous_dates: {
    readonly column: string;
    /** Each with the day that it is as month/day, and as day/month. */
    readonly examples: readonly { readonly cell: string; readonly mdy: string; readonly dmy: string }[];
  };
  /** `field`: of an order, or `custom`. */
  unknown_column: { readonly field: string; readonly column: string; readonly header: Header };
  too_many_custom_fields: { readonly most: number; readonly got: number };
  custom_field_name: {
    readonly name: string;
    readonly most: number;
    readonly reserved: readonly string[];
  };
  /** An exporter's list of orders, which has none of their products. */
  order_list: { readonly exporter: OrderListExporter };
  /** The largest first, by rows. */
  several_currencies: {
    readonly currencies: readonly {
      readonly currency: string;
      readonly rows: number;
      readonly amount: number;
    }[];
  };
  /** `isMore`: the column has more of them than are listed, and is hardly one of statuses. */
  unknown_statuses: {
    readonly column: string;
    readonly statuses: readonly {
      readonly status: string;
      readonly rows: number;
      readonly amount: number;
    }[];
    /** Of the amounts, where the files name one. */
    readonly currency?: string | undefined;
    readonly isMore: boolean;
  };
  /** Nothing was sent. */
  other_dataset_currency: { readonly dataset: string; readonly prices: string };
  missing_header: Nothing;
  open_quote: Nothing;
  empty_file: Nothing;
  no_files: Nothing;
  /** `line`: the first of them. */
  no_line_feed: { readonly bytes: number; readonly line: number };
  json_array_open: Nothing;
  missing_sheet: { readonly sheet: string; readonly sheets: readonly string[] };
  sheet_without_contents: { readonly sheet: string };
  empty_spreadsheet: Nothing;
  /** Of several files, or none. */
  archive: { readonly files: number; readonly names: readonly string[] };
  archive_damaged: { readonly file: string | undefined };
  archive_encrypted: { readonly file: string };
  archive_method: { readonly file: string; readonly method: number };
  /** `line`: where it is, also a row of a sheet; undefined where that is not known. */
  table_limit: { readonly limit: TableLimit; readonly most: number; readonly line: number | undefined };
  table_damaged: Nothing;
  /** Dates of few orders, the first in `line`, far from those of nearly all orders: of the years `from` to `to`. */
  odd_dates: {
    readonly date: string;
    readonly line: number;
    readonly orders: number;
    readonly from: number;
    readonly to: number;
  };
  /** Dates of few orders, the first in `line`, that have not come. */
  future_dates: { readonly date: string; readonly line: number; readonly orders: number };
  /** A column of discounts that is not read, the first in `line`. */
  unread_discounts: { readonly column: string; readonly line: number; readonly rows: number };
  /** Ids that a spreadsheet has rounded, the first in `line`. */
  scientific_ids: {
    readonly field: 'order_id' | 'customer_id';
    readonly cell: string;
    readonly line: number;
  };
  /** `percent`: of the lines, with a product that their order has already. */
  repeated_products: { readonly percent: number };
  /** Products with two prices, one a hundred times the other; the first of them, which `line` shows. */
  price_jumps: {
    readonly product: string;
    readonly low: number;
    readonly high: number;
    readonly currency?: string | undefined;
    readonly line: number;
    readonly products: number;
  };
  prices_in_cents: { readonly example: number };
  /** Each amount with what it is by a decimal point, and by a decimal comma. */
  ambiguous_amounts: {
    readonly column: string;
    readonly examples: readonly { readonly cell: string; readonly point: number; readonly comma: number }[];
  };
  /** The chosen sheet has no orders, another has. */
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
  /** `reason`: as the system has it, or of the command line alone. */
  unreadable: { readonly reason: string };
}

export type FileProblemCode = keyof FileProblemDetails;
export type FileProblem<C extends FileProblemCode = FileProblemCode> = {
  [K in C]: { readonly code: K } & FileProblemDetails[K];
}[C];

/** Limits of a spreadsheet, and of what may be unpacked at a time. */
export type TableLimit = 'columns' | 'rows' | 'characters' | 'nesting' | 'unpacked';

/** A sentence for each. */
export type FileProblemWords = {
  readonly [C in FileProblemCode]: (problem: FileProblem<C>) => string;
};

export function formatFileProblem<C extends FileProblemCode>(
  words: FileProblemWords,
  problem: FileProblem<C>,
): string {
  return words[problem.code](problem);
}
