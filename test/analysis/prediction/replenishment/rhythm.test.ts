// The threshold of broken rhythms, from the outcomes of waits on past dates.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findDueCustomers } from '../../../../src/analysis/prediction/replenishment/due-customers.ts';
import { findThreshold, type PastWait } from '../../../../src/analysis/prediction/replenishment/rhythm.ts';
import { DUE_STAGES, FALSE_SHARE } from '../../../../src/contract/report-types/replenishment/limits.ts';
import { createRandom, shuffleValues } from '../../../../tools/harness/random/random.ts';
import {
  createRhythmShop,
  RHYTHM_KINDS,
  RHYTHM_REFERENCE,
} from '../../../../tools/harness/random/rhythm-shops.ts';

/** `count` waits on `dates` dates each, the least probable first; `ordered` of them end after the first date. */
function createWaits(count: number, dates: number, ordered = 0): PastWait[] {
  return Array.from({ length: count * dates }, (_, at) => ({
    wait: Math.floor(at / dates),
    logSurprise: -100 + at / 10,
    hasOrdered: at % dates === 0 && at < ordered * dates,
  }));
}

describe('findThreshold', () => {
  const page = readFileSync('docs/concepts/due.md', 'utf8');
  const [, text = ''] = page.split('\nExample: ');
  const [waits = '', dates = ''] = [/(\d+) waits/, /on (\d+) dates/].map((of) => of.exec(text)?.[1]);
  const [least = '', more = ''] = [...text.matchAll(/\) = ([\d.]+)[,:]/g)].map(([, share]) => share);

  it('matches the example in docs/concepts/due.md', () => {
    const [count, seen] = [Number(waits), Number(dates)];
    expect(Number(least)).toBe(FALSE_SHARE);
    const { called, ordered, most_probable } = findThreshold(createWaits(count, seen));
    expect([called, ordered]).toEqual([count * seen, 0]);
    expect(most_probable).toBeCloseTo(Math.exp(-100 + (count * seen - 1) / 10), 40);
    expect((1 + seen) / (count * seen + seen)).toBeCloseTo(Number(more), 10);
    expect(findThreshold(createWaits(count, seen, 1)).most_probable).toBeNull();
  });

  it('calls no rhythm broken from fewer than 19 different waits, each on any number of dates', () => {
    expect(findThreshold(createWaits(18, 12)).most_probable).toBeNull();
    expect(findThreshold(createWaits(19, 12)).called).toBe(19 * 12);
  });

  it('does not separate waits of equal probability', () => {
    const tied = createWaits(40, 1).map((one) => ({ ...one, logSurprise: -5 }));
    expect(findThreshold(tied).called).toBe(40);
    const ended = tied.map((one, at) => ({ ...one, hasOrdered: at >= 30 }));
    expect(findThreshold(ended)).toEqual({ waits: 40, called: 0, ordered: 0, most_probable: null });
  });

  it('returns the same threshold for any sequence of customers', () => {
    const random = createRandom(4);
    const mixed = Array.from({ length: 600 }, (_, at) => ({
      wait: at % 250,
      logSurprise: -Math.floor(40 * random()),
      hasOrdered: random() < 0.04,
    }));
    const chosen = findThreshold(mixed);
    expect(chosen.called).toBeGreaterThan(19);
    expect(findThreshold(shuffleValues(random, mixed))).toEqual(chosen);
  });
});

const BROKEN = DUE_STAGES.indexOf('rhythm_broken');

function countNamed(seed: number, at: number, leaves: number) {
  const kind = RHYTHM_KINDS[at] ?? expect.fail('no such kind');
  const { days, left } = createRhythmShop(seed, kind, { customers: 300, leaves });
  const { figures, notes } = findDueCustomers(days, RHYTHM_REFERENCE);
  const named = [...left.keys()].filter((c) => figures?.stage[c] === BROKEN);
  return {
    named: named.length,
    stay: named.filter((c) => left[c] === 0).length,
    left: left.reduce((sum, one) => sum + one, 0),
    codes: notes.map(({ code }) => code),
  };
}

describe('findDueCustomers in shops of known gaps', () => {
  it.each(RHYTHM_KINDS.map(({ name }, at) => [name, at] as const))(
    'calls no rhythm broken and adds a note if nobody leaves: %s',
    (_, at) => {
      for (const seed of [1, 2, 3]) {
        const { named, codes } = countNamed(seed, at, 0);
        expect(named).toBe(0);
        expect(codes).toContain('rhythm_not_judged');
      }
    },
  );

  it('calls broken at least 30 % (lognormal) or 70 % (gamma) of those who left, and at most 5 % who stay', () => {
    for (const [kind, found] of [
      [1, 0.3],
      [3, 0.7],
    ] as const) {
      const shops = [1, 2, 3, 4].map((seed) => countNamed(seed, kind, 0.1));
      const sum = (of: (shop: (typeof shops)[number]) => number) =>
        shops.reduce((total, shop) => total + of(shop), 0);
      expect(sum(({ stay }) => stay)).toBeLessThanOrEqual(FALSE_SHARE * sum(({ named }) => named));
      expect(sum(({ named, stay }) => named - stay)).toBeGreaterThan(found * sum(({ left }) => left));
    }
  });
});
