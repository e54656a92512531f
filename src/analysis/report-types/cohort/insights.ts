// Describes cohort figures as findings, by fixed rules.

import { COHORT_SIGNIFICANCE } from '../../../contract/report-types/cohort/limits.ts';
import type { CohortBody } from '../../../contract/report-types/cohort/schema.ts';
import type { CohortSettings } from '../../../contract/report-types/cohort/settings.ts';
import { type Sentence, say } from '../../../contract/sentences/sentence.ts';
import { computeAverageRetention } from '../../cohorts/cohort-table.ts';
import { createRuleInsights, toWorded } from '../worded.ts';
import { describeExtremes } from './extremes.ts';
import { describeGroupFindings } from './group-notes.ts';

/** Retention is reported for the first period and, if complete, for this one. */
const LATER_PERIOD = 6;

export function withCohortInsights(body: CohortBody, settings: CohortSettings): CohortBody {
  const { customers, cohorts, orders, revenue } = body.summary;
  if (customers === 0) return body;
  const { currency } = settings;
  const summary_coded = [
    say('cohorts_in_all', { customers, cohorts, orders, revenue, again: findLongestWait(body) }),
  ];
  const toFinding = (sentences: readonly Sentence[]) =>
    sentences.length === 0 ? null : toWorded(sentences, currency);
  return {
    ...body,
    ai_insights: {
      ...createRuleInsights(summary_coded, settings),
      retention: toFinding(describeRetention(body, settings)),
      value: toFinding(describeValue(body, settings)),
      second_order: toFinding(describeSecondOrder(body)),
      first_orders: toFinding(describeGroupFindings(body, settings.groups?.by ?? '')),
      recent_cohorts: toFinding(describeRecentCohorts(body)),
    },
  };
}

/** The longest observed wait: for shorter ones, customers of different age are not comparable. */
function findLongestWait({ second_order }: CohortBody): { days: number; share: number } | null {
  const known = second_order?.by_day.findLast(({ share }) => share !== null);
  return known === undefined || known.share === null ? null : { days: known.days, share: known.share };
}

/**
 * The last period up to `most` that the cohorts of at least half of the customers have completed, without
 * left-truncated ones.
 */
function findLastTellingPeriod({ cohorts, average_retention }: CohortBody, most: number) {
  const customers = cohorts.reduce((sum, each) => sum + (each.left_truncated ? 0 : each.customers), 0);
  return average_retention.findLast((each) => each.period <= most && each.customers >= customers / 2);
}

/** The cohorts that have completed a period: all figures of a sentence cover the same ones. */
function pickSameCohorts({ cohorts }: CohortBody, period: number) {
  const old = cohorts.filter(
    ({ left_truncated, periods }) => !left_truncated && periods[period]?.complete === true,
  );
  const customers = old.reduce((sum, cohort) => sum + cohort.customers, 0);
  return {
    averages: computeAverageRetention(old),
    of: { cohorts: old.length, customers },
  };
}

function describeRetention(body: CohortBody, { cohortBy: by }: CohortSettings): Sentence[] {
  const last = findLastTellingPeriod(body, LATER_PERIOD);
  const { averages, of } = pickSameCohorts(body, last?.period ?? 1);
  const [, next] = averages;
  if (last === undefined || next === undefined) return [];
  const { period } = last;
  const later = period <= 1 ? null : { period, share: averages[period]?.retention ?? 0 };
  return [
    say('customers_come_back', { by, share: next.retention, later, ...of }),
    ...describeExtremes(body.cohorts, by),
  ];
}

function describeValue(body: CohortBody, { cohortBy: by }: CohortSettings): Sentence[] {
  const last = findLastTellingPeriod(body, Number.POSITIVE_INFINITY);
  if (last === undefined) return [];
  const { period } = last;
  const { averages, of } = pickSameCohorts(body, period);
  const getValueAt = (at: number): number => averages[at]?.cumulative_value_per_customer ?? 0;
  const later = period === 0 ? null : { period, value: getValueAt(period) };
  return [say('customer_spends', { by, first: getValueAt(0), later, ...of }), ...describeEarlySpend(body)];
}

function describeEarlySpend({ early_value }: CohortBody): Sentence[] {
  if (early_value === null) return [];
  const { days, customers, mean_value: mean, median_value: median } = early_value;
  return [say('early_spend', { days, median, mean, customers })];
}

function describeSecondOrder({ second_order }: CohortBody): Sentence[] {
  if (second_order === null || second_order.second_orders === 0) return [];
  const { customers, second_orders, same_day, median_days } = second_order;
  const shares = second_order.by_day.flatMap(({ days, share, lower, upper }) =>
    share === null || lower === null || upper === null ? [] : [{ days, share, lower, upper }],
  );
  return [
    shares.length === 0
      ? say('ordered_again', { again: second_orders, customers })
      : say('order_again_within', { shares }),
    median_days === null ? say('fewer_than_half_again', {}) : say('half_again_after', { days: median_days }),
    ...(same_day === 0 ? [] : [say('same_day_orders', { customers: same_day })]),
  ];
}

function describeRecentCohorts({ second_order }: CohortBody): Sentence[] {
  const compared = second_order?.recent_and_older ?? null;
  if (compared === null) return [];
  const { older, recent, p_value } = compared;
  const groups = { recent: toSpan(recent), older: toSpan(older), p_value };
  if (p_value >= COHORT_SIGNIFICANCE) return [say('pace_by_chance', groups)];
  const shares = recent.by_day.flatMap(({ days, share }, at) => {
    const other = older.by_day[at]?.share ?? null;
    return share === null || other === null ? [] : [{ days, share, other }];
  });
  const sooner = recent.second_orders > recent.expected_second_orders;
  return [say('pace_differs', { sooner, ...groups, within: shares.at(-1) ?? null })];
}

function toSpan(group: { readonly first_cohort: string; readonly last_cohort: string }) {
  return { first: group.first_cohort, last: group.last_cohort };
}
