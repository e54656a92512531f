// Shows the shop at a glance: a range of days, its figures beside earlier ones, a chart whose points lead to their orders,
// and the products that sold best.
import type { CohortReport } from '../../../packages/client/src/index.ts';
import type { NewestReports } from '../../../packages/report-parts/actions/find-actions.ts';
import { PeriodBars } from '../../../packages/report-parts/charts/period-bars.ts';
import { createNumericColumn, Table } from '../../../packages/report-parts/table.ts';
import { buildHref, change, follow, type Place, readParameter } from '../app/address.ts';
import { getHomeTexts } from '../app/words/home-texts.ts';
import {
  formatCompact,
  formatDay,
  formatDayOfYear,
  formatMoney,
  formatMonth,
  formatNumber,
  getTexts,
} from '../app/words/language.ts';
import { To } from '../parts/to.tsx';
import { listPoints, type Overview, type PointKind, type RangeName, toDayFigures } from './compared-days.ts';
import { FigureTiles } from './day-figures.tsx';

/** The first one that the data cover is shown at first. */
const FIRST_RANGES: readonly RangeName[] = ['last_30_days', 'all'];

interface OverviewProps {
  readonly report: CohortReport;
  readonly overview: Overview;
  readonly products: NewestReports['MBA'];
}

export function OverviewCard({ report, overview, products }: OverviewProps) {
  const said = getHomeTexts().overview;
  const { ranges } = overview;
  const asked = [readParameter('days'), ...FIRST_RANGES];
  const shown = asked.map((name) => ranges.find(({ range }) => range === name)).find(Boolean);
  if (shown === undefined) return null;
  const { previous, previous_year } = shown;
  return (
    <section class="card">
      <h2>{said.title}</h2>
      <p class="ranges">
        {ranges.map(({ range, last_day }) => (
          <button
            key={range}
            type="button"
            aria-pressed={range === shown.range}
            onClick={() => change({ days: range })}
          >
            {range === 'this_year' ? last_day.slice(0, 4) : said.range[range]}
          </button>
        ))}
        <span class="muted">{describeDays(shown)}</span>
      </p>
      <FigureTiles
        figures={toDayFigures(shown, overview)}
        earlier={[
          ...(previous === null ? [] : [[said.before.days, toDayFigures(previous, overview)] as const]),
          ...(previous_year === null
            ? []
            : [[said.before.year, toDayFigures(previous_year, overview)] as const]),
        ]}
        currency={report.currency}
        repeatRate={shown.range === 'all' ? report.summary.repeat_rate : undefined}
      />
      <div class="pair">
        <Points report={report} overview={overview} shown={shown} />
        <TopProducts shown={shown} currency={report.currency} products={products} />
      </div>
    </section>
  );
}

type Shown = Overview['ranges'][number];
type Point = Overview['days'][number];

interface Days {
  readonly first_day: string;
  readonly last_day: string;
}

function describeDays({ first_day, last_day }: Days): string {
  return first_day === last_day ? formatDay(first_day) : `${formatDay(first_day)} – ${formatDay(last_day)}`;
}

/** Names a month by its name, also one in which the data begin or end. */
export function namePoint(kind: PointKind, point: Days): string {
  return kind === 'months' ? formatMonth(point.first_day.slice(0, 7)) : describeDays(point);
}

function toPlace({ report_id }: CohortReport, { first_day, last_day }: Days): Place {
  return { view: 'period', report: report_id, first: first_day, last: last_day };
}

interface PointsProps {
  readonly report: CohortReport;
  readonly overview: Overview;
  readonly shown: Shown;
}

function Points({ report, overview, shown }: PointsProps) {
  const said = getHomeTexts().overview;
  const { kind, points } = listPoints(overview, shown);
  const formatRevenue = ({ net_revenue }: Point): string => formatMoney(net_revenue, report.currency);
  if (points.length < 2) return null;
  const title = said.bars[kind];
  return (
    <div>
      <h3>{title}</h3>
      <PeriodBars
        label={title}
        bars={points.map((point) => ({
          name: kind === 'months' ? namePoint(kind, point) : formatDayOfYear(point.last_day),
          value: point.net_revenue,
          isWhole: point.complete,
          hint: `${namePoint(kind, point)}: ${formatRevenue(point)}${point.complete ? '' : `, ${said.notWhole}`}`,
          link: {
            href: buildHref(toPlace(report, point)),
            onClick: (event: MouseEvent) => follow(event, toPlace(report, point)),
          },
        }))}
        write={formatCompact}
      />
      {points.some(({ complete }) => !complete) && <p class="muted">{said.hollow}</p>}
      <details>
        <summary>{said.all}</summary>
        <Table
          caption={title}
          columns={[
            { title: said.period },
            ...[
              said.figure.revenue.title,
              said.figure.orders.title,
              said.figure.customers.title,
              said.figure.returning.title,
            ].map((name) => createNumericColumn(name)),
          ]}
          rows={points.toReversed().map((point) => [
            <To key="" place={toPlace(report, point)}>
              {namePoint(kind, point)}
              {point.complete ? '' : ' *'}
            </To>,
            formatRevenue(point),
            ...[point.orders, point.customers, point.returning_customers].map((value) => formatNumber(value)),
          ])}
        />
      </details>
    </div>
  );
}

interface TopProductsProps {
  readonly shown: Shown;
  readonly currency: string | null | undefined;
  readonly products: NewestReports['MBA'];
}

/** Each leads to what goes with it, if a report knows that. */
function TopProducts({ shown: { top_products: found }, currency, products }: TopProductsProps) {
  const said = getHomeTexts().overview;
  if (found.length === 0) return null;
  return (
    <div>
      <h3>{said.topProducts}</h3>
      <Table
        caption={said.topProducts}
        columns={[
          { title: getTexts().customerPage.products },
          ...[said.figure.revenue.title, said.figure.orders.title].map((name) => createNumericColumn(name)),
        ]}
        rows={found.map(({ product_name: product, net_revenue, orders }) => [
          products === undefined ? (
            product
          ) : (
            <To key="" place={{ view: 'product', report: products.report_id, product }}>
              {product}
            </To>
          ),
          formatMoney(net_revenue, currency),
          formatNumber(orders),
        ])}
      />
    </div>
  );
}
