// What is known of a product by how many baskets hold it, a row of the kernel's memory for each count: as many as fit.

export class CountRows {
  private readonly first: number;
  private readonly limit: number;
  private next: number;
  private last = 0;
  /** By count: its row, 0 where it is not held. */
  private readonly rowOf: Uint32Array;
  private readonly write: (count: number, row: number) => void;

  /** For counts up to `most`, at most `held` rows, at least two, from `first` on, which is not 0. */
  constructor(first: number, most: number, held: number, write: (count: number, row: number) => void) {
    this.first = first;
    this.limit = first + Math.max(2, Math.min(most, held));
    this.next = first;
    this.rowOf = new Uint32Array(most + 1);
    this.write = write;
  }

  /** The row behind the last one. */
  get end(): number {
    return this.limit;
  }

  /** Valid until the next but one call. */
  at(count: number): number {
    const { rowOf } = this;
    if (rowOf[count] === 0) {
      if (this.next === this.limit) {
        rowOf.fill(0);
        this.next = this.last === this.first ? this.first + 1 : this.first;
      }
      rowOf[count] = this.next++;
      this.write(count, rowOf[count]);
    }
    this.last = rowOf[count];
    return this.last;
  }
}
