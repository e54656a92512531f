// Creates baskets of unrelated products: independent, or drawn at random into baskets of given sizes. Anything that a
// search finds beyond chance in them is false.

import type { AssociationRule } from '../../../src/analysis/mining/rules/rule.ts';
import { ANY_RULE } from '../../../src/analysis/mining/rules/rule-constraints.ts';
import { gatherEvidence } from '../../../src/analysis/recommendations/product-evidence.ts';
import { recommend } from '../../../src/analysis/recommendations/recommend.ts';
import type { TimedBaskets } from '../../../src/analysis/recommendations/tested-scores.ts';
import { describeEvidence } from '../../../src/analysis/report-types/market-basket/analyse.ts';
import type { RuleConstraints } from '../../../src/contract/report-types/market-basket/rule-params.ts';
import { writeEnglish } from '../../../src/contract/sentences/english.ts';
import type { Random } from './random.ts';

export interface NullDesign {
  readonly name: string;
  readonly minSupport: number;
  readonly draw: (random: Random) => string[][];
}

const toName = (product: number): string => `p${product}`;

/** Puts each product into each basket with its own probability. */
function drawIndependent(
  random: Random,
  baskets: number,
  products: number,
  getShare: (product: number) => number,
): string[][] {
  return Array.from({ length: baskets }, () => {
    const held: string[] = [];
    for (let product = 0; product < products; product++)
      if (random() < getShare(product)) held.push(toName(product));
    return held;
  });
}

/** Fills each basket with so many products, one after the other, likely ones first. */
function drawBySize(
  random: Random,
  baskets: number,
  products: number,
  getWeight: (product: number) => number,
  drawSize: (random: Random) => number,
): string[][] {
  const upTo: number[] = [];
  let all = 0;
  for (let product = 0; product < products; product++) {
    all += getWeight(product);
    upTo.push(all);
  }
  return Array.from({ length: baskets }, () => {
    const held = new Set<number>();
    const size = Math.min(drawSize(random), products / 2);
    while (held.size < size) {
      const at = random() * all;
      let [from, to] = [0, products - 1];
      while (from < to) {
        const middle = (from + to) >>> 1;
        if ((upTo[middle] ?? 0) <= at) from = middle + 1;
        else to = middle;
      }
      held.add(from);
    }
    return [...held].map(toName);
  });
}

/** Draws from a log-normal distribution: most are small, some very large. */
function drawSkewed(random: Random, median: number, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.max(1, Math.round(median * Math.exp(spread * normal)));
}

const computeFallingWeight = (product: number): number => 1 / (product + 5);

export const NULL_DESIGNS: readonly NullDesign[] = [
  {
    name: 'independent, 300 baskets, 400 products',
    minSupport: 0.01,
    draw: (random) => drawIndependent(random, 300, 400, () => 0.03),
  },
  {
    name: 'independent, 1,000 baskets, 1,000 products',
    minSupport: 0.003,
    draw: (random) => drawIndependent(random, 1_000, 1_000, () => 0.01),
  },
  {
    name: 'independent, 2,000 baskets, 200 products, some far more frequent',
    minSupport: 0.005,
    draw: (random) => drawIndependent(random, 2_000, 200, (product) => 2 * computeFallingWeight(product)),
  },
  {
    name: 'independent, 500 baskets, 12 products, frequent',
    minSupport: 0.05,
    draw: (random) => drawIndependent(random, 500, 12, (product) => 0.1 + 0.03 * product),
  },
  {
    name: 'sizes skewed, 1,000 baskets, 200 products',
    minSupport: 0.01,
    draw: (random) =>
      drawBySize(
        random,
        1_000,
        200,
        () => 1,
        (next) => drawSkewed(next, 5, 0.9),
      ),
  },
  {
    name: 'sizes very skewed, 1,000 baskets, 200 products, some far more frequent',
    minSupport: 0.02,
    draw: (random) => drawBySize(random, 1_000, 200, computeFallingWeight, (next) => drawSkewed(next, 4, 1)),
  },
  {
    name: 'all of four products, 1,000 baskets, 100 products, some far more frequent',
    minSupport: 0.005,
    draw: (random) => drawBySize(random, 1_000, 100, computeFallingWeight, () => 4),
  },
  {
    name: 'mostly of one product, 4,000 baskets, 100 products, some far more frequent',
    minSupport: 0.001,
    draw: (random) =>
      drawBySize(random, 4_000, 100, computeFallingWeight, (next) =>
        next() < 0.7 ? 1 : drawSkewed(next, 3, 0.5),
      ),
  },
];

