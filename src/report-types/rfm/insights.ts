// RFM figures as findings: an observation and a recommendation for each segment, and what matters over all of them.
// Text is made from the report's own figures by fixed rules.
import { NOT_THERE, type SegmentMove } from '../../core/changes/segment-changes.ts';
import { amountsIn, counted, listed, percent, type WriteAmount, whole } from '../../core/insights/wording.ts';
import { sumOfAmounts } from '../../core/money/money-sums.ts';
import { shareOf } from '../../core/rfm/metrics.ts';
import type { SegmentName } from '../../core/rfm/segments.ts';
import type { ReportSettings } from '../../core/settings/settings.ts';
import { distinctiveProduct } from './distinctive-product.ts';
import { forecastFinding, outlook } from './forecast-insights.ts';
import { AWAY, inDays, isLate, SLIPPING } from './lateness.ts';
import type { RfmBody, RfmGrowth, RfmSegment } from './schema.ts';

const ADVICE: Readonly<Record<SegmentName, string>> = {
  Champions:
    'Reward them with early access and ask for reviews and referrals; do not spend discounts on them.',
  'Loyal Customers': 'Offer a loyalty programme and the next product up; thank them by name.',
  'Potential Loyalists':
    'Recommend what goes with their last order and give a reason for the next one within weeks.',
  'Recent Customers':
    'Welcome them: help with what they bought and suggest the next purchase while the shop is in mind.',
  Promising: 'Build the habit with a small, time-limited offer on what they have bought.',
  'Customers Needing Attention':
    'Remind them with a limited offer on their own products before they drift off.',
  'About to Sleep': 'Send one reminder with the best sellers; leave expensive campaigns to better segments.',
  'At Risk': 'Write personally, ask what went wrong, and offer something for coming back now.',
  "Can't Lose Them":
    'Call or write in person: these were among the best. Win them back before a competitor does.',
  Hibernating: 'Include them in seasonal mailings only; try one reactivation offer.',
  Lost: 'Try one low-cost campaign, then stop spending on them.',
};

/** Instead of advice to win back customers who are not late. */
const WAIT =
  'Nothing shows that their next order is overdue: remind them as usual, and spend win-back offers on customers who are late.';

const CORE: readonly SegmentName[] = ['Champions', 'Loyal Customers'];

type Strategic = NonNullable<RfmBody['ai_strategic_insights']>;

export function withRfmInsights(body: RfmBody, settings: ReportSettings): RfmBody {
  if (body.metrics === null) return body;
  const { metrics } = body;
  const amount = amountsIn(settings.currency);
  return {
    ...body,
    segments: body.segments.map((segment) => ({
      ...segment,
      ai_observation: observe(segment, body, amount) + outlook(segment, body.prediction_model),
      ai_recommendation: recommend(segment, body, amount),
    })),
    ai_insights: {
      generated_by: 'rules',
      business_context: settings.businessContext ?? null,
      context: settings.context ?? null,
      summary:
        `${counted(body.customer_count, 'customer')} placed ${counted(metrics.orders, 'order')} worth ${amount(metrics.revenue)}; ` +
        `${percent(metrics.repeat_rate)} ordered more than once.`,
    },
    ai_strategic_insights: {
      generated_by: 'rules',
      value_at_risk: valueAtRisk(body, amount),
      core_customers: coreCustomers(body, metrics.revenue),
      concentration: {
        top20_revenue_share: metrics.top20_revenue_share,
        text: concentration(body.customer_count, metrics.top20_revenue_share),
      },
      growth: growth(body.changes),
      predictions: forecastFinding(body, amount),
    },
  };
}

/** Below five customers, there is no fifth of them. */
function concentration(customers: number, share: number): string {
  if (customers === 1) return 'One customer brings all revenue.';
  return customers < 5
    ? `One of ${whole(customers)} customers brings ${percent(share)} of revenue.`
    : `The top fifth of customers by spend brings ${percent(share)} of revenue.`;
}

/** Where growth came from since the report before, and where customers were lost; null without one. */
function growth(changes: RfmBody['changes']): RfmGrowth | null {
  const {
    compared_with,
    segment_growth = [],
    migration = [],
    moved = 0,
  } = changes ?? { compared_with: null };
  if (compared_with === null) return null;
  const sorted = segment_growth.toSorted((a, b) => b.change - a.change);
  const [most] = sorted;
  const least = sorted.at(-1);
  const arrived = sumOfMoves(migration.filter(({ from }) => from === NOT_THERE));
  const left = sumOfMoves(migration.filter(({ to }) => to === NOT_THERE));
  const grew =
    most === undefined || most.change <= 0
      ? 'No segment grew'
      : `${most.segment} grew most, by ${whole(most.change)}`;
  const shrank =
    least === undefined || least.change >= 0
      ? 'none shrank'
      : `${least.segment} shrank most, by ${whole(-least.change)}`;
  return {
    customers_moved: moved,
    customers_new: arrived,
    customers_gone: left,
    text:
      moved + arrived + left === 0
        ? `${since(compared_with.reference_date)}, no customer moved to another segment, joined or left the report.`
        : `${since(compared_with.reference_date)}, ${counted(moved, 'customer')} moved to another segment, ` +
          `${whole(arrived)} joined and ${whole(left)} left the report. ${grew}; ${shrank}.`,
  };
}

