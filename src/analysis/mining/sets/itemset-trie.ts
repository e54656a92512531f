// Stores frequent itemsets as a trie in typed arrays: a node is an itemset, 20 bytes, its parent the same set without
// its last item. The children of a node are adjacent, items ascending, so that a short bisection finds one.

/** The first position after `from`, at most `end`, whose basket is not below `basket`: doubling, then bisection. */
export function leapTo(list: Uint32Array, from: number, end: number, basket: number): number {
  let low = from;
  let step = 1;
  while (low + step < end && list[low + step] < basket) {
    low += step;
    step *= 2;
  }
  let high = Math.min(end, low + step);
  low++;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle] < basket) low = middle + 1;
    else high = middle;
  }
  return low;
}

const ROOT = 0;
/** 320 kB, of which the system allocates only the pages that are written. */
const FIRST_CAPACITY = 2 ** 14;
/** Below this size, capacity grows eightfold: fewer copies, and fewer arrays to collect. */
const LARGE_CAPACITY = 2 ** 20;

/** The arrays of a trie, each at least `size` long. */
interface TrieColumns {
  readonly size: number;
  readonly parents: Uint32Array<ArrayBuffer>;
  readonly items: Uint32Array<ArrayBuffer>;
  readonly supports: Uint32Array<ArrayBuffer>;
  readonly firsts: Uint32Array<ArrayBuffer>;
  readonly degrees: Uint32Array<ArrayBuffer>;
}

export class ItemsetTrie {
  /** Nodes, including the root (the empty set). */
  size = 1;
  private parents = new Uint32Array(FIRST_CAPACITY);
  private items = new Uint32Array(FIRST_CAPACITY);
  private supports = new Uint32Array(FIRST_CAPACITY);
  private firsts = new Uint32Array(FIRST_CAPACITY);
  private degrees = new Uint32Array(FIRST_CAPACITY);

  static from({ size, parents, items, supports, firsts, degrees }: TrieColumns): ItemsetTrie {
    const trie = new ItemsetTrie();
    trie.size = size;
    trie.parents = parents;
    trie.items = items;
    trie.supports = supports;
    trie.firsts = firsts;
    trie.degrees = degrees;
    return trie;
  }

  /** Columns per node; the children of a node are adjacent. */
  static fromNodes(
    parents: Uint32Array<ArrayBuffer>,
    items: Uint32Array<ArrayBuffer>,
    supports: Uint32Array<ArrayBuffer>,
  ): ItemsetTrie {
    const size = parents.length;
    const firsts = new Uint32Array(size);
    const degrees = new Uint32Array(size);
    for (let node = 1; node < size; node++) {
      const parent = parents[node];
      if (degrees[parent]++ === 0) firsts[parent] = node;
    }
    return ItemsetTrie.from({ size, parents, items, supports, firsts, degrees });
  }

  columns(): TrieColumns {
    const { size, parents, items, supports, firsts, degrees } = this;
    return { size, parents, items, supports, firsts, degrees };
  }

  /** `support`: number of baskets. All children of a parent are added in one run, items ascending. */
  add(parent: number, item: number, support: number): number {
    const node = this.size;
    if (node === this.parents.length) this.grow();
    this.size = node + 1;
    this.parents[node] = parent;
    this.items[node] = item;
    this.supports[node] = support;
    this.firsts[node] = 0;
    this.degrees[node] = 0;
    const degree = this.degrees[parent];
    if (degree === 0) this.firsts[parent] = node;
    this.degrees[parent] = degree + 1;
    return node;
  }

  getParent(node: number): number {
    return this.parents[node];
  }

  getItem(node: number): number {
    return this.items[node];
  }

  getSupport(node: number): number {
    return this.supports[node];
  }

  /** The children are the nodes [firstChildOf(node), firstChildOf(node) + degreeOf(node)). */
  getFirstChild(node: number): number {
    return this.firsts[node];
  }

  getDegree(node: number): number {
    return this.degrees[node];
  }

