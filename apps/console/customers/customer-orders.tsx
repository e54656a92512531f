// Shows the orders of a customer as they are stored now, newest first.

import type { ListOrdersResponse, OrderSummary } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { createNumericColumn, Table } from '../../../packages/report-parts/table.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { formatMoney, formatNumber, getTexts, time } from '../app/words/language.ts';
import { usePages } from '../parts/pages.tsx';
import { States } from '../parts/states.tsx';

const LISTED = 20;
/** Products of an order that its row names. */
const NAMED = 3;

interface CustomerOrdersProps {
  readonly dataset: string;
  readonly customer: string;
  readonly currency: string | null | undefined;
}

export function CustomerOrders({ dataset, customer, currency }: CustomerOrdersProps) {
  const { customerPage: said } = getTexts();
  const query = { dataset_id: dataset, customer_id: customer, limit: LISTED };
  const loaded = useLoaded(`orders ${JSON.stringify(query)}`, (client, call) =>
    client.orders.list(query, call).page(),
  );
  return (
    <section class="card">
      <h2>{said.orders}</h2>
      <States of={loaded} lines={8}>
        {(first) =>
          first.orders.length === 0 ? (
            <p>{said.noOrders}</p>
          ) : (
            <Listed key={first.next_cursor} first={first} query={query} currency={currency} />
          )
        }
      </States>
    </section>
  );
}

interface ListedProps {
  readonly first: ListOrdersResponse;
  readonly query: { readonly dataset_id: string; readonly customer_id: string };
  readonly currency: string | null | undefined;
}

function Listed({ first, query, currency }: ListedProps) {
  const pages = usePages({ rows: first.orders, next: first.next_cursor }, async (client, cursor, call) => {
    const page = await client.orders.list({ ...query, cursor, limit: 100 }, call).page();
    return { rows: page.orders, next: page.next_cursor };
  });
  return (
    <>
      <OrderTable orders={pages.rows} currency={currency} />
      {pages.more()}
    </>
  );
}

interface OrderTableProps {
  readonly orders: readonly OrderSummary[];
  readonly currency: string | null | undefined;
}

export function OrderTable({ orders, currency }: OrderTableProps) {
  const { customerPage: said } = getTexts();
  return (
    <Table
      caption={said.orders}
      columns={[
        { title: said.date },
        { title: said.order },
        createNumericColumn(said.amount),
        { title: said.products },
      ]}
      rows={orders.map((order) => [
        order.order_date === null ? said.undated : time(order.order_date),
        <bdi key="">{order.order_id}</bdi>,
        order.revenue === null ? '' : formatMoney(order.revenue, currency),
        describeProducts(order),
      ])}
    />
  );
}

function describeProducts({ line_items, line_count }: OrderSummary) {
  const { customerPage: said } = getTexts();
  if (line_count === null) return said.manyProducts;
  const named = line_items.slice(0, NAMED);
  const others = line_count - named.length;
  return (
    <>
      {named.map(({ product_name, product_sku, quantity }, at) => (
        <span key={product_name ?? product_sku}>
          {at > 0 && ', '}
          {quantity !== 1 && `${formatNumber(quantity)} × `}
          <bdi>{product_name ?? product_sku}</bdi>
        </span>
      ))}
      {others > 0 && ` ${fill(said.others, { count: formatNumber(others) })}`}
    </>
  );
}
