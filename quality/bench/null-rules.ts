// How often rules count as beyond chance in baskets where nothing is, and how often a planted rule is found. Deterministic.
import { parseArgs } from 'node:util';
import { mineRules } from '../../src/core/mining/rules/mine-rules.ts';
import type { AssociationRule } from '../../src/core/mining/rules/rule.ts';
import { NULL_DESIGNS, planted } from '../harness/null-baskets.ts';
import { claimsOf } from '../harness/null-recommendations.ts';
import { randomFrom } from '../harness/random.ts';
import { pairPValues, swappedBaskets } from '../harness/swapped-baskets.ts';
import { basketsOfLists, readBasketFile } from './basket-file.ts';
import { reportCase } from './json-lines.ts';

const SIGNIFICANCE = 0.05;
/** A planted product follows the other one in so many of a hundred baskets more than by chance. */
const PLANTED = [0.1, 0.2, 0.4];
const GROCERIES = 'test/core/mining/data/groceries.csv.gz';
const PAIR = { one: 'p3', other: 'p7' };

export function benchNullRules(args: string[]): void {
  const { values } = parseArgs({ args, options: { sets: { type: 'string', default: '200' } } });
  const sets = Number(values.sets);
  benchSwapped(Math.ceil(sets / 10));
  for (const [at, { name, minSupport, draw }] of NULL_DESIGNS.entries()) {
    const found = {
      reasons: 0,
      better: 0,
      corrected: 0,
      productive: 0,
      uncorrectedForSizes: 0,
      q: 0,
      rules: 0,
    };
    const added = { sets: 0, any: 0 };
    const power = PLANTED.map((added) => ({ added, found: 0 }));
    for (let set = 0; set < sets; set++) {
      const random = randomFrom(1_000 * at + set + 1);
      const lists = draw(random);
      const rules = rulesIn(lists, minSupport);
      const claims = claimsOf(basketsOfLists(lists), minSupport);
      if (claims.reasons > 0) found.reasons++;
      if (claims.isBetterThanBestSellers) found.better++;
      found.rules += rules.length;
      if (rules.some(isSignificant)) found.corrected++;
      if (rules.some((rule) => isSignificant(rule) && rule.productive)) found.productive++;
      if (rules.some(({ measures }) => (measures.q_value ?? 1) < SIGNIFICANCE)) found.q++;
      if (rules.some(({ measures }) => measures.p_value * rules.length < SIGNIFICANCE)) {
        found.uncorrectedForSizes++;
      }
      for (const each of power) {
        const more = rulesIn(planted(random, lists, { ...PAIR, added: each.added }), minSupport);
        if (more.some((rule) => isSignificant(rule) && isPlanted(rule))) each.found++;
        if (each.added !== PLANTED.at(-1)) continue;
        added.sets++;
        if (more.some((rule) => isSignificant(rule) && rule.productive && !isPlanted(rule))) added.any++;
      }
    }
    reportCase(`null rules: ${name}`, {
      sets,
      rules_per_set: Math.round(found.rules / sets),
      share_with_any_false: found.corrected / sets,
      // Three standard errors of a share of 5 %.
      within_error: found.corrected / sets <= 0.05 + 3 * Math.sqrt((0.05 * 0.95) / sets),
      share_with_any_productive: found.productive / sets,
      // Something that only comes along with the planted pair.
      share_with_any_productive_beside_planted: added.any / added.sets,
      recommendations_with_any_reason: found.reasons / sets,
      recommendations_said_to_be_better: found.better / sets,
      share_with_any_q_below: found.q / sets,
      as_in_earlier_versions: found.uncorrectedForSizes / sets,
      power: Object.fromEntries(power.map((each) => [`+${100 * each.added} %`, each.found / sets])),
    });
  }
}

/** Single tests: how often p-values of pairs are as small as they say, where baskets keep their sizes and products their counts. */
function benchSwapped(draws: number): void {
  const swapped = swappedBaskets(readBasketFile(GROCERIES), randomFrom(7));
  const levels = [0.05, 0.01, 0.001, 0.0001];
  const below = levels.map(() => 0);
  let all = 0;
  for (let draw = 0; draw < draws; draw++) {
    const { pValues, tests } = pairPValues(swapped.next().value);
    all += tests;
    for (const [at, level] of levels.entries())
      below[at] = (below[at] ?? 0) + pValues.filter((p) => p <= level).length;
  }
  reportCase('p-values given sizes on swapped groceries', {
    draws,
    pairs: all / draws,
    share_at_or_below: Object.fromEntries(levels.map((level, at) => [level, (below[at] ?? 0) / all])),
  });
}

function rulesIn(lists: readonly (readonly string[])[], minSupport: number): readonly AssociationRule[] {
  return mineRules(basketsOfLists(lists), { minSupport, minConfidence: 0.01, maxRules: 100_000 }).rules;
}

function isSignificant({ measures }: AssociationRule): boolean {
  return measures.p_value_corrected < SIGNIFICANCE;
}

function isPlanted({ antecedents, consequents }: AssociationRule): boolean {
  return [...antecedents, ...consequents].sort().join() === [PAIR.one, PAIR.other].sort().join();
}
