// What the consequents of a rule brought in each basket with both sides: the whole of it and the largest values, from which
// it is told whether few baskets carry it. Exact, so that parts of the baskets add up to the whole.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import { nearestOfLimbs } from '../money/limbs.ts';
import { incrementalValue, publishedValue } from './rules/impact.ts';
import type { AssociationRule } from './rules/rule.ts';

/** A rule to look at, by names of products. */
export interface SpreadRule extends Pick<AssociationRule, 'antecedents' | 'consequents'> {
  /** Largest values to keep. */
  readonly most: number;
}

export interface ValueSpread {
  /** Per limb, the sum over all baskets with the rule, in units. */
  readonly sums: readonly number[];
  /** The largest values, descending, in units: at most `most`. */
  readonly largest: Float64Array;
}

/** Of the baskets with a rule, so many may be exceptions: one in this many, within bounds. */
const BASKETS_PER_OUTLIER = 20;
const LEAST_OUTLIERS = 2;
const MOST_OUTLIERS = 1_000;
/** A value that no more baskets than this bring half of is carried by a handful. */
const HANDFUL = 5;

/** Of so many baskets with both sides, the largest ones that count no more than the next one. */
export function outliersAmong(together: number): number {
  return Math.min(MOST_OUTLIERS, Math.max(LEAST_OUTLIERS, Math.floor(together / BASKETS_PER_OUTLIER)));
}

/** `rules`: over `baskets.products`. A rule with another product is in none of the baskets. */
export function valueSpreads(baskets: BasketColumns, rules: readonly SpreadRule[]): ValueSpread[] {
  const { basketCount, start, product, products, values } = baskets;
  const wanted = new Map(rules.flatMap(sidesOf).map((name) => [name, -1]));
  for (let item = 0; item < products.length; item++) {
    if (wanted.has(products[item])) wanted.set(products[item], item);
  }
  const itemsOf = (names: readonly string[]) => names.map((name) => wanted.get(name) ?? -1);
  const found = rules.map((rule) => ({
    all: itemsOf(sidesOf(rule)),
    consequents: itemsOf(rule.consequents),
    sums: values.map(() => 0),
    largest: new Largest(rule.most),
  }));
  const ofItem = byRarest(found, product, products.length);
  /** By item, its entry in the basket that is looked at. */
  const entryOf = new Int32Array(products.length).fill(-1);
  const ofBasket = values.map(() => 0);
  for (let basket = 0; basket < basketCount; basket++) {
    const [from, to] = [start[basket], start[basket + 1]];
    for (let entry = from; entry < to; entry++) entryOf[product[entry]] = entry;
    for (let entry = from; entry < to; entry++) {
      const here = ofItem.get(product[entry]);
      if (here === undefined) continue;
      for (const { all, consequents, sums, largest } of here) {
        if (!all.every((item) => entryOf[item] >= from)) continue;
        for (let limb = 0; limb < values.length; limb++) {
          ofBasket[limb] = 0;
          for (const item of consequents) ofBasket[limb] += values[limb][entryOf[item]];
          sums[limb] += ofBasket[limb];
        }
        largest.add(nearestOfLimbs(ofBasket));
      }
    }
  }
  return found.map(({ sums, largest }) => ({ sums, largest: largest.sorted() }));
}

/** Of the same rules in other baskets, whose values are in as many limbs. */
export function joinSpreads(
  one: readonly ValueSpread[],
  other: readonly ValueSpread[],
  rules: readonly SpreadRule[],
): ValueSpread[] {
  return rules.map(({ most }, at) => {
    const largest = new Largest(most);
    for (const value of one[at].largest) largest.add(value);
    for (const value of other[at].largest) largest.add(value);
    return { sums: one[at].sums.map((sum, limb) => sum + other[at].sums[limb]), largest: largest.sorted() };
  });
}

/** The rule with what is known of its value. `scale`: values are in units of 10^-scale. */
export function withSpread(
  rule: AssociationRule,
  { sums, largest }: ValueSpread,
  scale: number,
): AssociationRule {
  const { occurrences } = rule.impact_analysis;
  const outliers = outliersAmong(occurrences);
  const cap = largest[outliers] ?? 0;
  const total = nearestOfLimbs(sums);
  let beyond = 0;
  let brought = 0;
  let half: number | null = null;
  for (let at = 0; at < Math.min(outliers, largest.length); at++) {
    beyond += largest[at] - cap;
    brought += largest[at];
    if (half === null && brought >= total / 2) half = at + 1;
  }
  // The published digits determine the single that the rule was rated with.
  const expected = Math.fround(rule.measures.expected_occurrences ?? 0);
  const value = incrementalValue(occurrences, expected, total - beyond);
  return {
    ...rule,
    impact_analysis: {
      ...rule.impact_analysis,
      robust_value: publishedValue(value, scale),
      half_from: half,
    },
  };
}

/** Whether so few baskets bring half of the value that they, and not what is bought together, make it. */
export function isCarriedByFew({ impact_analysis }: Pick<AssociationRule, 'impact_analysis'>): boolean {
  const { half_from } = impact_analysis;
  return half_from !== undefined && half_from !== null && half_from <= HANDFUL;
}

function sidesOf({ antecedents, consequents }: Pick<SpreadRule, 'antecedents' | 'consequents'>): string[] {
  return [...antecedents, ...consequents];
}

/** Rules by the item of theirs that is in the fewest baskets. */
function byRarest<T extends { readonly all: readonly number[] }>(
  rules: readonly T[],
  product: Uint32Array,
  items: number,
): Map<number, T[]> {
  const frequency = new Uint32Array(items);
  for (let entry = 0; entry < product.length; entry++) frequency[product[entry]]++;
  const found = new Map<number, T[]>();
  for (const rule of rules) {
    if (rule.all.includes(-1)) continue;
    const rarest = rule.all.reduce((least, item) => (frequency[item] < frequency[least] ? item : least));
    const others = found.get(rarest);
    if (others === undefined) found.set(rarest, [rule]);
    else others.push(rule);
  }
  return found;
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
