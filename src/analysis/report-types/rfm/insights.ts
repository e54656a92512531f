// Describes RFM figures as findings: an observation and a recommendation for each segment, and findings over all of
// them. Fixed rules create the text from the report's own figures.

import type { RfmBody, RfmGrowth, RfmSegment } from '../../../contract/report-types/rfm/schema.ts';
import type { SegmentName } from '../../../contract/report-types/rfm/segments.ts';
import { NOT_THERE } from '../../../contract/report-types/rfm/segments.ts';
import type { Currency } from '../../../contract/sentences/currency.ts';
import { asText } from '../../../contract/sentences/english.ts';
import { type Sentence, say } from '../../../contract/sentences/sentence.ts';
import type { ReportSettings } from '../../../contract/settings/settings.ts';
import type { SegmentMove } from '../../changes/segment-changes.ts';
import { sumAmounts } from '../../money/money-sums.ts';
import { computeShare } from '../../rfm/metrics.ts';
import { createRuleInsights, toWorded } from '../worded.ts';
import { adviseOnSegment } from './advice.ts';
import {
  describeComeAnyway,
  describeForecast,
  describeOutlook,
  estimateShareToOrder,
  isRejected,
} from './forecast-insights.ts';
import { describeLateness, isLate } from './lateness.ts';

/** Describes the segment's distinctive product with the highest lift. */
function describeDistinctiveProduct({ top_products }: RfmSegment): Sentence[] {
  const [favourite] = top_products
    .flatMap(({ lift, ...product }) => (lift === null ? [] : [{ ...product, lift }]))
    .sort((a, b) => b.lift - a.lift);
  if (favourite === undefined) return [];
  const { product_name: product, customers, share_of_segment_customers: share, lift } = favourite;
  return [say('product_beyond_volume', { product, customers, share, lift })];
}

const CORE: readonly SegmentName[] = ['Champions', 'Loyal Customers'];

type Strategic = NonNullable<RfmBody['ai_strategic_insights']>;

export function withRfmInsights(body: RfmBody, settings: ReportSettings): RfmBody {
  if (body.metrics === null) return body;
  const { metrics } = body;
  const { currency } = settings;
  const summary_coded = [
    say('customers_in_all', {
      customers: body.customer_count,
      orders: metrics.orders,
      revenue: metrics.revenue,
      repeat_rate: metrics.repeat_rate,
    }),
  ];
  return {
    ...body,
    segments: body.segments.map((segment) => {
      const observation = [
        observe(segment),
        ...describeLateness(segment, body),
        ...describeOutlook(segment, body.prediction_model),
      ];
      const recommendation = recommend(segment, body);
      return {
        ...segment,
        ...(isRejected(segment, body.prediction_model) && { prediction: null }),
        ai_observation: asText(observation, currency),
        ai_observation_coded: observation,
        ai_recommendation: asText(recommendation, currency),
        ai_recommendation_coded: recommendation,
      };
    }),
    ai_insights: {
      ...createRuleInsights(summary_coded, settings),
    },
    ai_strategic_insights: {
      generated_by: 'rules',
      value_at_risk: describeValueAtRisk(body, currency),
      core_customers: describeCoreCustomers(body, metrics.revenue),
      concentration: {
        top20_revenue_share: metrics.top20_revenue_share,
        ...toWorded([describeConcentration(body.customer_count, metrics.top20_revenue_share)], currency),
      },
      growth: describeGrowth(body.changes),
      predictions: describeForecast(body, currency),
    },
  };
}

/** With fewer than five customers, a fifth is less than one customer. */
function describeConcentration(customers: number, share: number): Sentence {
  if (customers === 1) return say('one_customer_brings_all', {});
  return customers < 5 ? say('one_of_few_brings', { customers, share }) : say('top_fifth_brings', { share });
}

