// What is stored of a report gives all its rules again, with the figures that the report would have shown.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../../quality/harness/depth.ts';
import type { BasketColumns } from '../../../../src/core/baskets/basket-columns.ts';
import { allRules } from '../../../../src/core/mining/rules/all-rules.ts';
import { mineRules } from '../../../../src/core/mining/rules/mine-rules.ts';
import type { AssociationRule, MinedRules, MineOptions } from '../../../../src/core/mining/rules/rule.ts';
import { ANY_RULE, type RuleConstraints } from '../../../../src/core/mining/rules/rule-constraints.ts';
import { decodeRuleSet } from '../../../../src/core/mining/rules/rule-set-file.ts';
import { limbsOf } from '../../../../src/core/money/limbs.ts';
import { MoneySums } from '../../../../src/core/money/money-sums.ts';
import { readBaskets, toBaskets } from '../basket-data.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const PRICES: Readonly<Record<string, number>> = { a: 1, b: 2.5, c: 0.1, d: 40, e: 3, f: -7 };

/** In pieces of a size that columns do not end at. */
async function* copied(file: Iterable<Uint8Array> | undefined): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.concat([...(file ?? [])].map((piece) => Uint8Array.from(piece)));
  for (let at = 0; at < bytes.length; at += 1_001) yield bytes.subarray(at, at + 1_001);
}

/** `kept`: rules that the report shows. `everything`: what it would show without a limit. */
async function exported(baskets: BasketColumns, options: Omit<MineOptions, 'maxRules'>, kept: number) {
  const report = mineRules(baskets, { ...options, maxRules: kept });
  const pieces: Uint8Array[] = [];
  for (const piece of report.ruleSetFile() ?? []) pieces.push(Uint8Array.from(piece));
  const set = await decodeRuleSet(copied(pieces));
  const everything = mineRules(baskets, { ...options, maxRules: 1_000_000 }).rules;
  return { report, set, everything, rules: [...allRules(set, report.rules)] };
}

const keyOf = ({ antecedents, consequents }: AssociationRule) => JSON.stringify([antecedents, consequents]);
const sorted = (rules: readonly AssociationRule[]) =>
  rules.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

const few = fc.option(fc.subarray(NAMES, { minLength: 1, maxLength: 3 }), { nil: undefined });
const constraints: fc.Arbitrary<RuleConstraints | undefined> = fc.option(
  fc.record({
    mustContain: fc.subarray(NAMES, { maxLength: 1 }),
    antecedents: few,
    consequents: few,
    exclude: fc.subarray(NAMES, { maxLength: 1 }),
    maxProducts: fc.option(fc.integer({ min: 2, max: 5 }), { nil: undefined }),
    maxAntecedents: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    maxConsequents: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    minLift: fc.option(fc.constantFrom(1, 1.2), { nil: undefined }),
    maxPValueCorrected: fc.option(fc.constantFrom(0.3, 0.9), { nil: undefined }),
    redundant: fc.constantFrom(undefined, false as const),
  }),
  { nil: undefined },
);
const basket = fc.tuple(fc.subarray(NAMES), fc.nat(9)).map(([all, luck]) => all.filter((_, i) => luck >= i));
const shop = fc.array(basket, { minLength: 1, maxLength: 30 });

/** The values as limbs, as they are where sums can leave the safe integers. */
function inLimbs(baskets: BasketColumns, factor: bigint): BasketColumns {
  const [values = new Float64Array()] = baskets.values;
  const sums = new MoneySums(values.length, 1);
  for (const [i, value] of values.entries()) sums.add(i, BigInt(Math.round(value * 10)) * factor);
  return { ...baskets, values: limbsOf(sums, values.length), scale: 1 };
}

