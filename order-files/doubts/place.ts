/** Where a row is. */
export interface Place {
  readonly source: string;
  readonly line: number;
}
