// A file that cannot be read at all, as against one bad row in it: the operator has to change the file or a flag.

export class OrderFileError extends Error {
  override readonly name = 'OrderFileError';
  /** The source as the operator named it. */
  readonly source: string | undefined;

  constructor(source: string | undefined, problem: string) {
    super(source === undefined ? problem : `${source}: ${problem}`);
    this.source = source;
  }
}
