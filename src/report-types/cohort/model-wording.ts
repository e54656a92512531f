// Cohort findings in a language model's words: it is given aggregates by cohort, no product and no customer.
import * as v from 'valibot';
import { cents, type ModelBrief, percentOf } from '../../core/insights/model-brief.ts';
import type { AskModel } from '../report-type.ts';
import type { CohortBody, CohortInsights } from './schema.ts';

/** The newest so many cohorts are described. */
const MAX_COHORTS = 24;
const PERIODS = 6;

const sentence = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(600));

export const cohortAnswer = v.object({
  summary: sentence,
  retention: sentence,
  value: sentence,
  second_order: sentence,
  recent_cohorts: sentence,
});

export function cohortBrief({
  summary,
  cohorts,
  average_retention,
  second_order,
  ...body
}: CohortBody): ModelBrief {
  const shares = (by: readonly { readonly days: number; readonly share: number | null }[]) =>
    by.map(({ days, share }) => ({ days, ordered_again_percent: share === null ? null : percentOf(share) }));
  const compared = second_order?.recent_and_older ?? null;
  const facts = {
    reference_date: body.reference_date,
    period: body.settings.cohort_by,
    customers: summary.customers,
    cohorts: summary.cohorts,
    orders: summary.orders,
    revenue: cents(summary.revenue),
    repeat_percent: percentOf(summary.repeat_rate),
    newest_cohorts: cohorts.slice(-MAX_COHORTS).map(({ cohort, customers, periods }) => ({
      cohort,
      customers,
      retention_percent: periods
        .slice(0, PERIODS)
        .filter(({ complete }) => complete)
        .map(({ retention }) => percentOf(retention)),
    })),
    average: average_retention.slice(0, 2 * PERIODS).map((average) => ({
      period: average.period,
      retention_percent: percentOf(average.retention),
      value_each: cents(average.cumulative_value_per_customer),
    })),
    ...(second_order !== null && {
      days_to_second_order: { median: second_order.median_days, by_day: shares(second_order.by_day) },
    }),
    ...(compared !== null && {
      recent_and_older: {
        p_value: Number(compared.p_value.toPrecision(2)),
        recent: { from: compared.recent.first_cohort, by_day: shares(compared.recent.by_day) },
        older: { to: compared.older.last_cohort, by_day: shares(compared.older.by_day) },
      },
    }),
  };
  return { facts: JSON.stringify(facts), products: [], rules: [] };
}

/** `body`: with the insights by rules, whose figures stay. */
export async function wordCohortInsights(body: CohortBody, ask: AskModel): Promise<CohortBody> {
  const { ai_insights: insights } = body;
  if (insights === null) return body;
  const { answer, check, generatedBy } = await ask(cohortBrief(body), cohortAnswer);
  // What the rules find nothing on, the model has no figures for.
  const worded = (found: CohortInsights['retention'], text: string) =>
    found === null ? null : { text: check.text(text) };
  return {
    ...body,
    ai_insights: {
      ...insights,
      generated_by: generatedBy,
      summary: check.text(answer.summary),
      retention: worded(insights.retention, answer.retention),
      value: worded(insights.value, answer.value),
      second_order: worded(insights.second_order, answer.second_order),
      recent_cohorts: worded(insights.recent_cohorts, answer.recent_cohorts),
    },
  };
}
