// Tests WooCommerce's events as orders. The payloads are synthetic, in the shape of its REST API; the expected values
// are literal.
import { describe, expect, it } from 'vitest';
import { toPlainName } from '../../../packages/order-files/profiles/profile.ts';
import { WOOCOMMERCE_SUITE } from '../../../packages/order-files/profiles/woocommerce.ts';
import type { SubmittedOrder } from '../../../src/contract/resources/orders/submitted-order.ts';
import type { EventOrders } from '../../../src/service/sources/mapped-event.ts';
import { mapWooCommerce, WOOCOMMERCE_UNPAID } from '../../../src/service/sources/woocommerce.ts';

const ORDER = {
  id: 727,
  parent_id: 0,
  number: '727',
  status: 'processing',
  currency: 'EUR',
  date_created: '2026-03-30T15:00:00',
  date_created_gmt: '2026-03-30T13:00:00',
  date_modified: '2026-03-31T11:30:00',
  date_modified_gmt: '2026-03-31T09:30:00',
  discount_total: '2.00',
  total: '35.70',
  total_tax: '5.70',
  shipping_total: '0.00',
  customer_id: 12,
  billing: { first_name: 'Jo', email: 'Jo@Example.com' },
  line_items: [
    {
      id: 315,
      name: 'Tea',
      product_id: 93,
      sku: 'TEA',
      quantity: 2,
      subtotal: '20.00',
      total: '18.00',
      total_tax: '3.42',
      price: 9,
    },
    {
      id: 316,
      name: 'Honey',
      product_id: 22,
      sku: '',
      quantity: 1,
      subtotal: '12.00',
      total: '12.00',
      total_tax: '2.28',
      price: 12,
    },
  ],
  refunds: [],
};

function mapEvent(payload: unknown, topic = 'order.updated', identifier: 'email' | 'id' = 'id'): EventOrders {
  const event = mapWooCommerce(topic, payload, identifier);
  if ('ignored' in event) throw new Error(`ignored: ${event.ignored}`);
  return event;
}
const mapOrders = (payload: unknown, topic?: string) => mapEvent(payload, topic).orders;
const listRows = (order: SubmittedOrder | undefined) =>
  order?.line_items.map(({ product_name, quantity, unit_price }) => [product_name, quantity, unit_price]);
const createWithdrawn = (...ids: string[]) =>
  ids.map((order_id) => ({ order_id, line_items: [], complete: true }));

describe('an order', () => {
  it('has its id, customer, UTC date and the prices of its lines after discounts, without tax', () => {
    expect(mapEvent(ORDER, 'order.created')).toEqual({
      changedAt: Date.parse('2026-03-31T09:30:00Z'),
      placedAt: Date.parse('2026-03-30T13:00:00Z'),
      currency: 'EUR',
      orders: [
        {
          order_id: '727',
          customer_id: '12',
          order_date: '2026-03-30T13:00:00Z',
          line_items: [
            { product_name: 'Tea', product_sku: 'TEA', unit_price: 9, quantity: 2 },
            { product_name: 'Honey', product_sku: undefined, unit_price: 12, quantity: 1 },
          ],
          complete: true,
        },
      ],
    });
  });

  it('has no customer if a guest placed it, or the e-mail address if the source requests it', () => {
    const guest = { ...ORDER, customer_id: 0 };
    expect(mapOrders(guest)[0]?.customer_id).toBeUndefined();
    expect(mapEvent(guest, 'order.created', 'email').orders[0]?.customer_id).toBe('jo@example.com');
  });

  it('has one piece at the price of the line for a weighed quantity', () => {
    const weighed = { ...ORDER, line_items: [{ name: 'Cheese', quantity: 0.35, total: '7.35' }] };
    expect(listRows(mapOrders(weighed)[0])).toEqual([['Cheese', 1, 7.35]]);
  });

  it.each(['pending', 'on-hold', 'cancelled', 'failed', 'checkout-draft', 'trash'])(
    'is withdrawn while it is %s',
    (status) => {
      expect(mapOrders({ ...ORDER, status })).toEqual(createWithdrawn('727'));
    },
  );

  it.each(['processing', 'completed', 'refunded', 'shipped'])('counts while it is %s', (status) => {
    expect(mapOrders({ ...ORDER, status })[0]?.line_items).toHaveLength(2);
  });

  it('counts by the same statuses as in the exports', () => {
    for (const status of WOOCOMMERCE_UNPAID) {
      const meaning = WOOCOMMERCE_SUITE.statuses[toPlainName(status)];
      if (!['autodraft', 'trash'].includes(toPlainName(status)))
        expect([status, meaning]).not.toEqual([status, undefined]);
      expect(meaning).not.toBe('paid');
    }
    for (const [status, meaning] of Object.entries(WOOCOMMERCE_SUITE.statuses)) {
      if (meaning === 'paid') expect(WOOCOMMERCE_UNPAID.has(status)).toBe(false);
    }
  });

  it('is withdrawn with its refund when it is deleted, and comes back when it is restored', () => {
    expect(mapOrders({ id: 727 }, 'order.deleted')).toEqual(
      createWithdrawn('727', '727-refund').map((order) => ({ ...order, deleted: true })),
    );
    expect(mapOrders(ORDER, 'order.restored')[0]?.line_items).toHaveLength(2);
  });
});

