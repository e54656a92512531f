// A file that cannot be read at all, as against one bad row in it: the operator has to change the file or an option.

/** Problems that an option solves; `parquet`: that another reader does. */
export type OrderFileProblem =
  | 'missing_columns'
  | 'ambiguous_dates'
  | 'missing_prices'
  | 'zero_prices'
  | 'missing_sheet'
  | 'parquet';

export class OrderFileError extends Error {
  override readonly name = 'OrderFileError';
  /** The source as the operator named it. */
  readonly source: string | undefined;
  readonly kind: OrderFileProblem | undefined;

  constructor(source: string | undefined, problem: string, kind?: OrderFileProblem) {
    super(source === undefined ? problem : `${source}: ${problem}`);
    this.source = source;
    this.kind = kind;
  }
}
