// Tests searching, limiting and sorting rules, without a browser.
import { describe, expect, it } from 'vitest';
import {
  listRules,
  type RuleFilters,
  selectRules,
  toFraction,
} from '../../../../apps/console/rules/rule-list.ts';
import { rule } from './literal-rule.ts';

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
  { ...rule(['Tea'], ['Milk']), lift: 2, confidence: 0.5, support: 0.1 },
  { ...rule(['Milk'], ['Tea']), lift: 2, confidence: 0.4, support: 0.1 },
  { ...rule(['Tea', 'Cup'], ['Milk']), lift: 3, confidence: 0.6, support: 0.05, redundant: true },
  { ...rule(['Green tea'], ['Cup']), lift: 1, confidence: 0.2, support: 0.2 },
];
const listed = listRules(rules);
const places = (filters: Partial<RuleFilters>): number[] =>
  selectRules(listed, { ...ALL, ...filters }).map(({ at }) => at);

describe('rules', () => {
  it('exclude redundant ones and second directions unless repetitions are shown', () => {
    expect(places({ by: 'lift' })).toEqual([2, 0, 1, 3]);
    expect(places({ by: 'lift', repetitions: false })).toEqual([0, 3]);
  });

  it('are found by all words of a search, in upper or lower case, on either side', () => {
    expect(places({ search: 'TEA cup', by: 'lift' })).toEqual([2, 3]);
    expect(places({ search: 'cup milk' })).toEqual([2]);
    expect(places({ search: 'coffee' })).toEqual([]);
  });

  it('are at or above the minimum figures', () => {
    expect(places({ minLift: 2, by: 'support' })).toEqual([0, 1, 2]);
    expect(places({ minConfidence: 0.5, by: 'confidence' })).toEqual([2, 0]);
    expect(places({ minSupport: 0.1, by: 'support' })).toEqual([3, 0, 1]);
  });

  it('stay in the order of the report if figures are equal, in both directions', () => {
    expect(places({ by: 'support', descending: false })).toEqual([2, 0, 1, 3]);
    expect(places({ by: 'support' })).toEqual([3, 0, 1, 2]);
  });

  it('by impact are in the order of the report, in both directions', () => {
    expect(places({})).toEqual([0, 1, 2, 3]);
    expect(places({ descending: false })).toEqual([3, 2, 1, 0]);
  });

  it('include only significant ones if there are any, unless all are shown', () => {
    const all = listRules([rule(['Tea'], ['Milk']), rule(['Cup'], ['Pot'], { proven: false })]);
    const order = (repetitions: boolean): number[] =>
      selectRules(all, { ...ALL, repetitions }).map(({ at }) => at);
    expect(order(false)).toEqual([0]);
    expect(order(true)).toEqual([0, 1]);
    expect(selectRules(all.slice(1), { ...ALL, repetitions: false })).toHaveLength(1);
  });

  it('exclude those with a fee on either side, unless fees are shown', () => {
    const all = listRules([rule(['Tea'], ['POSTAGE']), rule(['Tea'], ['Milk']), rule(['POSTAGE'], ['Tea'])]);
    const order = (without: ReadonlySet<string>): number[] =>
      selectRules(all, { ...ALL, without }).map(({ at }) => at);
    expect(order(new Set(['POSTAGE']))).toEqual([1]);
    expect(order(new Set())).toEqual([0, 1, 2]);
  });

  it('state their confidence as people do, all and none only if exact', () => {
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
