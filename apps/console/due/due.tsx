// Shows who is due to buy again: a list by week, the products that each is due for, and products by number of due
// customers.
import type { ReplenishmentCustomer, ReplenishmentReport } from '../../../packages/client/src/index.ts';
import { fill, joinIsolated } from '../../../packages/report-parts/names.ts';
import { createNumericColumn, Facts } from '../../../packages/report-parts/table.ts';
import { showDue } from '../../../packages/report-parts/tables/due.ts';
import { ShownTables } from '../../../packages/report-parts/tables/shown.ts';
import { change, readParameter } from '../app/address.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { formatDay, formatNumber, formatPercent, getTexts } from '../app/words/language.ts';
import { createSay } from '../app/words/service-words.ts';
import { CustomerActions } from '../customers/customer-file.tsx';
import { type CustomerFilters, filterByGroup, toQuery } from '../customers/customer-list.ts';
import { FirstRows } from '../parts/figures.tsx';
import { Choice } from '../parts/form-fields.tsx';
import { States } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { Tab, type TabName } from '../reports/tabs.tsx';
import { CUSTOMERS_ID } from '../segments/segment-names.ts';

const LISTED = 100;
/** Rows shown at first: about as many as fit two screens of a phone. */
const SHOWN = 20;

/** A group of listed customers, with their number. */
interface Bucket {
  readonly name: string;
  readonly customers: number;
  readonly filters: CustomerFilters;
}

/** All customers, in the order of the better rule. */
const LIKELIEST: CustomerFilters = { ...filterByGroup('stage', []), by: 'priority', descending: false };

/** Index of the first week among the buckets. */
const THIS_WEEK = 2;

/** Customers with too few orders have no due date: the list has nothing about them. */
function createBuckets({ summary, weeks }: ReplenishmentReport): Bucket[] {
  const { stage } = getTexts().due;
  const bucket = (key: keyof typeof stage): Bucket => ({
    ...{ name: stage[key], customers: summary[key], filters: { ...LIKELIEST, names: [key] } },
  });
  return [
    bucket('rhythm_broken'),
    bucket('overdue'),
    ...weeks.map(({ first_day, last_day, customers }, week) => ({
      ...{ name: `${formatDay(first_day)} – ${formatDay(last_day)}`, customers },
      filters: {
        ...LIKELIEST,
        bounds: { min_days_until_due: `${7 * week + 1}`, max_days_until_due: `${7 * week + 7}` },
      },
    })),
  ];
}

/** Starts with this week, or else with the first bucket that has customers. */
function findFirst(buckets: readonly Bucket[]): number | undefined {
  return [THIS_WEEK, ...buckets.keys()].find((at) => (buckets[at]?.customers ?? 0) > 0);
}

export function Due({ report }: { readonly report: ReplenishmentReport }) {
  const { due: said, cohorts, type } = getTexts();
  const { facts, tables } = showDue(report, createSay(report));
  const buckets = createBuckets(report);
  const { summary, report_id: id } = report;
  if (summary.customers === 0)
    return (
      <Tab name="overview">
        <p class="card">{cohorts.none}</p>
      </Tab>
    );
  const chosen = Number(readParameter('week') ?? findFirst(buckets));
  const bucket = buckets[chosen];
  return (
    <>
      <Tab name="overview">
        <Facts facts={facts} />
        <ShownTables tables={tables.filter((table) => table.id !== PRODUCTS)} />
      </Tab>
      <Tab name="customers">
        <section class="card" id={CUSTOMERS_ID}>
          <h2>{type.REPLENISHMENT}</h2>
          <p class="muted">{said.hint}</p>
          <Choice
            title={said.dueOn}
            class="inline"
            value={`${chosen}`}
            options={buckets.flatMap(({ name, customers }, at) =>
              customers === 0 ? [] : [[`${at}`, `${name} (${formatNumber(customers)})`] as const],
            )}
            edit={(week) => change({ week })}
          />
          {bucket !== undefined && <Listed key={chosen} bucket={bucket} id={id} />}
          {summary.too_few_orders > 0 && (
            <p class="muted">
              {fill(said.tooFew, {
                count: summary.too_few_orders,
                shown: formatNumber(summary.too_few_orders),
              })}
            </p>
          )}
        </section>
      </Tab>
      <Tab name="products">
        <ShownTables tables={tables.filter((table) => table.id === PRODUCTS)} />
      </Tab>
    </>
  );
}

const PRODUCTS = 'due-products';

/** A tab has something to show: without due dates, there is no list. */
export function listDueTabs(report: ReplenishmentReport): readonly TabName[] {
  const { tables } = showDue(report, createSay(report));
  return [
    ...(findFirst(createBuckets(report)) === undefined ? [] : (['customers'] as const)),
    ...(tables.some((table) => table.id === PRODUCTS) ? (['products'] as const) : []),
  ];
}

function Listed({ bucket, id }: { readonly bucket: Bucket; readonly id: string }) {
  const { due: said, customers: list, exported } = getTexts();
  const { filters, name } = bucket;
  const loaded = useLoaded(`due ${id} ${name}`, (client, call) =>
    client.reports.customers(id, { ...toQuery(filters), limit: LISTED }, call).page(),
  );
  return (
    <States of={loaded} lines={10}>
      {({ customers }) => {
        const due = customers.flatMap((one) => ('due_on' in one ? [one] : []));
        const columns = [
          ...[
            {
              title: said.dueOn,
              show: (one: DueCustomer) => (one.due_on === null ? '' : formatDay(one.due_on)),
            },
            { ...createNumericColumn(said.chance), show: formatChance },
            { title: exported.products, show: nameProducts },
          ],
        ].filter(({ show }) => due.some((one) => show(one) !== ''));
        return (
          <>
            <p class="buttons">
              <CustomerActions reportId={id} filters={filters} called={name} />
            </p>
            <FirstRows
              key={name}
              most={SHOWN}
              caption={name}
              columns={[{ title: list.id }, ...columns]}
              rows={due.map((one) => [
                <To key="" place={{ view: 'customer', report: id, customer: one.customer_id }}>
                  {one.customer_id}
                </To>,
                ...columns.map(({ show }) => show(one)),
              ])}
            />
          </>
        );
      }}
    </States>
  );
}

type DueCustomer = ReplenishmentCustomer;

function formatChance({ probability_in_30_days: share }: DueCustomer): string {
  return share === null ? '' : formatPercent(share, 0);
}

function nameProducts({ product_1, product_2, product_3 }: DueCustomer): string {
  return joinIsolated(
    [product_1, product_2, product_3].flatMap((name) => name ?? []),
    ', ',
  );
}
