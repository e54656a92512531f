// Lists why a row is rejected: by code, with the values of its sentence. The command line and the console have
// sentences of their own, in their readers' language.
import type { DecimalMark } from '../values/numbers.ts';
import type { DateFormat } from '../values/order-dates.ts';

type Nothing = Readonly<Record<never, never>>;
/** `column`: as the file names it, or a path within a line of JSON. */
interface InColumn {
  readonly column: string;
}
interface Amount extends InColumn {
  readonly cell: string;
  /** How numbers of the file are read. */
  readonly decimal: DecimalMark;
}

interface RowProblemDetails {
  /** Problems of a record, whose cells do not match the header or cannot be read. */
  column_count: { readonly expected: number; readonly got: number };
  open_quote: Nothing;
  /** `column`: undefined in a line of JSON. */
  other_bytes: { readonly column: string | undefined };
  /** A cell holds a character of code 0: the file is damaged or padded. */
  nul_character: InColumn;
  /** `reason`: the parser's own words; undefined for JSON that is no object. */
  not_json: { readonly reason: string | undefined };
  lines_apart: Nothing;
  /** An order in JSON that has line items, but fields of no known shape. */
  foreign_order: { readonly fields: readonly string[] };

  /** Problems of a cell. */
  required: InColumn;
  not_a_date: InColumn & { readonly cell: string; readonly format: DateFormat };
  not_a_number: Amount;
  not_an_amount: Amount;
  /** The quantity is a weight or a length, or has more digits than the scale allows. */
  fractional_quantity: InColumn & { readonly cell: string };
  /** `json`: the value as JSON. */
  not_a_scalar: InColumn & { readonly json: string };

  /** Problems of a value that the API would refuse. `columns`: candidates for the product; empty if unknown. */
  no_product: { readonly columns: readonly string[] };
  /** `got`: undefined for text that is too short or missing. */
  text_length: InColumn & { readonly least: number; readonly most: number; readonly got: number | undefined };
  too_many_bytes: InColumn & { readonly most: number };
  lone_surrogate: InColumn;
  not_iso_8601: InColumn;
  no_number: InColumn;
  not_whole: InColumn;
  out_of_range: InColumn & { readonly most: number; readonly isWhole: boolean };
  too_many_custom_fields: InColumn & { readonly most: number };
  not_custom_fields: InColumn;
  no_line_items: InColumn;
  not_line_items: InColumn;
  not_a_line_item: InColumn;
  /** `meant`: the field that was probably meant. */
  unknown_field: InColumn & { readonly meant: string | undefined };
}

export type RowProblemCode = keyof RowProblemDetails;
export type RowProblem<C extends RowProblemCode = RowProblemCode> = {
  [K in C]: { readonly code: K } & RowProblemDetails[K];
}[C];

/** A sentence for each problem. */
export type RowProblemWords = {
  readonly [C in RowProblemCode]: (problem: RowProblem<C>) => string;
};

export function formatRowProblem<C extends RowProblemCode>(
  words: RowProblemWords,
  problem: RowProblem<C>,
): string {
  return words[problem.code](problem);
}
