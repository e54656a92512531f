// Cohort figures as findings, by fixed rules.
import { averageRetention } from '../../core/cohorts/average-retention.ts';
import { amountsIn, listed, percent, type WriteAmount, whole } from '../../core/insights/wording.ts';
import { extremes } from './extremes.ts';
import type { CohortBody, CohortInsights } from './schema.ts';
import type { CohortSettings } from './settings.ts';
import { counted, probability, span } from './wording.ts';

/** Retention is reported for the next period and, where known, for this one. */
const LATER_PERIOD = 6;
/** Below it, recent and older customers are said to differ. */
const SIGNIFICANCE = 0.05;

export function withCohortInsights(body: CohortBody, settings: CohortSettings): CohortBody {
  const { summary } = body;
  if (summary.customers === 0) return body;
  return {
    ...body,
    ai_insights: {
      generated_by: 'rules',
      business_context: settings.businessContext ?? null,
      context: settings.context ?? null,
      summary:
        `${counted(summary.customers, 'customer')} in ${counted(summary.cohorts, 'cohort')} placed ` +
        `${counted(summary.orders, 'order')} worth ${amountsIn(settings.currency)(summary.revenue)}${again(body)}.`,
      retention: retention(body, settings),
      value: value(body, settings),
      second_order: secondOrder(body),
      recent_cohorts: recentCohorts(body),
    },
  };
}

/** By the longest wait that is known of somebody: what customers of different age have done so far says nothing of any. */
function again({ second_order }: CohortBody): string {
  const known = second_order?.by_day.findLast(({ share }) => share !== null);
  if (known === undefined || known.share === null) return '';
  return `; within ${known.days} days of the first order, ${percent(known.share)} order again`;
}

type Finding = CohortInsights['retention'];

/** The last period up to `most` that the cohorts of at least half of the customers have completed, without left-truncated ones. */
function lastTelling({ cohorts, average_retention }: CohortBody, most: number) {
  const customers = cohorts.reduce((sum, each) => sum + (each.left_truncated ? 0 : each.customers), 0);
  return average_retention.findLast((each) => each.period <= most && each.customers >= customers / 2);
}

/** The cohorts that have completed a period: all figures of a sentence are theirs. */
function sameCohorts({ cohorts }: CohortBody, period: number) {
  const old = cohorts.filter(
    ({ left_truncated, periods }) => !left_truncated && periods[period]?.complete === true,
  );
  const customers = old.reduce((sum, cohort) => sum + cohort.customers, 0);
  return {
    averages: averageRetention(old),
    text: `${counted(old.length, 'cohort')} of ${counted(customers, 'customer')}`,
  };
}

function retention(body: CohortBody, { cohortBy }: CohortSettings): Finding {
  const last = lastTelling(body, LATER_PERIOD);
  const { averages, text } = sameCohorts(body, last?.period ?? 1);
  const [, next] = averages;
  if (last === undefined || next === undefined) return null;
  const later =
    last.period <= 1
      ? ''
      : `, and ${percent(averages[last.period]?.retention ?? 0)} in ${cohortBy} ${last.period}`;
  return {
    text:
      `${percent(next.retention)} of customers buy in the ${cohortBy} after the one of their first purchase${later} (${text}).` +
      extremes(body.cohorts, cohortBy),
  };
}

function value(body: CohortBody, { cohortBy, currency }: CohortSettings): Finding {
  const amount = amountsIn(currency);
  const last = lastTelling(body, Number.POSITIVE_INFINITY);
  if (last === undefined) return null;
  const { averages, text } = sameCohorts(body, last.period);
  const each = averages.map(({ cumulative_value_per_customer }) => amount(cumulative_value_per_customer));
  const total =
    last.period === 0 ? '' : `, and ${each[last.period]} in all by the end of ${cohortBy} ${last.period}`;
  return {
    text: `A customer spends ${each[0]} in the ${cohortBy} of the first purchase${total} (mean of ${text}).${early(body, amount)}`,
  };
}

/** Money is skewed: the mean is that of few large customers, so the median stands beside it. */
function early({ early_value }: CohortBody, amount: WriteAmount): string {
  if (early_value === null) return '';
  const { days, customers, mean_value, median_value } = early_value;
  return (
    ` In their first ${days} days, half of the customers spend ${amount(median_value)} or less; the mean is ` +
    `${amount(mean_value)} (${counted(customers, 'customer')} followed for so long).`
  );
}

function secondOrder({ second_order }: CohortBody): Finding {
  if (second_order === null || second_order.second_orders === 0) return null;
  const { customers, second_orders, same_day, median_days } = second_order;
  const shares = second_order.by_day.flatMap(({ days, share, lower, upper }) =>
    share === null || lower === null || upper === null
      ? []
      : [`${percent(share)} within ${days} days (95 % interval ${percent(lower)} to ${percent(upper)})`],
  );
  return {
    text:
      (shares.length === 0
        ? `${whole(second_orders)} of ${counted(customers, 'customer')} ordered again on a later day. `
        : `Customers order again: ${listed(shares)}. `) +
      (median_days === null
        ? 'Fewer than half of the customers have ordered again in the time observed.'
        : `Half of the customers have ordered again after ${counted(median_days, 'day')}.`) +
      (same_day === 0
        ? ''
        : ` Several orders on the first day, as of ${counted(same_day, 'customer')}, do not count as ordering again.`),
  };
}

function recentCohorts({ second_order }: CohortBody): Finding {
  const compared = second_order?.recent_and_older ?? null;
  if (compared === null) return null;
  const { older, recent, p_value } = compared;
  const groups = `customers of ${span(recent)} and of ${span(older)}`;
  const chance = `log-rank test, ${probability(p_value)}`;
  if (p_value >= SIGNIFICANCE) {
    return { text: `How soon ${groups} order again differs by no more than chance explains (${chance}).` };
  }
  const pace = recent.second_orders > recent.expected_second_orders ? 'sooner' : 'later';
  const shares = recent.by_day.flatMap(({ days, share }, at) => {
    const other = older.by_day[at]?.share ?? null;
    return share === null || other === null
      ? []
      : [`${percent(share)} against ${percent(other)} within ${days} days`];
  });
  const last = shares.at(-1);
  return {
    text: `Recent customers (${span(recent)}) order again ${pace} than older ones (${span(older)})${last === undefined ? '' : `: ${last}`} (${chance}).`,
  };
}
