// The effect report's body: what everyone assigned to an audience did since it was sent to, or what could be seen.

import type { EffectBody } from '../../../contract/report-types/effect/schema.ts';
import { type EffectSettings, echoEffectSettings } from '../../../contract/report-types/effect/settings.ts';
import { say } from '../../../contract/sentences/sentence.ts';
import { dateOfDay, dayOf, localTimeIn } from '../../../contract/settings/calendar.ts';
import type { Assigned } from '../../effect/assigned.ts';
import { type Effect, effectOf } from '../../effect/measure-effect.ts';
import { type AssignedOrders, outcomesFrom } from '../../effect/outcomes.ts';
import { effectNotes, planOf } from '../../effect/plan.ts';
import { remarks } from '../worded.ts';
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

/** `orders`: of the customers in question. */
export function analysisOf(
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
      : effectOf(outcomesFrom(orders, assignments), { window, decidesOn }, newest);
  const heldOut = sum(isHeldOut);
  const size = { customers: customers.length, holdOut: heldOut / Math.max(1, customers.length), days };
  const body: EffectBody = {
    report_type: 'EFFECT',
    reference_date: Number.isNaN(newest) ? null : dateOfDay(newest),
    settings: echoEffectSettings(settings),
    summary: summaryOf(assigned, settings.timeZone),
    effect,
    plan: isNobody || since !== undefined ? null : planOf(orders, customers, window, size),
    changes: null,
    ai_insights: null,
    ...remarks(
      {
        warnings: isNobody ? [say('effect_of_nobody', {})] : [],
        notes: effect === null ? [] : effectNotes(effect),
      },
      currency,
    ),
  };
  return { body, companion: undefined };
}

function summaryOf(
  { customers, isHeldOut, isMember, at }: Assigned,
  timeZone: string,
): EffectBody['summary'] {
  const localTime = localTimeIn(timeZone);
  const day = (time: number | undefined) => (time === undefined ? null : dateOfDay(dayOf(localTime(time))));
  const sorted = at.toSorted();
  return {
    customers: customers.length,
    held_out: sum(isHeldOut),
    members: sum(isMember),
    first_assigned: day(sorted.at(0)),
    last_assigned: day(sorted.at(-1)),
  };
}

function sum(flags: Uint8Array): number {
  return flags.reduce((before, one) => before + one, 0);
}
