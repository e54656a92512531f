// Rules as people read them.
import { decimals } from '../../../src/core/insights/wording.ts';
import type { ShownRule } from './detail.ts';

/** Smaller p-values are shown as "below". */
const SMALLEST_P = 0.0001;

/** How many times as often as by chance, given the sizes of baskets and within periods; empty where the body lacks it. */
export function liftBeyondChance({ measures }: Pick<ShownRule, 'measures'>): string {
  const lift = measures?.lift_within_periods;
  return lift === undefined ? '' : decimals(lift, 1);
}

/** Corrected for all rules that could have been found. */
export function correctedP({ measures }: Pick<ShownRule, 'measures'>): string {
  const p = measures?.p_value_corrected;
  if (p === undefined) return '';
  return p < SMALLEST_P ? `< ${SMALLEST_P}` : decimals(p, 4);
}

/** Rules to act on, in the order of the report: all of a body that does not say which are proven. */
export function provenRules(rules: readonly ShownRule[]): readonly ShownRule[] {
  return rules.filter(({ proven }) => proven !== false);
}

type Sides = Pick<ShownRule, 'antecedents' | 'consequents'>;

/** The same for every split of one set of products. */
export function productSet({ antecedents, consequents }: Sides): string {
  return JSON.stringify([...antecedents, ...consequents].sort());
}

/** Splits of one set of products say much the same: the first of each, in the order given. */
export function bestOfEachSet<R extends Sides>(rules: readonly R[]): R[] {
  const seen = new Set<string>();
  return rules.filter((rule) => {
    const set = productSet(rule);
    return !seen.has(set) && seen.add(set);
  });
}

/** A rule and, where it is listed too, the one from its consequents to its antecedents. */
export interface DirectionPair<R> {
  readonly forward: R;
  backward?: R;
}

/** Each rule once, in the order given: the first direction found is the forward one. */
export function pairDirections<R extends Sides>(rules: readonly R[]): DirectionPair<R>[] {
  const pairs = new Map<string, DirectionPair<R>>();
  for (const rule of rules) {
    const reverse = pairs.get(direction(rule.consequents, rule.antecedents));
    if (reverse === undefined) pairs.set(direction(rule.antecedents, rule.consequents), { forward: rule });
    else reverse.backward = rule;
  }
  return [...pairs.values()];
}

function direction(from: readonly string[], to: readonly string[]): string {
  return JSON.stringify([[...from].sort(), [...to].sort()]);
}

export const CHANGED_RULES = [
  { kind: 'appeared', title: 'New rules' },
  { kind: 'vanished', title: 'Rules no longer found' },
  { kind: 'strengthened', title: 'Stronger rules' },
  { kind: 'weakened', title: 'Weaker rules' },
] as const;
