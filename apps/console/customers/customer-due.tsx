// Shows when a customer is due to buy again, and what, from the newest report with a forecast.
import type { ReplenishmentCustomer } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { formatDay, formatNumber, formatPercent, getTexts } from '../app/words/language.ts';
import { States } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { reportName } from '../reports/report-types.ts';
import type { DueAgain } from './due-again.ts';

interface CustomerDueProps {
  readonly dataset: string;
  readonly customer: string;
  /** Shown only if no report has a due date of the customer, so that the page has one date. */
  readonly usual: DueAgain | undefined;
}

export function CustomerDue({ dataset, customer, usual }: CustomerDueProps) {
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
      <h2>{said.dueAgain}</h2>
      <States of={loaded} lines={3}>
        {({ report, found }) => {
          if (report === undefined)
            return (
              <>
                <Usual usual={usual} />
                <p>
                  {said.noDueReport} <To place={{ view: 'reports', dataset }}>{getTexts().reports}</To>
                </p>
              </>
            );
          return (
            <>
              {found === undefined ? <p>{said.notInDue}</p> : <DueOf customer={found} />}
              {(found?.due_on ?? null) === null && <Usual usual={usual} />}
              <p>
                <To place={{ view: 'report', id: report.report_id }}>{reportName(report.name)}</To>
              </p>
            </>
          );
        }}
      </States>
    </section>
  );
}

/** Says how late the customer is by the usual time between orders of all. */
function Usual({ usual: due }: Pick<CustomerDueProps, 'usual'>) {
  const { customerPage: said } = getTexts();
  if (due === undefined) return null;
  return (
    <p>
      {due.late > 0
        ? fill(said.late, { usual: formatNumber(due.usual), days: formatNumber(due.late) })
        : fill(said.due, { usual: formatNumber(due.usual), days: formatNumber(-due.late) })}
    </p>
  );
}

function DueOf({ customer }: { readonly customer: ReplenishmentCustomer }) {
  const { customerPage: said } = getTexts();
  const { due_on, days_until_due, window_from, window_to, probability_in_30_days: share } = customer;
  if (due_on === null || days_until_due === null) return <p>{said.tooFewOrders}</p>;
  const products = ([1, 2, 3] as const).flatMap((at) => {
    const [product, on] = [customer[`product_${at}`], customer[`product_${at}_due_on`]];
    return product === null || on === null ? [] : [{ product, on }];
  });
  return (
    <>
      <p>
        {days_until_due < 1
          ? fill(said.wasDue, { date: formatDay(due_on) })
          : fill(said.dueOn, { date: formatDay(due_on) })}
        {/* The window of a late customer is about the days after the report, not around the date. */}
        {days_until_due >= 1 &&
          window_from !== null &&
          window_to !== null &&
          ` ${fill(said.window, { from: formatDay(window_from), to: formatDay(window_to) })}`}
        {share !== null && ` ${fill(said.within30, { share: formatPercent(share, 0) })}`}
      </p>
      {products.length > 0 && (
        <ul>
          {products.map(({ product, on }) => (
            <li key={product}>
              <bdi>{product}</bdi> <span class="muted">· {formatDay(on)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
