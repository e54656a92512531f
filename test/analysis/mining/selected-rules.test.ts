// The best rules by a measure are the first of all rules sorted by it.
import { expect, it } from 'vitest';
import { mineRules } from '../../../src/analysis/mining/rules/mine-rules.ts';
import type { AssociationRule } from '../../../src/analysis/mining/rules/rule.ts';
import { SELECTED_BY, type SelectedBy } from '../../../src/contract/report-types/market-basket/limits.ts';
import { drawBaskets } from '../../../tools/harness/random/random-baskets.ts';
import { toBaskets } from './basket-data.ts';

const FIGURES: Readonly<Record<SelectedBy, (rule: AssociationRule) => number>> = {
  support: ({ support }) => support,
  confidence: ({ confidence }) => confidence,
  lift: ({ lift }) => lift,
  lift_given_sizes: ({ measures }) => measures.lift_given_sizes ?? Number.NaN,
  leverage: ({ measures }) => measures.leverage,
  revenue: ({ impact_analysis }) => impact_analysis.revenue,
  incremental_value: ({ impact_analysis }) => impact_analysis.incremental_value,
  p_value_given_sizes: ({ measures }) => -(measures.p_value_given_sizes ?? Number.NaN),
};

const baskets = toBaskets(drawBaskets(4, 20, 300, 8), (name) => name.length);
const mine = (maxRules: number, by?: SelectedBy) =>
  mineRules(baskets, { minSupport: 0.01, minConfidence: 0.05, maxRules, by });
const toRuleKey = ({ antecedents, consequents }: AssociationRule) =>
  JSON.stringify([antecedents, consequents]);

it.each(SELECTED_BY)(
  'mineRules returns the best 40 rules by %s with the ratings and measures of the full result',
  (by) => {
    const all = mine(1_000_000).rules;
    const selected = mine(40, by);
    expect(selected.ruleCount).toBe(all.length);
    expect(selected.rules).toHaveLength(40);
    const figures = selected.rules.map(FIGURES[by]);
    expect(figures).toEqual(
      all
        .map(FIGURES[by])
        .sort((a, b) => b - a)
        .slice(0, 40),
    );
    const known = new Map(all.map((rule) => [toRuleKey(rule), rule]));
    for (const rule of selected.rules) expect(rule).toEqual(known.get(toRuleKey(rule)));
  },
);
