// Creates made-up campaigns with a known effect: customers with rates of their own, who order on random days and spend
// skewed amounts.

import type { Outcomes } from '../../../src/analysis/effect/outcomes.ts';
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

/** Rates are exponential, so that many never order and few order often. */
export function drawCampaign(
  random: Random,
  { customers, heldOut, days, orders, skew, lift }: Campaign,
): Outcomes {
  const drawn: { readonly held: number; readonly looks: readonly number[] }[] = [];
  for (let at = 0; at < customers; at++) {
    const held = at < heldOut ? 1 : 0;
    const rate = -Math.log(1 - random()) * orders * (held === 1 ? 1 : 1 + lift);
    const count = drawPoisson(random, rate);
    if (count === 0) continue;
    const looks = Array.from({ length: count }, () => Math.floor(random() * days)).sort((a, b) => a - b);
    drawn.push({ held, looks });
  }
  drawn.sort((a, b) => (a.looks[0] ?? 0) - (b.looks[0] ?? 0));
  const look = drawn.flatMap(({ looks }) => looks);
  const start = new Uint32Array(drawn.length + 1);
  for (const [at, { looks }] of drawn.entries()) start[at + 1] = (start[at] ?? 0) + looks.length;
  const value = new MoneySums(look.length, 2);
  for (let row = 0; row < look.length; row++) {
    value.add(row, Math.round(3_000 * Math.exp(skew * drawNormal(random))));
  }
  return {
    ...{ customers, heldOut, active: drawn.length },
    isHeldOut: Uint8Array.from(drawn, ({ held }) => held),
    ...{ start, look: Uint16Array.from(look), value },
    isPurchase: new Uint8Array(look.length).fill(1),
    unknown: { sent: 0, heldOut: 0 },
  };
}
