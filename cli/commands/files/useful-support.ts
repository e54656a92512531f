// The default support of analyze mba: the lowest at which the rules can still be read. The service's default of
// 1 % finds nothing in a large catalogue and a hundred million rules in a small one.
import type { AnyBody } from '../../../src/report-types/report-type.ts';

/** Nobody reads more. */
export const USEFUL_RULES = 1_000;
/** From high to low: every step finds more rules. */
const SUPPORTS = [0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
/** Of a pair of products; with fewer baskets together, a rule is chance. In small files two are enough. */
const LEAST_OCCURRENCES = 5;
const SMALL_FILE = 100;
/** The next step is not tried when it is expected to exceed the useful number this many times. */
const TOO_MANY = 10;

export interface BasketFigures {
  readonly baskets: number;
  readonly rules: number;
}

/** Undefined for the body of another type of report. */
export function basketFigures(body: AnyBody): BasketFigures | undefined {
  if (!('summary' in body) || typeof body.summary !== 'object' || body.summary === null) return undefined;
  const { summary } = body;
  if (!('orders_processed' in summary) || !('association_rules_found' in summary)) return undefined;
  return { baskets: Number(summary.orders_processed), rules: Number(summary.association_rules_found) };
}

/** Analyses at lower and lower support; returns the last one with a useful number of rules, and prints its support. */
export function lowestUsefulSupport<A>(
  analyse: (minSupport: number) => A,
  figuresOf: (analysis: A) => BasketFigures | undefined,
): A {
  const [highest = 0.5, ...lower] = SUPPORTS;
  let best = { support: highest, analysis: analyse(highest) };
  const { baskets, rules: first } = figuresOf(best.analysis) ?? { baskets: 0, rules: 0 };
  let rules = first;
  const occurrences = baskets < SMALL_FILE ? 2 : LEAST_OCCURRENCES;
  for (const support of lower) {
    if (rules > USEFUL_RULES || support * baskets < occurrences) break;
    const analysis = analyse(support);
    const found = figuresOf(analysis)?.rules ?? 0;
    if (found > USEFUL_RULES) break;
    best = { support, analysis };
    const promised = rules === 0 ? found : (found * found) / rules;
    rules = found;
    if (promised > TOO_MANY * USEFUL_RULES) break;
  }
  console.error(
    `Support ${best.support * 100} %: the lowest with at most ${USEFUL_RULES} rules (--min-support sets another).`,
  );
  return best.analysis;
}
