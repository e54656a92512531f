// How often rules count as beyond chance in baskets where nothing is, and how often a planted rule is found. Deterministic.
import { parseArgs } from 'node:util';
import { mineRules } from '../../../src/core/mining/rules/mine-rules.ts';
import type { AssociationRule } from '../../../src/core/mining/rules/rule.ts';
import type { RuleConstraints } from '../../../src/core/mining/rules/rule-constraints.ts';
import {
  isFalselyProductive,
  isPlantedOnPair,
  LARGE_DESIGN,
  NULL_DESIGNS,
  PLANTED_PAIR,
  planted,
  plantedOnPair,
  WITH_PLANTED_PAIR,
} from '../../harness/random/null-baskets.ts';
import { randomFrom } from '../../harness/random/random.ts';
import { pairPValues, swappedBaskets } from '../../harness/random/swapped-baskets.ts';
import { basketsOfLists, readBasketFile } from '../measuring/basket-file.ts';
import { reportCase } from '../measuring/json-lines.ts';

const SIGNIFICANCE = 0.05;
/** A planted product follows the other one in so many of a hundred baskets more than by chance. */
const PLANTED = [0.1, 0.2, 0.4];
const GROCERIES = 'test/core/mining/data/groceries.csv.gz';
/** A rule of two antecedents is planted into so many of a hundred baskets with both. */
const PLANTED_ON_PAIR = [0.5, 0.9];

export function benchNullRules(args: string[]): void {
  const { values } = parseArgs({
    args,
    options: { sets: { type: 'string', default: '200' }, design: { type: 'string' } },
  });
  const sets = Number(values.sets);
  const only = values.design === undefined ? undefined : Number(values.design) - 1;
  if (only === undefined) {
    benchSwapped(Math.ceil(sets / 10));
    benchLarge(Math.ceil(sets / 10));
  }
  for (const [at, { name, minSupport, draw }] of NULL_DESIGNS.entries()) {
    if (only !== undefined && at !== only) continue;
    const found = {
      corrected: 0,
      productive: 0,
      besidePair: 0,
      earlier: 0,
      q: 0,
      rules: 0,
    };
    const power = PLANTED.map((added) => ({ added, found: 0 }));
    const powerOnPair = PLANTED_ON_PAIR.map((added) => ({ added, found: 0 }));
    for (let set = 0; set < sets; set++) {
      const random = randomFrom(1_000 * at + set + 1);
      const lists = draw(random);
      const rules = rulesIn(lists, minSupport);
      found.rules += rules.length;
      if (rules.some(isSignificant)) found.corrected++;
      if (rules.some(({ productive }) => productive)) found.productive++;
      if (rules.some(({ measures }) => (measures.q_value ?? 1) < SIGNIFICANCE)) found.q++;
      if (rules.some(({ measures }) => measures.p_value * rules.length < SIGNIFICANCE)) found.earlier++;
      for (const each of power) {
        const more = rulesIn(planted(random, lists, { ...PLANTED_PAIR, added: each.added }), minSupport);
        if (more.some((rule) => isSignificant(rule) && isPlanted(rule))) each.found++;
        if (each.added === PLANTED.at(-1) && more.some(isFalselyProductive)) found.besidePair++;
      }
      for (const each of powerOnPair) {
        const more = rulesIn(plantedOnPair(random, lists, each.added), minSupport);
        if (more.some(isPlantedOnPair)) each.found++;
      }
    }
    const shares = (of: readonly { readonly added: number; readonly found: number }[]) =>
      Object.fromEntries(of.map((each) => [`+${100 * each.added} %`, each.found / sets]));
    // Three standard errors of a share of 5 %.
    const isKept = (count: number) => count / sets <= 0.05 + 3 * Math.sqrt((0.05 * 0.95) / sets);
    reportCase(`null rules: ${name}`, {
      sets,
      rules_per_set: Math.round(found.rules / sets),
      share_with_any_false: found.corrected / sets,
      share_with_any_productive: found.productive / sets,
      share_with_any_falsely_productive_beside_planted: found.besidePair / sets,
      within_error: isKept(found.corrected) && isKept(found.productive) && isKept(found.besidePair),
      share_with_any_q_below: found.q / sets,
      as_in_earlier_versions: found.earlier / sets,
      power: shares(power),
      power_productive_of_two_antecedents: shares(powerOnPair),
    });
  }
}

/** Three products in many baskets of very unequal sizes. */
function benchLarge(sets: number): void {
  let found = 0;
  for (let set = 0; set < sets; set++) {
    const random = randomFrom(set + 1);
    const lists = planted(random, LARGE_DESIGN.draw(random), { ...PLANTED_PAIR, added: 0.4 });
    if (rulesIn(lists, LARGE_DESIGN.minSupport, WITH_PLANTED_PAIR).some(isFalselyProductive)) found++;
  }
  reportCase(`planted: ${LARGE_DESIGN.name}`, {
    sets,
    share_with_any_falsely_productive_beside_planted: found / sets,
  });
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

function rulesIn(
  lists: readonly (readonly string[])[],
  minSupport: number,
  constraints?: RuleConstraints,
): readonly AssociationRule[] {
  const options = { minSupport, minConfidence: 0.01, maxRules: 100_000 };
  return mineRules(basketsOfLists(lists), { ...options, constraints }).rules;
}

function isSignificant({ measures }: AssociationRule): boolean {
  return measures.p_value_corrected < SIGNIFICANCE;
}

function isPlanted({ antecedents, consequents }: AssociationRule): boolean {
  return [...antecedents, ...consequents].sort().join() === Object.values(PLANTED_PAIR).sort().join();
}
