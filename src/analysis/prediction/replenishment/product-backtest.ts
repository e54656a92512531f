// Tests dates of products on past dates: of the purchases that each rule named as due, the share that was made.

import { PRODUCT_RULES, type ProductRule } from '../../../contract/report-types/replenishment/limits.ts';
import type { productDates } from '../../../contract/report-types/replenishment/schema.ts';
import type { Shape } from '../../../contract/schema/shape.ts';
import { toDate } from '../../../contract/settings/calendar.ts';
import { isFeeName } from '../../orders/fee-names.ts';
import { DUE_DAYS } from './cadences.ts';
import { computeGap } from './due-products.ts';
import { computeFurtherDays } from './product-table.ts';
import type { ProductVisits } from './product-visits.ts';
import { TWICE } from './rhythm.ts';

const ORIGINS = 6;
/** Fewest named purchases, and fewest customers, for a test. */
const LEAST_TRIED = 50;
/** Quantile of the normal distribution: 5 % on both sides, corrected for the three rules (Bonferroni). */
const BETTER = 2.394;

interface ProductRuleTried {
  readonly rule: ProductRule;
  /** Purchases of `named` that were made, over all dates. Pairs equally near the window count with their mean. */
  readonly bought: number;
  readonly share: number;
  readonly better_than_all: boolean;
}

export type ProductBacktest = Shape<typeof productDates>;

/** A customer and a product on one past date. */
interface Pair {
  readonly customer: number;
  readonly came: 0 | 1;
  /** Per rule, whole days between its date and the due window: 0 is due. */
  readonly misses: readonly number[];
}

/** The days on which a customer bought a product. */
interface Bought {
  readonly customer: number;
  readonly product: string;
  readonly days: readonly number[];
}

/** Null if too few purchases were due. `parts`: in any sequence; no customer is in two of them. */
export function testProductRules(
  parts: readonly ProductVisits<ArrayLike<number>, ArrayLike<number>>[],
  reference: number,
  everyNth: number,
): ProductBacktest | null {
  const bought = parts.flatMap(({ products, start, product, day }, part) =>
    listBought(products, start, product, day).map((one) => ({
      ...one,
      customer: one.customer * parts.length + part,
    })),
  );
  const trials = Array.from({ length: ORIGINS }, (_, at) => reference - DUE_DAYS * (at + 1))
    .map((cut) => ({ cut, pairs: listPairs(bought, cut) }))
    .filter(({ pairs }) => pairs.some(({ misses }) => misses[0] === 0))
    .map(({ cut, pairs }) => ({
      cut,
      pairs,
      chosen: PRODUCT_RULES.map((_, rule) => pickByRule(pairs, rule)),
    }));
  const pairs = trials.flatMap((trial) => trial.pairs);
  const named = pairs.filter(({ misses }) => misses[0] === 0).length;
  if (named < LEAST_TRIED || new Set(pairs.map(({ customer }) => customer)).size < LEAST_TRIED) return null;
  const rules = PRODUCT_RULES.map((rule, at): ProductRuleTried => {
    const hits = Math.round(trials.reduce((sum, { chosen }) => sum + chosen[at].hits, 0));
    return { rule, bought: hits, share: hits / named, better_than_all: score(trials, at) > BETTER };
  });
  // Ties stay in their sequence.
  const [best = rules[0]] = rules.toSorted((left, right) => right.bought - left.bought);
  return {
    cut_dates: trials.map(({ cut }) => toDate(cut)),
    ...{ days: DUE_DAYS, every_nth_customer: everyNth, pairs: pairs.length },
    bought: pairs.filter(({ came }) => came === 1).length,
    ...{ named, rules, dates_by: best.rule },
  };
}

/** Whether purchases named by the rule that dates follow were made more often than all purchases. */
export function areDatesTelling({ rules, dates_by }: Pick<ProductBacktest, 'rules' | 'dates_by'>): boolean {
  return rules.some(({ rule, better_than_all }) => rule === dates_by && better_than_all);
}

