// Creates made-up campaigns with a known effect: customers with rates of their own, who order on random days and spend
// skewed amounts.

import { createPast, type Outcomes } from '../../../src/analysis/effect/outcomes.ts';
import { MoneySums } from '../../../src/analysis/money/money-sums.ts';
import { drawNormal, drawPoisson, type Random } from './random.ts';

export interface Campaign {
  readonly customers: number;
  readonly heldOut: number;
  readonly days: number;
  /** Orders that a customer places in the window, on average. */
  readonly orders: number;
  /** Standard deviation of the logarithm of an order's value. */
  readonly skew: number;
  /** Relative rise of the recipients' orders: 0.1 for a tenth more. */
  readonly lift: number;
}

/** A campaign to customers who ordered before it. */
export interface CampaignWithPast extends Campaign {
  /** Length of the past, in windows of the campaign. */
  readonly past: number;
  /** Distribution of the customers' rates; default exponential. Pareto: a few order very often. */
  readonly rates?: 'exponential' | 'pareto';
  /** Standard deviation of the logarithm of a customer's typical order; default 0. */
  readonly spread?: number;
}

export interface DrawnOutcomes {
  readonly outcomes: Outcomes;
  /** What the lift adds to a customer's orders and revenue by the end of the window, on average. */
  readonly added: { readonly orders: number; readonly revenue: number };
}

/** Rates are exponential, so that many never order and few order often. */
export function drawCampaign(random: Random, design: Campaign): Outcomes {
  return drawCampaignWithPast(random, { ...design, past: 0 }).outcomes;
}

const USUAL_ORDER = 3_000;

export function drawCampaignWithPast(random: Random, design: CampaignWithPast): DrawnOutcomes {
  const { customers, heldOut, days, skew, lift, past: windows, spread = 0 } = design;
  const everyone: DrawnCustomer[] = [];
  for (let at = 0; at < customers; at++) {
    const held = at < heldOut ? 1 : 0;
    const rate = drawRate(random, design);
    const count = drawPoisson(random, rate * (held === 1 ? 1 : 1 + lift));
    const looks = Array.from({ length: count }, () => Math.floor(random() * days)).sort((a, b) => a - b);
    everyone.push({ held, rate, looks, usual: spread === 0 ? 1 : Math.exp(spread * drawNormal(random)) });
  }
  const active = everyone.filter(({ looks }) => looks.length > 0);
  active.sort((a, b) => (a.looks[0] ?? 0) - (b.looks[0] ?? 0));
  const look = active.flatMap(({ looks }) => looks);
  const start = new Uint32Array(active.length + 1);
  for (const [at, { looks }] of active.entries()) start[at + 1] = (start[at] ?? 0) + looks.length;
  const drawValue = (usual: number): number =>
    Math.round(USUAL_ORDER * usual * Math.exp(skew * drawNormal(random)));
  const value = new MoneySums(look.length, 2);
  for (const [a, { usual }] of active.entries()) {
    for (let row = start[a] ?? 0; row < (start[a + 1] ?? 0); row++) value.add(row, drawValue(usual));
  }
  const traced = windows === 0 ? active : [...active, ...everyone.filter(({ looks }) => looks.length === 0)];
  const past = createPast(traced.length);
  for (const [at, { rate, usual }] of windows === 0 ? [] : traced.entries()) {
    const count = drawPoisson(random, rate * windows);
    past.orders[at] = count;
    for (let nth = 0; nth < count; nth++) past.revenue[at] = (past.revenue[at] ?? 0) + drawValue(usual) / 100;
  }
  const average = (of: (one: DrawnCustomer) => number): number =>
    everyone.reduce((sum, one) => sum + of(one), 0) / customers;
  return {
    outcomes: {
      ...{ customers, heldOut, active: active.length, past },
      isHeldOut: Uint8Array.from(traced, ({ held }) => held),
      ...{ start, look: Uint16Array.from(look), value },
      isPurchase: new Uint8Array(look.length).fill(1),
      unknown: { sent: 0, heldOut: 0 },
    },
    added: {
      orders: lift * average(({ rate }) => rate),
      revenue:
        lift * average(({ rate, usual }) => rate * usual) * (USUAL_ORDER / 100) * Math.exp(skew ** 2 / 2),
    },
  };
}

interface DrawnCustomer {
  readonly held: number;
  /** Orders in the window without the campaign, on average. */
  readonly rate: number;
  readonly looks: readonly number[];
  /** Factor of the customer's orders. */
  readonly usual: number;
}

/** The tail index of Pareto rates: below 2, their variance is infinite. */
const TAIL = 1.8;

function drawRate(random: Random, { orders, rates = 'exponential' }: CampaignWithPast): number {
  const left = 1 - random();
  return orders * (rates === 'exponential' ? -Math.log(left) : (TAIL - 1) * (left ** (-1 / TAIL) - 1));
}
