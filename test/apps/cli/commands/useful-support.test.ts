// Tests the default support of `analyze mba` on made-up numbers of rules.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { analyseWithRules } from '../../../../apps/cli/commands/files/analyze.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Returns the chosen support and those that were tried; undefined is the default. */
function choose(baskets: number, rulesAt: (support: number) => number) {
  const tried: (number | undefined)[] = [];
  const chosen = analyseWithRules(
    (support) => {
      tried.push(support);
      return { support };
    },
    ({ support }) => ({ baskets, rules: rulesAt(support ?? 0.01) }),
  ).support;
  return { tried, chosen };
}

test('analyses once, as the console does, if the default support has rules', () => {
  for (const rules of [1, 956, 1_000_000])
    expect(choose(100_000, () => rules)).toEqual({ tried: [undefined], chosen: undefined });
  expect(console.error).not.toHaveBeenCalled();
});

test('takes the highest lower support that has rules, and prints it', () => {
  const found = choose(100_000, (support) => (support > 0.002 ? 0 : 9));
  expect(found).toEqual({ tried: [undefined, 0.005, 0.002], chosen: 0.002 });
  expect(vi.mocked(console.error).mock.calls).toEqual([
    ['Support 0.2 %: at the default of 1 % there are no rules (--min-support sets another).'],
  ]);
});

test('requires five baskets per rule, and returns the first analysis if no support has rules', () => {
  expect(choose(1_000, () => 0)).toEqual({ tried: [undefined, 0.005], chosen: undefined });
  expect(choose(20, () => 0)).toEqual({ tried: [undefined], chosen: undefined });
});