function listBought(
  products: readonly string[],
  start: ArrayLike<number>,
  product: ArrayLike<number>,
  day: ArrayLike<number>,
): Bought[] {
  const found: Bought[] = [];
  for (let c = 0; c + 1 < start.length; c++) {
    for (let at = start[c]; at < start[c + 1]; ) {
      const [p, days]: [number, number[]] = [product[at], []];
      for (; at < start[c + 1] && product[at] === p; at++) days.push(day[at]);
      // A single day gives no date and no gap.
      if (days.length > 1 && !isFeeName(products[p])) found.push({ customer: c, product: products[p], days });
    }
  }
  return found;
}

/** Pairs known by `cut`, with purchases in the DUE_DAYS after. */
function listPairs(bought: readonly Bought[], cut: number): Pair[] {
  const known = bought
    .map((one) => ({ ...one, until: one.days.filter((day) => day <= cut) }))
    .filter(({ until }) => until.length > 1);
  const gapsOf = new Map<string, { again: [number, number][]; waiting: [number, number][] }>();
  for (const { product, until } of known) {
    const of = gapsOf.get(product) ?? { again: [], waiting: [] };
    gapsOf.set(product, of);
    for (let at = 2; at < until.length; at++) of.again.push([until[at] - until[at - 1], 1]);
    of.waiting.push([cut - until[until.length - 1], 1]);
  }
  const usualOf = new Map(
    [...gapsOf].map(([product, of]) => [product, computeFurtherDays(of.again, of.waiting)]),
  );
  return known.flatMap(({ customer, product, days, until }): Pair[] => {
    const usual = usualOf.get(product) ?? null;
    if (usual === null) return [];
    const last = until[until.length - 1];
    const own = { days: last - until[0], gaps: until.length - 1 };
    const next = days[until.length];
    return [
      {
        customer,
        came: next !== undefined && next <= cut + DUE_DAYS ? 1 : 0,
        misses: PRODUCT_RULES.map((rule) => computeMiss(computeGap(rule, own, usual), last, cut)),
      },
    ];
  });
}

function computeMiss(gap: number, last: number, cut: number): number {
  return Math.max(0, last + Math.ceil(gap) - (cut + DUE_DAYS), Math.ceil(cut - last - TWICE * gap));
}

/**
 * Each rule names as many pairs as the first has due, those with the smallest misses; each tied pair counts with the
 * same share.
 */
function pickByRule(pairs: readonly Pair[], rule: number): Chosen {
  const named = pairs.filter(({ misses }) => misses[0] === 0).length;
  const ascending = Float64Array.from(pairs, ({ misses }) => misses[rule]).sort();
  const limit = ascending[named - 1];
  const below = ascending.indexOf(limit);
  const part = (named - below) / (ascending.lastIndexOf(limit) + 1 - below);
  // Whole numbers first, so that sums are the same in any sequence.
  const came = pairs.filter((pair) => pair.came === 1);
  const hits =
    came.filter(({ misses }) => misses[rule] < limit).length +
    part * came.filter(({ misses }) => misses[rule] === limit).length;
  return { hits, limit, part };
}

/** Pairs with a smaller miss than `limit`, and the share of those at the limit. */
interface Chosen {
  readonly hits: number;
  readonly limit: number;
  readonly part: number;
}

interface Trial {
  readonly pairs: readonly Pair[];
  readonly chosen: readonly Chosen[];
}

/**
 * Σ (named − mean) (came − mean) over each date's pairs, summed by customer, divided by the root of the sum of squares:
 * all products and dates of a customer are one piece of evidence.
 */
function score(trials: readonly Trial[], rule: number): number {
  const ofCustomer = new Map<number, number>();
  for (const { pairs, chosen } of trials) {
    const { limit, part } = chosen[rule];
    const weight = ({ misses }: Pair): number =>
      misses[rule] < limit ? 1 : misses[rule] === limit ? part : 0;
    const share = pairs.filter(({ misses }) => misses[0] === 0).length / pairs.length;
    const came = pairs.filter((pair) => pair.came === 1).length / pairs.length;
    for (const pair of pairs) {
      const before = ofCustomer.get(pair.customer) ?? 0;
      ofCustomer.set(pair.customer, before + (weight(pair) - share) * (pair.came - came));
    }
  }
  // Sort, so that the sum does not depend on how customers are spread over partitions.
  const sums = Float64Array.from(ofCustomer.values()).sort();
  const squares = sums.reduce((sum, one) => sum + one * one, 0);
  return squares === 0 ? 0 : sums.reduce((sum, one) => sum + one, 0) / Math.sqrt(squares);
}