/** Puts `other` into a basket with `one` with a probability beyond chance. */
export function addRule(
  random: Random,
  lists: readonly (readonly string[])[],
  { one, other, added }: { readonly one: string; readonly other: string; readonly added: number },
): string[][] {
  return lists.map((list) =>
    list.includes(one) && !list.includes(other) && random() < added ? [...list, other] : [...list],
  );
}

/** Lets every second product be followed by the next one in so many of a hundred baskets more than by chance. */
export function addTwins(random: Random, lists: readonly (readonly string[])[], added: number): string[][] {
  return lists.map((list) => {
    const twins = list.flatMap((each) => {
      const product = Number(each.slice(1));
      return product % 2 === 0 && random() < added ? [toName(product + 1)] : [];
    });
    return [...new Set([...list, ...twins])];
  });
}

export const PLANTED_PAIR = { one: 'p3', other: 'p7' };

/** Tells whether something unrelated to the planted pair counts as a reason for what follows. */
export function isFalselyProductive({
  antecedents,
  consequents,
  productive,
}: Pick<AssociationRule, 'antecedents' | 'consequents' | 'productive'>): boolean {
  const [lead = '', ...others] = antecedents;
  const follows = lead === PLANTED_PAIR.one ? PLANTED_PAIR.other : PLANTED_PAIR.one;
  const isTrue =
    others.length === 0 && Object.values(PLANTED_PAIR).includes(lead) && consequents.includes(follows);
  return productive === true && !isTrue;
}

/** Lets `p5` follow `p3` in 40 of 100 baskets more, and `p7` follow both, but neither alone: productive for both. */
export function addOnPair(random: Random, lists: readonly (readonly string[])[], added: number): string[][] {
  return addRule(random, lists, { one: 'p3', other: 'p5', added: 0.4 }).map((list) =>
    list.includes('p3') && list.includes('p5') && !list.includes('p7') && random() < added
      ? [...list, 'p7']
      : list,
  );
}

export function isPlantedOnPair({
  antecedents,
  consequents,
  productive,
}: Pick<AssociationRule, 'antecedents' | 'consequents' | 'productive'>): boolean {
  return productive === true && [...antecedents].sort().join() === 'p3,p5' && consequents.join() === 'p7';
}

/**
 * Sizes alone make any two products look related, also beside a planted pair: so many, and so unequal, are the baskets.
 */
export const LARGE_DESIGN: NullDesign = {
  name: 'sizes very skewed, 20,000 baskets, 200 products, some far more frequent',
  minSupport: 0.02,
  draw: (random) => drawBySize(random, 20_000, 200, computeFallingWeight, (next) => drawSkewed(next, 4, 1)),
};

/** Restricts rules to the pair with any third product: fewer tests than of all rules, so that more stands out. */
export const WITH_PLANTED_PAIR: RuleConstraints = {
  ...ANY_RULE,
  mustContain: Object.values(PLANTED_PAIR),
  maxProducts: 3,
};

// Claims of recommendations where nothing is related: reasons that are said to be beyond chance, and the report's
// statement on their quality.
const NOT_BETTER = 'They are not shown to be better than best sellers.';
/** Fewer baskets than a report fits: more do not explain noise better. */
const FITTED = 300;

export interface BasketClaims {
  /** Reasons of the recommendations for each single product. */
  readonly reasons: number;
  readonly isBetterThanBestSellers: boolean;
}

/** `baskets`: in the sequence of their orders. */
export function countClaims(baskets: TimedBaskets, minSupport: number): BasketClaims {
  const moments = Float64Array.from({ length: baskets.basketCount }, (_, at) => at);
  const options = { minSupport, minConfidence: 0.01, mostFitted: FITTED };
  const evidence = gatherEvidence({ ...baskets, moments }, options);
  const products = [...evidence.products()];
  const summary = evidence.summary();
  const found = products.flatMap((of) => recommend(new Set([of.product]), [of], summary, { limit: 5 }));
  const note = writeEnglish(describeEvidence(evidence)).at(-1);
  return {
    reasons: found.filter(({ because }) => because !== null && because.p_value_corrected < 0.05).length,
    isBetterThanBestSellers: note?.endsWith(NOT_BETTER) === false,
  };
}
