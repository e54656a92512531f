/** The bytes are no extract, of another format version, incomplete or damaged. The orders are to be read instead. */
export class ExtractUnreadableError extends Error {
  override readonly name = 'ExtractUnreadableError';
}
