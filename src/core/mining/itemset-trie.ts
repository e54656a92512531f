// Frequent itemsets as a trie in typed arrays: a node is an itemset, 12 bytes, its parent the same set without its
// last item. A hash index finds the child of a node by item, so that the support of any subset is a short walk.

const ROOT = 0;

export class ItemsetTrie {
  /** Nodes, the root (the empty set) included. */
  size = 1;
  private parents = new Uint32Array(1_024);
  private items = new Uint32Array(1_024);
  private supports = new Uint32Array(1_024);
  /** Open addressing: node ids by (parent, item); 0 is free, since the root is nobody's child. */
  private slots = new Uint32Array(4_096);

  /** `support`: number of baskets. Items of an itemset are added in one fixed order. */
  add(parent: number, item: number, support: number): number {
    if (this.size === this.parents.length) this.grow();
    const node = this.size++;
    this.parents[node] = parent;
    this.items[node] = item;
    this.supports[node] = support;
    if (this.size * 2 > this.slots.length) this.rehash(this.slots.length * 2);
    else this.slots[this.slotOf(parent, item)] = node;
    return node;
  }

  parentOf(node: number): number {
    return this.parents[node] ?? ROOT;
  }

  itemOf(node: number): number {
    return this.items[node] ?? 0;
  }

  supportOf(node: number): number {
    return this.supports[node] ?? 0;
  }

  /** The node of parent ∪ {item}, or 0 when it is not frequent. */
  child(parent: number, item: number): number {
    return this.slots[this.slotOf(parent, item)] ?? 0;
  }

  /** Items of the node in the order they were added, written to `into`; gives their number. */
  itemsOf(node: number, into: Uint32Array): number {
    let length = 0;
    for (let at = node; at !== ROOT; at = this.parentOf(at)) into[length++] = this.itemOf(at);
    into.subarray(0, length).reverse();
    return length;
  }

  /** The slot that holds (parent, item), or the free one where it would go. */
  private slotOf(parent: number, item: number): number {
    const mask = this.slots.length - 1;
    let hash = Math.imul(parent, 0x9e3779b1) ^ Math.imul(item + 1, 0x85ebca6b);
    hash ^= hash >>> 15;
    let slot = hash & mask;
    for (;;) {
      const node = this.slots[slot] ?? 0;
      if (node === 0 || (this.parents[node] === parent && this.items[node] === item)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private grow(): void {
    this.parents = doubled(this.parents);
    this.items = doubled(this.items);
    this.supports = doubled(this.supports);
  }

  private rehash(capacity: number): void {
    this.slots = new Uint32Array(capacity);
    for (let node = 1; node < this.size; node++) {
      this.slots[this.slotOf(this.parentOf(node), this.itemOf(node))] = node;
    }
  }
}

function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
