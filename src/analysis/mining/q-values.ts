// Computes the share of false rules among those that look at least as good, for any dependence between them (Benjamini
// & Yekutieli 2001): R's p.adjust(p, "BY", n), where p are the rules found and n all rules that a search of as many
// products could have found.
import { computeHarmonic, type RankedTests, rankTests } from '../chance/fisher.ts';
import { GrowingIntegers } from '../orders/coded-lines.ts';
import { computeSizedPValue } from './rule-chance.ts';
import { type FoundRule, RuleSearch, type RuleSearchInput } from './rules/rule-search.ts';
import type { TestLayer } from './tested-rules.ts';

/**
 * Most tests that are ranked: 16 MB. Beyond, no test is ranked: each is treated as the only one found, which bounds its
 * q-value.
 */
const MAX_RANKED = 2 ** 20;

export class QValues {
  private readonly layers: ReadonlyMap<number, TestLayer>;
  private readonly ranked: ReadonlyMap<number, RankedTests>;

  constructor(layers: readonly TestLayer[], found: ReadonlyMap<number, Float64Array>) {
    this.layers = new Map(layers.map((layer) => [layer.products, layer]));
    this.ranked = new Map(
      [...found].map(([products, pValues]) => [products, rankTests(pValues, this.countTests(products))]),
    );
  }

  /** The q-value of a rule with this number of products. */
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
    const tests = this.countTests(products);
    return Math.min(1, pValue * tests * computeHarmonic(tests));
  }

  private countTests(products: number): number {
    const layer = this.layers.get(products);
    if (layer === undefined) throw new Error(`no rule of ${products} products is tested`);
    return layer.tests;
  }
}

/**
 * Collects the tests of the rules that a search finds, a rule and its converse once, as long as they are few enough to
 * rank.
 */
export class FoundTests {
  private readonly input: Pick<RuleSearchInput, 'trie' | 'basketCount' | 'chance'>;
  private found = 0;
  private length = 0;
  private readonly lengths = new GrowingIntegers();
  private readonly together = new GrowingIntegers();
  /** Nodes of the rules' sides. */
  private readonly antecedents = new GrowingIntegers();
  private readonly consequents = new GrowingIntegers();

  constructor(input: Pick<RuleSearchInput, 'trie' | 'basketCount' | 'chance'>) {
    this.input = input;
  }

  enter(length: number): void {
    this.length = length;
  }

  add({ together, antecedentNode, consequentNode }: FoundRule): void {
    if (this.found++ >= MAX_RANKED) return;
    this.lengths.push(this.length);
    this.together.push(together);
    this.antecedents.push(antecedentNode);
    this.consequents.push(consequentNode);
  }

  qValues(layers: readonly TestLayer[]): QValues {
    const ranked = new Map<number, Float64Array>();
    if (this.found > MAX_RANKED) return new QValues(layers, ranked);
    const [lengths, together, antecedents, consequents] = [
      this.lengths,
      this.together,
      this.antecedents,
      this.consequents,
    ].map(({ values }) => values);
    const { trie, basketCount, chance } = this.input;
    const counts = new Uint32Array(33);
    for (let at = 0; at < this.found; at++) counts[lengths[at]]++;
    for (const [length, count] of counts.entries())
      if (count > 0) ranked.set(length, new Float64Array(count));
    for (let at = 0; at < this.found; at++) {
      const values = ranked.get(lengths[at]);
      if (values === undefined) continue;
      const [one, other] = [antecedents[at], consequents[at]];
      values[--counts[lengths[at]]] = computeSizedPValue(
        together[at],
        trie.getSupport(one),
        trie.getSupport(other),
        chance.expected(one, other),
        basketCount,
      );
    }
    return new QValues(layers, ranked);
  }
}

/** The q-values of all rules of a search. `count`: at least the number of tests. */
export function computeQValues(
  input: RuleSearchInput,
  longest: number,
  count: number,
  layers: readonly TestLayer[],
): QValues {
  const tests = new FoundTests(input);
  if (count > 2 * MAX_RANKED) return new QValues(layers, new Map());
  const visitor = {
    enter: (_node: number, _value: number, length: number) => tests.enter(length),
    visit(rule: FoundRule): void {
      if (!rule.isConverse) tests.add(rule);
    },
  };
  new RuleSearch({ ...input, values: undefined }, visitor).run({
    longest,
  });
  return tests.qValues(layers);
}
