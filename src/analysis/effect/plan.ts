// Estimates the lift that a campaign could detect before it is sent, from the orders of past customers in as many days.

import {
  EFFECT_MEASURES,
  type EffectMeasure,
  LEAST_EXPECTED,
  LEAST_IN_ARM,
} from '../../contract/report-types/effect/limits.ts';
import type { effectPlan } from '../../contract/report-types/effect/schema.ts';
import type { Shape } from '../../contract/schema/shape.ts';
import { type Sentence, say } from '../../contract/sentences/sentence.ts';
import { toDate, toDay } from '../../contract/settings/calendar.ts';
import type { OrderColumns } from '../orders/columns.ts';
import { adjustSpread } from './adjustment.ts';
import { chooseDeciding, type Effect, type MeasuredEffect } from './measure-effect.ts';
import {
  type AssignedOrders,
  findAssignedOrders,
  type Outcomes,
  toOutcomes,
  type Window,
} from './outcomes.ts';
import { computeDetectableLift, computeSpread, type Spread } from './paths.ts';
import { createSeries } from './series.ts';

/** Fewest past customers from whom a variance is estimated. */
const LEAST_PAST_CUSTOMERS = 100;

interface PlanQuestion {
  readonly customers: number;
  /** Share of customers held out. */
  readonly holdOut: number;
  readonly days: number;
  /** Restricts the plan to these customers of the data; default all. */
  readonly among?: ReadonlySet<string> | undefined;
}

export type EffectPlan = Shape<typeof effectPlan>;

interface PlannedLift {
  readonly detectable_lift: number | null;
  /** Total customers that lifts of 5, 10 and 20 % require, with the same share held out. */
  readonly customers_for: readonly { readonly lift: number; readonly customers: number }[];
}

interface PlannedMeasure extends PlannedLift {
  readonly measure: EffectMeasure;
  /** Mean per customer in `days` days. */
  readonly mean: number;
  readonly deviation: number;
  /** Null if the past explains too little. */
  readonly adjusted: (PlannedLift & { readonly explained: number }) | null;
}

const LIFTS = [0.05, 0.1, 0.2];

export function planEffect(columns: OrderColumns, question: PlanQuestion): EffectPlan {
  const window = getPlanWindow(toDay(columns.newestDate), question.days);
  const { among } = question;
  const customers = among === undefined ? columns.customers : columns.customers.filter((id) => among.has(id));
  const day = new Int32Array(customers.length).fill(window.first);
  const orders = findAssignedOrders(columns, { customers, day, pastEnd: day }, window);
  return createPlan(orders, customers, window, question);
}

/** The last `days` days of the data, ending with `newest`. */
export function getPlanWindow(newest: number, days: number): Window {
  return { first: newest - days + 1, last: newest };
}

/** `orders`: those of `customers` in the window. */
export function createPlan(
  orders: AssignedOrders,
  customers: readonly string[],
  { first, last }: Window,
  question: Omit<PlanQuestion, 'among'>,
): EffectPlan {
  const { customers: size, holdOut, days } = question;
  const heldOut = Math.round(size * holdOut);
  const past = restrictToPast(orders, customers);
  const planned = { customers: size, held_out: heldOut, days };
  if (past.customers.length < LEAST_PAST_CUSTOMERS) {
    return { ...planned, past: { customers: past.customers.length, since: null, until: null }, measures: [] };
  }
  const isHeldOut = new Uint8Array(past.customers.length);
  const outcomes = toOutcomes(past.orders, { customers: past.customers, isHeldOut });
  return {
    ...planned,
    past: { customers: past.customers.length, since: toDate(first), until: toDate(last) },
    measures: EFFECT_MEASURES.map((measure) => planMeasure(measure, outcomes, question, heldOut)),
  };
}

function planMeasure(
  measure: EffectMeasure,
  outcomes: Outcomes,
  { customers, holdOut, days }: Omit<PlanQuestion, 'among'>,
  heldOut: number,
): PlannedMeasure {
  const series = createSeries(outcomes, measure);
  const spread = computeSpread(series, outcomes, days);
  const plan = (of: Spread): PlannedLift => {
    const lift = computeDetectableLift(of, { sent: customers - heldOut, heldOut });
    const customersFor = (one: number) => ({ lift: one, customers: estimateCustomers(one, of, holdOut) });
    return { detectable_lift: lift, customers_for: lift === null ? [] : LIFTS.map(customersFor) };
  };
  const past = adjustSpread(measure, series, outcomes, days);
  return {
    ...{ measure, mean: spread.mean, deviation: Math.sqrt(spread.variance) },
    ...plan(spread),
    adjusted:
      past === undefined
        ? null
        : { explained: past.explained, ...takeSmaller(plan(past.spread), plan(spread)) },
  };
}

/** Reports choose the narrower interval, so that a plan has the smaller figure: adjusting widens that of a large lift. */
function takeSmaller(adjusted: PlannedLift, plain: PlannedLift): PlannedLift {
  const lifts = [adjusted, plain].flatMap((one) => one.detectable_lift ?? []);
  if (lifts.length === 0) return plain;
  const customersFor = LIFTS.flatMap((lift) => {
    const sizes = [adjusted, plain].flatMap(({ customers_for: all }) =>
      all.flatMap((one) => (one.lift === lift ? one.customers : [])),
    );
    return sizes.length === 0 ? [] : { lift, customers: Math.min(...sizes) };
  });
  return { detectable_lift: Math.min(...lifts), customers_for: customersFor };
}

