// What rules rest on, counted in one pass over the baskets: how many customers bought both sides, in which periods each side
// was bought, and what the consequents brought in each basket. Counts and exact sums: those of parts of the baskets, each with
// all baskets of its customers, add up to the whole.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import { type Limbs, nearestOfLimbs } from '../money/limbs.ts';
import { type Periods, periodOfBaskets } from './periods.ts';

/** Names of products. */
interface Sides {
  readonly antecedents: readonly string[];
  readonly consequents: readonly string[];
}

/** A rule to weigh. */
export interface WeighedRule extends Sides {
  /** Largest values of its consequents to keep. */
  readonly most: number;
}

export interface RuleEvidence {
  /** Per rule. */
  readonly rules: readonly JointEvidence[];
  /** Per side of `sidesOf` the rules: baskets with it, by period. */
  readonly sides: readonly Uint32Array[];
  /** Sum over all customers of (their baskets)². */
  readonly squares: number;
}

/** What the baskets with both sides of a rule tell. */
export interface JointEvidence {
  /** Their customers; a basket without one counts as a customer of its own. */
  readonly customers: number;
  /** Sums over these customers: (their baskets with both sides)², and (their baskets with both sides) × (all their baskets). */
  readonly squares: number;
  readonly products: number;
  /** Per limb, the value of the consequents, in units. */
  readonly sums: readonly number[];
  /** The largest values of the consequents in one basket, descending, in units: at most `most`. */
  readonly largest: Float64Array;
}

/** One basket with a rule in this many may be an exception, within bounds, and never more than half of the baskets. */
const BASKETS_PER_OUTLIER = 20;
const LEAST_OUTLIERS = 2;
const MOST_OUTLIERS = 100;

/** How many of the largest values in `together` baskets count no more than the next one (a winsorized mean). */
export function outliersAmong(together: number): number {
  const one = Math.max(LEAST_OUTLIERS, Math.floor(together / BASKETS_PER_OUTLIER));
  return Math.min(MOST_OUTLIERS, one, Math.floor(together / 2));
}

/** The sides of rules, each once, and per rule the places of its antecedents and consequents among them. */
export function sidesOf(rules: readonly Sides[]): {
  readonly sides: readonly (readonly string[])[];
  readonly placesOf: readonly (readonly [number, number])[];
} {
  const sides: (readonly string[])[] = [];
  const places = new Map<string, number>();
  const placeOf = (side: readonly string[]): number => {
    const key = JSON.stringify(side);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, sides.length);
    return sides.push(side) - 1;
  };
  return {
    sides,
    placesOf: rules.map(({ antecedents, consequents }) => [placeOf(antecedents), placeOf(consequents)]),
  };
}

