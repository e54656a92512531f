// Computes the effect report's body: the orders of everyone assigned to an audience since the campaign, or the effect
// that could be detected.

import type { EffectBody } from '../../../contract/report-types/effect/schema.ts';
import { type EffectSettings, echoEffectSettings } from '../../../contract/report-types/effect/settings.ts';
import { say } from '../../../contract/sentences/sentence.ts';
import { createLocalTime, toDate, toDay } from '../../../contract/settings/calendar.ts';
import type { Assigned } from '../../effect/assigned.ts';
import { computeEffect, type Effect } from '../../effect/measure-effect.ts';
import { type AssignedOrders, toOutcomes } from '../../effect/outcomes.ts';
import { createPlan, describeEffectNotes, describePlanNotes } from '../../effect/plan.ts';
import { toRemarks } from '../worded.ts';
import type { Question } from './question.ts';

interface EffectAnalysis {
  readonly body: EffectBody;
  readonly companion: undefined;
}

export interface Measured {
  readonly settings: EffectSettings;
  readonly assigned: Assigned;
  /** The newest day of the data. */
  readonly newest: number;
}

/** `orders`: those of the assigned customers. */
export function createEffectAnalysis(
  orders: AssignedOrders,
  { window, assignments }: Question,
  { settings, assigned, newest }: Measured,
): EffectAnalysis {
  const { customers, isHeldOut } = assignments;
  const { since, days, decidesOn, currency } = settings;
  const isNobody = assigned.customers.length === 0;
  const effect: Effect | null =
    isNobody || since === undefined
      ? null
      : computeEffect(toOutcomes(orders, assignments), { window, decidesOn }, newest);
  const heldOut = sum(isHeldOut);
  const size = { customers: customers.length, holdOut: heldOut / Math.max(1, customers.length), days };
  const plan = isNobody || since !== undefined ? null : createPlan(orders, customers, window, size);
  const body: EffectBody = {
    report_type: 'EFFECT',
    reference_date: Number.isNaN(newest) ? null : toDate(newest),
    settings: echoEffectSettings(settings),
    summary: summarizeAssigned(assigned, settings.timeZone),
    effect,
    plan,
    changes: null,
    ai_insights: null,
    ...toRemarks(
      {
        warnings: isNobody ? [say('effect_of_nobody', {})] : [],
        notes: [
          ...(effect === null ? [] : describeEffectNotes(effect)),
          ...(plan === null ? [] : describePlanNotes(plan, decidesOn)),
        ],
      },
      currency,
    ),
  };
  return { body, companion: undefined };
}

function summarizeAssigned(
  { customers, isHeldOut, isMember, at }: Assigned,
  timeZone: string,
): EffectBody['summary'] {
  const localTime = createLocalTime(timeZone);
  const toDayOrNull = (time: number | undefined) =>
    time === undefined ? null : toDate(toDay(localTime(time)));
  const sorted = at.toSorted();
  return {
    customers: customers.length,
    held_out: sum(isHeldOut),
    members: sum(isMember),
    first_assigned: toDayOrNull(sorted.at(0)),
    last_assigned: toDayOrNull(sorted.at(-1)),
  };
}

function sum(flags: Uint8Array): number {
  return flags.reduce((before, one) => before + one, 0);
}
