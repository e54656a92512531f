// The list of a report's rules: what each filter keeps, and the order by every figure.
import { describe, expect, it } from 'vitest';
import { pickRules, type RuleFilter } from '../../../../src/analysis/report-types/market-basket/rule-list.ts';
import type { MbaBody } from '../../../../src/contract/report-types/market-basket/schema.ts';

type Rule = MbaBody['association_rules'][number];

function rule(antecedents: string[], consequents: string[], figures: Partial<Rule> = {}): Rule {
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

const TEA_MILK = rule(['Tea'], ['Milk'], { support: 0.2, lift: 2 });
const MILK_TEA = rule(['Milk'], ['Tea'], { support: 0.2, confidence: 0.9, lift: 2 });
const BOTH_HONEY = rule(['Milk', 'Tea'], ['Honey, organic'], { lift: 3, redundant: true });
const REPORT = [TEA_MILK, MILK_TEA, BOTH_HONEY];
const kept = (filter: Partial<RuleFilter>): Rule[] =>
  pickRules(REPORT, { bounds: {}, ...filter }, { by: 'impact', descending: true });

describe('filters', () => {
  it('keep every rule where nothing is asked for', () => {
    expect(kept({})).toEqual(REPORT);
  });

  it('find a product on either side, or on the side that is named', () => {
    expect(kept({ product: ['Honey, organic'] })).toEqual([BOTH_HONEY]);
    expect(kept({ product: ['Milk', 'Tea'] })).toEqual(REPORT);
    expect(kept({ antecedent: ['Tea'] })).toEqual([TEA_MILK, BOTH_HONEY]);
    expect(kept({ antecedent: ['Tea', 'Milk'] })).toEqual([BOTH_HONEY]);
    expect(kept({ consequent: ['Tea'] })).toEqual([MILK_TEA]);
  });

  it('compare names as a whole, and text of `q` in either case with a part of them', () => {
    expect(kept({ product: ['tea'] })).toEqual([]);
    expect(kept({ product: ['Te'] })).toEqual([]);
    expect(kept({ q: 'ORGANIC' })).toEqual([BOTH_HONEY]);
  });

  it('include both ends of a range', () => {
    expect(kept({ bounds: { lift: { min: 2, max: 2 } } })).toEqual([TEA_MILK, MILK_TEA]);
    expect(kept({ bounds: { confidence: { min: 0.9 } } })).toEqual([MILK_TEA]);
    expect(kept({ bounds: { support: { max: 0.1 } } })).toEqual([BOTH_HONEY]);
    expect(kept({ bounds: { p_value_corrected: { max: 0.99 } } })).toEqual([]);
  });

  it('tell redundant rules from the others', () => {
    expect(kept({ redundant: true })).toEqual([BOTH_HONEY]);
    expect(kept({ redundant: false })).toEqual([TEA_MILK, MILK_TEA]);
  });
});

describe('order', () => {
  it('is that of the report by impact, and its reverse', () => {
    const by = 'impact';
    expect(pickRules(REPORT, { bounds: {} }, { by, descending: true })).toEqual(REPORT);
    expect(pickRules(REPORT, { bounds: {} }, { by, descending: false })).toEqual(REPORT.toReversed());
  });

  it('keeps rules of equal figures as the report has them, in both directions', () => {
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

  it('puts a rule that never fails above every finite conviction', () => {
    const never = rule(['a'], ['b'], { measures: { ...TEA_MILK.measures, conviction: null } });
    const rare = rule(['a'], ['c'], { measures: { ...TEA_MILK.measures, conviction: 1e9 } });
    const order = { by: 'conviction', descending: true } as const;
    expect(pickRules([rare, never, never], { bounds: {} }, order)).toEqual([never, never, rare]);
  });
});
