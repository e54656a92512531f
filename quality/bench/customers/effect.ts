// How often an effect is claimed where there is none, looked at once and on every day; how often intervals hold a known effect; and
// how often an effect of the size that the plan promises is seen. Deterministic.
import { parseArgs } from 'node:util';
import { detectableLift, spreadOf } from '../../../src/core/effect/detectable.ts';
import { type DailyBounds, dailyBounds, isEnough } from '../../../src/core/effect/measure-effect.ts';
import type { Outcomes } from '../../../src/core/effect/outcomes.ts';
import { differencePaths, momentsOn, standardError } from '../../../src/core/effect/paths.ts';
import { relabellingsOf } from '../../../src/core/effect/relabellings.ts';
import {
  customersWithSteps,
  EFFECT_MEASURES,
  type EffectMeasure,
  seriesOf,
} from '../../../src/core/effect/series.ts';
import { type Campaign, drawCampaign } from '../../harness/random/campaigns.ts';
import { randomFrom } from '../../harness/random/random.ts';
import { reportCase } from '../measuring/json-lines.ts';

const DAYS = 30;
const DESIGNS: readonly (Omit<Campaign, 'lift' | 'days'> & { readonly name: string })[] = [
  { name: '1,200 customers, a tenth held out', customers: 1_200, heldOut: 120, orders: 0.4, skew: 1 },
  { name: '1,200, a tenth, heavy tails', customers: 1_200, heldOut: 120, orders: 0.4, skew: 2 },
  { name: '10,000, a tenth, rare orders', customers: 10_000, heldOut: 1_000, orders: 0.05, skew: 1 },
  { name: '400, half held out', customers: 400, heldOut: 200, orders: 0.4, skew: 1 },
];

export function benchEffect(args: string[]): void {
  const { values } = parseArgs({
    args,
    options: {
      campaigns: { type: 'string', default: '10000' },
      relabellings: { type: 'string', default: '1999' },
      design: { type: 'string' },
      lifts: { type: 'string', default: '0,0.5' },
    },
  });
  const campaigns = Number(values.campaigns);
  const relabellings = Number(values.relabellings);
  const lifts = values.lifts.split(',').map(Number);
  for (const [at, { name, ...design }] of DESIGNS.entries()) {
    if (values.design !== undefined && at !== Number(values.design)) continue;
    for (const lift of lifts) {
      const tallies = new Map(EFFECT_MEASURES.map((measure) => [measure, new Tally()]));
      for (let c = 0; c < campaigns; c++) {
        const outcomes = drawCampaign(randomFrom(1_000_003 * at + c), { ...design, days: DAYS, lift });
        for (const [measure, tally] of tallies) {
          tally.add(
            lookDaily(outcomes, measure, relabellings),
            (day) =>
              expected(measure, design, design.orders * (1 + lift), day) -
              expected(measure, design, design.orders, day),
          );
        }
      }
      for (const [measure, tally] of tallies) {
        reportCase(`effect: ${name}, lift ${lift}: ${measure}`, { campaigns, days: DAYS, ...tally.shares() });
      }
    }
  }
}

/** A day on which something is said. */
interface Look {
  readonly day: number;
  readonly difference: number;
  readonly error: number;
  readonly bounds: DailyBounds;
  readonly detectable: number | null;
}

/** On every day of the window; the last one is that of who looks once. */
function lookDaily(outcomes: Outcomes, measure: EffectMeasure, most: number): Look[] {
  const series = seriesOf(outcomes, measure);
  const paths = differencePaths(series, outcomes, relabellingsOf(outcomes, most), DAYS);
  return dailyBounds(paths, DAYS, DAYS).flatMap((bounds, day) => {
    if (!isEnough(outcomes, customersWithSteps(series, day + 1))) return [];
    const arms = momentsOn(series, outcomes, outcomes.isHeldOut, day + 1);
    const sizes = { sent: outcomes.customers - outcomes.heldOut, heldOut: outcomes.heldOut };
    return {
      day,
      difference: arms[0].mean - arms[1].mean,
      error: standardError(arms),
      bounds,
      detectable: detectableLift(spreadOf(series, outcomes, day + 1), sizes),
    };
  });
}

/** What a customer does by a day, on average, with so many orders in the window: rates are exponential. */
function expected(
  measure: EffectMeasure,
  { skew }: Pick<Campaign, 'skew'>,
  orders: number,
  day: number,
): number {
  const mean = (orders * (day + 1)) / DAYS;
  const share = mean / (1 + mean);
  const means = { orders: mean, customers: share, repeat: share ** 2 };
  return measure === 'revenue' ? 30 * Math.exp(skew ** 2 / 2) * mean : means[measure];
}

class Tally {
  private campaigns = 0;
  private readonly hits = {
    any: 0,
    more: 0,
    fewer: 0,
    last: 0,
    holds: 0,
    holdsAll: 0,
    naive: 0,
    naiveAny: 0,
  };
  private readonly sums = { detectable: 0, upper: 0, lower: 0 };

  /** `truth`: the difference by each day. */
  add(looks: readonly Look[], truth: (day: number) => number): void {
    const last = looks.at(-1);
    if (last === undefined) return;
    const { hits, sums } = this;
    this.campaigns++;
    if (looks.some((look) => isMore(look) || isFewer(look))) hits.any++;
    if (looks.some(isMore)) hits.more++;
    if (looks.some(isFewer)) hits.fewer++;
    if (isMore(last) || isFewer(last)) hits.last++;
    if (isNaive(last)) hits.naive++;
    if (looks.some(isNaive)) hits.naiveAny++;
    if (holds(last, truth(last.day))) hits.holds++;
    if (looks.every((look) => holds(look, truth(look.day)))) hits.holdsAll++;
    sums.detectable += last.detectable ?? 0;
    sums.upper += last.bounds.upper;
    sums.lower += last.bounds.lower;
  }

  shares() {
    const share = (sum: number): number => Number((sum / this.campaigns).toFixed(4));
    const { hits, sums } = this;
    return {
      claimed_on_any_day: share(hits.any),
      claimed_more: share(hits.more),
      claimed_fewer: share(hits.fewer),
      claimed_on_the_last_day: share(hits.last),
      beyond_1_96_on_the_last_day: share(hits.naive),
      beyond_1_96_on_any_day: share(hits.naiveAny),
      interval_of_the_last_day_holds: share(hits.holds),
      intervals_of_all_days_hold: share(hits.holdsAll),
      mean_detectable_lift: share(sums.detectable),
      mean_last_bounds: [share(sums.lower), share(sums.upper)],
      three_standard_errors: Number((3 * Math.sqrt((0.05 * 0.95) / this.campaigns)).toFixed(4)),
    };
  }
}

const isNaive = ({ difference, error }: Look): boolean => Math.abs(difference) > 1.96 * error;
const isMore = ({ difference, error, bounds }: Look): boolean => difference > bounds.upper * error;
const isFewer = ({ difference, error, bounds }: Look): boolean => -difference > bounds.lower * error;
const holds = ({ difference, error, bounds }: Look, truth: number): boolean =>
  truth >= difference - bounds.upper * error && truth <= difference + bounds.lower * error;
