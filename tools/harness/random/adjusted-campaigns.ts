// Simulates campaigns to customers with a past, measured by the service's analysis, and counts how often their intervals
// exclude no effect, hold the true one, and how wide they are beside those that are not adjusted.

import {
  chooseDeciding,
  computeEffect,
  type Effect,
  type MeasuredEffect,
} from '../../../src/analysis/effect/measure-effect.ts';
import { EFFECT_MEASURES, type EffectMeasure } from '../../../src/contract/report-types/effect/limits.ts';
import { type CampaignWithPast, drawCampaignWithPast } from './campaigns.ts';
import { createRandom } from './random.ts';

const USUAL = { customers: 1_200, heldOut: 120, days: 6, orders: 0.5, skew: 1.2, spread: 0.8, past: 6 };

/** Four shops with skewed spend. */
export const DESIGNS: Readonly<Record<string, Omit<CampaignWithPast, 'lift'>>> = {
  'exponential rates': USUAL,
  'Pareto rates': { ...USUAL, rates: 'pareto' },
  'small arms': { ...USUAL, customers: 400, heldOut: 60, orders: 0.7, skew: 1.5, spread: 1.5 },
  'large spenders': { ...USUAL, orders: 0.3, skew: 1.5, spread: 2 },
};

export interface Tally {
  /** Campaigns whose interval excludes no effect on any day that is looked at. */
  claims: number;
  /** Campaigns whose last interval holds the true effect: for orders and revenue. */
  holds: number;
  /** Campaigns with an adjusted interval on the last day. */
  adjusted: number;
  /** Width of the last interval beside the plain one, on average. */
  width: number;
  /** The same at most, on any day. */
  widest: number;
}

/** `days`: those that are looked at. */
export function simulateCampaigns(
  design: CampaignWithPast,
  {
    campaigns,
    days,
    relabellings,
  }: { readonly campaigns: number; readonly days: readonly number[]; readonly relabellings: number },
): Record<EffectMeasure, Tally> {
  const createTally = (): Tally => ({ claims: 0, holds: 0, adjusted: 0, width: 0, widest: 0 });
  const tallies = {
    ...{ customers: createTally(), orders: createTally() },
    ...{ revenue: createTally(), repeat: createTally() },
  };
  for (let seed = 1; seed <= campaigns; seed++) {
    const { outcomes, added } = drawCampaignWithPast(createRandom(seed), design);
    const window = { first: 0, last: design.days - 1 };
    const looks = days.map((day) =>
      computeEffect(outcomes, { window, decidesOn: 'orders', relabellings }, day - 1),
    );
    for (const measure of EFFECT_MEASURES) {
      addCampaign(tallies[measure], looks, measure, measure === 'revenue' ? added.revenue : added.orders);
    }
  }
  for (const one of Object.values(tallies)) one.width /= campaigns;
  return tallies;
}

function addCampaign(into: Tally, looks: readonly Effect[], measure: EffectMeasure, truth: number): void {
  const found = looks.flatMap(({ measures }) => measures.filter((one) => one.measure === measure));
  const limits = found.map((one) => chooseDeciding(one).difference_interval);
  if (limits.some(({ lower, upper }) => (lower ?? -1) > 0 || (upper ?? 1) < 0)) into.claims++;
  const { lower, upper } = limits.at(-1) ?? {};
  if ((lower ?? truth) <= truth && truth <= (upper ?? truth)) into.holds++;
  const last = found.at(-1);
  if (last === undefined) return;
  if (last.adjusted !== null) into.adjusted++;
  into.width += compareWidths(last);
  into.widest = Math.max(into.widest, ...found.map(compareWidths));
}

function compareWidths({ adjusted, difference_interval }: MeasuredEffect): number {
  if (adjusted === null) return 1;
  const measure = ({ lower, upper }: typeof difference_interval) => (upper ?? 0) - (lower ?? 0);
  return measure(adjusted.difference_interval) / measure(difference_interval);
}
