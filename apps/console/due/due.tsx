// Shows who is due to buy again: a list by week, the products that each is due for, and products by number of due
// customers.
import type { ReplenishmentReport } from '../../../packages/client/src/index.ts';
import { fill, joinIsolated } from '../../../packages/report-parts/names.ts';
import { createNumericColumn, Facts } from '../../../packages/report-parts/table.ts';
import { showDue } from '../../../packages/report-parts/tables/due.ts';
import { ShownTables } from '../../../packages/report-parts/tables/shown.ts';
import { change, readParameter } from '../app/address.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { formatDay, formatNumber, formatPercent, getTexts } from '../app/words/language.ts';
import { createSay } from '../app/words/service-words.ts';
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
  readonly query: object;
}

/** Index of the first week among the buckets. */
const THIS_WEEK = 2;

function createBuckets({ summary, weeks }: ReplenishmentReport): Bucket[] {
  const { stage } = getTexts().due;
  const bucket = (key: keyof typeof stage): Bucket => ({
    ...{ name: stage[key], customers: summary[key], query: { stage: [key] } },
  });
  return [
    bucket('rhythm_broken'),
    bucket('overdue'),
    ...weeks.map(({ first_day, last_day, customers }, week) => ({
      ...{ name: `${formatDay(first_day)} – ${formatDay(last_day)}`, customers },
      query: { min_days_until_due: 7 * week + 1, max_days_until_due: 7 * week + 7 },
    })),
    bucket('too_few_orders'),
  ];
}

export function Due({ report }: { readonly report: ReplenishmentReport }) {
  const { due: said, cohorts, type } = getTexts();
  const { facts, tables } = showDue(report, createSay(report));
  const buckets = createBuckets(report);
  // Starts with this week, or else with the first bucket that has customers.
  const filled = [THIS_WEEK, ...buckets.keys()].find((at) => (buckets[at]?.customers ?? 0) > 0);
  if (filled === undefined)
    return (
      <Tab name="overview">
        <p class="card">{cohorts.none}</p>
      </Tab>
    );
  const chosen = Number(readParameter('week') ?? filled);
  const selectTables = (tab: TabName) =>
    tables.filter(
      ({ id }) => id !== 'due-weeks' && (id === 'due-products' ? 'products' : 'forecast') === tab,
    );
  return (
    <>
      <Tab name="overview">
        <Facts facts={facts} />
        <ShownTables tables={tables.filter(({ id }) => id === 'due-weeks')} />
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
          <Listed key={chosen} bucket={buckets[chosen]} id={report.report_id} />
        </section>
      </Tab>
      {(['products', 'forecast'] as const).map((name) => (
        <Tab key={name} name={name}>
          <ShownTables tables={selectTables(name)} />
        </Tab>
      ))}
    </>
  );
}

/** Without orders, there is nothing but that. */
export function listDueTabs({ summary, cadence, products }: ReplenishmentReport): readonly TabName[] {
  if (summary.customers === 0) return [];
  return [
    'customers',
    ...(products.length > 0 ? (['products'] as const) : []),
    ...(cadence ? (['forecast'] as const) : []),
  ];
}

/** Lists the customers in the order of the better rule. */
function Listed({ bucket, id }: { readonly bucket: Bucket | undefined; readonly id: string }) {
  const { due: said, customers: list, column, exported } = getTexts();
  const { query, name = '' } = bucket ?? {};
  const loaded = useLoaded(`due ${id} ${name}`, (client, call) =>
    client.reports
      .customers(id, { ...query, order_by: 'priority', order: 'asc', limit: LISTED }, call)
      .page(),
  );
  return (
    <States of={loaded} lines={10}>
      {({ customers, customers_matched: matched }) => (
        <>
          <p>
            {matched === 0
              ? list.noneMatches
              : fill(list.matched, { count: matched, shown: formatNumber(matched) })}
          </p>
          <FirstRows
            key={name}
            most={SHOWN}
            caption={name}
            columns={[
              ...[exported.customers, said.dueOn, said.window].map((title) => ({ title })),
              createNumericColumn(column.probability_in_30_days),
              { title: exported.products },
            ]}
            rows={customers.flatMap((one) =>
              'due_on' in one
                ? [
                    [
                      <To
                        key=""
                        class="cut"
                        place={{ view: 'customer', report: id, customer: one.customer_id }}
                      >
                        {one.customer_id}
                      </To>,
                      formatDueDays(one.due_on),
                      formatDueDays(one.window_from, one.window_to),
                      one.probability_in_30_days === null
                        ? '–'
                        : formatPercent(one.probability_in_30_days, 0),
                      joinIsolated(
                        [one.product_1 ?? '', one.product_2 ?? '', one.product_3 ?? ''].filter(Boolean),
                        ', ',
                      ),
                    ],
                  ]
                : [],
            )}
          />
        </>
      )}
    </States>
  );
}

function formatDueDays(...dates: readonly (string | null)[]): string {
  return dates.flatMap((date) => (date === null ? [] : [formatDay(date)])).join(' – ');
}
