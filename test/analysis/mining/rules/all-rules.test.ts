// A stored rule set restores all rules of a report, with the figures that the report would have shown.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BasketColumns } from '../../../../src/analysis/baskets/basket-columns.ts';
import { listAllRules } from '../../../../src/analysis/mining/rules/all-rules.ts';
import { mineRules } from '../../../../src/analysis/mining/rules/mine-rules.ts';
import type { AssociationRule, MineOptions } from '../../../../src/analysis/mining/rules/rule.ts';
import { decodeRuleSet } from '../../../../src/analysis/mining/rules/rule-set.ts';
import type { RuleConstraints } from '../../../../src/contract/report-types/market-basket/rule-params.ts';
import { IS_DEEP } from '../../../../tools/harness/depth.ts';
import { toBaskets } from '../basket-data.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const PRICES: Readonly<Record<string, number>> = { a: 1, b: 2.5, c: 0.1, d: 40, e: 3, f: -7 };

/** Copies the file in pieces that do not end where columns end. */
async function* copyInPieces(file: Iterable<Uint8Array> | undefined): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.concat([...(file ?? [])].map((piece) => Uint8Array.from(piece)));
  for (let at = 0; at < bytes.length; at += 1_001) yield bytes.subarray(at, at + 1_001);
}

/** `kept`: rules that the report shows. `everything`: what it would show without a limit. */
async function exportRules(baskets: BasketColumns, options: Omit<MineOptions, 'maxRules'>, kept: number) {
  const report = mineRules(baskets, { ...options, maxRules: kept });
  const pieces: Uint8Array[] = [];
  for (const piece of report.ruleSetFile() ?? []) pieces.push(Uint8Array.from(piece));
  const set = await decodeRuleSet(copyInPieces(pieces));
  const everything = mineRules(baskets, { ...options, maxRules: 1_000_000 }).rules;
  return { report, set, everything, rules: [...listAllRules(set, report.rules)] };
}

const toRuleKey = ({ antecedents, consequents }: AssociationRule) =>
  JSON.stringify([antecedents, consequents]);
const sortRules = (rules: readonly AssociationRule[]) =>
  rules.toSorted((a, b) => (toRuleKey(a) < toRuleKey(b) ? -1 : 1));

/** Keeps only the figures of rules that no report returns: those without customers and seasons. */
const omitWeighed = (rules: readonly AssociationRule[]) =>
  rules.map(({ impact_rating: _, proven: _proven, ...rule }) => {
    const { revenue, lift, occurrences } = rule.impact_analysis;
    return { ...rule, impact_analysis: { revenue, lift, occurrences } };
  });

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

describe('all rules of a stored rule set', () => {
  it('are those of the report in its order, followed by every other rule once', async () => {
    await fc.assert(
      fc.asyncProperty(shop, constraints, fc.nat(20), async (lists, given, kept) => {
        const baskets = toBaskets(lists, (product) => PRICES[product] ?? 1);
        const options = { minSupport: 0, minConfidence: 0.1, constraints: given };
        const { report, set, everything, rules } = await exportRules(baskets, options, kept);
        expect(rules.slice(0, report.rules.length)).toEqual(report.rules);
        expect(rules).toHaveLength(report.ruleCount);
        expect(set.ruleCount).toBe(report.ruleCount);
        expect(omitWeighed(sortRules(rules))).toEqual(omitWeighed(sortRules(everything)));
      }),
      { numRuns: IS_DEEP ? 300 : 10 },
    );
  });
});
