// RFM findings in a language model's words: it is given aggregates by segment, and products as P1…Pn.
import * as v from 'valibot';
import { cents, createProductCodes, type ModelBrief, percentOf } from '../../core/insights/model-brief.ts';
import { SEGMENT_NAMES } from '../../core/rfm/segments.ts';
import type { AskModel } from '../report-type.ts';
import type { RfmBody } from './schema.ts';

const sentence = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(600));

export const rfmAnswer = v.object({
  summary: sentence,
  segments: v.pipe(
    v.array(
      v.object({ segment: v.picklist(SEGMENT_NAMES), observation: sentence, recommendation: sentence }),
    ),
    v.maxLength(SEGMENT_NAMES.length),
  ),
  value_at_risk: sentence,
  core_customers: sentence,
  concentration: sentence,
});

export function rfmBrief(body: RfmBody): ModelBrief {
  const code = createProductCodes();
  const { metrics } = body;
  const facts = {
    reference_date: body.reference_date,
    customers: body.customer_count,
    orders: metrics?.orders ?? 0,
    revenue: cents(metrics?.revenue ?? 0),
    repeat_percent: percentOf(metrics?.repeat_rate ?? 0),
    top_fifth_revenue_percent: percentOf(metrics?.top20_revenue_share ?? 0),
    segments: body.segments.map((segment) => ({
      segment: segment.name,
      customers: segment.count,
      customers_percent: cents(segment.percentage),
      revenue: cents(segment.revenue),
      revenue_percent: percentOf(segment.revenue_share),
      days_since_last_order: cents(segment.avg_recency),
      orders_each: cents(segment.avg_frequency),
      spent_each: cents(segment.avg_monetary),
      favourite_products: segment.top_products.slice(0, 3).map(({ product_name }) => code.of(product_name)),
      ...(segment.prediction !== null &&
        body.prediction_model?.backtest.orders.better_than_naive && {
          expected_orders_next_90_days: cents(segment.prediction.expected_orders_90d),
          likely_to_order_in_90_days_percent: percentOf(segment.prediction.probability_purchase_90d),
        }),
    })),
  };
  return { facts: JSON.stringify(facts), products: code.names, rules: [] };
}

/** `body`: with the insights by rules, whose figures stay. */
export async function wordRfmInsights(body: RfmBody, ask: AskModel): Promise<RfmBody> {
  const { ai_insights: insights, ai_strategic_insights: strategic } = body;
  if (insights === null || strategic === null) return body;
  const { answer, check, generatedBy: generated_by } = await ask(rfmBrief(body), rfmAnswer);
  const texts = new Map(answer.segments.map((segment) => [segment.segment, segment]));
  return {
    ...body,
    segments: body.segments.map((segment) => {
      const words = texts.get(segment.name);
      if (words === undefined) return segment;
      return {
        ...segment,
        ai_observation: check.text(words.observation),
        ai_recommendation: check.text(words.recommendation),
      };
    }),
    ai_insights: { ...insights, generated_by, summary: check.text(answer.summary) },
    ai_strategic_insights: {
      ...strategic,
      generated_by,
      value_at_risk: { ...strategic.value_at_risk, text: check.text(answer.value_at_risk) },
      core_customers: { ...strategic.core_customers, text: check.text(answer.core_customers) },
      concentration: { ...strategic.concentration, text: check.text(answer.concentration) },
    },
  };
}
