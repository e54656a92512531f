// Shows the orders of a customer as they are stored now, newest first, and products for the next one.

import { useState } from 'preact/hooks';
import type { ListOrdersResponse, OrderSummary } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { createNumericColumn, Table } from '../../../packages/report-parts/table.ts';
import { progressOf, useFollowed } from '../app/jobs.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import {
  formatDay,
  formatMoney,
  formatNumber,
  formatPercent,
  getTexts,
  time,
} from '../app/words/language.ts';
import { Writing } from '../parts/form-fields.tsx';
import { usePages } from '../parts/pages.tsx';
import { Action } from '../parts/sending.tsx';
import { States } from '../parts/states.tsx';
import { ProgressLine } from '../parts/status.tsx';
import { typeName } from '../reports/report-types.ts';
import { findNextProducts, type NextProducts } from './next-products.ts';

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
            <>
              <Listed key={first.next_cursor} first={first} query={query} currency={currency} />
              <Next dataset={dataset} customer={customer} />
            </>
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
        createNumericColumn(said.amount),
        { title: said.products },
        { title: said.order },
      ]}
      rows={orders.map((order) => [
        order.order_date === null ? said.undated : time(order.order_date),
        order.revenue === null ? '' : formatMoney(order.revenue, currency),
        describeProducts(order),
        <bdi key="">{order.order_id}</bdi>,
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
          <>
            <h3>{said.buysAgain}</h3>
            <Again products={found.again} />
            <h3>{said.goesNext}</h3>
            <New products={found.fresh} />
          </>
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
            · {fill(said.inOrders, { orders: formatNumber(orders) })}
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
                times: formatNumber(because.lift, 1),
              })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
