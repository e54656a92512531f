// Tests the default support of `analyze mba` on made-up numbers of rules.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findLowestUsefulSupport } from '../../../../apps/cli/commands/files/analyze.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Returns the chosen support and those that were tried. */
function choose(baskets: number, rulesAt: (support: number) => number) {
  const tried: number[] = [];
  const chosen = findLowestUsefulSupport(
    (support) => {
      tried.push(support);
      return support;
    },
    (support) => ({ baskets, rules: rulesAt(support) }),
  );
  return { tried, chosen };
}

test('the lowest support with at most 1,000 rules is taken', () => {
  const rules = new Map([
    [0.02, 300],
    [0.01, 1_000],
    [0.005, 1_001],
  ]);
  expect(choose(100_000, (support) => rules.get(support) ?? 0).chosen).toBe(0.01);
});

test('a support at which the number of rules explodes ends the search', () => {
  // 10 and 400 rules predict 16,000.
  const rules = new Map([
    [0.05, 10],
    [0.02, 400],
  ]);
  const { tried, chosen } = choose(100_000, (support) => rules.get(support) ?? 0);
  expect([tried.at(-1), chosen]).toEqual([0.02, 0.02]);
});

test('a rule needs five baskets, in a small file two', () => {
  expect(choose(1_000, () => 0).chosen).toBe(0.005);
  expect(choose(20, () => 0).chosen).toBe(0.1);
  expect(choose(1, () => 0).chosen).toBe(0.5);
});

test('where the highest support has too many rules already, it is taken', () => {
  expect(choose(1_000, () => 5_000).chosen).toBe(0.5);
});

test('the choice is printed', () => {
  choose(20, () => 0);
  expect(vi.mocked(console.error).mock.calls).toEqual([
    ['Support 10 %: the lowest with at most 1000 rules (--min-support sets another).'],
  ]);
});
