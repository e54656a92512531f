// Whether two groups have events at the same pace: the log-rank test of Mantel (1966), as `survdiff` of R computes it.
import { complementaryError } from './complementary-error.ts';
import { daysOfEvents, type FollowUp } from './kaplan-meier.ts';

export interface LogRank {
  /** Events of the first group. */
  readonly observed: number;
  /** Events that the first group would have if both had the same pace. */
  readonly expected: number;
  /** The same of the second group. */
  readonly otherObserved: number;
  readonly otherExpected: number;
  /** (observed − expected)² / variance, one degree of freedom. */
  readonly chiSquare: number;
  /** Probability of a difference at least as large between groups of the same pace. */
  readonly pValue: number;
}

/** Undefined where no event can tell the groups apart: none occurred, or none while both groups were observed. */
export function logRank(first: FollowUp, second: FollowUp): LogRank | undefined {
  const groups = [first, second].map((group) => ({
    lasts: group.days.slice().sort(),
    events: daysOfEvents(group),
    ended: 0,
    counted: 0,
  }));
  const [a, b] = groups;
  if (a === undefined || b === undefined) return undefined;
  let expected = 0;
  let variance = 0;
  for (;;) {
    const day = Math.min(a.events[a.counted] ?? Infinity, b.events[b.counted] ?? Infinity);
    if (day === Infinity) break;
    let events = 0;
    for (const group of groups) {
      while ((group.lasts[group.ended] ?? day) < day) group.ended++;
      const before = group.counted;
      while (group.events[group.counted] === day) group.counted++;
      events += group.counted - before;
    }
    const atRisk = a.lasts.length - a.ended;
    const all = atRisk + b.lasts.length - b.ended;
    const share = atRisk / all;
    expected += events * share;
    // Of the hypergeometric distribution: so many events drawn from all who are at risk.
    if (all > 1) variance += (events * share * (1 - share) * (all - events)) / (all - 1);
  }
  if (variance <= 0) return undefined;
  const observed = a.events.length;
  const chiSquare = (observed - expected) ** 2 / variance;
  const otherObserved = b.events.length;
  return {
    observed,
    expected,
    otherObserved,
    otherExpected: observed + otherObserved - expected,
    chiSquare,
    pValue: complementaryError(Math.sqrt(chiSquare / 2)),
  };
}
