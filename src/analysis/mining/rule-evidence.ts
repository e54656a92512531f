// Gathers the evidence of rules in one pass over the baskets: how many customers bought both sides, in which periods
// each side was bought, and the value of the consequents in each basket. Counts and exact sums: those of parts of the
// baskets, each with all baskets of its customers, add up to the whole.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import { type Limbs, toNearest } from '../money/limbs.ts';
import { findNthSmallest } from './nth-smallest.ts';
import { assignPeriods, type BasketPeriods } from './periods.ts';
import { leapTo } from './sets/itemset-trie.ts';

/** Names of products. */
interface Sides {
  readonly antecedents: readonly string[];
  readonly consequents: readonly string[];
}

/** A rule to weigh. */
export interface WeighedRule extends Sides {
  /** Number of largest values of its consequents to keep. */
  readonly most: number;
}

export interface RuleEvidence {
  /** Evidence per rule. */
  readonly rules: readonly JointEvidence[];
  /** Number of baskets by period, for each side in `listSides`. */
  readonly sides: readonly Uint32Array[];
  /** Sum over all customers of (their baskets)². */
  readonly squares: number;
}

/** Evidence of a rule from the baskets with both sides. */
export interface JointEvidence {
  /** Number of customers; a basket without one counts as a customer of its own. */
  readonly customers: number;
  /**
   * Sums over these customers: (their baskets with both sides)², and (their baskets with both sides) × (all their
   * baskets).
   */
  readonly squares: number;
  readonly products: number;
  /** Per limb, the value of the consequents, in units. */
  readonly sums: readonly number[];
  /** The largest values of the consequents in one basket, descending, in units: at most `most`. */
  readonly largest: Float64Array;
}

/** One basket with a rule in this many may be an outlier, within bounds, and never more than half of the baskets. */
const BASKETS_PER_OUTLIER = 20;
const LEAST_OUTLIERS = 2;
const MOST_OUTLIERS = 100;

/** Number of the largest values in `together` baskets that are lowered to the next one (a winsorized mean). */
export function countOutliers(together: number): number {
  const one = Math.max(LEAST_OUTLIERS, Math.floor(together / BASKETS_PER_OUTLIER));
  return Math.min(MOST_OUTLIERS, one, Math.floor(together / 2));
}

/** The distinct sides of rules, and per rule the indexes of its antecedents and consequents among them. */
export function listSides(rules: readonly Sides[]): {
  readonly sides: readonly (readonly string[])[];
  readonly placesOf: readonly (readonly [number, number])[];
} {
  const sides: (readonly string[])[] = [];
  const places = new Map<string, number>();
  const placeSide = (side: readonly string[]): number => {
    const key = JSON.stringify(side);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, sides.length);
    return sides.push(side) - 1;
  };
  return {
    sides,
    placesOf: rules.map(({ antecedents, consequents }) => [placeSide(antecedents), placeSide(consequents)]),
  };
}

/** `rules`: over `baskets.products`. No basket holds a rule with another product. */
export function gatherRuleEvidence(
  baskets: BasketColumns,
  rules: readonly WeighedRule[],
  periods: BasketPeriods,
  counts: CustomerCounts = countCustomers(baskets),
): RuleEvidence {
  const { moments, products } = baskets;
  const { sides, placesOf } = listSides(rules);
  const indexes = new Map(products.map((name, index) => [name, index]));
  const sequence = sequenceByCustomer(baskets);
  const itemsOfSides = sides.map((names) => names.map((name) => indexes.get(name) ?? -1));
  const lists = new BasketLists(baskets, sequence, new Set(itemsOfSides.flat()));
  const tally = new JointTally(baskets, lists, sequence, counts.ofCustomer);
  const periodOf = moments && assignPeriods(moments, periods);
  return {
    rules: placesOf.map(([antecedents, consequents], rule) =>
      tally.of(lists.findPlaces(itemsOfSides[antecedents]), itemsOfSides[consequents], rules[rule].most),
    ),
    sides: itemsOfSides.map((items) => {
      const places = lists.findPlaces(items);
      const found = new Uint32Array(periods.baskets.length);
      if (periodOf === undefined) found[periods.undated] = places.length;
      else for (let at = 0; at < places.length; at++) found[periodOf[sequence[places[at]]]]++;
      return found;
    }),
    squares: counts.ofCustomer.reduce((sum, count) => sum + count * count, counts.guests),
  };
}

/** Adds the evidence of the same rules in baskets of other customers, whose values are in as many limbs. */
export function joinRuleEvidence(
  one: RuleEvidence,
  other: RuleEvidence,
  rules: readonly WeighedRule[],
): RuleEvidence {
  return {
    rules: rules.map(({ most }, at) => {
      const [a, b] = [one.rules[at], other.rules[at]];
      return {
        customers: a.customers + b.customers,
        squares: a.squares + b.squares,
        products: a.products + b.products,
        sums: a.sums.map((sum, limb) => sum + b.sums[limb]),
        largest: Float64Array.of(...a.largest, ...b.largest)
          .sort()
          .reverse()
          .slice(0, most),
      };
    }),
    sides: one.sides.map((counts, side) => counts.map((count, period) => count + other.sides[side][period])),
    squares: one.squares + other.squares,
  };
}

