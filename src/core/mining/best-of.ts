// Rules streamed through: the best by a key stay, in memory for twice as many. Ties go to the earlier one, so that
// the same stream always leaves the same rules.

export class BestOf {
  /** Rules held; at most twice `capacity` until `settle`. */
  size = 0;
  private readonly capacity: number;
  private readonly keys: Float64Array;
  private readonly scratch: Float64Array;
  private readonly nodes: Uint32Array;
  private readonly masks: Uint32Array;
  /** Keys up to here can't be among the best any more. */
  private floor = Number.NEGATIVE_INFINITY;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.keys = new Float64Array(2 * capacity);
    this.scratch = new Float64Array(2 * capacity);
    this.nodes = new Uint32Array(2 * capacity);
    this.masks = new Uint32Array(2 * capacity);
  }

  /** `node`: the rule's itemset; `mask`: its consequents, a bit per item of the itemset. */
  offer(key: number, node: number, mask: number): void {
    if (key <= this.floor) return;
    this.keys[this.size] = key;
    this.nodes[this.size] = node;
    this.masks[this.size] = mask;
    this.size++;
    if (this.size === this.keys.length) this.cut();
  }

  /** Cuts down to `capacity`. After it, `nodeAt` and `maskAt` hold the best, in the order they came. */
  settle(): void {
    if (this.size > this.capacity) this.cut();
  }

  nodeAt(position: number): number {
    return this.nodes[position];
  }

  maskAt(position: number): number {
    return this.masks[position];
  }

  private cut(): void {
    const { keys, nodes, masks, capacity } = this;
    this.scratch.set(keys);
    const floor = nthSmallest(this.scratch, this.size, this.size - capacity);
    let above = 0;
    for (let at = 0; at < this.size; at++) if (keys[at] > floor) above++;
    let ties = capacity - above;
    let kept = 0;
    for (let at = 0; at < this.size; at++) {
      const key = keys[at];
      if (key < floor || (key === floor && ties-- <= 0)) continue;
      keys[kept] = key;
      nodes[kept] = nodes[at];
      masks[kept] = masks[at];
      kept++;
    }
    this.size = kept;
    this.floor = floor;
  }
}

/** Of the first `size` values, which it shuffles, the one that sorting would put at `n` (quickselect; Hoare 1961). */
function nthSmallest(values: Float64Array, size: number, n: number): number {
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
