// The value of a given rank in a stream too long to hold: values within a bracket are kept, those above it are counted.
// A bracket that proves too wide or beside the rank says which one to try next. Exact whatever the stream.

/**
 * A bracket estimated from n values of a sample reaches over so many times √n of them, either way of the rank: at least five
 * standard errors if they were independent, but rules of one itemset are alike.
 */
const MARGIN = 2.5;

export class ValueBracket {
  private readonly from: number;
  private readonly to: number;
  /** Values held. */
  readonly capacity: number;
  /** Values above the bracket. */
  above = 0;
  private atTop = 0;
  private atBottom = 0;
  private inside = 0;
  /** Every stride-th value strictly inside, in order of arrival. */
  private kept = new Float64Array(1_024);
  private size = 0;
  private stride = 1;

  /** The bracket holds the values from `from` to `to`, by default all. */
  constructor(capacity: number, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY) {
    this.from = from;
    this.to = to;
    this.capacity = capacity;
  }

  add(value: number): void {
    if (value > this.to) this.above++;
    else if (value === this.to) this.atTop++;
    else if (value > this.from) this.keep(value);
    else if (value === this.from) this.atBottom++;
  }

  /** Whether all values from `least` to `greatest` are above the bracket, or all below: any of them counts alike. */
  isBeside(least: number, greatest: number): boolean {
    return least > this.to || greatest < this.from;
  }

  private keep(value: number): void {
    if (this.inside++ % this.stride !== 0) return;
    if (this.size === this.kept.length) {
      if (this.size < this.capacity) this.grow();
      else if (this.thin()) return;
    }
    this.kept[this.size++] = value;
  }

  private grow(): void {
    const larger = new Float64Array(Math.min(this.capacity, this.kept.length * 2));
    larger.set(this.kept);
    this.kept = larger;
  }

  /** Keeps every second value. The one that found no room is between two that would be kept: true. */
  private thin(): boolean {
    const { kept } = this;
    for (let at = 0; at * 2 < this.size; at++) kept[at] = kept[at * 2];
    const isBetween = this.size % 2 === 1;
    this.size = Math.ceil(this.size / 2);
    this.stride *= 2;
    return isBetween;
  }

  /** `rank`: from 1, the highest value, and at most the number of values. Undefined where the bracket doesn't tell. */
  at(rank: number): number | undefined {
    const { above, atTop, inside, atBottom } = this;
    if (rank <= above) return undefined;
    const top = above + atTop;
    if (rank <= top) return this.to;
    const all = top + inside;
    if (rank > all) return rank <= all + atBottom ? this.from : undefined;
    return this.stride > 1 ? undefined : nthSmallest(this.kept, this.size, this.size - (rank - top));
  }

  /** Values of the stream that are not below this one. Undefined where the bracket doesn't tell. */
  countFrom(value: number): number | undefined {
    const { above, atTop, inside, atBottom, from, to } = this;
    if (value === from) return above + atTop + inside + atBottom;
    if (value < from || value > to || (value < to && this.stride > 1)) return undefined;
    let count = above + atTop;
    for (let at = 0; at < this.size; at++) if (this.kept[at] >= value) count++;
    return count;
  }

  /** A bracket with as much room. */
  between(from: number, to: number): ValueBracket {
    return new ValueBracket(this.capacity, from, to);
  }

  /**
   * The bracket to try next for the value of `rank`, on a stream that is `times` as long as this one: a sample of it
   * where that is above 1.
   */
  next(rank: number, times = 1): ValueBracket {
    const { above, atTop, inside, from, to, capacity } = this;
    if (rank <= above) return new ValueBracket(capacity, to);
    if (rank > above + atTop + inside) return new ValueBracket(capacity, undefined, from);
    const sorted = this.kept.subarray(0, this.size).sort();
    const position = sorted.length - 1 - Math.floor((rank - above - atTop - 1) / this.stride);
    const most = capacity / (4 * this.stride * times);
    const margin = Math.max(1, Math.floor(Math.min(MARGIN * Math.sqrt(sorted.length), most)));
    const low = position - margin;
    const high = position + margin;
    return new ValueBracket(
      capacity,
      low < 0 ? from : sorted[low],
      high >= sorted.length ? to : sorted[high],
    );
  }
}

/** Of the first `size` values, which it shuffles, the one that sorting would put at `n` (quickselect; Hoare 1961). */
export function nthSmallest(values: Float64Array, size: number, n: number): number {
  let low = 0;
  let high = size - 1;
  while (low < high) {
    const pivot = values[(low + high) >>> 1];
    let left = low;
    let right = high;
    while (left <= right) {
      while (values[left] < pivot) left++;
      while (values[right] > pivot) right--;
      if (left > right) break;
      const swapped = values[left];
      values[left++] = values[right];
      values[right--] = swapped;
    }
    if (n <= right) high = right;
    else if (n >= left) low = left;
    else break;
  }
  return values[n];
}
