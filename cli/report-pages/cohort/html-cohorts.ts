// The cohort report's part of the page.
import { amount, whole } from '../../../src/core/insights/wording.ts';
import { LEAST_CUSTOMERS } from '../../../src/report-types/cohort/limits.ts';
import { probability, span } from '../../../src/report-types/cohort/wording.ts';
import { type Content, html, type Markup, type ReportSections } from '../html-markup.ts';
import { htmlTable, numeric } from '../html-table.ts';
import { instant, signed } from '../report-facts.ts';
import { amountOrNone, LEFT_TRUNCATED, share } from './cohort-words.ts';
import type { CohortDetail, ShownCohort, ShownSecondOrder } from './detail.ts';
import { secondOrderCurve } from './html-curve.ts';
import { retentionMap } from './html-heat-map.ts';

const MOST_ROWS = 120;
const MOST_BEST = 5;

export async function cohortSections(report: CohortDetail): Promise<ReportSections> {
  const { cohorts, second_order, changes } = report;
  if (cohorts.length === 0) {
    const nothing = html`<section class="card"><h2>Cohorts</h2><p>No customer has a first purchase.</p></section>`;
    return { best: null, figures: nothing, tables: null };
  }
  return {
    best: bestCohorts(cohorts),
    figures: [
      await retentionMap(report),
      second_order && second_order.curve.length > 0 && (await secondOrderCurve(second_order)),
      second_order && comparison(second_order),
      changeSection(changes),
    ],
    tables: cohortTable(cohorts),
  };
}

/** By the customers who ordered again soonest: later days are known of old cohorts only. None where all are small. */
function bestCohorts(cohorts: readonly ShownCohort[]): Content {
  const soonest = ({ ordered_again: [first] }: ShownCohort) => first?.share ?? null;
  const days = cohorts[0]?.ordered_again[0]?.days;
  const best = cohorts
    .filter(
      (each) => each.customers >= LEAST_CUSTOMERS && soonest(each) !== null && each.left_truncated !== true,
    )
    .sort((a, b) => (soonest(b) ?? 0) - (soonest(a) ?? 0))
    .slice(0, MOST_BEST);
  if (best.length === 0 || days === undefined) return null;
  return html`<section class="card" id="best-cohorts"><h2>Best cohorts</h2>
<p class="note">Of cohorts with ${LEAST_CUSTOMERS} customers or more, those with most customers who ordered again within ${days} days.</p>
${htmlTable(
  'Best cohorts',
  [
    { title: 'Cohort' },
    ...[`Again in ${days} days`, 'Customers', 'Revenue', 'Per customer', 'Median'].map(numeric),
  ],
  best.map((each) => [
    each.cohort,
    share(soonest(each)),
    whole(each.customers),
    amount(each.revenue),
    amount(each.revenue / each.customers),
    amountOrNone(each.median_value_per_customer),
  ]),
)}</section>
`;
}

function comparison({ recent_and_older: compared }: ShownSecondOrder): Content {
  if (compared === null) return null;
  const days = compared.older.by_day.map((each) => numeric(`Again in ${each.days} days`));
  return html`<section class="card" id="recent-and-older"><h2>Recent and older customers</h2>
<p class="note">How soon the newer half of the customers orders again, against the older half. Log-rank test: ${probability(compared.p_value)}.</p>
${htmlTable(
  'Recent and older customers',
  [{ title: 'Cohorts' }, ...['Customers', 'Ordered again', 'Expected'].map(numeric), ...days],
  [compared.older, compared.recent].map((group) => [
    span(group),
    whole(group.customers),
    whole(group.second_orders),
    group.expected_second_orders.toFixed(1),
    ...group.by_day.map((each) => share(each.share)),
  ]),
)}</section>
`;
}

function cohortTable(cohorts: readonly ShownCohort[]): Markup {
  const shown = cohorts.slice(-MOST_ROWS);
  const days = shown.find(({ ordered_again }) => ordered_again.length > 0)?.ordered_again ?? [];
  return html`<section class="card long" id="cohorts"><h2>Cohorts</h2>
<p class="note">${shown.length < cohorts.length && `The newest ${whole(shown.length)} of ${whole(cohorts.length)}. `}Customers from their first purchase to the reference date; the CSV has every period.${shown.some(({ left_truncated }) => left_truncated) && ` * ${LEFT_TRUNCATED}`}</p>
${htmlTable(
  'Cohorts',
  [
    { title: 'Cohort' },
    ...['Customers', 'Orders', 'Revenue', 'Per customer', 'Median'].map(numeric),
    ...days.map((each) => numeric(`Again in ${each.days} days`)),
  ],
  shown.map(({ cohort, customers, orders, revenue, ordered_again, ...each }) => [
    each.left_truncated === true ? `${cohort} *` : cohort,
    whole(customers),
    whole(orders),
    amount(revenue),
    amount(revenue / customers),
    amountOrNone(each.median_value_per_customer),
    ...ordered_again.map((each) => share(each.share)),
  ]),
  { tools: true },
)}</section>
`;
}

function changeSection(changes: CohortDetail['changes']): Content {
  const changed = changes?.cohorts ?? [];
  if (!changes?.compared_with || changed.length === 0) return null;
  const { report_id, created_at } = changes.compared_with;
  return html`<section class="card long" id="changed-cohorts"><h2>Changed cohorts</h2>
<p class="note">Compared with report ${report_id} of ${instant(created_at)}.</p>
${htmlTable(
  'Changed cohorts',
  [{ title: 'Cohort' }, ...['Customers', 'Orders', 'Revenue'].map(numeric)],
  changed.map(({ cohort, before, after }) => [
    cohort,
    signed((after?.customers ?? 0) - (before?.customers ?? 0)),
    signed((after?.orders ?? 0) - (before?.orders ?? 0)),
    amount((after?.revenue ?? 0) - (before?.revenue ?? 0)),
  ]),
)}</section>
`;
}
