// Cohort findings in a language model's words: it is given aggregates by cohort, no product and no customer, and
// answers with sentences with slots.
import * as v from 'valibot';
import type { BriefFinding, ModelBrief } from '../../core/insights/model-brief.ts';
import { amount, percent } from '../../core/insights/wording.ts';
import type { AskModel } from '../report-type.ts';
import type { CohortBody } from './schema.ts';
import { counted } from './wording.ts';

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
    by.map(({ days, share }) => ({ days, ordered_again_percent: share === null ? null : percent(share) }));
  const compared = second_order?.recent_and_older ?? null;
  const facts = {
    reference_date: body.reference_date,
    period: body.settings.cohort_by,
    customers: summary.customers,
    cohorts: summary.cohorts,
    orders: summary.orders,
    revenue: amount(summary.revenue),
    newest_cohorts: cohorts
      .filter((each) => !each.left_truncated)
      .slice(-MAX_COHORTS)
      .map(({ cohort, customers, periods }) => ({
        cohort,
        customers,
        retention_percent: periods
          .slice(0, PERIODS)
          .filter(({ complete }) => complete)
          .map(({ retention }) => percent(retention)),
      })),
    average: average_retention.slice(0, 2 * PERIODS).map((average) => ({
      period: average.period,
      retention_percent: percent(average.retention),
      value_each: amount(average.cumulative_value_per_customer),
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
  const findings = findingsOf(summary, body.ai_insights);
  const slots = Object.fromEntries([...findings].map(([id, finding]) => [id, finding.slots]));
  return { facts: JSON.stringify({ ...facts, slots }), findings, products: [] };
}

/** A finding's figures depend on each other: its slot is the sentence that the rules wrote. */
function findingsOf(
  summary: CohortBody['summary'],
  insights: CohortBody['ai_insights'],
): ReadonlyMap<string, BriefFinding> {
  const figures = {
    customers: counted(summary.customers, 'customer'),
    cohorts: counted(summary.cohorts, 'cohort'),
    orders: counted(summary.orders, 'order'),
    revenue: amount(summary.revenue),
  };
  const sentences = (['retention', 'value', 'second_order', 'recent_cohorts'] as const).flatMap(
    (id): [string, BriefFinding][] => {
      const found = insights?.[id] ?? null;
      return found === null ? [] : [[id, { slots: { finding: found.text }, products: [] }]];
    },
  );
  return new Map([['summary', { slots: figures, products: [] }], ...sentences]);
}

/** `body`: with the insights by rules, whose figures stay. */
export async function wordCohortInsights(body: CohortBody, ask: AskModel): Promise<CohortBody> {
  const { ai_insights: insights } = body;
  if (insights === null) return body;
  const { answer, check, generatedBy } = await ask(cohortBrief(body), cohortAnswer);
  // What the rules find nothing on, the model has no figures for.
  const worded = (id: Exclude<keyof typeof answer, 'summary'>) =>
    insights[id] === null ? null : { text: check.cite(id, answer[id]) };
  return {
    ...body,
    ai_insights: {
      ...insights,
      generated_by: generatedBy,
      summary: check.text('summary', answer.summary),
      retention: worded('retention'),
      value: worded('value'),
      second_order: worded('second_order'),
      recent_cohorts: worded('recent_cohorts'),
    },
  };
}
