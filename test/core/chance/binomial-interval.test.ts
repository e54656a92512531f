import { expect, it } from 'vitest';
import { shareInterval } from '../../../src/core/chance/intervals.ts';

it('has the limits of Clopper and Pearson, as binom.test of R prints them', () => {
  const published: readonly (readonly [number, number, number, number, number])[] = [
    [7, 20, 0.05, 0.1539092, 0.5921885],
    [0, 10, 0.05, 0, 0.3084971],
    [10, 10, 0.05, 0.6915029, 1],
    [682, 925, 0.05, 0.7076683, 0.7654066],
    [1, 1_000, 0.01, 0.00000501, 0.00740992],
  ];
  for (const [hits, cases, alpha, lower, upper] of published) {
    const found = shareInterval(hits, cases, alpha);
    expect([hits, found.lower]).toEqual([hits, expect.closeTo(lower, 5)]);
    expect([hits, found.upper]).toEqual([hits, expect.closeTo(upper, 5)]);
  }
});

it('holds the share between its limits, which widen with the level, also among a million', () => {
  for (const [hits, cases] of [
    [1, 3],
    [500, 1_000],
    [13, 1_000_000],
    [999_999, 1_000_000],
  ] as const) {
    const [wide, narrow] = [shareInterval(hits, cases, 0.001), shareInterval(hits, cases, 0.1)];
    expect(wide.lower).toBeLessThan(narrow.lower);
    expect(narrow.lower).toBeLessThan(hits / cases);
    expect(narrow.upper).toBeGreaterThan(hits / cases);
    expect(wide.upper).toBeGreaterThan(narrow.upper);
  }
});
