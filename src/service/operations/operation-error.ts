/** The operator's request cannot be carried out; the message states the reason and the remedy. */
export class OperationError extends Error {
  override readonly name = 'OperationError';
}