/** `rules`: over `baskets.products`. A rule with another product is in none of the baskets. */
export function gatherRuleEvidence(
  baskets: BasketColumns,
  rules: readonly WeighedRule[],
  periods: Periods,
  counts: CustomerCounts = countCustomers(baskets),
): RuleEvidence {
  const { start, product, products, values, moments, customers } = baskets;
  const { sides } = sidesOf(rules);
  const itemOf = itemsByName(products, sides);
  const itemsOf = (names: readonly string[]) =>
    Uint32Array.from(names, (name) => itemOf.get(name) ?? NOWHERE);
  const bySide = sides.map((names) => ({
    items: itemsOf(names),
    baskets: new Uint32Array(periods.baskets.length),
  }));
  const byRule = rules.map(({ antecedents, consequents, most }) => ({
    items: itemsOf([...antecedents, ...consequents]),
    tally: new JointTally(values, itemsOf(consequents), most),
  }));
  const frequency = new Uint32Array(products.length);
  for (let entry = 0; entry < product.length; entry++) frequency[product[entry]]++;
  const sidesAt = byRarest(bySide, frequency);
  const rulesAt = byRarest(byRule, frequency);
  const periodOf = moments && periodOfBaskets(moments, periods);
  // Per item, the basket that was looked at last with it, and its entry there.
  const lastIn = new Int32Array(products.length).fill(-1);
  const entryOf = new Uint32Array(products.length);
  const holds = (items: Uint32Array, basket: number): boolean => {
    for (let at = 0; at < items.length; at++) if (lastIn[items[at]] !== basket) return false;
    return true;
  };
  for (const basket of sequenceByCustomer(baskets)) {
    const [from, to] = [start[basket], start[basket + 1]];
    for (let entry = from; entry < to; entry++) {
      lastIn[product[entry]] = basket;
      entryOf[product[entry]] = entry;
    }
    const period = periodOf === undefined ? periods.undated : periodOf[basket];
    const customer = customers === undefined ? -1 : customers[basket];
    const ofCustomer = customer < 0 ? 1 : counts.ofCustomer[customer];
    for (let entry = from; entry < to; entry++) {
      const here = sidesAt[product[entry]];
      for (let at = 0; at < here.length; at++) {
        if (holds(here[at].items, basket)) here[at].baskets[period]++;
      }
      const rulesHere = rulesAt[product[entry]];
      for (let at = 0; at < rulesHere.length; at++) {
        if (holds(rulesHere[at].items, basket)) rulesHere[at].tally.add(customer, ofCustomer, entryOf);
      }
    }
  }
  return {
    rules: byRule.map(({ tally }) => tally.found()),
    sides: bySide.map((side) => side.baskets),
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

/** Item of a product that is in no basket. */
const NOWHERE = 2 ** 32 - 1;

function itemsByName(
  products: readonly string[],
  sides: readonly (readonly string[])[],
): Map<string, number> {
  const wanted = new Set(sides.flat());
  const found = new Map<string, number>();
  for (let item = 0; item < products.length; item++) {
    if (wanted.has(products[item])) found.set(products[item], item);
  }
  return found;
}

/** Those that all baskets could hold, by the item that is in the fewest of them. */
function byRarest<T extends { readonly items: Uint32Array }>(
  all: readonly T[],
  frequency: Uint32Array,
): T[][] {
  const found: T[][] = Array.from(frequency, () => NONE);
  for (const each of all) {
    if (each.items.includes(NOWHERE)) continue;
    const rarest = each.items.reduce((least, item) => (frequency[item] < frequency[least] ? item : least));
    if (found[rarest].length === 0) found[rarest] = [each];
    else found[rarest].push(each);
  }
  return found;
}

const NONE: never[] = [];

export interface CustomerCounts {
  /** Per customer: baskets. */
  readonly ofCustomer: Uint32Array;
  /** Baskets without a customer. */
  readonly guests: number;
}

/** Counts baskets by customer. No basket of a customer may have been left out. */
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

/** Baskets, those of one customer after the other (counting sort); without customers, as they are. */
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

/** Tally of one rule. Baskets of one customer follow each other. */
class JointTally {
  private customers = 0;
  private squares = 0;
  private products = 0;
  private readonly values: Limbs;
  private readonly consequents: Uint32Array;
  private readonly sums: number[];
  private readonly ofBasket: number[];
  private readonly largest: Largest;
  private lastCustomer = -1;
  private ofCustomer = 0;

  constructor(values: Limbs, consequents: Uint32Array, most: number) {
    this.values = values;
    this.consequents = consequents;
    this.sums = values.map(() => 0);
    this.ofBasket = values.map(() => 0);
    this.largest = new Largest(most);
  }

  /** `baskets`: all of the customer; `entryOf`: per item, its entry in the basket. */
  add(customer: number, baskets: number, entryOf: Uint32Array): void {
    if (customer < 0 || customer !== this.lastCustomer) {
      this.customers++;
      this.ofCustomer = 0;
      this.lastCustomer = customer;
    }
    this.ofCustomer++;
    this.squares += 2 * this.ofCustomer - 1;
    this.products += baskets;
    const { values, consequents, sums, ofBasket } = this;
    for (let limb = 0; limb < values.length; limb++) {
      let sum = 0;
      for (let at = 0; at < consequents.length; at++) sum += values[limb][entryOf[consequents[at]]];
      ofBasket[limb] = sum;
      sums[limb] += sum;
    }
    this.largest.add(ofBasket.length === 1 ? ofBasket[0] : nearestOfLimbs(ofBasket));
  }

  found(): JointEvidence {
    const { customers, squares, products, sums } = this;
    return { customers, squares, products, sums, largest: this.largest.sorted() };
  }
}

/** The largest of a stream: at most twice as many are held. */
class Largest {
  private readonly most: number;
  private values: Float64Array;
  private size = 0;

  constructor(most: number) {
    this.most = most;
    this.values = new Float64Array(2 * most);
  }

  add(value: number): void {
    if (this.most === 0) return;
    if (this.size === this.values.length) {
      this.values.set(this.sorted());
      this.size = this.most;
    }
    this.values[this.size++] = value;
  }

  sorted(): Float64Array {
    return this.values.slice(0, this.size).sort().reverse().slice(0, this.most);
  }
}
