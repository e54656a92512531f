// The cohort report's part of the page.
import { type ComponentChildren, h } from 'preact';
import { ACROSS, shareTick, UPWARDS } from '../../../report-parts/charts/axes.ts';
import { retentionCurves } from '../../../report-parts/charts/cohort-lines.ts';
import { Curves } from '../../../report-parts/charts/curves.ts';
import { RetentionMap } from '../../../report-parts/charts/retention-map.ts';
import { scaleOf } from '../../../report-parts/charts/scale.ts';
import { Legend } from '../../../report-parts/legend.ts';
import { numeric, Table } from '../../../report-parts/table.ts';
import { calendarPeriod } from '../../../src/core/cohorts/periods.ts';
import { amountsIn, counted, decimals, percent, whole } from '../../../src/core/insights/wording.ts';
import { LEAST_CUSTOMERS } from '../../../src/report-types/cohort/limits.ts';
import { probability, span } from '../../../src/report-types/cohort/wording.ts';
import { Figure, nothing, type ReportSections, tableCard } from '../html-figure.ts';
import { earlierReport, inCurrency, signed } from '../report-facts.ts';
import { amountOrNone, LEFT_TRUNCATED, share } from './cohort-words.ts';
import type { CohortDetail, ShownCohort, ShownSecondOrder } from './detail.ts';
import { groupSection } from './html-groups.ts';

const MOST_ROWS = 120;
const MOST_BEST = 5;
/** Of the map. */
const MOST_COHORTS = 36;
const MOST_PERIODS = 18;
/** Days that are drawn, and listed beside the drawing. */
const MOST_DAYS = 365;
const LISTED = [0, 7, 14, 30, 60, 90, 120, 180, 270, 365];

export function cohortSections(report: CohortDetail): ReportSections {
  const { cohorts, second_order, changes } = report;
  if (cohorts.length === 0) return nothing('Cohorts', 'No customer has a first purchase.');
  return {
    best: bestCohorts(cohorts, report.currency),
    figures: [
      retentionMap(report),
      retentionLines(report),
      second_order && second_order.curve.length > 0 && secondOrderCurve(second_order),
      second_order && comparison(second_order),
      groupSection(report),
      changeSection(changes, report.currency),
    ],
    tables: cohortTable(cohorts, report.currency),
  };
}

/** By the customers who ordered again soonest: later days are known of old cohorts only. None where all are small. */
function bestCohorts(cohorts: readonly ShownCohort[], currency: CohortDetail['currency']): ComponentChildren {
  const amount = amountsIn(currency);
  const soonest = ({ ordered_again: [first] }: ShownCohort) => first?.share ?? null;
  const days = cohorts[0]?.ordered_again[0]?.days;
  const best = cohorts
    .filter(
      (each) => each.customers >= LEAST_CUSTOMERS && soonest(each) !== null && each.left_truncated !== true,
    )
    .sort((a, b) => (soonest(b) ?? 0) - (soonest(a) ?? 0))
    .slice(0, MOST_BEST);
  if (best.length === 0 || days === undefined) return null;
  const [id, title] = ['best-cohorts', 'Best cohorts'];
  const note = `Of cohorts with ${LEAST_CUSTOMERS} customers or more, those with most customers who ordered again within ${days} days.`;
  return tableCard({
    id,
    title,
    note,
    columns: [
      { title: 'Cohort' },
      ...[`Again in ${days} days`, 'Customers'].map(numeric),
      ...['Spent', 'Per customer', 'Median'].map((title) => numeric(inCurrency(title, currency))),
    ],
    rows: best.map((each) => [
      each.cohort,
      share(soonest(each)),
      whole(each.customers),
      amount(each.revenue),
      amount(each.revenue / each.customers),
      amountOrNone(each.median_value_per_customer, amount),
    ]),
  });
}

function retentionMap({ cohorts, settings }: CohortDetail): ComponentChildren {
  const by = calendarPeriod(settings.cohort_by);
  const shown = cohorts.slice(-MOST_COHORTS);
  const newest =
    shown.length < cohorts.length ? ` The newest ${shown.length} of ${cohorts.length} cohorts.` : '';
  return h(
    Figure,
    {
      id: 'cohort-retention',
      title: 'Retention by cohort',
      description: `Customers of a cohort (row) with a purchase in each following ${by} (column). * The ${by} is not over yet.${newest}`,
    },
    h(RetentionMap<ShownCohort>, {
      label: 'Retention',
      heads: ['Cohort', 'Customers'],
      cohorts: shown.map((each) => ({ ...each, periods: each.periods.slice(0, MOST_PERIODS + 1) })),
      write: (retention) => percent(retention, 0),
      number: whole,
      name: ({ cohort }) => cohort,
      hint: ({ period, active_customers, retention, complete }, { cohort, customers }) =>
        `${cohort}, ${by} ${period}: ${whole(active_customers)} of ${whole(customers)} customers, ${percent(retention)}${complete ? '' : `; the ${by} is not over`}`,
    }),
  );
}

function retentionLines(report: CohortDetail): ComponentChildren {
  const { curves, average, x, y } = retentionCurves(report);
  if (curves.length === 0) return null;
  const title = 'Retention over time';
  const by = calendarPeriod(report.settings.cohort_by);
  return h(
    Figure,
    {
      id: 'cohort-curves',
      title,
      description: `The same as lines: one for each cohort, dashed where the ${by} is not over, and the average of all as long as at least two of them and a third of their customers are left.`,
    },
    h(Curves, {
      label: title,
      curves: [...curves.map((curve) => ({ ...curve, hint: curve.key })), average],
      x: { ...x, title: `${by}s since the first purchase` },
      y: { scale: y, title: 'Retention' },
      write: shareTick(percent),
      hintOf: ([at, retention, customers = 0], { key }) =>
        `${key}, ${by} ${at}: ${percent(retention)} of ${counted(customers, 'customer')}`,
    }),
    h(Legend, {
      steps: [
        ['s1', 'oldest cohort'],
        ['s5', 'newest cohort'],
        ['average', 'all cohorts'],
        ...(curves.some((curve) => curve.class === 'truncated')
          ? ([['truncated', 'may have bought before the data begin']] as const)
          : []),
      ],
    }),
  );
}

