// Cohort figures as findings, by fixed rules.
import { amount, listed, percent, whole } from '../../core/insights/wording.ts';
import { LEAST_CUSTOMERS } from './limits.ts';
import type { CohortBody, CohortInsights, CohortRow } from './schema.ts';
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
        `${counted(summary.orders, 'order')} worth ${amount(summary.revenue)}; ` +
        `${percent(summary.repeat_rate)} of them have ordered more than once so far.`,
      retention: retention(body, settings),
      value: value(body, settings),
      second_order: secondOrder(body),
      recent_cohorts: recentCohorts(body),
    },
  };
}

type Finding = CohortInsights['retention'];

/** The last period up to `most` that the cohorts of at least half of all customers have completed. */
function lastTelling({ summary, average_retention }: CohortBody, most: number) {
  return average_retention.findLast(
    ({ period, customers }) => period <= most && customers >= summary.customers / 2,
  );
}

function retention(body: CohortBody, { cohortBy }: CohortSettings): Finding {
  const [, next] = body.average_retention;
  if (next === undefined) return null;
  const at = lastTelling(body, LATER_PERIOD);
  const later =
    at === undefined || at.period <= 1 ? '' : `, and ${percent(at.retention)} in ${cohortBy} ${at.period}`;
  return {
    text:
      `${percent(next.retention)} of customers buy in the ${cohortBy} after the one of their first purchase${later}.` +
      extremes(body.cohorts, cohortBy),
  };
}

/** The cohorts that came back most and least in the first following period. */
function extremes(cohorts: readonly CohortRow[], by: string): string {
  const ranked = cohorts
    .filter(({ customers, periods }) => customers >= LEAST_CUSTOMERS && periods[1]?.complete === true)
    .map(({ cohort, periods }) => ({ cohort, share: periods[1]?.retention ?? 0 }))
    .sort((a, b) => b.share - a.share);
  const [best] = ranked;
  const worst = ranked.at(-1);
  if (best === undefined || worst === undefined || best.share === worst.share) return '';
  return (
    ` Of cohorts with ${LEAST_CUSTOMERS} customers or more, ${best.cohort} came back most in that ${by} ` +
    `(${percent(best.share)}) and ${worst.cohort} least (${percent(worst.share)}).`
  );
}

function value(body: CohortBody, { cohortBy }: CohortSettings): Finding {
  const [first] = body.average_retention;
  if (first === undefined) return null;
  const start = `A customer spends ${amount(first.cumulative_value_per_customer)} in the ${cohortBy} of the first purchase`;
  const last = lastTelling(body, Number.POSITIVE_INFINITY);
  if (last === undefined || last.period === 0) return { text: `${start}.` };
  return {
    text:
      `${start}, and ${amount(last.cumulative_value_per_customer)} in all by the end of ${cohortBy} ${last.period} ` +
      `(seen in ${counted(last.cohorts, 'cohort')} of ${counted(last.customers, 'customer')}).`,
  };
}

function secondOrder({ second_order }: CohortBody): Finding {
  if (second_order === null || second_order.second_orders === 0) return null;
  const shares = second_order.by_day.flatMap(({ days, share, lower, upper }) =>
    share === null || lower === null || upper === null
      ? []
      : [`${percent(share)} within ${days} days (95 % interval ${percent(lower)} to ${percent(upper)})`],
  );
  const { median_days } = second_order;
  return {
    text:
      (shares.length === 0
        ? `${counted(second_order.second_orders, 'customer')} ordered again. `
        : `Customers order again: ${listed(shares)}. `) +
      (median_days === null
        ? 'Fewer than half have ordered again in the time observed.'
        : `Half of them have ordered again after ${whole(median_days)} days.`),
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
