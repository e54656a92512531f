// The list of a report's rules: its filters and its order by every figure.
import { describe, expect, it } from 'vitest';
import { pickRules, type RuleFilter } from '../../../../src/analysis/report-types/market-basket/rule-list.ts';
import type { MbaBody } from '../../../../src/contract/report-types/market-basket/schema.ts';

type Rule = MbaBody['association_rules'][number];

function createRule(antecedents: string[], consequents: string[], figures: Partial<Rule> = {}): Rule {
  const lift = figures.lift ?? 1;
  return {
    antecedents,
    consequents,
    support: 0.1,
    confidence: 0.5,
    lift,
    impact_rating: 'Low',
    impact_analysis: { revenue: 1, lift, conversion_rate: 0.5, occurrences: 1, incremental_value: 0 },
    measures: {
      leverage: 0,
      conviction: 1,
      zhang: 0,
      kulczynski: 0.5,
      imbalance_ratio: 0,
      expected_occurrences: 5,
      lift_given_sizes: 2,
      lift_within_periods: 2,
      p_value: 0.5,
      p_value_given_sizes: 0.5,
      p_value_corrected: 1,
      q_value: 1,
    },
    redundant: false,
    productive: true,
    proven: false,
    ...figures,
  };
}

const TEA_MILK = createRule(['Tea'], ['Milk'], { support: 0.2, lift: 2 });
const MILK_TEA = createRule(['Milk'], ['Tea'], { support: 0.2, confidence: 0.9, lift: 2 });
const BOTH_HONEY = createRule(['Milk', 'Tea'], ['Honey, organic'], { lift: 3, redundant: true });
const REPORT = [TEA_MILK, MILK_TEA, BOTH_HONEY];
const filterRules = (filter: Partial<RuleFilter>): Rule[] =>
  pickRules(REPORT, { bounds: {}, ...filter }, { by: 'impact', descending: true });

describe('filters', () => {
  it('keep every rule if none is set', () => {
    expect(filterRules({})).toEqual(REPORT);
  });

  it('find a product on either side, or on the requested side', () => {
    expect(filterRules({ product: ['Honey, organic'] })).toEqual([BOTH_HONEY]);
    expect(filterRules({ product: ['Milk', 'Tea'] })).toEqual(REPORT);
    expect(filterRules({ antecedent: ['Tea'] })).toEqual([TEA_MILK, BOTH_HONEY]);
    expect(filterRules({ antecedent: ['Tea', 'Milk'] })).toEqual([BOTH_HONEY]);
    expect(filterRules({ consequent: ['Tea'] })).toEqual([MILK_TEA]);
  });

  it('match whole names exactly, and parts of names with `q` in either case', () => {
    expect(filterRules({ product: ['tea'] })).toEqual([]);
    expect(filterRules({ product: ['Te'] })).toEqual([]);
    expect(filterRules({ q: 'ORGANIC' })).toEqual([BOTH_HONEY]);
  });

  it('include both ends of a range', () => {
    expect(filterRules({ bounds: { lift: { min: 2, max: 2 } } })).toEqual([TEA_MILK, MILK_TEA]);
    expect(filterRules({ bounds: { confidence: { min: 0.9 } } })).toEqual([MILK_TEA]);
    expect(filterRules({ bounds: { support: { max: 0.1 } } })).toEqual([BOTH_HONEY]);
    expect(filterRules({ bounds: { p_value_corrected: { max: 0.99 } } })).toEqual([]);
  });

  it('separate redundant rules from the others', () => {
    expect(filterRules({ redundant: true })).toEqual([BOTH_HONEY]);
    expect(filterRules({ redundant: false })).toEqual([TEA_MILK, MILK_TEA]);
  });
});

describe('the order of rules', () => {
  it('equals that of the report by impact, or its reverse', () => {
    const by = 'impact';
    expect(pickRules(REPORT, { bounds: {} }, { by, descending: true })).toEqual(REPORT);
    expect(pickRules(REPORT, { bounds: {} }, { by, descending: false })).toEqual(REPORT.toReversed());
  });

  it('keeps rules with equal figures in the order of the report, in both directions', () => {
    const by = 'lift';
    expect(pickRules(REPORT, { bounds: {} }, { by, descending: true })).toEqual([
      BOTH_HONEY,
      TEA_MILK,
      MILK_TEA,
    ]);
    expect(pickRules(REPORT, { bounds: {} }, { by, descending: false })).toEqual([
      TEA_MILK,
      MILK_TEA,
      BOTH_HONEY,
    ]);
  });

  it('places a rule that never fails above every finite conviction', () => {
    const never = createRule(['a'], ['b'], { measures: { ...TEA_MILK.measures, conviction: null } });
    const rare = createRule(['a'], ['c'], { measures: { ...TEA_MILK.measures, conviction: 1e9 } });
    const order = { by: 'conviction', descending: true } as const;
    expect(pickRules([rare, never, never], { bounds: {} }, order)).toEqual([never, never, rare]);
  });
});
