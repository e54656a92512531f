// The groups by first order on the page: curves, and a table of all.
import { type ComponentChildren, h } from 'preact';
import { shareTick } from '../../../report-parts/charts/axes.ts';
import { Curves } from '../../../report-parts/charts/curves.ts';
import { groupCurves } from '../../../report-parts/charts/group-lines.ts';
import { Legend } from '../../../report-parts/legend.ts';
import { numeric, Table } from '../../../report-parts/table.ts';
import { namedGroups } from '../../../src/core/cohorts/named-groups.ts';
import { counted, decimals, percent, whole } from '../../../src/core/insights/wording.ts';
import { probability } from '../../../src/report-types/cohort/wording.ts';
import { Figure } from '../html-figure.ts';
import { share } from './cohort-words.ts';
import type { CohortDetail } from './detail.ts';

export function groupSection({ groups, group_test, settings }: CohortDetail): ComponentChildren {
  if (!group_test || groups === undefined || groups.length === 0) return null;
  const named = new Set(namedGroups(groups, group_test.p_value).map(({ group }) => group));
  const { curves, x, y } = groupCurves(groups, (group) => named.has(group));
  const title = `Ordered again, by ${settings.cohort_by}`;
  const test =
    group_test.p_value === null ? '' : ` All groups: log-rank test, ${probability(group_test.p_value)}.`;
  return h(
    Figure,
    {
      id: 'cohort-groups',
      title,
      description: `Customers by what their first order was, of ${whole(group_test.least_customers)} customers or more: an association, not a cause.${test} * Differs from all others (q < 0.05 over ${counted(groups.length, 'group')}).`,
      table: h(Table, {
        caption: title,
        columns: [
          { title: 'First order' },
          ...['Customers', 'Ordered again', 'Expected'].map(numeric),
          ...group_test.by_day.map((each) => numeric(`In ${each.days} days`)),
          numeric('q-value'),
        ],
        rows: groups.map((each) => [
          named.has(each.group) ? `${each.group} *` : each.group,
          whole(each.customers),
          whole(each.second_orders),
          decimals(each.expected_second_orders, 1),
          ...each.by_day.map((point) => share(point.share)),
          decimals(each.q_value, 3),
        ]),
      }),
    },
    h(Curves, {
      label: title,
      steps: true,
      curves,
      x: { ...x, title: 'Days since the first purchase' },
      y: { scale: y, title: 'Ordered again' },
      write: shareTick(percent),
      hintOf: ([days, at, customers = 0], { key }) =>
        `${key}, ${whole(days)} days: ${percent(at)} of ${counted(customers, 'customer')}`,
    }),
    h(Legend, { steps: curves.map(({ class: name, key }) => [name, key] as const) }),
  );
}