it('refuses an event of an order that is sent again under the topic of a deletion', () => {
  expect(() => mapWooCommerce('order.deleted', ORDER, 'id')).toThrow('Invalid key');
});

describe('a refund', () => {
  it('returns a part of the products without tax, spread over the lines to the cent', () => {
    const [, refund, ...others] = mapOrders({
      ...ORDER,
      refunds: [{ id: 801, reason: '', total: '-11.90' }],
    });
    expect(others).toEqual([]);
    expect(refund).toMatchObject({
      order_id: '727-refund',
      customer_id: '12',
      order_date: '2026-03-31T09:30:00Z',
      complete: true,
      first_seen: true,
    });
    // 11.90 including 19 % tax is 10.00.
    expect(listRows(refund)).toEqual([
      ['Tea', -2, 3],
      ['Honey', -1, 4],
    ]);
  });

  it('combines all refunds of the order, however the shop sorts them', () => {
    const refunds = [
      { id: 802, reason: '', total: '-23.80' },
      { id: 801, reason: '', total: '-11.90' },
    ];
    const [, first, ...others] = mapOrders({ ...ORDER, status: 'refunded', refunds });
    expect([first?.order_id, listRows(first)]).toEqual([
      '727-refund',
      [
        ['Tea', -2, 9],
        ['Honey', -1, 12],
      ],
    ]);
    expect(others).toEqual(createWithdrawn('727-refund-802'));
  });

  const sumWorth = (order: SubmittedOrder | undefined): number =>
    Math.round(
      (order?.line_items ?? []).reduce(
        (sum, line) => sum + (line.unit_price ?? 0) * (line.quantity ?? 1),
        0,
      ) * 100,
    ) / 100;
  const mapRefund = (rest: object, refund: string): SubmittedOrder | undefined =>
    mapOrders({ ...ORDER, ...rest, refunds: [{ id: 1, total: refund }] })[1];

  it('counts from a few cents on, and is withdrawn if it is zero', () => {
    expect(sumWorth(mapRefund({}, '-0.12'))).toBe(-0.1);
    expect([mapRefund({}, '-0.00')]).toEqual(createWithdrawn('727-refund'));
  });

  it('returns all products if it equals the payment, even if store credit paid a part', () => {
    expect(sumWorth(mapRefund({ total: '30.70' }, '-30.70'))).toBe(-30);
    expect(sumWorth(mapRefund({ total: '30.70' }, '-15.35'))).toBe(-12.9);
  });

  it.each([
    ['KWD', '0.615', 0.615],
    ['EUR', '0.615', 0.62],
    ['JPY', '15.4', 15],
    ['CLF', '0.61555', 0.6156],
  ])('is rounded to the decimals of %s', (currency, refund, returned) => {
    const untaxed = { currency, total: '30.000', total_tax: '0' };
    const [line] = mapRefund(untaxed, `-${refund}`)?.line_items ?? [];
    expect(line).toBeDefined();
    const exact = (mapRefund(untaxed, `-${refund}`)?.line_items ?? []).reduce(
      (sum, { unit_price = 0, quantity = 1 }) => sum + unit_price * quantity,
      0,
    );
    expect(exact).toBeCloseTo(-returned, 7);
  });

  it('is withdrawn if it is less than half of the smallest unit of its currency', () => {
    expect(mapRefund({ currency: 'KWD' }, '-0.004')?.line_items).toHaveLength(2);
    expect([mapRefund({ currency: 'JPY' }, '-0.4')]).toEqual(createWithdrawn('727-refund'));
  });

  it('returns nothing if the order was free', () => {
    const free = ORDER.line_items.map((line) => ({ ...line, total: '0.00' }));
    const shipped = { line_items: free, total: '5.00', total_tax: '0.00' };
    expect([mapRefund(shipped, '-2.00')]).toEqual(createWithdrawn('727-refund'));
  });

  it('is withdrawn with an order that is cancelled', () => {
    const refunds = [{ id: 801, total: '-35.70' }];
    expect(mapOrders({ ...ORDER, status: 'cancelled', refunds })).toEqual(
      createWithdrawn('727', '727-refund'),
    );
  });
});

it('ignores events that are not about orders, and throws for a payload that is not an order', () => {
  expect(mapWooCommerce('product.updated', { id: 1 }, 'id')).toEqual({ ignored: 'topic' });
  expect(() => mapWooCommerce('order.updated', { id: 1 }, 'id')).toThrow();
});
