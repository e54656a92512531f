// Customers as rows; a heading sorts by its figure, which the service does.
import type { ReportCustomer } from '../../client/src/index.ts';
import { change } from '../app/address.ts';
import { texts } from '../app/words/language.ts';
import { To } from '../parts/to.tsx';
import { VirtualRows } from '../parts/virtual-rows.tsx';
import { shownOf, titleOf } from './customer-cell.ts';
import { type CustomerColumn, isFigure, orderOf } from './customer-columns.ts';
import type { CustomerFilters } from './customer-list.ts';

export interface CustomerTableProps {
  readonly reportId: string;
  readonly customers: readonly ReportCustomer[];
  readonly currency: string | null | undefined;
  readonly filters: CustomerFilters;
  readonly columns: readonly CustomerColumn[];
}

export function CustomerTable({ reportId, customers, currency, filters, columns }: CustomerTableProps) {
  const { customers: said } = texts();
  return (
    <VirtualRows
      label={said.all}
      columns={columns.length + 1}
      rows={customers}
      head={
        <tr>
          <th scope="col">{said.id}</th>
          {columns.map((column) => (
            <Heading key={column} column={column} filters={filters} />
          ))}
        </tr>
      }
      row={(customer, attributes) => (
        <tr {...attributes}>
          <th scope="row">
            <To class="cut" place={{ view: 'customer', report: reportId, customer: customer.customer_id }}>
              {customer.customer_id}
            </To>
          </th>
          {columns.map((column) => (
            <td key={column} class={isFigure(column) ? 'n' : undefined}>
              {shownOf(customer, column, filters.group, currency)}
            </td>
          ))}
        </tr>
      )}
    />
  );
}

interface HeadingProps {
  readonly column: CustomerColumn;
  readonly filters: CustomerFilters;
}

function Heading({ column, filters: { group, by, descending } }: HeadingProps) {
  const title = titleOf(column, group);
  const order = orderOf(column);
  if (order === undefined)
    return (
      <th scope="col" class={isFigure(column) ? 'n' : undefined}>
        {title}
      </th>
    );
  return (
    <th scope="col" class="n" aria-sort={order !== by ? undefined : descending ? 'descending' : 'ascending'}>
      <button
        type="button"
        class="plain"
        onClick={() => change({ by: order, order: order === by && descending ? 'asc' : undefined })}
      >
        {title}
      </button>
    </th>
  );
}
