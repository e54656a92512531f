// Whole numbers below 2^32 in as few bytes as they need: seven bits in each, the lowest first, and the highest bit set in
// all but the last (LEB128).

const FIRST_BYTES = 2 ** 16;
const LONGEST = 5;

export class VarintWriter {
  private block = new Uint8Array(FIRST_BYTES);
  private end = 0;

  write(value: number): void {
    if (this.end + LONGEST > this.block.length) this.grow();
    let left = value;
    while (left > 127) {
      this.block[this.end++] = (left & 127) | 128;
      left >>>= 7;
    }
    this.block[this.end++] = left;
  }

  /** What was written. Shares memory with the writer, which must not be used afterwards. */
  bytes(): Uint8Array {
    return this.block.subarray(0, this.end);
  }

  private grow(): void {
    const larger = new Uint8Array(2 * this.block.length);
    larger.set(this.block);
    this.block = larger;
  }
}

/** Beyond the end, it reads zeros. */
export class VarintReader {
  private readonly block: Uint8Array;
  private at = 0;

  constructor(block: Uint8Array) {
    this.block = block;
  }

  /** Bytes that were read. */
  get position(): number {
    return this.at;
  }

  read(): number {
    let byte = this.block[this.at++];
    if (byte < 128) return byte;
    let value = byte & 127;
    for (let shift = 7; ; shift += 7) {
      byte = this.block[this.at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  }
}
