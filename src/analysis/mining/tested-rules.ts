// Counts the rules that a search could have found, for which p-values are corrected. It depends only on how often each
// product is bought, which Fisher's test takes as given; the rules found would be those that chance selected.

import type { RuleConstraints } from '../../contract/report-types/market-basket/rule-params.ts';
import type { testLayer } from '../../contract/report-types/market-basket/schema/summary.ts';
import type { Shape } from '../../contract/schema/shape.ts';

/** Rules of one number of products (layered critical values; Webb 2008). */
export type TestLayer = Shape<typeof testLayer>;

/** Most items of an itemset that is split. */
export const LONGEST = 31;

/** Numbers of products by the sides that they may be on. */
interface Sides {
  readonly both: number;
  readonly leadOnly: number;
  readonly followOnly: number;
}

/** `frequency`: baskets per product; `least`: fewest baskets of an itemset. */
export function testLayers(
  products: readonly string[],
  frequency: ArrayLike<number>,
  least: number,
  constraints: RuleConstraints | undefined,
): TestLayer[] {
  const { required, others } = countSides(products, frequency, least, constraints);
  const {
    maxProducts = LONGEST,
    maxAntecedents = LONGEST,
    maxConsequents = LONGEST,
    mustContain = [],
  } = constraints ?? {};
  const shortest = Math.max(2, new Set(mustContain).size);
  const longest = Math.min(LONGEST, maxProducts, maxAntecedents + maxConsequents);
  const layers: TestLayer[] = [];
  for (let length = shortest; length <= longest; length++) {
    const tests = countSplits(length, required, others, maxAntecedents, maxConsequents);
    if (tests === 0) continue;
    layers.push({ products: length, tests, share: 0.5 ** (length - shortest + 1) });
  }
  // The longest layer gets the share that no longer layer needs.
  const last = layers.at(-1);
  if (last !== undefined) layers[layers.length - 1] = { ...last, share: 2 * last.share };
  return layers;
}

/** The factor of a rule's p-value. */
export function computeCorrection({ tests, share }: TestLayer): number {
  return tests / share;
}

function countSides(
  products: readonly string[],
  frequency: ArrayLike<number>,
  least: number,
  constraints: RuleConstraints | undefined,
): { readonly required: Sides | undefined; readonly others: Sides } {
  const { mustContain = [], exclude = [], antecedents, consequents } = constraints ?? {};
  const [wanted, excluded] = [new Set(mustContain), new Set(exclude)];
  const [leading, following] = [antecedents && new Set(antecedents), consequents && new Set(consequents)];
  const createSideCounts = () => ({ both: 0, leadOnly: 0, followOnly: 0 });
  const [required, others] = [createSideCounts(), createSideCounts()];
  let found = 0;
  for (let item = 0; item < products.length; item++) {
    const name = products[item];
    if (frequency[item] < least || excluded.has(name)) continue;
    const mayLead = leading === undefined || leading.has(name);
    const mayFollow = following === undefined || following.has(name);
    if (!mayLead && !mayFollow) continue;
    const counts = wanted.has(name) ? required : others;
    if (wanted.has(name)) found++;
    counts[mayLead && mayFollow ? 'both' : mayLead ? 'leadOnly' : 'followOnly']++;
  }
  // A rule that must contain a rare product is never found.
  return { required: found === wanted.size ? required : undefined, others };
}

/** Unordered pairs of sides with `length` products in total. */
function countSplits(
  length: number,
  required: Sides | undefined,
  others: Sides,
  maxAntecedents: number,
  maxConsequents: number,
): number {
  if (required === undefined) return 0;
  const need = required.both + required.leadOnly + required.followOnly;
  const free = length - need;
  if (free < 0) return 0;
  let ordered = 0;
  let bothWays = 0;
  // Per side: products that may be on it alone, and products that may be on either.
  for (let leadOnly = 0; leadOnly <= Math.min(free, others.leadOnly); leadOnly++) {
    for (let followOnly = 0; followOnly <= Math.min(free - leadOnly, others.followOnly); followOnly++) {
      const both = free - leadOnly - followOnly;
      const chosen =
        choose(others.leadOnly, leadOnly) * choose(others.followOnly, followOnly) * choose(others.both, both);
      if (chosen === 0) continue;
      const either = both + required.both;
      for (let leading = 0; leading <= either; leading++) {
        const antecedents = leading + leadOnly + required.leadOnly;
        const consequents = length - antecedents;
        if (antecedents === 0 || consequents === 0) continue;
        if (antecedents > maxAntecedents || consequents > maxConsequents) continue;
        const splits = chosen * choose(either, leading);
        ordered += splits;
        const mayTurn = either === length && consequents <= maxAntecedents && antecedents <= maxConsequents;
        if (mayTurn) bothWays += splits;
      }
    }
  }
  return ordered - bothWays / 2;
}

function choose(n: number, k: number): number {
  if (k > n) return 0;
  let product = 1;
  for (let i = 1; i <= k; i++) product = (product * (n - k + i)) / i;
  return Math.round(product);
}
