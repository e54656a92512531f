// What a campaign could show, before it is sent: from what past customers did in as many days without it.

import { dateOfDay, dayOf } from '../orders/calendar.ts';
import type { OrderColumns } from '../orders/columns.ts';
import { isPurchase } from '../orders/kept-rows.ts';
import { detectableLift, type Spread, spreadOf } from './detectable.ts';
import { type Outcomes, outcomesOf } from './outcomes.ts';
import { EFFECT_MEASURES, type EffectMeasure, seriesOf } from './series.ts';

/** With fewer past customers, their variance is not known. */
export const LEAST_PAST_CUSTOMERS = 100;
/** Customers of the past: with a purchase in so many days before. */
const RECENT_DAYS = 365;

export interface PlanQuestion {
  readonly customers: number;
  /** Share of them. */
  readonly holdOut: number;
  readonly days: number;
  /** Only these customers of the data; default all. */
  readonly among?: ReadonlySet<string> | undefined;
}

export interface EffectPlan {
  readonly customers: number;
  readonly held_out: number;
  readonly days: number;
  /** Customers whose orders on these days it is read from; without days where they are too few. */
  readonly past: { readonly customers: number; readonly since: string | null; readonly until: string | null };
  readonly measures: readonly PlannedMeasure[];
}

export interface PlannedMeasure {
  readonly measure: EffectMeasure;
  /** Per customer in `days` days. */
  readonly mean: number;
  readonly deviation: number;
  readonly detectable_lift: number | null;
  /** Customers in all, with the same share held out, that lifts of 5, 10 and 20 % take. */
  readonly customers_for: readonly { readonly lift: number; readonly customers: number }[];
}

const LIFTS = [0.05, 0.1, 0.2];

export function planEffect(columns: OrderColumns, question: PlanQuestion): EffectPlan {
  const { customers, holdOut, days } = question;
  const heldOut = Math.round(customers * holdOut);
  const last = dayOf(columns.newestDate);
  const first = last - days + 1;
  const past = pastCustomers(columns, first, question.among);
  const planned = { customers, held_out: heldOut, days };
  if (past.length < LEAST_PAST_CUSTOMERS) {
    return { ...planned, past: { customers: past.length, since: null, until: null }, measures: [] };
  }
  const outcomes = outcomesOf(
    columns,
    {
      customers: past,
      isHeldOut: new Uint8Array(past.length),
      day: new Int32Array(past.length).fill(first),
    },
    { first, last },
  );
  return {
    ...planned,
    past: { customers: past.length, since: dateOfDay(first), until: dateOfDay(last) },
    measures: EFFECT_MEASURES.map((measure) => plannedBy(measure, outcomes, question, heldOut)),
  };
}

function plannedBy(
  measure: EffectMeasure,
  outcomes: Outcomes,
  { customers, holdOut, days }: PlanQuestion,
  heldOut: number,
): PlannedMeasure {
  const spread = spreadOf(seriesOf(outcomes, measure), outcomes, days);
  const lift = detectableLift(spread, { sent: customers - heldOut, heldOut });
  return {
    measure,
    mean: spread.mean,
    deviation: Math.sqrt(spread.variance),
    detectable_lift: lift,
    customers_for:
      lift === null ? [] : LIFTS.map((one) => ({ lift: one, customers: customersFor(one, spread, holdOut) })),
  };
}

/** In all: the lift that is seen falls with every customer more. */
function customersFor(lift: number, spread: Spread, holdOut: number): number {
  const seen = (customers: number): number =>
    detectableLift(spread, { sent: customers * (1 - holdOut), heldOut: customers * holdOut }) ?? 0;
  let [below, above] = [1, 2];
  while (seen(above) > lift) [below, above] = [above, above * 2];
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2);
    if (seen(middle) > lift) below = middle;
    else above = middle;
  }
  return above;
}

/** With a purchase in the year before the window. */
function pastCustomers(columns: OrderColumns, first: number, among?: ReadonlySet<string>): string[] {
  const isPast = new Uint8Array(columns.customers.length);
  for (let order = 0; order < columns.orderCount; order++) {
    const customer = columns.orderCustomer[order];
    const day = dayOf(columns.orderDate[order]);
    if (customer >= 0 && day < first && day >= first - RECENT_DAYS && isPurchase(columns, order)) {
      isPast[customer] = 1;
    }
  }
  return columns.customers.filter((id, at) => isPast[at] === 1 && (among?.has(id) ?? true));
}