export interface CustomerCounts {
  /** Baskets per customer. */
  readonly ofCustomer: Uint32Array;
  /** Baskets without a customer. */
  readonly guests: number;
}

/** Counts baskets by customer. All baskets of each customer must be included. */
export function countCustomers({
  basketCount,
  customers,
}: Pick<BasketColumns, 'basketCount' | 'customers'>): CustomerCounts {
  if (customers === undefined) return { ofCustomer: new Uint32Array(0), guests: basketCount };
  let last = -1;
  for (let basket = 0; basket < basketCount; basket++) last = Math.max(last, customers[basket]);
  const ofCustomer = new Uint32Array(last + 1);
  let guests = 0;
  for (let basket = 0; basket < basketCount; basket++) {
    if (customers[basket] < 0) guests++;
    else ofCustomer[customers[basket]]++;
  }
  return { ofCustomer, guests };
}

/** Orders baskets by customer (counting sort); without customers, leaves them as they are. */
function sequenceByCustomer({ basketCount, customers }: BasketColumns): Uint32Array {
  const sequence = Uint32Array.from({ length: basketCount }, (_, basket) => basket);
  if (customers === undefined) return sequence;
  let last = -1;
  for (let basket = 0; basket < basketCount; basket++) last = Math.max(last, customers[basket]);
  const next = new Uint32Array(last + 3);
  for (let basket = 0; basket < basketCount; basket++) next[customers[basket] + 2]++;
  for (let customer = 1; customer < next.length; customer++) next[customer] += next[customer - 1];
  for (let basket = 0; basket < basketCount; basket++) sequence[next[customers[basket] + 1]++] = basket;
  return sequence;
}

/** Tallies the evidence of one rule after the other. The baskets of each customer are consecutive. */
class JointTally {
  private readonly values: Limbs;
  private readonly customers: Int32Array | undefined;
  private readonly lists: BasketLists;
  private readonly sequence: Uint32Array;
  private readonly ofCustomer: Uint32Array;
  /** Per limb, the value of the consequents in each basket of the rule. */
  private readonly brought: Limbs;

  constructor(
    { values, customers, basketCount }: BasketColumns,
    lists: BasketLists,
    sequence: Uint32Array,
    ofCustomer: Uint32Array,
  ) {
    this.values = values;
    this.customers = customers;
    this.lists = lists;
    this.sequence = sequence;
    this.ofCustomer = ofCustomer;
    this.brought = values.map(() => new Float64Array(basketCount));
  }

  /** `antecedents`: positions of the baskets with them. */
  of(antecedents: Uint32Array, [first, ...others]: readonly number[], most: number): JointEvidence {
    const { lists, brought } = this;
    let places = antecedents;
    for (const item of others) places = lists.entriesAt(places, item).places.slice();
    const found = lists.entriesAt(places, first);
    const counts = this.countCustomers(found.places);
    const { length } = found.places;
    for (const limb of brought) limb.fill(0, 0, length);
    this.add(found.entries);
    if (others.length > 0) {
      const all = found.places.slice();
      for (const item of others) this.add(lists.entriesAt(all, item).entries);
    }
    const sums = brought.map((limb) => limb.subarray(0, length).reduce((sum, value) => sum + value, 0));
    if (brought.length > 1) {
      for (let at = 0; at < length; at++) brought[0][at] = toNearest(brought.map((limb) => limb[at]));
    }
    return { ...counts, sums, largest: pickLargest(brought[0], length, most) };
  }

  private countCustomers(places: Uint32Array) {
    const { customers, sequence, ofCustomer } = this;
    const { length } = places;
    if (customers === undefined) return { customers: length, squares: length, products: length };
    let [distinct, squares, products, last, again] = [0, 0, 0, -1, 0];
    for (let at = 0; at < length; at++) {
      const customer = customers[sequence[places[at]]];
      if (customer < 0 || customer !== last) {
        distinct++;
        again = 0;
        last = customer;
      }
      squares += 2 * again++ + 1;
      products += customer < 0 ? 1 : ofCustomer[customer];
    }
    return { customers: distinct, squares, products };
  }

  private add(entries: Uint32Array): void {
    for (const [limb, values] of this.values.entries()) {
      const brought = this.brought[limb];
      for (let at = 0; at < entries.length; at++) brought[at] += values[entries[at]];
    }
  }
}

/** Returns the values in descending order. Shuffles the first `size` values. */
function pickLargest(values: Float64Array, size: number, most: number): Float64Array {
  const from = Math.max(0, size - most);
  if (from > 0) findNthSmallest(values, size, from);
  return values.slice(from, size).sort().reverse();
}