/** The segments that grew since the previous report, and those that lost customers; null without one. */
function describeGrowth(changes: RfmBody['changes']): RfmGrowth | null {
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
  const grew = most !== undefined && most.change > 0 ? most : undefined;
  const shrank = least !== undefined && least.change < 0 ? least : undefined;
  // The data may be much older than the report: changes are dated from the earlier reference date.
  const since = compared_with.reference_date ?? null;
  const sentences =
    moved + arrived + left === 0
      ? [say('nobody_moved', { since })]
      : [
          say('customers_moved', { since, moved, joined: arrived, left }),
          say('segments_changed', {
            grew: grew?.segment ?? null,
            by: grew?.change ?? 0,
            shrank: shrank?.segment ?? null,
            shrank_by: -(shrank?.change ?? 0),
          }),
        ];
  return {
    customers_moved: moved,
    customers_new: arrived,
    customers_gone: left,
    ...toWorded(sentences, undefined),
  };
}

function sumOfMoves(moves: readonly SegmentMove[]): number {
  return moves.reduce((sum, { customers }) => sum + customers, 0);
}

/** Medians first: a few large or frequent customers determine the mean. */
function observe(segment: RfmSegment): Sentence {
  const { name, count, percentage, median_recency, median_frequency, median_monetary, revenue_share } =
    segment;
  const figures = {
    segment: name,
    share: percentage / 100,
    revenue_share,
    orders: median_frequency,
    spend: median_monetary,
    days: Math.round(median_recency),
  };
  if (count === 1) return say('segment_of_one', figures);
  const { avg_frequency: mean_orders, avg_monetary: mean_spend } = segment;
  return say('segment_of_many', { ...figures, mean_orders, mean_spend });
}

/** Recommends an action, its target customers, its value, and a product. */
function recommend(segment: RfmSegment, body: RfmBody): Sentence[] {
  const { count, revenue } = segment;
  return [
    adviseOnSegment(segment, body),
    say('customers_spent', { customers: count, spent: revenue }),
    ...describeDistinctiveProduct(segment),
  ];
}

/**
 * Counts customers in all segments that are late in days. They have not necessarily left: rare buyers stay away for
 * long, too.
 */
function describeValueAtRisk(body: RfmBody, currency: Currency): Strategic['value_at_risk'] {
  const late = body.segments.filter((each) => isLate(each, body));
  const names = late.map(({ name }) => name);
  const { count, revenue } = sumSegments(late, names);
  const segments = sortNamesBySpend(late);
  const anyway = estimateShareToOrder(late, body.prediction_model)?.share ?? null;
  const usual = body.metrics?.usual_days_to_next_order ?? null;
  const sentences =
    count === 0 || usual === null
      ? [say('nobody_late', {})]
      : [
          say('customers_late', { customers: count, revenue, days: usual, segments: names }),
          ...describeComeAnyway(late, body.prediction_model),
          say('write_to_late', {}),
        ];
  return {
    revenue,
    customers: count,
    segments,
    expected_to_order_90d: anyway,
    ...toWorded(sentences, currency),
  };
}

function sortNamesBySpend(segments: readonly RfmSegment[]): SegmentName[] {
  return segments.toSorted((a, b) => b.revenue - a.revenue).map(({ name }) => name);
}

function describeCoreCustomers({ segments }: RfmBody, total: number): Strategic['core_customers'] {
  const { count, revenue } = sumSegments(segments, CORE);
  return {
    revenue,
    customers: count,
    segments: sortNamesBySpend(segments.filter(({ name }) => CORE.includes(name))),
    ...toWorded(
      [
        count === 0
          ? say('no_core_customers', { segments: CORE })
          : say('core_customers', { customers: count, segments: CORE, share: computeShare(revenue, total) }),
      ],
      undefined,
    ),
  };
}

function sumSegments(
  segments: readonly RfmSegment[],
  names: readonly SegmentName[],
): { count: number; revenue: number } {
  const chosen = segments.filter(({ name }) => names.includes(name));
  return {
    count: chosen.reduce((sum, { count }) => sum + count, 0),
    revenue: sumAmounts(chosen.map(({ revenue }) => revenue)),
  };
}
