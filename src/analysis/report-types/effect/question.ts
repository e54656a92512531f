// Determines the customers and the days of an effect report.

import type { EffectSettings } from '../../../contract/report-types/effect/settings.ts';
import { createLocalTime, parseDay, toDay } from '../../../contract/settings/calendar.ts';
import type { Assigned } from '../../effect/assigned.ts';
import type { Assignments, Window } from '../../effect/outcomes.ts';
import { getPlanWindow } from '../../effect/plan.ts';

export interface Question {
  readonly window: Window;
  readonly assignments: Assignments;
}

/** `newest`: the newest day of the data. Before anything is sent, the report covers the members' last days. */
export function createQuestion(
  { since, days, timeZone }: EffectSettings,
  assigned: Assigned,
  newest: number,
): Question {
  if (since === undefined) {
    const window = getPlanWindow(newest, days);
    const customers = assigned.customers.filter((_, at) => assigned.isMember[at] === 1);
    const isHeldOut = assigned.isHeldOut.filter((_, at) => assigned.isMember[at] === 1);
    const day = new Int32Array(customers.length).fill(window.first);
    return { window, assignments: { customers, isHeldOut, day, pastEnd: day } };
  }
  const first = parseDay(since);
  const { customers, isHeldOut } = assigned;
  const localTime = createLocalTime(timeZone);
  // Alike for both arms: orders count only from the day on which it was decided who is held out.
  const assignedOn = Int32Array.from(assigned.at, (at) => toDay(localTime(at)));
  const day = assignedOn.map((on) => Math.max(first, on));
  const pastEnd = assignedOn.map((on) => Math.min(first, on));
  return { window: { first, last: first + days - 1 }, assignments: { customers, isHeldOut, day, pastEnd } };
}
