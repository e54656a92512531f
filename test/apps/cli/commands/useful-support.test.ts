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

test('chooses the lowest support with at most 1,000 rules', () => {
  const rules = new Map([
    [0.02, 300],
    [0.01, 1_000],
    [0.005, 1_001],
  ]);
  expect(choose(100_000, (support) => rules.get(support) ?? 0).chosen).toBe(0.01);
});

test('stops the search if the next support would have too many rules', () => {
  // 10 and 400 rules predict 16,000 at the next support.
  const rules = new Map([
    [0.05, 10],
    [0.02, 400],
  ]);
  const { tried, chosen } = choose(100_000, (support) => rules.get(support) ?? 0);
  expect([tried.at(-1), chosen]).toEqual([0.02, 0.02]);
});

test('requires five baskets per rule, and two in a small file', () => {
  expect(choose(1_000, () => 0).chosen).toBe(0.005);
  expect(choose(20, () => 0).chosen).toBe(0.1);
  expect(choose(1, () => 0).chosen).toBe(0.5);
});

test('chooses the highest support if every support has too many rules', () => {
  expect(choose(1_000, () => 5_000).chosen).toBe(0.5);
});

test('prints the chosen support', () => {
  choose(20, () => 0);
  expect(vi.mocked(console.error).mock.calls).toEqual([
    ['Support 10 %: the lowest with at most 1000 rules (--min-support sets another).'],
  ]);
});