/** Total customers required: the detectable lift falls with every further customer. */
function estimateCustomers(lift: number, spread: Spread, holdOut: number): number {
  const computeSeenLift = (customers: number): number =>
    computeDetectableLift(spread, { sent: customers * (1 - holdOut), heldOut: customers * holdOut }) ??
    Number.POSITIVE_INFINITY;
  let [below, above] = [1, 2];
  while (computeSeenLift(above) > lift) [below, above] = [above, above * 2];
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2);
    if (computeSeenLift(middle) > lift) below = middle;
    else above = middle;
  }
  return above;
}

/** Restricts orders to the customers with a purchase in the year before the window. */
function restrictToPast(orders: AssignedOrders, customers: readonly string[]) {
  const { isPast } = orders;
  const newPlace = new Int32Array(customers.length).fill(-1);
  const past = customers.filter((_, at) => isPast[at] === 1);
  let place = 0;
  for (const [at, one] of isPast.entries()) if (one === 1) newPlace[at] = place++;
  const rows = Uint32Array.from(orders.customer.keys()).filter((row) => isPast[orders.customer[row]] === 1);
  const chosen: AssignedOrders = {
    customer: Uint32Array.from(rows, (row) => newPlace[orders.customer[row]]),
    look: Uint16Array.from(rows, (row) => orders.look[row]),
    isPurchase: Uint8Array.from(rows, (row) => orders.isPurchase[row]),
    value: orders.value.chosen(rows),
    isKnown: new Uint8Array(past.length).fill(1),
    isPast: new Uint8Array(past.length).fill(1),
    past: {
      orders: orders.past.orders.filter((_, at) => isPast[at] === 1),
      revenue: orders.past.revenue.filter((_, at) => isPast[at] === 1),
    },
  };
  return { customers: past, orders: chosen };
}

// Describes the figures of an effect. A measure is claimed to have changed only if its interval excludes "no effect".

export function describeEffect(effect: Effect): Sentence[] {
  const deciding = effect.measures.find(({ decides }) => decides);
  if (deciding === undefined) return [];
  return [describeVerdict(effect, deciding), ...describeEarned(effect)];
}

export function describeEffectNotes({ verdict, unknown, decides_on, measures }: Effect): Sentence[] {
  const isSaid = verdict !== 'not_begun' && verdict !== 'too_few';
  const deciding = measures.find(({ decides }) => decides);
  return [
    ...(unknown.sent + unknown.held_out > 0 ? [say('effect_assigned_unknown', unknown)] : []),
    ...(isSaid && deciding ? describeAdjusted(deciding) : []),
    ...(isSaid ? [say('effect_any_day', { measure: decides_on })] : []),
  ];
}

function describeAdjusted({ measure, lift, lift_interval, adjusted }: MeasuredEffect): Sentence[] {
  if (adjusted === null) return [];
  const { lower, upper } = lift_interval;
  return [say('effect_adjusted', { measure, explained: adjusted.explained, lift, lower, upper })];
}

function describeVerdict(effect: Effect, deciding: MeasuredEffect): Sentence {
  const { measure } = deciding;
  const { lift, lift_interval, difference, difference_interval, detectable_lift } = chooseDeciding(deciding);
  const { since, newest, days, days_to_go, sent, held_out } = effect;
  const range = {
    measure,
    lift,
    ...lift_interval,
    difference: { value: difference, ...difference_interval },
  };
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

/** Money is claimed only if revenue itself decides and has changed. */
function describeEarned({
  verdict: found,
  decides_on,
  earned: { amount, lower, upper },
}: Effect): Sentence[] {
  const isClaimed = decides_on === 'revenue' && (found === 'more' || found === 'fewer');
  return isClaimed && lower !== null && upper !== null
    ? [say('effect_earned', { amount, lower, upper })]
    : [];
}

/** Describes the plan for the deciding measure. */
export function describePlan(plan: EffectPlan, decidesOn: EffectMeasure): Sentence[] {
  const { customers, held_out, days, past, measures } = plan;
  const smaller = Math.min(held_out, customers - held_out);
  if (smaller < LEAST_IN_ARM) return [say('plan_too_small', { held_out: smaller, least: LEAST_IN_ARM })];
  if (past.since === null) {
    return [say('plan_without_past', { customers: past.customers, least: LEAST_PAST_CUSTOMERS, days })];
  }
  const planned = measures.find(({ measure }) => measure === decidesOn);
  const best = planned?.adjusted ?? planned;
  const lift = best?.detectable_lift ?? null;
  if (lift === null) return [];
  const next = best?.customers_for.findLast((one) => one.lift < lift);
  return [
    say('plan_detectable', {
      measure: decidesOn,
      customers,
      held_out,
      days,
      lift,
      ...(next && { smaller: next }),
    }),
  ];
}

/** Says how much earlier purchases explain, and what could be detected without them: only beside a detectable lift. */
export function describePlanNotes(plan: EffectPlan, decidesOn: EffectMeasure): Sentence[] {
  const { detectable_lift: plain = null, adjusted = null } =
    plan.measures.find(({ measure }) => measure === decidesOn) ?? {};
  const smaller = Math.min(plan.held_out, plan.customers - plan.held_out);
  const lift = adjusted?.detectable_lift ?? null;
  return smaller < LEAST_IN_ARM || plain === null || adjusted === null || lift === null || lift >= plain
    ? []
    : [say('plan_adjusted', { measure: decidesOn, explained: adjusted.explained, plain })];
}
