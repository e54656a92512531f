// The share of false rules among those that look at least as good, for any dependence between them (Benjamini & Yekutieli
// 2001): R's p.adjust(p, "BY", n), where p are the rules found and n all that a search could have found of as many products.
import { RuleChance } from './rule-chance.ts';
import { RuleSearch, type RuleSearchInput } from './rules/rule-search.ts';
import type { TestLayer } from './tested-rules.ts';

/** Rules that are ranked: 8 MB. Of more, none is: each is then taken for the only one found, which bounds its q-value. */
const MAX_RANKED = 2 ** 20;

interface Ranked {
  /** Ascending. */
  readonly pValues: Float64Array;
  readonly qValues: Float64Array;
}

export class QValues {
  private readonly layers: ReadonlyMap<number, TestLayer>;
  private readonly ranked: ReadonlyMap<number, Ranked>;

  constructor(layers: readonly TestLayer[], found: ReadonlyMap<number, Float64Array>) {
    this.layers = new Map(layers.map((layer) => [layer.products, layer]));
    this.ranked = new Map(
      [...found].map(([products, pValues]) => [products, rank(pValues, this.testsOf(products))]),
    );
  }

  /** Of a rule with so many products. */
  of(products: number, pValue: number): number {
    const ranked = this.ranked.get(products);
    if (ranked === undefined) return this.alone(products, pValue);
    const { pValues, qValues } = ranked;
    let [from, to] = [0, pValues.length - 1];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (pValues[middle] < pValue) from = middle + 1;
      else to = middle;
    }
    return qValues[from];
  }

  private alone(products: number, pValue: number): number {
    const tests = this.testsOf(products);
    return Math.min(1, pValue * tests * harmonic(tests));
  }

  private testsOf(products: number): number {
    const layer = this.layers.get(products);
    if (layer === undefined) throw new Error(`no rule of ${products} products is tested`);
    return layer.tests;
  }
}

/** `count`: rules of the search. */
export function qValuesOf(
  input: RuleSearchInput,
  longest: number,
  count: number,
  layers: readonly TestLayer[],
): QValues {
  if (count > MAX_RANKED) return new QValues(layers, new Map());
  const chance = new RuleChance(input, layers);
  const found = new Map<number, number[]>();
  // A rule and its converse are one test: by mask, the itemset of the rule seen last.
  let seen = new Uint32Array(16);
  const visitor = {
    enter: () => undefined,
    visit(node: number, mask: number, _joint: number, _byChance: number, expected: number): void {
      const length = chance.lengthOf({ node, mask });
      if (seen.length < 2 ** length) seen = new Uint32Array(2 ** (length + 1));
      if (seen[(2 ** length - 1) ^ mask] === node) return;
      seen[mask] = node;
      const pValues = found.get(length) ?? [];
      found.set(length, pValues);
      pValues.push(chance.pValueOf({ node, mask }, expected));
    },
  };
  new RuleSearch({ ...input, values: undefined }, visitor).run({
    shortest: 2,
    longest,
    maxWork: Number.POSITIVE_INFINITY,
  });
  return new QValues(
    layers,
    new Map([...found].map(([length, pValues]) => [length, Float64Array.from(pValues)])),
  );
}

function rank(pValues: Float64Array, tests: number): Ranked {
  const sorted = pValues.slice().sort();
  const qValues = new Float64Array(sorted.length);
  const factor = tests * harmonic(tests);
  let least = 1;
  for (let at = sorted.length - 1; at >= 0; at--) {
    least = Math.min(least, (sorted[at] * factor) / (at + 1));
    qValues[at] = least;
  }
  return { pValues: sorted, qValues };
}

/** 1 + 1/2 + … + 1/n. */
function harmonic(n: number): number {
  if (n > 1_000) return Math.log(n) + 0.577_215_664_901_532_9 + 1 / (2 * n) - 1 / (12 * n * n);
  let sum = 0;
  for (let i = n; i >= 1; i--) sum += 1 / i;
  return sum;
}
