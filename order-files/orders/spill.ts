// Room outside the memory for what does not fit in it: named pieces that grow, are read once and removed.

export interface Spill {
  /** Bytes that are gathered for a name before they are appended: hundreds of names are written at a time. */
  readonly pieceBytes: number;
  append(name: string, bytes: Uint8Array): Promise<void>;
  /** What was appended, in its order. Nothing for a name that nothing was appended to. */
  read(name: string): AsyncIterable<Uint8Array>;
  remove(name: string): Promise<void>;
  /** Nothing of it is left. */
  close(): Promise<void>;
}