function secondOrderCurve({ curve, customers }: ShownSecondOrder): ComponentChildren {
  const drawn = curve.filter(({ days }) => days <= MOST_DAYS);
  const start = drawn[0]?.days === 0 ? [] : [{ days: 0, share: 0, lower: 0, upper: 0 }];
  const points = [...start, ...drawn];
  const highest = Math.max(...points.map(({ share: at, upper }) => upper ?? at));
  const last = curve.at(-1)?.days ?? 0;
  const title = 'Time to the second order';
  return h(
    Figure,
    {
      id: 'second-order',
      title,
      description: `Estimated share of ${whole(customers)} customers who have ordered again (Kaplan-Meier), with its 95 % confidence band. Customers who joined lately count for as long as they have been observed.`,
      table: h(Table, {
        caption: 'Share of customers who have ordered again',
        columns: ['Days', 'Ordered again', 'From', 'To'].map(numeric),
        rows: LISTED.filter((days) => days <= last).map((days) => {
          const at = curve.findLast((point) => point.days <= days);
          return [whole(days), percent(at?.share ?? 0), share(at?.lower ?? 0), share(at?.upper ?? 0)];
        }),
      }),
    },
    h(Curves, {
      label: title,
      steps: true,
      curves: [{ key: 'all', class: 's4', points: points.map((each) => [each.days, each.share] as const) }],
      band: {
        low: points.flatMap(({ days, lower }) => (lower === null ? [] : [[days, lower] as const])),
        high: points.flatMap(({ days, upper }) => (upper === null ? [] : [[days, upper] as const])),
      },
      x: {
        scale: scaleOf([0, Math.max(1, ...points.map(({ days }) => days))], ACROSS),
        title: 'Days since the first purchase',
      },
      y: { scale: scaleOf([0, highest || 1], UPWARDS), title: 'Ordered again' },
      write: shareTick(percent),
    }),
  );
}

function comparison({ recent_and_older: compared }: ShownSecondOrder): ComponentChildren {
  if (compared === null) return null;
  const title = 'Recent and older customers';
  const days = compared.older.by_day.map((each) => numeric(`Again in ${each.days} days`));
  const note = `How soon the newer half of the customers orders again, against the older half. Log-rank test: ${probability(compared.p_value)}.`;
  return tableCard({
    id: 'recent-and-older',
    title,
    note,
    columns: [{ title: 'Cohorts' }, ...['Customers', 'Ordered again', 'Expected'].map(numeric), ...days],
    rows: [compared.older, compared.recent].map((group) => [
      span(group),
      whole(group.customers),
      whole(group.second_orders),
      decimals(group.expected_second_orders, 1),
      ...group.by_day.map((each) => share(each.share)),
    ]),
  });
}

function cohortTable(cohorts: readonly ShownCohort[], currency: CohortDetail['currency']): ComponentChildren {
  const amount = amountsIn(currency);
  const shown = cohorts.slice(-MOST_ROWS);
  const days = shown.find(({ ordered_again }) => ordered_again.length > 0)?.ordered_again ?? [];
  const part =
    shown.length < cohorts.length ? `The newest ${whole(shown.length)} of ${whole(cohorts.length)}. ` : '';
  const star = shown.some(({ left_truncated }) => left_truncated) ? ` * ${LEFT_TRUNCATED}` : '';
  const note = `${part}Customers from their first purchase to the reference date; the CSV has every period.${star}`;
  return tableCard({
    id: 'cohorts',
    title: 'Cohorts',
    note,
    long: true,
    columns: [
      { title: 'Cohort' },
      ...['Customers', 'Orders'].map(numeric),
      ...['Spent', 'Per customer', 'Median'].map((title) => numeric(inCurrency(title, currency))),
      ...days.map((each) => numeric(`Again in ${each.days} days`)),
    ],
    rows: shown.map(({ cohort, customers, orders, revenue, ordered_again, ...each }) => [
      each.left_truncated === true ? `${cohort} *` : cohort,
      whole(customers),
      whole(orders),
      amount(revenue),
      amount(revenue / customers),
      amountOrNone(each.median_value_per_customer, amount),
      ...ordered_again.map((point) => share(point.share)),
    ]),
    tools: true,
  });
}

function changeSection(
  changes: CohortDetail['changes'],
  currency: CohortDetail['currency'],
): ComponentChildren {
  const amount = amountsIn(currency);
  const changed = changes?.cohorts ?? [];
  if (!changes?.compared_with || changed.length === 0) return null;
  const title = 'Changed cohorts';
  return tableCard({
    id: 'changed-cohorts',
    title,
    long: true,
    note: `Compared with ${earlierReport(changes.compared_with)}.`,
    columns: [{ title: 'Cohort' }, ...['Customers', 'Orders', 'Spent'].map(numeric)],
    rows: changed.map(({ cohort, before, after }) => [
      cohort,
      signed((after?.customers ?? 0) - (before?.customers ?? 0)),
      signed((after?.orders ?? 0) - (before?.orders ?? 0)),
      amount((after?.revenue ?? 0) - (before?.revenue ?? 0)),
    ]),
  });
}
