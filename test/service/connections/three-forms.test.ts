// Tests that an order has the same rows whether it is read from the shop, posted by it, or loaded from its file.
import { afterAll, describe, expect, it } from 'vitest';
import { readLocalOrders } from '../../../packages/order-files/disk/local-files.ts';
import { parseOrderDate } from '../../../src/contract/resources/orders/order-date.ts';
import type { SubmittedOrder } from '../../../src/contract/resources/orders/submitted-order.ts';
import type { Connector, Shop } from '../../../src/service/connections/connector.ts';
import { createShopifyConnector } from '../../../src/service/connections/shopify-connector.ts';
import { createWooCommerceConnector } from '../../../src/service/connections/woocommerce-connector.ts';
import type { MappedEvent } from '../../../src/service/sources/mapped-event.ts';
import { mapShopify } from '../../../src/service/sources/shopify.ts';
import { mapWooCommerce } from '../../../src/service/sources/woocommerce.ts';
import { startFakeShopify } from '../../../tools/harness/fake-shopify.ts';
import { createWooOrder, startFakeWooCommerce } from '../../../tools/harness/fake-woocommerce.ts';
import { createShopifyOrder, createShopifyRefund } from '../../../tools/harness/shopify-orders.ts';
import { collect, createInput } from '../../packages/order-files/in-memory.ts';

const stops: (() => Promise<void>)[] = [];
afterAll(async () => void (await Promise.all(stops.map((stop) => stop()))));

const toOrders = (events: readonly MappedEvent[]): SubmittedOrder[] =>
  events.flatMap((event) => ('orders' in event ? event.orders : []));