// Finds the baskets that hold all of some products, as ascending lists of positions in a sequence of baskets. Lists are
// intersected by leaps. Lists of several products are cached as far as they fit, because rules share most of their
// sides.

/** Baskets of one product. */
interface ProductList {
  readonly places: Uint32Array;
  readonly entries: Uint32Array;
}

const NONE: ProductList = { places: new Uint32Array(0), entries: new Uint32Array(0) };
/** Most positions in cached lists: 16 MB. */
const MAX_HELD = 2 ** 22;

class BasketLists {
  /** For the last two intersected lists: per common basket, its index in each of them. */
  private readonly inOne: Uint32Array;
  private readonly inOther: Uint32Array;
  private readonly ofItem: ReadonlyMap<number, ProductList>;
  private readonly held = new Map<string, Uint32Array>();
  private room = MAX_HELD;

  /** `sequence`: all baskets in some order; `items`: those that need lists. */
  constructor(baskets: BasketColumns, sequence: Uint32Array, items: ReadonlySet<number>) {
    this.inOne = new Uint32Array(sequence.length);
    this.inOther = new Uint32Array(sequence.length);
    this.ofItem = listTidsets(baskets, sequence, items);
  }

  /** Positions of the baskets with all of the items. */
  findPlaces(items: readonly number[]): Uint32Array {
    return this.placesOfSorted(
      items.toSorted((a, b) => this.getList(b).places.length - this.getList(a).places.length || a - b),
    );
  }

  /** The positions that the item also has, and its entries there; the next call overwrites them. */
  entriesAt(
    places: Uint32Array,
    item: number,
  ): { readonly places: Uint32Array; readonly entries: Uint32Array } {
    const { entries, places: ofItem } = this.getList(item);
    const { inOne, inOther } = this;
    const met = this.meet(places, ofItem);
    for (let at = 0; at < met; at++) {
      inOne[at] = places[inOne[at]];
      inOther[at] = entries[inOther[at]];
    }
    return { places: inOne.subarray(0, met), entries: inOther.subarray(0, met) };
  }

  /** Most frequent items come first: many sides begin with the same ones. */
  private placesOfSorted(items: readonly number[]): Uint32Array {
    const last = this.getList(items[items.length - 1]).places;
    if (items.length === 1) return last;
    const key = items.join();
    const known = this.held.get(key);
    if (known !== undefined) return known;
    const before = this.placesOfSorted(items.slice(0, -1));
    const found = this.inOne.slice(0, this.meet(before, last)).map((at) => before[at]);
    if (found.length <= this.room) {
      this.room -= found.length;
      this.held.set(key, found);
    }
    return found;
  }

  /** An item that is no product is in no basket. */
  private getList(item: number): ProductList {
    return this.ofItem.get(item) ?? NONE;
  }

  /** Number of baskets in both lists: fills `inOne` and `inOther`. */
  private meet(one: Uint32Array, other: Uint32Array): number {
    const isShorter = one.length <= other.length;
    const [shorter, longer] = isShorter ? [one, other] : [other, one];
    const [inShorter, inLonger] = isShorter ? [this.inOne, this.inOther] : [this.inOther, this.inOne];
    let met = 0;
    let next = 0;
    for (let at = 0; at < shorter.length && next < longer.length; at++) {
      const place = shorter[at];
      if (longer[next] < place) next = leapTo(longer, next, longer.length, place);
      if (next === longer.length || longer[next] !== place) continue;
      inShorter[met] = at;
      inLonger[met++] = next++;
    }
    return met;
  }
}

function listTidsets(
  { start, product, products }: BasketColumns,
  sequence: Uint32Array,
  items: ReadonlySet<number>,
): Map<number, ProductList> {
  const isWanted = new Uint8Array(products.length);
  for (const item of items) isWanted[item] = 1;
  const end = new Uint32Array(products.length + 1);
  for (let entry = 0; entry < product.length; entry++) end[product[entry] + 1] += isWanted[product[entry]];
  for (let item = 0; item < products.length; item++) end[item + 1] += end[item];
  const places = new Uint32Array(end[products.length]);
  const entries = new Uint32Array(places.length);
  for (let place = 0; place < sequence.length; place++) {
    const basket = sequence[place];
    for (let entry = start[basket]; entry < start[basket + 1]; entry++) {
      const item = product[entry];
      if (isWanted[item] === 0) continue;
      places[end[item]] = place;
      entries[end[item]++] = entry;
    }
  }
  const lists = new Map<number, ProductList>();
  for (const item of items) {
    if (isWanted[item] !== 1) continue;
    const [from, to] = [item === 0 ? 0 : end[item - 1], end[item]];
    lists.set(item, { places: places.subarray(from, to), entries: entries.subarray(from, to) });
  }
  return lists;
}
