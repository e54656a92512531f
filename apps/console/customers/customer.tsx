// Shows one customer of a report: its figures, current orders, products that go with the last order, the next due date,
// its segment over time, and purchases of similar customers.
import { useState } from 'preact/hooks';
import type {
  FinishedReport,
  ReportCustomer,
  ReportSummary,
  RfmReport,
} from '../../../packages/client/src/index.ts';
import { Cut } from '../../../packages/report-parts/long-text.ts';
import { isolateName } from '../../../packages/report-parts/names.ts';
import { createNumericColumn, Facts, Table } from '../../../packages/report-parts/table.ts';
import { readParameter } from '../app/address.ts';
import { useDatasetOf } from '../app/dataset.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { getTexts, time } from '../app/words/language.ts';
import { Choice } from '../parts/form-fields.tsx';
import { States } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { describeHeading, describePeriod } from '../reports/asked.ts';
import { getGroup, reportName } from '../reports/report-types.ts';
import { formatCell, getColumnTitle } from './customer-cell.ts';
import { type CustomerColumn, isFigure, listColumns } from './customer-columns.ts';
import { CustomerOrders } from './customer-orders.tsx';
import { NextOrder } from './next-order.tsx';

export function CustomerView() {
  const [id, customer] = [readParameter('report'), readParameter('customer')];
  if (id === undefined || customer === undefined) return <Unknown />;
  return <CustomerOf key={`${id} ${customer}`} id={id} customer={customer} />;
}

function Unknown() {
  return <p class="card">{getTexts().customerPage.unknown}</p>;
}

interface CustomerOfProps {
  readonly id: string;
  readonly customer: string;
}

function CustomerOf({ id, customer }: CustomerOfProps) {
  const loaded = useLoaded(`customer ${customer} of ${id}`, async (client, call) => {
    const [report, page] = await Promise.all([
      client.reports.get(id, call),
      client.reports.customers(id, { customer_id: customer }, call).page(),
    ]);
    return { report, found: page.customers[0], others: page.persons?.[0]?.other_ids ?? [] };
  });
  return (
    <States of={loaded} lines={20}>
      {({ report, found, others }) =>
        found === undefined || !('settings' in report) ? (
          <Unknown />
        ) : (
          <Shown report={report} customer={found} others={others} />
        )
      }
    </States>
  );
}

/** Columns that compare customers with each other, or that another fact of the page has. */
const OF_LISTS: readonly CustomerColumn[] = [
  ...(['previous_group', 'scores', 'recency', 'probability_alive', 'priority', 'overdue_ratio'] as const),
  ...(['days_until_due', 'probability_in_30_days'] as const),
];

interface ShownProps {
  readonly report: FinishedReport;
  readonly customer: ReportCustomer;
  /** Their other ids, by the identity rules of the report. */
  readonly others: readonly string[];
}

function Shown({ report, customer, others }: ShownProps) {
  useDatasetOf(report);
  const { customerPage: said } = getTexts();
  const [ordersOf, setOrdersOf] = useState(customer.customer_id);
  const { report_id, report_type, currency, dataset_id: dataset } = report;
  const group = getGroup(report_type);
  const facts = (group === undefined ? [] : listColumns(group)).flatMap((column) => {
    if (OF_LISTS.includes(column)) return [];
    const shown = group && formatCell(customer, column, group, currency);
    return group && shown ? [[getColumnTitle(column, group), shown] as const] : [];
  });
  return (
    <>
      <p>
        <To place={{ view: 'report', id: report_id }}>{reportName(report.name)}</To>
      </p>
      <Cut as="h1" text={customer.customer_id} />
      <p>{describeHeading(report).join(' · ')}</p>
      <Facts
        facts={others.length === 0 ? facts : [...facts, [said.otherIds, isolateName(others.join(', '))]]}
      />
      <NextOrder dataset={dataset} customer={customer.customer_id} />
      {others.length > 0 && (
        <Choice
          title={said.ordersOf}
          value={ordersOf}
          options={[customer.customer_id, ...others].map((id) => [id, id] as const)}
          edit={setOrdersOf}
        />
      )}
      <CustomerOrders key={ordersOf} dataset={dataset} customer={ordersOf} currency={currency} />
      {report.report_type === 'RFM' && <OverTime report={report} customer={customer.customer_id} />}
    </>
  );
}

/** Reports that are read, one request each. */
const MOST_REPORTS = 6;

/** Says which days a report is limited to, if it is. */
function describeRange({ covers }: ReportSummary): string[] {
  return covers.filters.dateRange == null ? [] : [describePeriod(covers)];
}

function OverTime({ report, customer }: { readonly report: RfmReport; readonly customer: string }) {
  const { customerPage: said } = getTexts();
  const loaded = useLoaded(`${customer} over time`, async (client, call) => {
    const { dataset_id, settings } = report;
    const { reports } = await client.reports
      .list({ dataset_id, report_type: 'RFM', limit: 100 }, call)
      .page();
    const alike = reports
      .filter(({ status }) => status.startsWith('Completed'))
      .filter(({ covers }) => covers.customer_scope === settings.customer_scope)
      .slice(0, MOST_REPORTS);
    const rows = await Promise.all(
      alike.map(async (each) => {
        const page = await client.reports.customers(each.report_id, { customer_id: customer }, call).page();
        return page.customers.map((found) => ({ report: each, found }));
      }),
    );
    return rows.flat();
  });
  const columns = ['group', 'frequency', 'monetary'] as const;
  if (loaded.value !== undefined && loaded.value.length < 2) return null;
  return (
    <section class="card">
      <h2>{said.overTime}</h2>
      <States of={loaded} lines={6}>
        {(rows) => (
          <Table
            caption={said.overTime}
            columns={[
              { title: said.report },
              ...columns.map((column) => {
                const title = getColumnTitle(column, 'segment');
                return isFigure(column) ? createNumericColumn(title) : { title };
              }),
            ]}
            rows={rows.map(({ report: each, found }) => [
              <To key="" place={{ view: 'customer', report: each.report_id, customer }}>
                {[time(each.created_at), ...describeRange(each)].join(' · ')}
              </To>,
              ...columns.map((column) => formatCell(found, column, 'segment', report.currency)),
            ])}
          />
        )}
      </States>
    </section>
  );
}
