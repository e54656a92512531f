// Encodes whole numbers below 2^32 in as few bytes as they need: seven bits in each, the lowest first, and the highest
// bit set in all but the last (LEB128).

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

  /** The written bytes. They share memory with the writer, which must not be used afterwards. */
  bytes(): Uint8Array {
    return this.block.subarray(0, this.end);
  }

  private grow(): void {
    const larger = new Uint8Array(2 * this.block.length);
    larger.set(this.block);
    this.block = larger;
  }
}

/** Throws beyond the end, because a zero there would count as a written one. */
export class VarintReader {
  private readonly block: Uint8Array;
  private at = 0;

  constructor(block: Uint8Array) {
    this.block = block;
  }

  /** Number of bytes read. */
  get position(): number {
    return this.at;
  }

  read(): number {
    let byte = this.block[this.at++];
    if (byte < 128) return byte;
    let value = byte & 127;
    for (let shift = 7; this.at < this.block.length; shift += 7) {
      byte = this.block[this.at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
    throw new Error(`expected a number, got the end after ${this.block.length} bytes`);
  }
}
