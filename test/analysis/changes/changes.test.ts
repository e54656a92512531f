// The changes between two reports, in rules and in segments, checked by hand.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FoundRules,
  packFoundRules,
  unpackFoundRules,
} from '../../../src/analysis/changes/found-rules.ts';
import { compareFoundRules } from '../../../src/analysis/changes/rule-changes.ts';
import {
  compareMembers,
  createSegmentMembers,
  packMembers,
  unpackMembers,
} from '../../../src/analysis/changes/segment-changes.ts';
import { createCustomerIds, hash64 } from '../../../src/analysis/customer-lists/customer-ids.ts';
import { toRuleKey } from '../../../src/analysis/mining/rules/rule-keys.ts';
import {
  NOT_THERE,
  SEGMENT_NAMES,
  type SegmentName,
} from '../../../src/contract/report-types/rfm/segments.ts';

const createRule = (from: string, to: string, lift: number, incremental_value = 1) => ({
  antecedents: [from],
  consequents: [to],
  support: 0.1,
  confidence: 0.5,
  lift,
  incremental_value,
});
type Rule = ReturnType<typeof createRule>;

/** The rules of a report that found no others. */
const createAllRules = (rules: readonly Rule[]) => ({ rules, count: rules.length, keys: undefined });

/** The rules of a report that also found `others`, which are not among its best. */
const createBestRules = (rules: readonly Rule[], others: readonly Rule[]) => ({
  rules,
  count: rules.length + others.length,
  keys: Float64Array.from([...rules, ...others], ({ antecedents, consequents }) =>
    toRuleKey(antecedents, consequents, hash64),
  ).sort(),
});

describe('compareRules', () => {
  const before = [
    createRule('tea', 'milk', 2),
    createRule('cup', 'tea', 2),
    createRule('pen', 'ink', 2),
    createRule('a', 'b', 2),
  ];
  const after = [
    createRule('tea', 'milk', 2.2),
    createRule('cup', 'tea', 1.8),
    createRule('a', 'b', 2.1),
    createRule('new', 'one', 3),
  ];
  const changes = compareFoundRules(createAllRules(before), createAllRules(after));

  it('matches rules by both sides and classifies them by the change of their lift', () => {
    expect(changes.counts).toEqual({ appeared: 1, vanished: 1, strengthened: 1, weakened: 1, unchanged: 1 });
    expect(changes.strengthened[0]).toMatchObject({
      antecedents: ['tea'],
      before: { lift: 2, support: 0.1, confidence: 0.5 },
      after: { lift: 2.2 },
    });
    expect(changes.weakened[0]).toMatchObject({
      antecedents: ['cup'],
      before: { lift: 2 },
      after: { lift: 1.8 },
    });
    expect(changes.appeared[0]).toMatchObject({
      antecedents: ['new'],
      before: null,
      after: { lift: 3 },
      lift: 3,
    });
    expect(changes.vanished[0]).toMatchObject({
      antecedents: ['pen'],
      before: { lift: 2 },
      after: null,
      lift: 2,
    });
  });

  it('lists the fifty most valuable changes and counts all', () => {
    const many = Array.from({ length: 80 }, (_, i) => createRule(`a${i}`, 'b', 2, i));
    const { counts, appeared } = compareFoundRules(createAllRules([]), createAllRules(many));
    expect([counts.appeared, appeared.length, appeared[0]?.antecedents]).toEqual([80, 50, ['a79']]);
  });

  it('lists a rule that loses less value before one that loses more', () => {
    const { appeared } = compareFoundRules(
      createAllRules([]),
      createAllRules([createRule('a', 'b', 0.5, -9), createRule('c', 'd', 0.5, -1)]),
    );
    expect(appeared.map(({ antecedents }) => antecedents)).toEqual([['c'], ['a']]);
  });
});

