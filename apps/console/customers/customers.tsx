// Shows the customers of a report, all or those of some segments or cohorts: filtered, sorted, and saved as a file.
import type {
  FinishedReport,
  ListCustomersResponse,
  ReportCustomer,
} from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { readParameter } from '../app/address.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { formatNumber, getTexts } from '../app/words/language.ts';
import { usePages } from '../parts/pages.tsx';
import { States } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { getAriaSort, VirtualRows } from '../parts/virtual-rows.tsx';
import type { CustomerGroup } from '../reports/report-types.ts';
import { CUSTOMERS_ID } from '../segments/segment-names.ts';
import { ClearChoice } from './chosen-customers.tsx';
import { formatCell, getColumnTitle } from './customer-cell.ts';
import {
  type CustomerColumn,
  getChosenColumns,
  getColumnOrder,
  isFigure,
  listBounds,
  listColumns,
} from './customer-columns.ts';
import { CustomerFields } from './customer-fields.tsx';
import { CustomerActions } from './customer-file.tsx';
import { CHANGES, type CustomerFilters, type ScoreCell, toQuery } from './customer-list.ts';

const FIRST_PAGE = 100;
/** Limit of one request. */
const LONGEST_PAGE = 1_000;

interface CustomersProps {
  readonly report: FinishedReport;
  readonly group: CustomerGroup;
  /** Names of the segments or cohorts; none for all customers. */
  readonly names: readonly string[];
  /** Limits the list to a cell of the grid of scores. */
  readonly cell?: ScoreCell | undefined;
  /** The name shown to the reader. */
  readonly shownName: string | undefined;
  /** Whether the report has been compared with an earlier one. */
  readonly isCompared: boolean;
}

export function Customers({ report, group, names, cell, shownName, isCompared }: CustomersProps) {
  const { customers: said } = getTexts();
  const filters = createFilters(group, names, cell);
  const query = toQuery(filters);
  const key = JSON.stringify(query);
  const loaded = useLoaded(`customers of ${report.report_id} ${key}`, (client, call) =>
    client.reports.customers(report.report_id, { ...query, limit: FIRST_PAGE }, call).page(),
  );
  return (
    <section class="card customers" id={CUSTOMERS_ID}>
      <h2>{shownName === undefined ? said.all : fill(said.of, { group: shownName })}</h2>
      <CustomerFields filters={filters} isCompared={isCompared} products={listNamedProducts(report)} />
      <States of={loaded} lines={20}>
        {(first) => (
          <Listed key={`${key} ${first.next_cursor ?? ''}`} first={first} filters={filters} report={report} />
        )}
      </States>
    </section>
  );
}

interface ListedProps {
  readonly first: ListCustomersResponse;
  readonly filters: CustomerFilters;
  readonly report: FinishedReport;
}

function Listed({ first, filters, report }: ListedProps) {
  const { customers: said } = getTexts();
  const { customers_matched: matched } = first;
  const pages = usePages({ rows: first.customers, next: first.next_cursor }, async (client, cursor, call) => {
    const query = { ...toQuery(filters), cursor, limit: LONGEST_PAGE };
    const page = await client.reports.customers(report.report_id, query, call).page();
    return { rows: page.customers, next: page.next_cursor };
  });
  const isChosen = readParameter('columns') !== undefined;
  const knowsContacts = first.customers.some(({ contact }) => contact !== null && contact !== undefined);
  return (
    <>
      <p>
        <output>
          {matched === 0
            ? said.noneMatches
            : fill(said.matched, { count: matched, shown: formatNumber(matched) })}
        </output>{' '}
        {(filters.names.length > 0 || filters.cell !== undefined) && <ClearChoice />}{' '}
        {matched > 0 && (
          <CustomerActions reportId={report.report_id} filters={filters} called={filters.names.join(', ')} />
        )}
      </p>
      {matched > 0 && (
        <CustomerTable
          reportId={report.report_id}
          customers={pages.rows}
          currency={report.currency}
          filters={filters}
          columns={[
            ...getChosenColumns(filters.group, readParameter('columns')).filter(
              (column) => column !== 'contact' || isChosen || knowsContacts,
            ),
            ...(first.next_products_from === undefined ? [] : (['next'] as const)),
          ]}
        />
      )}
      {pages.more(fill(said.reading, { count: formatNumber(pages.rows.length) }))}
    </>
  );
}

function listNamedProducts(report: FinishedReport): readonly string[] {
  if ('products' in report) return report.products.map(({ product }) => product);
  if (!('segments' in report)) return [];
  const named = report.segments.flatMap(({ top_products }) =>
    top_products.map(({ product_name }) => product_name),
  );
  return [...new Set(named)];
}

/** Reads the filters from the address. */
function createFilters(
  group: CustomerGroup,
  names: readonly string[],
  cell: ScoreCell | undefined,
): CustomerFilters {
  return {
    group,
    names,
    cell,
    was: readParameter('was'),
    only: CHANGES.find((kind) => kind === readParameter('only')),
    bounds: Object.fromEntries(listBounds(group).map((name) => [name, readParameter(name) ?? ''])),
    search: readParameter('find') ?? '',
    product: readParameter('bought') ?? '',
    by:
      listColumns(group)
        .map(getColumnOrder)
        .find((order) => order === readParameter('by')) ?? 'monetary',
    descending: readParameter('order') !== 'asc',
  };
}

interface CustomerTableProps {
  readonly reportId: string;
  readonly customers: readonly ReportCustomer[];
  readonly currency: string | null | undefined;
  readonly filters: CustomerFilters;
  readonly columns: readonly CustomerColumn[];
}

function CustomerTable({ reportId, customers, currency, filters, columns }: CustomerTableProps) {
  const { customers: said } = getTexts();
  const { group, by, descending } = filters;
  return (
    <VirtualRows
      label={said.all}
      columns={[
        { title: said.id },
        ...columns.map((column) => {
          const order = getColumnOrder(column);
          return {
            title: getColumnTitle(column, group),
            isFigure: isFigure(column),
            ...(order !== undefined && getAriaSort(order, by, descending)),
          };
        }),
      ]}
      rows={customers}
      cells={(customer) => [
        <To key="" class="cut" place={{ view: 'customer', report: reportId, customer: customer.customer_id }}>
          {customer.customer_id}
        </To>,
        ...columns.map((column) => formatCell(customer, column, group, currency)),
      ]}
    />
  );
}
