// The shop at a glance as tables: ranges of days beside earlier ones, months, and the products that sold best.
import type { CohortReport, OverviewRange } from '../../client/src/index.ts';
import { createFigure, formatKnown, type Say, type ShownTable } from './shown.ts';

type Overview = NonNullable<CohortReport['overview']>;
type Range = OverviewRange['range'];

/** Rows of a range for shops whose data are shorter than 30 days. */
const PRODUCTS_OF: readonly Range[] = ['last_30_days', 'all'];

const DAYS = { last_7_days: '7', last_30_days: '30', last_90_days: '90' } as const;

function getRangeName(range: Range, { t }: Say): string {
  if (range === 'all') return t('All days');
  return range === 'this_year' ? t('This year') : t('Last {days} days', { days: DAYS[range] });
}

/** Reports of earlier versions have no overview. */
export function showOverview({ overview }: CohortReport, say: Say): ShownTable[] {
  return overview ? [showRanges(overview, say), showMonths(overview, say), showProducts(overview, say)] : [];
}

function showRanges({ ranges }: Overview, say: Say): ShownTable {
  const { t, number, percent, money, day } = say;
  return {
    id: 'overview',
    title: t('Revenue, orders and customers'),
    note: t(
      'Days up to {day}, compared with as many days before and with the same days of the year before.',
      {
        day: formatKnown(ranges[0]?.last_day, day),
      },
    ),
    columns: [
      { title: t('Days') },
      createFigure(t('Revenue')),
      createFigure(t('Days before')),
      createFigure(t('Year before')),
      createFigure(t('Orders'), 60),
      createFigure(t('Customers'), 72),
      createFigure(t('Average order value'), 96),
      createFigure(t('Returning'), 108),
    ],
    rows: ranges.map((one) => [
      getRangeName(one.range, say),
      money(one.net_revenue),
      formatKnown(one.previous, ({ net_revenue }) => money(net_revenue)),
      formatKnown(one.previous_year, ({ net_revenue }) => money(net_revenue)),
      number(one.orders),
      number(one.customers),
      formatKnown(one.average_order_value, money),
      formatKnown(one.returning_share, (share) => percent(share)),
    ]),
  };
}

function showMonths({ months }: Overview, { t, number, money }: Say): ShownTable {
  return {
    ...{ id: 'overview-months', newestLast: true },
    title: t('Revenue, orders and customers by month'),
    note: months.some(({ complete }) => !complete) ? t('* Not a whole month.') : undefined,
    columns: [
      { title: t('Month') },
      ...[t('Revenue'), t('Orders'), t('Customers')].map((one) => createFigure(one)),
      createFigure(t('Returning'), 66),
    ],
    rows: months.map(({ first_day, complete, ...month }) => [
      `${first_day.slice(0, 7)}${complete ? '' : ' *'}`,
      money(month.net_revenue),
      number(month.orders),
      number(month.customers),
      number(month.returning_customers),
    ]),
  };
}

function showProducts({ ranges }: Overview, say: Say): ShownTable {
  const { t, number, money } = say;
  const found = PRODUCTS_OF.map((range) => ranges.find((one) => one.range === range)).find(Boolean);
  return {
    id: 'overview-products',
    title: t('Products with the highest revenue'),
    note: formatKnown(found, ({ range }) => getRangeName(range, say)),
    columns: [
      { title: t('Product') },
      createFigure(t('Revenue')),
      createFigure(t('Orders'), 60),
      createFigure(t('Units'), 60),
    ],
    rows: (found?.top_products ?? []).map(({ product_name, net_revenue, orders, quantity }) => [
      product_name,
      money(net_revenue),
      number(orders),
      number(quantity),
    ]),
  };
}