describe('all rules of a stored rule set', () => {
  it('are those of the report in its order, followed by every other rule with the figures that a report gives it', async () => {
    await fc.assert(
      fc.asyncProperty(shop, constraints, fc.nat(20), async (lists, given, kept) => {
        const baskets = toBaskets(lists, (product) => PRICES[product] ?? 1);
        const options = { minSupport: 0, minConfidence: 0.1, constraints: given };
        const { report, set, everything, rules } = await exported(baskets, options, kept);
        expect(rules.slice(0, kept)).toEqual(report.rules);
        expect(rules).toHaveLength(report.ruleCount);
        expect(set.ruleCount).toBe(report.ruleCount);
        expect(sorted(rules)).toEqual(sorted(everything));
      }),
      { numRuns: cases(30) },
    );
  });

  it('are exact to the last unit of money where sums are too large for doubles', async () => {
    await fc.assert(
      fc.asyncProperty(shop, async (lists) => {
        const baskets = inLimbs(
          toBaskets(lists, (product) => PRICES[product] ?? 1),
          90_071_992_547_409_931n,
        );
        const { everything, rules } = await exported(baskets, { minSupport: 0, minConfidence: 0.1 }, 3);
        expect(sorted(rules)).toEqual(sorted(everything));
      }),
      { numRuns: cases(20) },
    );
  });

  it('are all rules of the groceries, each once, those of the report first', async () => {
    const groceries = readBaskets('test/core/mining/data/groceries.csv.gz', ',');
    const { report, everything, rules } = await exported(
      groceries,
      { minSupport: 0.003, minConfidence: 0.1, constraints: { ...ANY_RULE } },
      500,
    );
    expect(rules.length).toBe(report.ruleCount);
    expect(rules.length).toBeGreaterThan(2_000);
    expect(rules.slice(0, 500)).toEqual(report.rules);
    expect(new Set(rules.map(keyOf)).size).toBe(rules.length);
    expect(everything.length).toBe(rules.length);
  });
});

/** All rules of a report's file, as if it had been written by an earlier version. */
async function rulesOfVersion(version: 1 | 2, { ruleSetFile }: MinedRules): Promise<AssociationRule[]> {
  const file = Buffer.concat([...(ruleSetFile() ?? [])].map((piece) => Uint8Array.from(piece)));
  const length = file.readUInt32LE(0);
  const { chance, ...head } = JSON.parse(file.toString('utf8', 4, 4 + length));
  const json = Buffer.from(JSON.stringify({ ...head, version, ...(version === 1 ? {} : { chance }) }));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(json.length);
  return [...allRules(await decodeRuleSet(copied([size, json, file.subarray(4 + length)])), [])];
}

it('of a rule set of version 2 are productive where each antecedent adds at the 5 % level, tested alone', async () => {
  // Of the baskets with a, c is in 8 of 8 with b and in none without: p = 1 / C(16, 8). Likewise of those with b.
  const lists = [['a', 'b', 'c'], ['a', 'd'], ['b', 'd'], ['d']].flatMap((list) => Array(8).fill(list));
  const options = { minSupport: 0, minConfidence: 0.1, maxRules: 0 };
  const isProductive = (rules: readonly AssociationRule[]) =>
    rules.find(({ antecedents, consequents }) => antecedents.length === 2 && consequents.join() === 'c')
      ?.productive;
  const few = mineRules(toBaskets(lists.filter((_, at) => at % 2 === 0)), options);
  expect(isProductive(await rulesOfVersion(2, few))).toBe(true);
  const now = await decodeRuleSet(copied([...(few.ruleSetFile() ?? [])]));
  expect(isProductive([...allRules(now, [])])).toBe(false);
});

it('of a rule set of an earlier version are corrected and rated as they were then', async () => {
  const baskets = toBaskets([['a', 'b'], ['a', 'b', 'c'], ['c'], ['c', 'd'], ['a'], ['b', 'd']]);
  const report = mineRules(baskets, { minSupport: 0, minConfidence: 0.1, maxRules: 0 });
  const rules = await rulesOfVersion(1, report);
  expect(rules).toHaveLength(report.ruleCount);
  for (const { lift, impact_analysis, measures } of rules) {
    expect(measures.lift_given_sizes).toBeCloseTo(lift, 4);
    expect(measures.expected_occurrences).toBeCloseTo(impact_analysis.occurrences / lift, 5);
    expect(measures.p_value_corrected).toBeCloseTo(Math.min(1, measures.p_value * report.consideredCount), 4);
  }
});