/** The data may be much older than the report: what changed, changed since the earlier reference date. */
function since(referenceDate: string | null | undefined): string {
  return typeof referenceDate === 'string' ? `Since ${referenceDate}` : 'Since the earlier report';
}

function sumOfMoves(moves: readonly SegmentMove[]): number {
  return moves.reduce((sum, { customers }) => sum + customers, 0);
}

/** Medians first: what a few large or frequent customers do makes the mean. */
function observe(segment: RfmSegment, body: RfmBody, amount: WriteAmount): string {
  const { name, count, percentage, median_recency, median_frequency, median_monetary, revenue_share } =
    segment;
  if (count === 1) {
    return (
      `${name}: one customer (${percent(percentage / 100)}), who brings ${percent(revenue_share)} of revenue with ` +
      `${counted(median_frequency, 'order')} and a spend of ${amount(median_monetary)}. ` +
      `The last order is ${counted(Math.round(median_recency), 'day')} old.${inDays(segment, body)}`
    );
  }
  return (
    `${name}: ${percent(percentage / 100)} of customers, who bring ${percent(revenue_share)} of revenue. ` +
    `The last order of half of them is ${counted(Math.round(median_recency), 'day')} old or older; the median is ` +
    `${counted(median_frequency, 'order')} and a spend of ${amount(median_monetary)} (means ${segment.avg_frequency.toFixed(1)} and ` +
    `${amount(segment.avg_monetary)}).${inDays(segment, body)}`
  );
}

/** What to do, with whom, what that is worth, and with which product. */
function recommend(segment: RfmSegment, body: RfmBody, amount: WriteAmount): string {
  const { name, count, revenue } = segment;
  const favourite = distinctiveProduct(segment, body);
  const isWaiting = AWAY.includes(name) && !isLate(segment, body);
  return (
    `${isWaiting ? WAIT : ADVICE[name]} This is about ${counted(count, 'customer')} who ${count === 1 ? 'has' : 'have'} spent ${amount(revenue)}.` +
    (favourite === undefined
      ? ''
      : ` What sets them apart: ${favourite.product_name}, bought by ${whole(favourite.customers)} of them ` +
        `(${percent(favourite.share_of_segment_customers)}), ${favourite.lift.toFixed(1)} times the average.`)
  );
}

/**
 * Customers in segments that are slipping by their scores, and late in days. Whether they have left for good, nobody can see:
 * rare buyers stay away for long, too.
 */
function valueAtRisk(body: RfmBody, amount: WriteAmount): Strategic['value_at_risk'] {
  const late = body.segments.filter((each) => SLIPPING.includes(each.name) && isLate(each, body));
  const names = late.map(({ name }) => name);
  const { count, revenue } = sumOf(late, names);
  const segments = bySpend(late);
  const anyway = expectedToOrder(late, count);
  const usual = body.metrics?.usual_days_to_next_order ?? null;
  const text =
    count === 0 || usual === null
      ? 'No segment is late: by the scores some customers are less recent than others, but not by the days that usually lie between orders.'
      : `${counted(count, 'customer')} who brought ${amount(revenue)} ${count === 1 ? 'is' : 'are'} in segments of which half have stayed away for ` +
        `more than ${counted(usual, 'day')}, within which four of five next orders come (${listed(names)}). ` +
        (anyway === null
          ? ''
          : `${percent(anyway)} of them are expected to order in the next 90 days without being asked. `) +
        'Write to them first: each segment has a recommendation.';
  return { revenue, customers: count, segments, expected_to_order_90d: anyway, text };
}

/** Share of the customers; null without predictions. */
function expectedToOrder(segments: readonly RfmSegment[], customers: number): number | null {
  if (customers === 0 || segments.some(({ prediction }) => prediction === null)) return null;
  const buyers = segments.reduce(
    (sum, { count, prediction }) => sum + count * (prediction?.probability_purchase_90d ?? 0),
    0,
  );
  return buyers / customers;
}

function bySpend(segments: readonly RfmSegment[]): SegmentName[] {
  return segments.toSorted((a, b) => b.revenue - a.revenue).map(({ name }) => name);
}

function coreCustomers({ segments }: RfmBody, total: number): Strategic['core_customers'] {
  const { count, revenue } = sumOf(segments, CORE);
  const text =
    count === 0
      ? `No customer is among ${listed(CORE)}.`
      : `${counted(count, 'customer')} (${listed(CORE)}) ${count === 1 ? 'brings' : 'bring'} ` +
        `${percent(shareOf(revenue, total))} of revenue. Keep them before you look for new ones.`;
  return {
    revenue,
    customers: count,
    segments: bySpend(segments.filter(({ name }) => CORE.includes(name))),
    text,
  };
}

function sumOf(
  segments: readonly RfmSegment[],
  names: readonly SegmentName[],
): { count: number; revenue: number } {
  const chosen = segments.filter(({ name }) => names.includes(name));
  return {
    count: chosen.reduce((sum, { count }) => sum + count, 0),
    revenue: sumOfAmounts(chosen.map(({ revenue }) => revenue)),
  };
}
