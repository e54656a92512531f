// Distinct values and integers per row, as they arrive.

export interface Dictionary<T> {
  /** In order of first appearance. */
  readonly entries: readonly T[];
  /** Place of the value, counted from 1; 0 for none. */
  place(value: T | undefined): number;
}

export function createDictionary<T>(): Dictionary<T> {
  const places = new Map<T, number>();
  const entries: T[] = [];
  return {
    entries,
    place(value) {
      if (value === undefined) return 0;
      const known = places.get(value);
      if (known !== undefined) return known;
      const place = entries.push(value);
      places.set(value, place);
      return place;
    },
  };
}

/** 32-bit integers in an array that grows by half. */
export class GrowingIntegers {
  length = 0;
  private array = new Int32Array(1_024);

  push(value: number): void {
    if (this.length === this.array.length) {
      const larger = new Int32Array(Math.ceil(this.length * 1.5));
      larger.set(this.array);
      this.array = larger;
    }
    this.array[this.length++] = value;
  }

  set(index: number, value: number): void {
    this.array[index] = value;
  }

  /** Shares its memory with this list. */
  get values(): Int32Array {
    return this.array.subarray(0, this.length);
  }
}
