// Shows one point of the first page's chart: its figures beside earlier ones, and its orders.
import type {
  CallOptions,
  CohortReport,
  OrderAnalytics,
  OrderSummary,
  OverviewPoint,
} from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { findStartOfDay } from '../../../src/contract/settings/calendar.ts';
import { readParameter } from '../app/address.ts';
import { useDatasetOf } from '../app/dataset.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { getHomeTexts } from '../app/words/home-texts.ts';
import { formatNumber, getTexts } from '../app/words/language.ts';
import { OrderTable } from '../customers/customer-orders.tsx';
import { usePages } from '../parts/pages.tsx';
import { States } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { isOfType } from '../reports/report-types.ts';
import { CUSTOMERS_ID } from '../segments/segment-names.ts';
import { type ComparedPoint, findPoint, toDayFigures } from './compared-days.ts';
import { FigureTiles } from './day-figures.tsx';
import { namePoint } from './overview.tsx';

export function PeriodView() {
  const [id = '', first = '', last = ''] = ['report', 'first', 'last'].map(readParameter);
  const loaded = useLoaded(`period of ${id}`, async (client, call) => {
    const report = await client.reports.get(id, { ...call, lists: true });
    return 'settings' in report && isOfType(report, 'COHORT') ? { report } : {};
  });
  return (
    <States of={loaded} lines={20}>
      {({ report }) => {
        const found = report?.overview ? findPoint(report.overview, first, last) : undefined;
        if (report === undefined || found === undefined)
          return <p class="card">{getHomeTexts().overview.none}</p>;
        return <Period key={`${first} ${last}`} report={report} found={found} />;
      }}
    </States>
  );
}

interface PeriodProps {
  readonly report: CohortReport;
  readonly found: ComparedPoint;
}

function Period({ report, found: { kind, point, previous, previousYear } }: PeriodProps) {
  useDatasetOf(report);
  const said = getHomeTexts().overview;
  const { overview, report_id, dataset_id: dataset, currency, cohorts } = report;
  const toFigures = (days: OverviewPoint) =>
    toDayFigures(days, { returning_from: overview?.returning_from ?? null });
  const cohort = cohorts.find((one) => kind === 'months' && one.cohort === point.first_day.slice(0, 7));
  return (
    <>
      <p>
        <To place={{ dataset }}>{said.back}</To>
      </p>
      <h1>{namePoint(kind, point)}</h1>
      <section class="card">
        {!point.complete && <p class="muted">{said.partly}</p>}
        <FigureTiles
          figures={toFigures(point)}
          earlier={[
            ...(previous === undefined ? [] : [[said.before[kind], toFigures(previous)] as const]),
            ...(previousYear === undefined ? [] : [[said.before.year, toFigures(previousYear)] as const]),
          ]}
          currency={currency}
        />
        <p class="buttons">
          {cohort !== undefined && (
            <To
              place={{ view: 'report', id: report_id, tab: 'customers', cohort: cohort.cohort }}
              anchor={CUSTOMERS_ID}
            >
              {fill(said.newCustomers, { count: cohort.customers, shown: formatNumber(cohort.customers) })}
            </To>
          )}
          <To
            place={{
              ...{ view: 'reports', template: 'standard_mba', dataset },
              ...{ first: point.first_day, last: point.last_day },
            }}
          >
            {said.askDays}
          </To>
        </p>
      </section>
      <Orders report={report} point={point} />
    </>
  );
}

/** Orders of one request of the service, and requests that one press makes: each reads a bounded part of the shop. */
const [LISTED, READS] = [100, 4];

function Orders({ report, point }: { readonly report: CohortReport; readonly point: OverviewPoint }) {
  const { customerPage: said } = getTexts();
  const { dataset_id, currency, settings } = report;
  const query = {
    dataset_id,
    from: findStartOfDay(point.first_day, settings.time_zone),
    to: findStartOfDay(point.last_day, settings.time_zone, 1),
    limit: LISTED,
  };
  const loaded = useLoaded(`orders ${JSON.stringify(query)}`, (client, call) =>
    read(client, undefined, call),
  );
  return (
    <section class="card">
      <h2>{said.orders}</h2>
      <States of={loaded} lines={12}>
        {(first) => <OrderPages first={first} read={read} currency={currency} />}
      </States>
    </section>
  );

  async function read(
    client: OrderAnalytics,
    start: string | undefined,
    call: CallOptions,
  ): Promise<OrderPage> {
    const rows: OrderSummary[] = [];
    let next = start;
    for (let reads = 0; reads < READS && rows.length < LISTED; reads++) {
      const page = await client.orders
        .list({ ...query, ...(next !== undefined && { cursor: next }) }, call)
        .page();
      rows.push(...page.orders);
      next = page.next_cursor;
      if (next === undefined) break;
    }
    return { rows, next };
  }
}

interface OrderPage {
  readonly rows: readonly OrderSummary[];
  readonly next: string | undefined;
}

interface OrderPagesProps {
  readonly first: OrderPage;
  readonly read: (client: OrderAnalytics, cursor: string, call: CallOptions) => Promise<OrderPage>;
  readonly currency: string | null | undefined;
}

function OrderPages({ first, read, currency }: OrderPagesProps) {
  const pages = usePages(first, read);
  return (
    <>
      <OrderTable orders={pages.rows.toSorted(compareDates)} currency={currency} />
      {pages.more()}
    </>
  );
}

/** The service reads orders shard by shard: those that were read are shown newest first. */
function compareDates(a: OrderSummary, b: OrderSummary): number {
  const [first, second] = [a.order_date ?? '', b.order_date ?? ''];
  return Number(first < second) - Number(first > second);
}
