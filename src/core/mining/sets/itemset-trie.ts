// Frequent itemsets as a trie in typed arrays: a node is an itemset, 20 bytes, its parent the same set without its
// last item. The children of a node lie side by side, items ascending, so that finding one is a short bisection.
import { leap } from '../search/leap.ts';

const ROOT = 0;
/** 320 kB, of which the system gives only the pages that are written. */
const FIRST_CAPACITY = 2 ** 14;
/** Below, capacity grows eightfold: fewer copies, and the collector has fewer arrays to free. */
const LARGE_CAPACITY = 2 ** 20;

/** The arrays of a trie, each at least `size` long. */
export interface TrieColumns {
  readonly size: number;
  readonly parents: Uint32Array<ArrayBuffer>;
  readonly items: Uint32Array<ArrayBuffer>;
  readonly supports: Uint32Array<ArrayBuffer>;
  readonly firsts: Uint32Array<ArrayBuffer>;
  readonly degrees: Uint32Array<ArrayBuffer>;
}

export class ItemsetTrie {
  /** Nodes, the root (the empty set) included. */
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

  /** Per node; the children of a node lie side by side. */
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

  parentOf(node: number): number {
    return this.parents[node];
  }

  itemOf(node: number): number {
    return this.items[node];
  }

  supportOf(node: number): number {
    return this.supports[node];
  }

  /** The children are the nodes [firstChildOf(node), firstChildOf(node) + degreeOf(node)). */
  firstChildOf(node: number): number {
    return this.firsts[node];
  }

  degreeOf(node: number): number {
    return this.degrees[node];
  }

  /** The node of parent ∪ {item}, or 0 when it is not frequent. */
  child(parent: number, item: number): number {
    const degree = this.degrees[parent];
    if (degree === 0) return ROOT;
    const items = this.items;
    let low = this.firsts[parent];
    // Items are distinct and ascending from 0, so that none lies further in than its own number.
    let high = low + (item < degree ? item : degree - 1);
    if (items[high] === item) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (items[middle] < item) low = middle + 1;
      else high = middle;
    }
    return items[low] === item ? low : ROOT;
  }

  /** Of the children [from, end) of a node, the one with the item: it is known to be there. */
  firstFrom(from: number, end: number, item: number): number {
    return this.items[from] < item ? leap(this.items, from, end, item) : from;
  }

  /** Items of the node in the order they were added, written to `into`; gives their number. */
  itemsOf(node: number, into: Uint32Array): number {
    let length = 0;
    for (let at = node; at !== ROOT; at = this.parentOf(at)) into[length++] = this.itemOf(at);
    into.subarray(0, length).reverse();
    return length;
  }

  private grow(): void {
    const known = this.parents.length;
    const capacity = known < LARGE_CAPACITY ? known * 8 : known * 2;
    this.parents = enlarged(this.parents, capacity);
    this.items = enlarged(this.items, capacity);
    this.supports = enlarged(this.supports, capacity);
    this.firsts = enlarged(this.firsts, capacity);
    this.degrees = enlarged(this.degrees, capacity);
  }
}

/** What is behind the numbers known is not cleared, which would take as long as writing it: `add` writes all of a node. */
function enlarged(array: Uint32Array, capacity: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Buffer.allocUnsafeSlow(capacity * array.BYTES_PER_ELEMENT).buffer);
  larger.set(array);
  return larger;
}

/** Items of the largest itemset. */
export function longestItemset(trie: ItemsetTrie): number {
  const lengths = new Uint8Array(trie.size);
  let longest = 0;
  for (let node = 1; node < trie.size; node++) {
    lengths[node] = lengths[trie.parentOf(node)] + 1;
    if (lengths[node] > longest) longest = lengths[node];
  }
  return longest;
}
