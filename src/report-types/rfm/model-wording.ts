// RFM findings in a language model's words: it is given aggregates by segment, and products as P1…Pn, and answers with
// sentences with slots.
import * as v from 'valibot';
import { type BriefFinding, createProductCodes, type ModelBrief } from '../../core/insights/model-brief.ts';
import { amount, counted, listed, percent } from '../../core/insights/wording.ts';
import { SEGMENT_NAMES } from '../../core/rfm/segments.ts';
import type { AskModel } from '../report-type.ts';
import { distinctiveProduct } from './distinctive-product.ts';
import { isLate, SLIPPING } from './lateness.ts';
import type { RfmBody, RfmSegment } from './schema.ts';

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
  const { metrics, ai_strategic_insights: strategic } = body;
  const overall = {
    summary: {
      customers: counted(body.customer_count, 'customer'),
      orders: counted(metrics?.orders ?? 0, 'order'),
      revenue: amount(metrics?.revenue ?? 0),
      repeat_share: percent(metrics?.repeat_rate ?? 0),
    },
    value_at_risk: {
      customers: counted(strategic?.value_at_risk.customers ?? 0, 'customer'),
      revenue: amount(strategic?.value_at_risk.revenue ?? 0),
      segments: listed(
        body.segments
          .filter((each) => SLIPPING.includes(each.name) && isLate(each, body))
          .map(({ name }) => name),
      ),
    },
    core_customers: {
      customers: counted(strategic?.core_customers.customers ?? 0, 'customer'),
      revenue: amount(strategic?.core_customers.revenue ?? 0),
    },
    concentration: { top_share: percent(metrics?.top20_revenue_share ?? 0) },
  };
  const segments = body.segments.map((segment) => ({
    segment: segment.name,
    product: distinctiveProduct(segment, body),
    slots: figuresOf(segment, body),
  }));
  const facts = {
    reference_date: body.reference_date,
    ...overall,
    segments: segments.map(({ segment, product, slots }) => ({
      segment,
      slots: { ...slots, ...(product && { distinctive_product: code.of(product.product_name) }) },
    })),
  };
  const named = segments.map(({ segment, product, slots }): [string, BriefFinding] => {
    const name = product?.product_name;
    return [
      segment,
      {
        slots: { ...slots, ...(name !== undefined && { distinctive_product: name }) },
        products: name === undefined ? [] : [name],
      },
    ];
  });
  const general = Object.entries(overall).map(([id, slots]): [string, BriefFinding] => [
    id,
    { slots, products: [] },
  ]);
  return {
    facts: JSON.stringify(facts),
    findings: new Map([...general, ...named]),
    products: new Set(
      body.segments.flatMap(({ top_products }) => top_products.map(({ product_name }) => product_name)),
    ),
  };
}

function figuresOf(segment: RfmSegment, { prediction_model }: RfmBody): Record<string, string> {
  const { prediction } = segment;
  return {
    name: segment.name,
    customers: counted(segment.count, 'customer'),
    customer_share: percent(segment.percentage / 100),
    revenue: amount(segment.revenue),
    revenue_share: percent(segment.revenue_share),
    days_since_order: counted(Math.round(segment.median_recency), 'day'),
    orders_each: counted(segment.median_frequency, 'order'),
    spent_each: amount(segment.median_monetary),
    mean_spent_each: amount(segment.avg_monetary),
    // As in the rules' own texts: only what the back-test supports.
    ...(prediction !== null &&
      prediction_model?.backtest.orders.better_than_naive && {
        expected_orders: counted(Math.round(prediction.expected_orders_90d), 'order'),
        likely_to_order: percent(prediction.probability_purchase_90d),
      }),
  };
}

/** `body`: with the insights by rules, whose figures stay. */
export async function wordRfmInsights(body: RfmBody, ask: AskModel): Promise<RfmBody> {
  const { ai_insights: insights, ai_strategic_insights: strategic } = body;
  if (insights === null || strategic === null) return body;
  const { answer, check, generatedBy: generated_by } = await ask(rfmBrief(body), rfmAnswer);
  const texts = new Map(
    answer.segments.map(({ segment, observation, recommendation }) => [
      segment,
      {
        ai_observation: check.cite(segment, observation),
        ai_recommendation: check.text(segment, recommendation),
      },
    ]),
  );
  return {
    ...body,
    segments: body.segments.map((segment) => ({ ...segment, ...texts.get(segment.name) })),
    ai_insights: { ...insights, generated_by, summary: check.text('summary', answer.summary) },
    ai_strategic_insights: {
      ...strategic,
      generated_by,
      value_at_risk: {
        ...strategic.value_at_risk,
        text: check.text('value_at_risk', answer.value_at_risk),
      },
      core_customers: {
        ...strategic.core_customers,
        text: check.text('core_customers', answer.core_customers),
      },
      concentration: {
        ...strategic.concentration,
        text: check.text('concentration', answer.concentration),
      },
    },
  };
}
