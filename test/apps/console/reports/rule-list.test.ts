// Tests searching, limiting and sorting rules, without a browser.
import { describe, expect, it, test } from 'vitest';
import {
  listRules,
  type RuleFilters,
  selectRules,
  toFraction,
} from '../../../../apps/console/rules/rule-list.ts';
import type { AssociationRule } from '../../../../packages/client/src/index.ts';
import { createWorth } from '../../../../packages/report-parts/tables/rules.ts';
import { createRule } from './literal-rule.ts';

const ALL: RuleFilters = {
  search: '',
  minSupport: 0,
  minConfidence: 0,
  minLift: 0,
  repetitions: true,
  without: new Set(),
  by: 'impact',
  descending: true,
};

const rules = [
  createListed(['Tea'], ['Milk'], 2, { confidence: 0.5, support: 0.1 }),
  createListed(['Milk'], ['Tea'], 2, { confidence: 0.4, support: 0.1 }),
  createListed(['Tea', 'Cup'], ['Milk'], 3, { confidence: 0.6, support: 0.05, redundant: true }),
  createListed(['Green tea'], ['Cup'], 1, { confidence: 0.2, support: 0.2 }),
];
const listed = listRules(rules);

/** `times`: as often as expected, which the list has instead of the lift over unrelated products. */
function createListed(
  antecedents: string[],
  consequents: string[],
  times: number,
  figures: Partial<AssociationRule> & { readonly support: number },
): AssociationRule {
  const rule = createRule(antecedents, consequents, { ...figures, lift: 9 - times });
  return {
    ...rule,
    measures: { ...rule.measures, lift_within_periods: times },
    impact_analysis: { ...rule.impact_analysis, occurrences: 100 * figures.support },
  };
}
const listPlaces = (filters: Partial<RuleFilters>): number[] =>
  selectRules(listed, { ...ALL, ...filters }).map(({ at }) => at);

describe('the list of rules', () => {
  it('excludes redundant rules and second directions unless repetitions are shown', () => {
    expect(listPlaces({ by: 'lift' })).toEqual([2, 0, 1, 3]);
    expect(listPlaces({ by: 'lift', repetitions: false })).toEqual([0, 3]);
  });

  it('finds rules by all words of a search, in upper or lower case, on either side', () => {
    expect(listPlaces({ search: 'TEA cup', by: 'lift' })).toEqual([2, 3]);
    expect(listPlaces({ search: 'cup milk' })).toEqual([2]);
    expect(listPlaces({ search: 'coffee' })).toEqual([]);
  });

  it('includes rules at or above the minimum figures', () => {
    expect(listPlaces({ minLift: 2, by: 'orders' })).toEqual([0, 1, 2]);
    expect(listPlaces({ minConfidence: 0.5, by: 'confidence' })).toEqual([2, 0]);
    expect(listPlaces({ minSupport: 0.1, by: 'orders' })).toEqual([3, 0, 1]);
  });

  it('keeps the order of the report for equal figures, in both directions', () => {
    expect(listPlaces({ by: 'orders', descending: false })).toEqual([2, 0, 1, 3]);
    expect(listPlaces({ by: 'orders' })).toEqual([3, 0, 1, 2]);
  });

  it('sorts by impact in the order of the report, or in reverse', () => {
    expect(listPlaces({})).toEqual([0, 1, 2, 3]);
    expect(listPlaces({ descending: false })).toEqual([3, 2, 1, 0]);
  });

  it('includes only significant rules if there are any, unless all are shown', () => {
    const all = listRules([createRule(['Tea'], ['Milk']), createRule(['Cup'], ['Pot'], { proven: false })]);
    const listShown = (repetitions: boolean): number[] =>
      selectRules(all, { ...ALL, repetitions }).map(({ at }) => at);
    expect(listShown(false)).toEqual([0]);
    expect(listShown(true)).toEqual([0, 1]);
    expect(selectRules(all.slice(1), { ...ALL, repetitions: false })).toHaveLength(1);
  });

  it('excludes rules with a fee on either side, unless fees are shown', () => {
    const all = listRules([
      createRule(['Tea'], ['POSTAGE']),
      createRule(['Tea'], ['Milk']),
      createRule(['POSTAGE'], ['Tea']),
    ]);
    const listWithout = (without: ReadonlySet<string>): number[] =>
      selectRules(all, { ...ALL, without }).map(({ at }) => at);
    expect(listWithout(new Set(['POSTAGE']))).toEqual([1]);
    expect(listWithout(new Set())).toEqual([0, 1, 2]);
  });

  it('states a confidence as a simple fraction, which is 1 or 0 only if it is exact', () => {
    expect([1, 0, 0.5, 1 / 3, 0.66, 0.9].map(toFraction)).toEqual([
      [1, 1],
      [0, 1],
      [1, 2],
      [1, 3],
      [2, 3],
      [9, 10],
    ]);
    expect([0.025, 0.98, 0.999, 0.0001].map(toFraction)).toEqual([
      [1, 40],
      [98, 100],
      [99, 100],
      [1, 10_000],
    ]);
    for (let share = 0.001; share < 1; share += 0.001) {
      const [part, whole] = toFraction(share);
      expect(Math.abs(part / whole - share)).toBeLessThanOrEqual(0.025);
      expect(part).toBeLessThan(whole);
    }
  });
});

test('createWorth returns one worth for both directions of a rule, that of the first in the report', () => {
  const createWorthRule = (from: string, to: string, incremental_value: number) => {
    const { impact_analysis } = createRule([from], [to]);
    return createRule([from], [to], { impact_analysis: { ...impact_analysis, incremental_value } });
  };
  const both = [createWorthRule('Tea', 'Milk', 35_299), createWorthRule('Milk', 'Tea', 33_665)];
  const worth = createWorth(both);
  expect(both.map(worth)).toEqual([35_299, 35_299]);
  expect(worth(createWorthRule('Tea', 'Cup', 7))).toBe(7);
});
