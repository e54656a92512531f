// The customers of a report, all or of one segment or cohort: filtered, sorted, and saved as a file.
import { useState } from 'preact/hooks';
import type { FinishedReport } from '../../client/src/index.ts';
import { change, part } from '../address.ts';
import {
  CUSTOMER_FIGURES,
  type CustomerFilters,
  customerCsv,
  type ListedCustomer,
  queryOf,
} from '../customer-list.ts';
import { day, money, number, texts } from '../language.ts';
import { useLoaded } from '../loaded.ts';
import { Scroll } from '../parts/scroll.tsx';
import { Problem, States } from '../parts/states.tsx';
import { service } from '../service.ts';

const FIRST_PAGE = 50;
/** The most that one request returns; the file has all. */
const LONGEST_PAGE = 1_000;

export interface CustomersProps {
  readonly report: FinishedReport;
  readonly group: 'segment' | 'cohort';
  /** Of the segment or cohort; undefined for all customers. */
  readonly name: string | undefined;
  /** What else is shown of each. */
  readonly columns: readonly ('segment' | 'cohort')[];
}

export function Customers({ report, group, name, columns }: CustomersProps) {
  const { customers: said, segments, more } = texts();
  const filters = filtersOf(group, name);
  const [limit, setLimit] = useState(FIRST_PAGE);
  const query = { ...queryOf(filters), limit };
  const loaded = useLoaded(`customers of ${report.report_id} ${JSON.stringify(query)}`, (client, call) =>
    client.reports.customers(report.report_id, query, call).page(),
  );
  const shownName = name !== undefined && isSegment(name, segments.name) ? segments.name[name] : name;
  return (
    <section class="card">
      <h2>{shownName === undefined ? said.all : said.of(shownName)}</h2>
      <Fields filters={filters} />
      <States of={loaded} lines={20}>
        {({ customers, customers_matched, next_cursor }) => (
          <>
            <p>
              {said.matched(customers_matched, number(customers_matched))}{' '}
              {customers_matched > 0 && (
                <Download key={JSON.stringify(query)} report={report} filters={filters} />
              )}
            </p>
            {customers.length > 0 && (
              <CustomerTable
                customers={customers}
                currency={report.currency}
                filters={filters}
                columns={columns}
              />
            )}
            {next_cursor !== undefined && limit < LONGEST_PAGE && (
              <button type="button" onClick={() => setLimit(LONGEST_PAGE)}>
                {more}
              </button>
            )}
          </>
        )}
      </States>
    </section>
  );
}

function isSegment<Names extends object>(name: string, names: Names): name is string & keyof Names {
  return Object.hasOwn(names, name);
}

/** As the address has them. */
function filtersOf(group: 'segment' | 'cohort', name: string | undefined): CustomerFilters {
  return {
    group,
    name,
    maxRecency: part('recency') ?? '',
    minFrequency: part('frequency') ?? '',
    minMonetary: part('monetary') ?? '',
    by: CUSTOMER_FIGURES.find((figure) => figure === part('by')) ?? 'monetary',
    descending: part('order') !== 'asc',
  };
}

function Fields({ filters }: { readonly filters: CustomerFilters }) {
  const { customers: said } = texts();
  const fields = [
    ['recency', said.maxRecency, filters.maxRecency],
    ['frequency', said.minFrequency, filters.minFrequency],
    ['monetary', said.minMonetary, filters.minMonetary],
  ] as const;
  return (
    <div class="fields">
      {fields.map(([name, title, value]) => (
        <label key={name}>
          {title}
          {/* Each change is a request: made when the field is left, or with Enter. */}
          <input
            type="number"
            step="any"
            value={value}
            onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
          />
        </label>
      ))}
    </div>
  );
}

interface CustomerTableProps {
  readonly customers: readonly ListedCustomer[];
  readonly currency: string | null | undefined;
  readonly filters: CustomerFilters;
  readonly columns: readonly ('segment' | 'cohort')[];
}

function CustomerTable({ customers, currency, filters: { by, descending }, columns }: CustomerTableProps) {
  const { customers: said } = texts();
  return (
    <Scroll label={said.all}>
      <table>
        <thead>
          <tr>
            <th scope="col">{said.id}</th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {said.group[name]}
              </th>
            ))}
            {CUSTOMER_FIGURES.map((figure) => (
              <th
                key={figure}
                scope="col"
                class="n"
                aria-sort={figure !== by ? undefined : descending ? 'descending' : 'ascending'}
              >
                <button
                  type="button"
                  class="plain"
                  onClick={() =>
                    change({ by: figure, order: figure === by && descending ? 'asc' : undefined })
                  }
                >
                  {said.figure[figure]}
                </button>
              </th>
            ))}
            <th scope="col" class="n">
              {said.last}
            </th>
          </tr>
        </thead>
        <tbody>
          {customers.map((customer) => (
            <tr key={customer.customer_id}>
              <th scope="row">{customer.customer_id}</th>
              {columns.map((name) => (
                <td key={name}>{groupOf(customer)}</td>
              ))}
              <td class="n">{money(customer.monetary, currency)}</td>
              <td class="n">{number(customer.frequency)}</td>
              <td class="n">{number(customer.recency)}</td>
              <td class="n">{day(customer.last_purchase)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function groupOf(customer: ListedCustomer): string {
  if ('cohort' in customer) return customer.cohort ?? '';
  return customer.segment === null ? '' : texts().segments.name[customer.segment];
}

interface DownloadProps {
  readonly report: FinishedReport;
  readonly filters: CustomerFilters;
}

/** The file is made in the page: it has all customers that match, not only those shown. */
function Download({ report, filters }: DownloadProps) {
  const { customers: said } = texts();
  const [read, setRead] = useState<number | undefined>(undefined);
  const [problem, setProblem] = useState<unknown>(undefined);
  const save = async (): Promise<void> => {
    const client = service.value;
    if (client === undefined || read !== undefined) return;
    setRead(0);
    setProblem(undefined);
    try {
      const text = await customerCsv(client, report.report_id, filters, setRead);
      saveFile(text, `customers-${(filters.name ?? 'all').toLowerCase().replace(/[^\w-]+/g, '-')}.csv`);
    } catch (error) {
      setProblem(error);
    } finally {
      setRead(undefined);
    }
  };
  return (
    <>
      <button type="button" disabled={read !== undefined} onClick={() => void save()}>
        {read === undefined ? said.download : said.reading(number(read))}
      </button>
      {problem !== undefined && <Problem problem={problem} reload={() => void save()} />}
    </>
  );
}

function saveFile(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
