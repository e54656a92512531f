/**
 * Thrown if the bytes are no extract, have another format version, or are incomplete or damaged. Read the orders
 * instead.
 */
export class ExtractUnreadableError extends Error {
  override readonly name = 'ExtractUnreadableError';
}