  /** The node of parent ∪ {item}, or 0 when it is not frequent. */
  child(parent: number, item: number): number {
    const degree = this.degrees[parent];
    if (degree === 0) return ROOT;
    const items = this.items;
    let low = this.firsts[parent];
    // Items are distinct and ascending from 0, so that no item lies further in than its own number.
    let high = low + (item < degree ? item : degree - 1);
    if (items[high] === item) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (items[middle] < item) low = middle + 1;
      else high = middle;
    }
    return items[low] === item ? low : ROOT;
  }

  /** The child with the item among the children [from, end) of a node. It must be among them. */
  firstFrom(from: number, end: number, item: number): number {
    return this.items[from] < item ? leapTo(this.items, from, end, item) : from;
  }

  /** Writes the items of the node to `into`, in the order they were added; returns their number. */
  writeItems(node: number, into: Uint32Array): number {
    let length = 0;
    for (let at = node; at !== ROOT; at = this.getParent(at)) into[length++] = this.getItem(at);
    into.subarray(0, length).reverse();
    return length;
  }

  private grow(): void {
    const known = this.parents.length;
    const capacity = known < LARGE_CAPACITY ? known * 8 : known * 2;
    this.parents = enlargeArray(this.parents, capacity);
    this.items = enlargeArray(this.items, capacity);
    this.supports = enlargeArray(this.supports, capacity);
    this.firsts = enlargeArray(this.firsts, capacity);
    this.degrees = enlargeArray(this.degrees, capacity);
  }
}

/**
 * The space behind the existing numbers is not cleared, which would take as long as writing it: `add` writes all fields
 * of a node.
 */
function enlargeArray(array: Uint32Array, capacity: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Buffer.allocUnsafeSlow(capacity * array.BYTES_PER_ELEMENT).buffer);
  larger.set(array);
  return larger;
}

/** Items of the largest itemset. */
export function findLongestItemset(trie: ItemsetTrie): number {
  const lengths = new Uint8Array(trie.size);
  let longest = 0;
  for (let node = 1; node < trie.size; node++) {
    lengths[node] = lengths[trie.getParent(node)] + 1;
    if (lengths[node] > longest) longest = lengths[node];
  }
  return longest;
}

// Walks over all itemsets of a trie, each before those that extend it: the order in which sums of values are computed
// and stored.

export class ItemsetWalk {
  /** The current itemset. */
  node = 0;
  /** Number of its items, less one. */
  depth = -1;
  /** Whether the walk continues with itemsets that extend it. */
  isParent = true;
  private readonly trie: ItemsetTrie;
  private readonly longest: number;
  private readonly next = new Uint32Array(33);
  private readonly end = new Uint32Array(33);
  private level = 0;

  /** Visits itemsets of up to `longest` items, without single items that no larger one extends. */
  constructor(trie: ItemsetTrie, longest: number) {
    this.trie = trie;
    this.longest = longest;
    this.open(0);
  }

  /** Moves to the next itemset. Returns false after the last one. */
  advance(): boolean {
    const { trie, next, end, longest } = this;
    while (this.level >= 0) {
      const depth = this.level;
      if (next[depth] === end[depth]) {
        this.level--;
        continue;
      }
      const node = next[depth]++;
      const isParent = depth + 1 < longest && trie.getDegree(node) > 0;
      if (depth === 0 && !isParent) continue;
      this.node = node;
      this.depth = depth;
      this.isParent = isParent;
      if (isParent) {
        this.level++;
        this.open(node);
      }
      return true;
    }
    return false;
  }

  private open(parent: number): void {
    const first = this.trie.getFirstChild(parent);
    this.next[this.level] = first;
    this.end[this.level] = first + this.trie.getDegree(parent);
  }
}

// Selects some of the itemsets of a trie, with the paths that lead to them.

/** Per node of the trie: whether it is selected, and whether it or a descendant is. */
export interface NodeSelection {
  readonly isIn: Uint8Array;
  readonly leadsIn: Uint8Array;
}

export function selectNodes(trie: ItemsetTrie, isIn: (node: number) => boolean): NodeSelection {
  const selection = { isIn: new Uint8Array(trie.size), leadsIn: new Uint8Array(trie.size) };
  // Parents come before their children: backwards, a node's own children are done.
  for (let node = trie.size - 1; node > 0; node--) {
    if (isIn(node)) {
      selection.isIn[node] = 1;
      selection.leadsIn[node] = 1;
    }
    if (selection.leadsIn[node] === 1) selection.leadsIn[trie.getParent(node)] = 1;
  }
  return selection;
}
