// Chooses the wait from which a customer's rhythm counts as broken, by the outcome of such waits on past dates. If gaps
// have a longer tail than the model's, a purchase model alone counts many waiting customers as gone.
import { FALSE_SHARE } from '../../../contract/report-types/replenishment/limits.ts';
import { type CustomerDays, findFirstPurchaseDay, findKnownCustomers } from '../customer-days.ts';
import { summarizeCustomers } from '../customer-summaries.ts';
import type { PurchaseModel } from '../models/purchase-outlook.ts';
import { findPurchasePatterns } from '../models/purchase-patterns.ts';
import { listOriginCuts } from '../origins.ts';
import { type Cadences, computeCadences } from './cadences.ts';

/** Ratio of days since the last order to the own gap: beyond it, the customer is late by more than the gap itself. */
export const TWICE = 2;

const STEP = 30;
const MOST_DATES = 12;
/** Exceeds any number of days since 1970. */
const MOST_DAYS = 2 ** 22;

/** Counts of waits, once for each customer and date. */
export interface Rhythm {
  /** Number of past dates. */
  readonly dates: number;
  /** Waits of more than twice the own gap that were observed for as long again. */
  readonly waits: number;
  /** Waits among them that count as broken, and those of these that ended in an order by the reference date. */
  readonly called: number;
  readonly ordered: number;
  /**
   * Highest probability of a wait as long, for a customer who keeps the pace, that counts as broken; null if no wait
   * does.
   */
  readonly most_probable: number | null;
}

/** A wait on one past date. */
export interface PastWait {
  /** Identifies the wait by its customer and the day of the last order: the same on several dates. */
  readonly wait: number;
  readonly logSurprise: number;
  readonly hasOrdered: boolean;
}

export function isLateTwice({ gap, waited }: Pick<Cadences, 'gap' | 'waited'>, customer: number): boolean {
  return waited[customer] > TWICE * gap[customer];
}

/** `model`: today's, so that past waits are judged by the same figure as today's. */
export function estimateRhythm(days: CustomerDays, model: PurchaseModel, reference: number): Rhythm {
  const cuts = listOriginCuts(findFirstPurchaseDay(days), reference, {
    horizon: STEP,
    step: STEP,
    most: MOST_DATES,
  });
  return {
    dates: cuts.length,
    ...findThreshold(cuts.flatMap((cut) => listLongWaits(days, model, { cut, reference }))),
  };
}

/**
 * The most lenient threshold whose (ordered + d) / (called + d) is at most FALSE_SHARE. d is the mean number of dates
 * on which a wait is observed: one more wait than counted is assumed to have ended, so that fewer than 19 waits call no
 * customer gone (as Barber & Candès 2015, "Controlling the false discovery rate via knockoffs", count one more). Equal
 * waits are called together or not at all, in whatever sequence customers are stored.
 */
export function findThreshold(waits: readonly PastWait[]): Omit<Rhythm, 'dates'> {
  const ascending = waits.toSorted((left, right) => left.logSurprise - right.logSurprise);
  const different = new Set<number>();
  let ordered = 0;
  let chosen: Omit<Rhythm, 'dates'> = { waits: waits.length, called: 0, ordered: 0, most_probable: null };
  for (const [at, { logSurprise, hasOrdered, wait }] of ascending.entries()) {
    if (hasOrdered) ordered++;
    different.add(wait);
    const called = at + 1;
    const d = called / different.size;
    if (ascending[called]?.logSurprise === logSurprise || ordered + d > FALSE_SHARE * (called + d)) continue;
    chosen = { ...chosen, called, ordered, most_probable: Math.exp(logSurprise) };
  }
  return chosen;
}

/** Waits on a past date that were observed for as long again. */
function listLongWaits(
  days: CustomerDays,
  model: PurchaseModel,
  { cut, reference }: { readonly cut: number; readonly reference: number },
): PastWait[] {
  const known = findKnownCustomers(days, cut);
  const paces = computeCadences(model, findPurchasePatterns(summarizeCustomers(days, known, cut)));
  const found: PastWait[] = [];
  for (let c = 0; c < known.length; c++) {
    if (!isLateTwice(paces, c) || reference - cut < paces.waited[c]) continue;
    found.push({
      wait: known[c] * MOST_DAYS + cut - paces.waited[c],
      logSurprise: paces.logSurprise[c],
      hasOrdered: hasOrderBetween(days, known[c], cut, reference),
    });
  }
  return found;
}

function hasOrderBetween(days: CustomerDays, customer: number, after: number, last: number): boolean {
  for (let at = days.start[customer + 1] - 1; at >= days.start[customer] && days.day[at] > after; at--)
    if (days.orders[at] > 0 && days.day[at] <= last) return true;
  return false;
}