async function pullAll(connector: Connector, shop: Shop): Promise<readonly { payload: unknown }[]> {
  const read: { payload: unknown }[] = [];
  let cursor: string | undefined;
  do {
    const page = await connector.pull(shop, { until: Date.UTC(2026, 5, 1) }, cursor);
    if ('problem' in page) throw new Error(page.problem.code);
    if (page.outcome === 'page') read.push(...page.orders);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return read;
}

async function readFile(text: string): Promise<SubmittedOrder[]> {
  return collect((await readLocalOrders(['-'], { standardInput: createInput(text) })).orders);
}

/** Sales by their ids, and the worth of the returns: a file names and dates them in its own way. */
function summarize(orders: readonly SubmittedOrder[]) {
  const isReturn = ({ order_id }: SubmittedOrder): boolean => order_id.includes('refund');
  const sales = orders
    .filter((order) => !isReturn(order) && order.line_items.length > 0)
    .map(({ order_id, customer_id, order_date = '', line_items }) => ({
      ...{ order_id, customer_id, at: parseOrderDate(order_date) },
      lines: line_items.map(({ product_name, product_sku, unit_price, quantity }) =>
        [product_name, product_sku ?? '', unit_price, quantity].join(' '),
      ),
    }))
    .sort((a, b) => (a.order_id < b.order_id ? -1 : 1));
  const worth = orders
    .filter(isReturn)
    .flatMap(({ line_items }) => line_items)
    .reduce((sum, { unit_price = 0, quantity = 1 }) => sum + unit_price * quantity, 0);
  return { sales, returned: Math.round(worth * 100) / 100 };
}

describe('one shop in three forms', () => {
  it('of Shopify: discounts, a refund of a piece, one of an amount, a cancelled and a pending order', async () => {
    const fake = await startFakeShopify({ looks: 0 });
    stops.push(fake.stop);
    const orders = [
      createShopifyOrder(1, 10),
      createShopifyOrder(2, 20, {
        refunds: [createShopifyRefund(900, 2)],
        displayFinancialStatus: 'PARTIALLY_REFUNDED',
      }),
      createShopifyOrder(3, 30, {
        refunds: [createShopifyRefund(901, 3, 15)],
        displayFinancialStatus: 'PARTIALLY_REFUNDED',
      }),
      createShopifyOrder(4, 40, { cancelledAt: '2026-01-02T00:00:00Z' }),
      createShopifyOrder(5, 50, { displayFinancialStatus: 'PENDING' }),
      createShopifyOrder(6, 60, { test: true }),
    ];
    for (const order of orders) fake.orders.set(order.id, order);
    const shop = { address: fake.address, credentials: { access_token: fake.token } };
    const pulled = (await pullAll(createShopifyConnector({ receivers: 'any' }), shop)).map(({ payload }) =>
      mapShopify('orders/updated', payload, 'email'),
    );

    const tea = (id: number) => ({
      ...{
        id: id * 10,
        name: 'Tea - Green',
        title: 'Tea - Green',
        sku: 'TEA',
        quantity: 2,
        current_quantity: 2,
      },
      ...{ price: '10.00', total_discount: '0.00', discount_allocations: [{ amount: '2.00' }] },
    });
    const post = (id: number, changed: object = {}) =>
      mapShopify(
        'orders/updated',
        {
          ...{ id, name: `#${id}`, email: `C${id % 7}@example.com`, currency: 'EUR', test: false },
          ...{ created_at: '2025-12-30T05:00:00-05:00', updated_at: '2026-01-01T00:01:00Z' },
          ...{ cancelled_at: null, financial_status: 'paid', customer: { id: 1 + (id % 7) } },
          line_items: [
            tea(id),
            {
              ...{
                id: id * 10 + 1,
                name: 'Honey',
                title: 'Honey',
                sku: '',
                quantity: 1,
                current_quantity: 1,
              },
              ...{ price: '12.00', total_discount: '0.00', discount_allocations: [] },
            },
          ],
          refunds: [],
          ...changed,
        },
        'email',
      );
    const refund = (id: number, amount: string, lines: object[]) => ({
      ...{ id, created_at: '2026-01-20T12:00:00Z', order_adjustments: [], refund_line_items: lines },
      transactions: [{ kind: 'refund', status: 'success', amount }],
    });
    const posted = [
      post(1),
      post(2, { refunds: [refund(900, '9.00', [{ line_item_id: 20, quantity: 1, line_item: tea(2) }])] }),
      post(3, { refunds: [refund(901, '15.00', [])] }),
      post(4, { cancelled_at: '2026-01-02T00:00:00Z' }),
      post(5, { financial_status: 'pending' }),
      post(6, { test: true }),
    ];
    expect(toOrders(pulled)).toHaveLength(toOrders(posted).length);
    expect(summarize(toOrders(pulled))).toEqual(summarize(toOrders(posted)));
    const listIds = (events: readonly MappedEvent[]) => toOrders(events).map(({ order_id }) => order_id);
    expect(listIds(pulled).sort()).toEqual(listIds(posted).sort());

    const row = (id: number, status: string, refunded: string, cancelled = '') =>
      [
        `#${id},c${id % 7}@example.com,${status},EUR,30.00,0.00,0.00,30.00,2025-12-30 10:00:00 +0000,2,Tea - Green,10.00,TEA,${cancelled},${refunded},2.00`,
        `#${id},c${id % 7}@example.com,,,,,,,2025-12-30 10:00:00 +0000,1,Honey,12.00,,,,0.00`,
      ].join('\n');
    const file = await readFile(
      [
        'Name,Email,Financial Status,Currency,Subtotal,Shipping,Taxes,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Cancelled at,Refunded Amount,Lineitem discount',
        row(1, 'paid', '0.00'),
        row(2, 'partially_refunded', '9.00'),
        row(3, 'partially_refunded', '15.00'),
        row(4, 'paid', '0.00', '2026-01-02 00:00:00 +0000'),
        row(5, 'pending', '0.00'),
      ].join('\n'),
    );
    expect(summarize(file)).toEqual(summarize(toOrders(pulled)));
  });

  it('of WooCommerce: discounts, a refund, a cancelled and a pending order', async () => {
    const fake = await startFakeWooCommerce();
    stops.push(fake.stop);
    const refunds = [{ id: 900, total: '-9.00', date_created_gmt: '2026-01-20T12:00:00' }];
    const orders = [
      createWooOrder(1, 10),
      createWooOrder(2, 20, { refunds }),
      createWooOrder(3, 30, { status: 'cancelled' }),
      createWooOrder(4, 40, { status: 'pending' }),
      createWooOrder(7, 50),
    ];
    for (const order of orders) fake.orders.set(order.id, order);
    const credentials = { consumer_key: fake.key, consumer_secret: fake.secret };
    const connector = createWooCommerceConnector({ receivers: 'any' });
    const read = await pullAll(connector, { address: fake.address, credentials });
    const pulled = read.map(({ payload }) => mapWooCommerce('order.updated', payload, 'id'));
    // An event states refunds without their dates.
    const posted = orders.map(({ refunds: all, ...order }) => {
      const stated = all.map(({ id, total }) => ({ id, total, reason: '' }));
      return mapWooCommerce('order.updated', { ...order, refunds: stated }, 'id');
    });
    expect(summarize(toOrders(pulled))).toEqual(summarize(toOrders(posted)));
    const returned = toOrders(pulled).find(({ order_id }) => order_id === '2-refund');
    expect(returned).toMatchObject({ order_date: '2026-01-20T12:00:00Z' });
    expect(returned).not.toHaveProperty('first_seen');
    // The order list of the REST API, saved as a file.
    const saved = orders.map((order) => ({
      ...{ number: String(order.id), date_created: '2025-12-30T12:00:00', prices_include_tax: false },
      ...{ ...order, cart_tax: '0.00', discount_total: '2.00', shipping_total: '0.00', shipping_lines: [] },
      line_items: [
        { id: 1, name: 'Tea', sku: 'TEA', quantity: 2, subtotal: '20.00', total: '18.00', price: 9 },
        { id: 2, name: 'Honey', sku: '', quantity: 1, subtotal: '12.00', total: '12.00', price: 12 },
      ],
    }));
    expect(summarize(await readFile(JSON.stringify(saved)))).toEqual(summarize(toOrders(pulled)));
  });
});
