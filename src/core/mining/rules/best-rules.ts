// Rules streamed through: the first by a key, then revenue, lift, names stay, in memory for twice as many.
import type { RuleNames } from './rule-names.ts';

export interface ValuedRule {
  /** Its itemset in the trie. */
  readonly node: number;
  /** Its consequents, a bit per item of the itemset in trie order. */
  readonly mask: number;
  readonly lift: number;
  /** Values in the baskets with both sides: of both, and of the consequents. */
  readonly revenue: number;
  readonly consequentValue: number;
  /** What comes before revenue; the same for all where nothing does. */
  readonly key: number;
}

export class BestRules {
  private readonly capacity: number;
  private readonly names: RuleNames;
  private readonly revenue: Float64Array;
  private readonly lift: Float64Array;
  private readonly consequentValue: Float64Array;
  private readonly key: Float64Array;
  private readonly nodes: Uint32Array;
  private readonly masks: Uint32Array;
  private held = 0;
  /** Whether as many as `capacity` are held that come before any other: the last of them is at capacity - 1. */
  private isFull = false;

  constructor(capacity: number, names: RuleNames) {
    this.capacity = capacity;
    this.names = names;
    this.revenue = new Float64Array(2 * capacity);
    this.lift = new Float64Array(2 * capacity);
    this.consequentValue = new Float64Array(2 * capacity);
    this.key = new Float64Array(2 * capacity);
    this.nodes = new Uint32Array(2 * capacity);
    this.masks = new Uint32Array(2 * capacity);
  }

  /** Rules held, at most `capacity`. */
  get size(): number {
    return Math.min(this.held, this.capacity);
  }

  /** Whether a rule of this key at most could be among the best. */
  mayHold(key: number, revenue: number): boolean {
    const { capacity } = this;
    if (!this.isFull) return capacity > 0;
    const least = this.key[capacity - 1];
    return key > least || (key === least && revenue >= this.revenue[capacity - 1]);
  }

  offer({ node, mask, lift, revenue, consequentValue, key }: ValuedRule): void {
    const { capacity, held } = this;
    if (!this.mayHold(key, revenue)) return;
    this.key[held] = key;
    this.revenue[held] = revenue;
    this.lift[held] = lift;
    this.consequentValue[held] = consequentValue;
    this.nodes[held] = node;
    this.masks[held] = mask;
    if (this.isFull && this.compare(held, capacity - 1) >= 0) return;
    this.held++;
    if (this.held === 2 * capacity) this.cut();
  }

  /** The rules held, first to last. */
  sorted(): ValuedRule[] {
    this.cut();
    return Array.from({ length: this.held }, (_, at) => ({
      node: this.nodes[at],
      mask: this.masks[at],
      lift: this.lift[at],
      revenue: this.revenue[at],
      consequentValue: this.consequentValue[at],
      key: this.key[at],
    }));
  }

  private compare(a: number, b: number): number {
    const { key, revenue, lift, nodes, masks, names } = this;
    if (key[a] !== key[b]) return key[b] - key[a];
    if (revenue[a] !== revenue[b]) return revenue[b] - revenue[a];
    if (lift[a] !== lift[b]) return lift[b] - lift[a];
    return names.compare(nodes[a], masks[a], nodes[b], masks[b]);
  }

  private cut(): void {
    const order = Uint32Array.from({ length: this.held }, (_, at) => at)
      .sort((a, b) => this.compare(a, b))
      .subarray(0, this.capacity);
    const { key, revenue, lift, consequentValue, nodes, masks } = this;
    for (const column of [key, revenue, lift, consequentValue, nodes, masks]) {
      column.set(Float64Array.from(order, (at) => column[at]));
    }
    this.held = order.length;
    this.isFull = this.held === this.capacity;
  }
}