describe('compareRules with reports that list only their best rules', () => {
  const countChanges = (before: FoundRules, after: FoundRules) => compareFoundRules(before, after).counts;
  const [tea, cup, pen] = [
    createRule('tea', 'milk', 2),
    createRule('cup', 'tea', 2),
    createRule('pen', 'ink', 2),
  ];

  it('does not count a rule that only moved in rank as appeared or vanished', () => {
    expect(countChanges(createBestRules([tea], [cup]), createBestRules([cup], [tea]))).toMatchObject({
      appeared: 0,
      vanished: 0,
    });
  });

  it('counts a rule that the other report did not find at all as appeared or vanished', () => {
    expect(countChanges(createBestRules([tea], [cup]), createBestRules([pen], [cup]))).toMatchObject({
      appeared: 1,
      vanished: 1,
    });
    // A rule with its sides swapped is another rule.
    expect(
      countChanges(createBestRules([createRule('milk', 'tea', 2)], [cup]), createBestRules([tea], [cup])),
    ).toMatchObject({
      appeared: 1,
      vanished: 1,
    });
  });

  it('counts no rule as appeared or vanished if the reports found too many rules to keep their keys', () => {
    const createUncountedRules = (rules: readonly Rule[]) => ({ rules, count: 1_000_000, keys: undefined });
    expect(countChanges(createUncountedRules([tea, pen]), createUncountedRules([cup, pen]))).toEqual({
      appeared: 0,
      vanished: 0,
      strengthened: 0,
      weakened: 0,
      unchanged: 1,
    });
  });

  it('reads packed rules with every figure and key, and rejects damaged bytes', () => {
    for (const found of [
      createAllRules([]),
      createAllRules([tea, cup]),
      createBestRules([tea], [cup, pen]),
    ]) {
      expect(unpackFoundRules(packFoundRules(found))).toEqual(found);
    }
    const packed = packFoundRules(createBestRules([tea], [cup]));
    expect(() => unpackFoundRules(packed.subarray(0, packed.length - 3))).toThrow('found rules');
    expect(() => unpackFoundRules(new Uint8Array(2))).toThrow('found rules');
  });
});

const createMembers = (segments: Readonly<Record<string, SegmentName>>) =>
  createSegmentMembers(
    createCustomerIds(Object.keys(segments)),
    Uint8Array.from(Object.values(segments), (name) => SEGMENT_NAMES.indexOf(name)),
  );

describe('the members of segments', () => {
  it('are counted by the segments they moved between, joined and left', () => {
    const changes = compareMembers(
      createMembers({ ann: 'Champions', bob: 'Champions', cid: 'At Risk', dan: 'Lost' }),
      createMembers({ ann: 'Champions', bob: 'At Risk', cid: 'At Risk', eve: 'Recent Customers' }),
    );
    expect(changes.migration).toEqual([
      { from: 'Champions', to: 'Champions', customers: 1 },
      { from: 'Champions', to: 'At Risk', customers: 1 },
      { from: 'At Risk', to: 'At Risk', customers: 1 },
      { from: 'Lost', to: NOT_THERE, customers: 1 },
      { from: NOT_THERE, to: 'Recent Customers', customers: 1 },
    ]);
    expect(changes.moved).toBe(1);
    expect(changes.segment_growth.filter(({ change }) => change !== 0)).toEqual([
      { segment: 'Champions', before: 2, after: 1, change: -1 },
      { segment: 'Recent Customers', before: 0, after: 1, change: 1 },
      { segment: 'At Risk', before: 1, after: 2, change: 1 },
      { segment: 'Lost', before: 1, after: 0, change: -1 },
    ]);
  });

  it('migrate between segments as in a table built by their ids', () => {
    const segment = fc.constantFrom(...SEGMENT_NAMES);
    const report = fc.dictionary(fc.string({ minLength: 1, maxLength: 3 }), segment, { maxKeys: 40 });
    fc.assert(
      fc.property(report, report, (before, after) => {
        const table = new Map<string, number>();
        for (const id of new Set([...Object.keys(before), ...Object.keys(after)])) {
          const key = `${before[id] ?? NOT_THERE}>${after[id] ?? NOT_THERE}`;
          table.set(key, (table.get(key) ?? 0) + 1);
        }
        const { migration } = compareMembers(createMembers(before), createMembers(after));
        expect(new Map(migration.map(({ from, to, customers }) => [`${from}>${to}`, customers]))).toEqual(
          table,
        );
      }),
    );
  });

  it('are packed in nine bytes per customer without their ids', () => {
    const members = createMembers({ ann: 'Champions', bob: 'Lost', 'ann@example.com': 'At Risk' });
    const packed = packMembers(members);
    expect(packed.byteLength).toBe(27);
    expect(unpackMembers(packed)).toEqual(members);
    expect(Buffer.from(packed).includes('ann')).toBe(false);
    expect(() => unpackMembers(packed.subarray(1))).toThrow('not a whole number of customers');
    expect(() => unpackMembers(Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 11))).toThrow('does not exist');
  });

  it('keep the same hashes in every version, because older reports are compared by them', () => {
    expect([hash64(''), hash64('c1'), hash64('12346')].map(String)).toMatchInlineSnapshot(`
      [
        "4171308469890650519",
        "18051250432413817916",
        "15760289467946368371",
      ]
    `);
    const seen = new Set(Array.from({ length: 200_000 }, (_, i) => hash64(`c${i}`)));
    expect(seen.size).toBe(200_000);
  });
});
