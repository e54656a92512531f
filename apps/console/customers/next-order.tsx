// Shows a customer's next order: when it is due by the newest report on that, and products for it.
import { useState } from 'preact/hooks';
import type { ReplenishmentCustomer } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { progressOf, useFollowed } from '../app/jobs.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { formatDay, formatNumber, formatPercent, getTexts } from '../app/words/language.ts';
import { Writing } from '../parts/form-fields.tsx';
import { Action } from '../parts/sending.tsx';
import { States } from '../parts/states.tsx';
import { ProgressLine } from '../parts/status.tsx';
import { To } from '../parts/to.tsx';
import { reportName, typeName } from '../reports/report-types.ts';
import { findNextProducts, type NextProducts } from './next-products.ts';

interface NextOrderProps {
  readonly dataset: string;
  readonly customer: string;
}

export function NextOrder({ dataset, customer }: NextOrderProps) {
  const { customerPage: said } = getTexts();
  const loaded = useLoaded(`due again ${dataset} ${customer}`, async (client, call) => {
    const wanted = { dataset_id: dataset, report_type: 'REPLENISHMENT', limit: 20 } as const;
    const { reports } = await client.reports.list(wanted, call).page();
    const report = reports.find(({ status }) => status.startsWith('Completed'));
    if (report === undefined) return { report };
    const query = { customer_id: customer, order_by: 'recency' } as const;
    const { customers } = await client.reports.customers(report.report_id, query, call).page();
    return { report, found: customers.find((one) => 'due_on' in one) };
  });
  return (
    <section class="card">
      <h2>{said.nextOrder}</h2>
      <States of={loaded} lines={3}>
        {({ report, found }) => {
          if (report === undefined)
            return (
              <p>
                {said.noDueReport} <To place={{ view: 'reports', dataset }}>{getTexts().reports}</To>
              </p>
            );
          return (
            <p>
              {found === undefined ? said.notInDue : describeDue(found)}{' '}
              <To place={{ view: 'report', id: report.report_id }}>{reportName(report.name)}</To>
            </p>
          );
        }}
      </States>
      <Next dataset={dataset} customer={customer} />
    </section>
  );
}

/** Describes one date: products have theirs in the list of what is bought again. */
function describeDue({
  due_on,
  days_until_due,
  probability_in_30_days: share,
}: ReplenishmentCustomer): string {
  const { customerPage: said } = getTexts();
  if (due_on === null || days_until_due === null) return said.tooFewOrders;
  const asOf = new Date(Date.parse(due_on) - days_until_due * DAY_MS).toISOString();
  return [
    fill(days_until_due < 1 ? said.wasDue : said.dueOn, { date: formatDay(due_on) }),
    ...(share === null
      ? []
      : [fill(said.within30, { share: formatPercent(share, 0), date: formatDay(asOf) })]),
  ].join(' ');
}

const DAY_MS = 86_400_000;

interface NoneServedProps {
  readonly dataset: string;
  readonly reload: () => void;
}

/** Requests a report that serves recommendations, and shows them when it has finished. */
function NoneServed({ dataset, reload }: NoneServedProps) {
  const { customerPage: said } = getTexts();
  const [asked, setAsked] = useState<string>();
  useFollowed(asked === undefined ? [] : [{ kind: 'report', id: asked }], reload);
  if (asked !== undefined)
    return (
      <ul class="plain">
        <ProgressLine
          title={typeName('MBA')}
          {...(progressOf.value[asked] ?? { phase: 'queued', fraction: 0 })}
        />
      </ul>
    );
  return (
    <>
      <p>{said.noneServed}</p>
      <Writing>
        <Action
          title={said.serve}
          work={async (client, call) => {
            const params = { leave_out: 'not_goods' as const, serve: true };
            const request = { template: 'standard_mba' as const, dataset_id: dataset, params };
            setAsked((await client.reports.create(request, call)).report_id);
          }}
        />
      </Writing>
    </>
  );
}

interface NextProps {
  readonly dataset: string;
  readonly customer: string;
}

function Next({ dataset, customer }: NextProps) {
  const { customerPage: said } = getTexts();
  const loaded = useLoaded(`next of ${dataset} ${customer}`, async (client, call) => ({
    found: await findNextProducts(client, dataset, customer, call),
  }));
  return (
    <States of={loaded} lines={8}>
      {({ found }) =>
        found === undefined ? (
          <NoneServed dataset={dataset} reload={loaded.reload} />
        ) : (
          <div class="columns">
            <div>
              <h3>{said.buysAgain}</h3>
              <Again products={found.again} />
            </div>
            <div>
              <h3>{said.goesNext}</h3>
              <New products={found.fresh} />
            </div>
          </div>
        )
      }
    </States>
  );
}

function Again({ products }: { readonly products: NextProducts['again'] }) {
  const { customerPage: said } = getTexts();
  if (products.length === 0) return <p>{said.nothingAgain}</p>;
  return (
    <ul>
      {products.map(({ product, orders, last_order_on: last, due_on: due }) => (
        <li key={product}>
          <bdi>{product}</bdi>{' '}
          <span class="muted">
            · {fill(said.inOrders, { count: orders, shown: formatNumber(orders) })}
            {last !== null && ` · ${fill(said.lastOn, { date: formatDay(last) })}`}
            {due !== null && ` · ${fill(said.dueAgainOn, { date: formatDay(due) })}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function New({ products }: { readonly products: NextProducts['fresh'] }) {
  const { customerPage: said } = getTexts();
  if (products.length === 0) return <p>{said.nothingNext}</p>;
  return (
    <ul>
      {products.map(({ product, because }) => (
        <li key={product}>
          <bdi>{product}</bdi>{' '}
          {because !== null && (
            <span class="muted">
              ·{' '}
              {fill(said.nextWhy, {
                product: because.antecedents.join(', '),
                share: formatPercent(because.confidence, 0),
              })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
