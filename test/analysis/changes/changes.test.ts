// What changed between two reports, by hand.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FoundRules,
  packFoundRules,
  unpackFoundRules,
} from '../../../src/analysis/changes/found-rules.ts';
import { compareRules } from '../../../src/analysis/changes/rule-changes.ts';
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

const rule = (from: string, to: string, lift: number, incremental_value = 1) => ({
  antecedents: [from],
  consequents: [to],
  support: 0.1,
  confidence: 0.5,
  lift,
  incremental_value,
});
type Rule = ReturnType<typeof rule>;

/** A report that found nothing else. */
const all = (rules: readonly Rule[]) => ({ rules, count: rules.length, keys: undefined });

/** A report that found others, too, which are not among its best. */
const best = (rules: readonly Rule[], others: readonly Rule[]) => ({
  rules,
  count: rules.length + others.length,
  keys: Float64Array.from([...rules, ...others], ({ antecedents, consequents }) =>
    toRuleKey(antecedents, consequents, hash64),
  ).sort(),
});

describe('rules', () => {
  const before = [rule('tea', 'milk', 2), rule('cup', 'tea', 2), rule('pen', 'ink', 2), rule('a', 'b', 2)];
  const after = [
    rule('tea', 'milk', 2.2),
    rule('cup', 'tea', 1.8),
    rule('a', 'b', 2.1),
    rule('new', 'one', 3),
  ];
  const changes = compareRules(all(before), all(after));

  it('are distinguished by both sides and by the change of their lift', () => {
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

  it('list the most valuable fifty and count all', () => {
    const many = Array.from({ length: 80 }, (_, i) => rule(`a${i}`, 'b', 2, i));
    const { counts, appeared } = compareRules(all([]), all(many));
    expect([counts.appeared, appeared.length, appeared[0]?.antecedents]).toEqual([80, 50, ['a79']]);
  });

  it('list a rule that loses less before one that loses more', () => {
    const { appeared } = compareRules(all([]), all([rule('a', 'b', 0.5, -9), rule('c', 'd', 0.5, -1)]));
    expect(appeared.map(({ antecedents }) => antecedents)).toEqual([['c'], ['a']]);
  });
});

describe('rules of reports that found more than their best', () => {
  const counts = (before: FoundRules, after: FoundRules) => compareRules(before, after).counts;
  const [tea, cup, pen] = [rule('tea', 'milk', 2), rule('cup', 'tea', 2), rule('pen', 'ink', 2)];

  it('have neither appeared nor vanished where they only moved in rank', () => {
    expect(counts(best([tea], [cup]), best([cup], [tea]))).toMatchObject({ appeared: 0, vanished: 0 });
  });

  it('have appeared or vanished where the other report did not find them at all', () => {
    expect(counts(best([tea], [cup]), best([pen], [cup]))).toMatchObject({ appeared: 1, vanished: 1 });
    // Its sides the other way round are another rule.
    expect(counts(best([rule('milk', 'tea', 2)], [cup]), best([tea], [cup]))).toMatchObject({
      appeared: 1,
      vanished: 1,
    });
  });

  it('are not counted where the other report found too many to know', () => {
    const many = (rules: readonly Rule[]) => ({ rules, count: 1_000_000, keys: undefined });
    expect(counts(many([tea, pen]), many([cup, pen]))).toEqual({
      appeared: 0,
      vanished: 0,
      strengthened: 0,
      weakened: 0,
      unchanged: 1,
    });
  });

  it('are stored with every figure and key, and nothing else is taken for them', () => {
    for (const found of [all([]), all([tea, cup]), best([tea], [cup, pen])]) {
      expect(unpackFoundRules(packFoundRules(found))).toEqual(found);
    }
    const packed = packFoundRules(best([tea], [cup]));
    expect(() => unpackFoundRules(packed.subarray(0, packed.length - 3))).toThrow('found rules');
    expect(() => unpackFoundRules(new Uint8Array(2))).toThrow('found rules');
  });
});

const membersOf = (segments: Readonly<Record<string, SegmentName>>) =>
  createSegmentMembers(
    createCustomerIds(Object.keys(segments)),
    Uint8Array.from(Object.values(segments), (name) => SEGMENT_NAMES.indexOf(name)),
  );

describe('segments', () => {
  it('show who moved from where to where, who came and who went', () => {
    const changes = compareMembers(
      membersOf({ ann: 'Champions', bob: 'Champions', cid: 'At Risk', dan: 'Lost' }),
      membersOf({ ann: 'Champions', bob: 'At Risk', cid: 'At Risk', eve: 'Recent Customers' }),
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

  it('add up to the customers of both reports, as a table made by names does', () => {
    const segment = fc.constantFrom(...SEGMENT_NAMES);
    const report = fc.dictionary(fc.string({ minLength: 1, maxLength: 3 }), segment, { maxKeys: 40 });
    fc.assert(
      fc.property(report, report, (before, after) => {
        const table = new Map<string, number>();
        for (const id of new Set([...Object.keys(before), ...Object.keys(after)])) {
          const key = `${before[id] ?? NOT_THERE}>${after[id] ?? NOT_THERE}`;
          table.set(key, (table.get(key) ?? 0) + 1);
        }
        const { migration } = compareMembers(membersOf(before), membersOf(after));
        expect(new Map(migration.map(({ from, to, customers }) => [`${from}>${to}`, customers]))).toEqual(
          table,
        );
      }),
    );
  });

  it('are stored in nine bytes a customer, without ids', () => {
    const members = membersOf({ ann: 'Champions', bob: 'Lost', 'ann@example.com': 'At Risk' });
    const packed = packMembers(members);
    expect(packed.byteLength).toBe(27);
    expect(unpackMembers(packed)).toEqual(members);
    expect(Buffer.from(packed).includes('ann')).toBe(false);
    expect(() => unpackMembers(packed.subarray(1))).toThrow('not a whole number of customers');
    expect(() => unpackMembers(Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 11))).toThrow('does not exist');
  });

  it('keep their hashes: reports of years ago are compared by them', () => {
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
