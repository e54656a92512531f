// What the figures of an effect say. A measure is claimed to have changed only where its interval excludes "no effect".
import { type Sentence, say } from '../sentences/sentence.ts';
import { type Effect, LEAST_EXPECTED, LEAST_IN_ARM, type MeasuredEffect } from './measure-effect.ts';
import { type EffectPlan, LEAST_PAST_CUSTOMERS } from './plan.ts';
import type { EffectMeasure } from './series.ts';

export function effectSummary(effect: Effect): Sentence[] {
  const deciding = effect.measures.find(({ decides }) => decides);
  if (deciding === undefined) return [];
  return [verdict(effect, deciding), ...earned(effect)];
}

export function effectNotes({ verdict, unknown, decides_on }: Effect): Sentence[] {
  const isSaid = verdict !== 'not_begun' && verdict !== 'too_few';
  return [
    ...(unknown.sent + unknown.held_out > 0 ? [say('effect_assigned_unknown', unknown)] : []),
    ...(isSaid ? [say('effect_any_day', { measure: decides_on })] : []),
  ];
}

function verdict(
  effect: Effect,
  { measure, lift, lift_interval, detectable_lift }: MeasuredEffect,
): Sentence {
  const { since, newest, days, days_to_go, sent, held_out } = effect;
  const range = { measure, lift, lower: lift_interval.lower, upper: lift_interval.upper };
  switch (effect.verdict) {
    case 'not_begun':
      return say('effect_not_begun', { since, newest });
    case 'too_few':
      return say('effect_of_few', {
        ...{ measure, sent: sent.customers, held_out: held_out.customers },
        ...{ least: LEAST_IN_ARM, expected: LEAST_EXPECTED, days_to_go },
      });
    case 'not_yet':
      return say('effect_not_yet', { ...range, days, days_to_go });
    case 'undecided':
      return say('effect_undecided', { ...range, days, detectable: detectable_lift });
    case 'more':
      return say('effect_more', { ...range, days_to_go });
    case 'fewer':
      return say('effect_fewer', { ...range, days_to_go });
  }
}

/** Money is claimed where revenue itself decides, and did. */
function earned({ verdict: found, decides_on, earned: { amount, lower, upper } }: Effect): Sentence[] {
  const isClaimed = decides_on === 'revenue' && (found === 'more' || found === 'fewer');
  return isClaimed && lower !== null && upper !== null
    ? [say('effect_earned', { amount, lower, upper })]
    : [];
}

/** Of the measure that is to decide. */
export function planSummary(plan: EffectPlan, decidesOn: EffectMeasure): Sentence[] {
  const { customers, held_out, days, past, measures } = plan;
  const smaller = Math.min(held_out, customers - held_out);
  if (smaller < LEAST_IN_ARM) return [say('plan_too_small', { held_out: smaller, least: LEAST_IN_ARM })];
  if (past.since === null) {
    return [say('plan_without_past', { customers: past.customers, least: LEAST_PAST_CUSTOMERS, days })];
  }
  const lift = measures.find(({ measure }) => measure === decidesOn)?.detectable_lift ?? null;
  return lift === null
    ? []
    : [say('plan_detectable', { measure: decidesOn, customers, held_out, days, lift })];
}
