// Tests Shopify's events as orders. The payloads are synthetic, in the shape that Shopify documents; the expected
// values are literal.

import { decodeTime } from 'ulid';
import { describe, expect, it } from 'vitest';
import { SHOPIFY } from '../../../packages/order-files/profiles/shopify.ts';
import { isUlid } from '../../../src/contract/paging.ts';
import type { SubmittedOrder } from '../../../src/contract/resources/orders/submitted-order.ts';
import { computeEventVersion } from '../../../src/service/sources/event-version.ts';
import {
  type EventOrders,
  spreadReturns,
  sumLineAmounts,
} from '../../../src/service/sources/mapped-event.ts';
import { mapShopify, SHOPIFY_UNPAID } from '../../../src/service/sources/shopify.ts';

const TEA = {
  id: 101,
  title: 'Earl Grey',
  name: 'Earl Grey - 100 g',
  sku: 'TEA-EG-100',
  quantity: 3,
  current_quantity: 3,
  price: '10.00',
  total_discount: '0.00',
  discount_allocations: [{ amount: '3.00', discount_application_index: 0 }],
  tax_lines: [],
};
const MILK = {
  ...{ id: 102, title: 'Milk', name: 'Milk', sku: null, quantity: 1, current_quantity: 1, price: '1.20' },
  ...{ total_discount: '0.00', discount_allocations: [] },
};
const ORDER = {
  id: 450789469,
  name: '#1001',
  email: 'Bob.Norman@Example.com',
  contact_email: 'bob@example.com',
  created_at: '2026-03-30T09:00:00-04:00',
  updated_at: '2026-03-31T09:30:00-04:00',
  cancelled_at: null,
  financial_status: 'paid',
  test: false,
  currency: 'USD',
  customer: { id: 207119551, email: 'bob.norman@example.com' },
  total_price: '35.00',
  line_items: [TEA, MILK],
  refunds: [],
};
const REFUND = {
  id: 509562969,
  order_id: ORDER.id,
  created_at: '2026-03-31T09:30:00-04:00',
  note: 'broken',
  refund_line_items: [
    { id: 1, line_item_id: TEA.id, quantity: 1, subtotal: 9, total_tax: 0, line_item: TEA },
  ],
  order_adjustments: [],
  transactions: [{ kind: 'refund', status: 'success', amount: '9.00' }],
};

function mapEvent(topic: string, payload: unknown, identifier: 'email' | 'id' = 'email'): EventOrders {
  const event = mapShopify(topic, payload, identifier);
  if ('ignored' in event) throw new Error(`ignored: ${event.ignored}`);
  return event;
}
const mapOrders = (payload: unknown, topic = 'orders/updated') => mapEvent(topic, payload).orders;
const listRows = (order: SubmittedOrder | undefined) =>
  order?.line_items.map(({ product_name, quantity, unit_price }) => [product_name, quantity, unit_price]);
const sumWorth = (found: readonly SubmittedOrder[]): number =>
  Math.round(
    found
      .flatMap(({ line_items }) => line_items)
      .reduce((sum, { unit_price = 0, quantity = 1 }) => sum + unit_price * quantity, 0) * 100,
  ) /
    100 +
  0;

describe('an order', () => {
  it('has its name, the e-mail address in lower case, its date, and prices after all discounts', () => {
    expect(mapEvent('orders/create', ORDER)).toEqual({
      changedAt: Date.parse('2026-03-31T13:30:00Z'),
      placedAt: Date.parse('2026-03-30T13:00:00Z'),
      currency: 'USD',
      orders: [
        {
          order_id: '#1001',
          customer_id: 'bob.norman@example.com',
          order_date: '2026-03-30T09:00:00-04:00',
          line_items: [
            { product_name: 'Earl Grey - 100 g', product_sku: 'TEA-EG-100', unit_price: 9, quantity: 3 },
            { product_name: 'Milk', product_sku: undefined, unit_price: 1.2, quantity: 1 },
          ],
          complete: true,
        },
      ],
    });
  });

  it('has the id of the customer if the source requests it, and none without a customer', () => {
    expect(mapEvent('orders/create', ORDER, 'id').orders[0]?.customer_id).toBe('207119551');
    const guest = { ...ORDER, email: '', contact_email: null, customer: null };
    expect(mapEvent('orders/create', guest).orders[0]?.customer_id).toBeUndefined();
    expect(mapEvent('orders/create', guest, 'id').orders[0]?.customer_id).toBeUndefined();
  });

  it('takes the line’s own discount from a payload without allocations', () => {
    const { discount_allocations: _, ...line } = { ...TEA, total_discount: '6.00' };
    expect(listRows(mapOrders({ ...ORDER, line_items: [line] })[0])).toEqual([['Earl Grey - 100 g', 3, 8]]);
  });

  it('has one row for a product in two lines, and none for a tip', () => {
    const again = { ...TEA, id: 103, quantity: 1, current_quantity: 1, discount_allocations: [] };
    const tip = { ...MILK, id: 104, name: 'Tip', title: 'Tip', price: '5.00' };
    expect(listRows(mapOrders({ ...ORDER, line_items: [TEA, again, tip] })[0])).toEqual([
      ['Earl Grey - 100 g', 4, 9.25],
    ]);
  });

  it.each(['pending', 'authorized', 'voided', 'expired'])('is withdrawn while it is %s', (status) => {
    expect(mapOrders({ ...ORDER, financial_status: status })).toEqual([
      { order_id: '#1001', line_items: [], complete: true },
    ]);
  });

  it.each(['paid', 'partially_paid', 'partially_refunded', 'refunded', null])(
    'counts while it is %s',
    (status) => {
      expect(mapOrders({ ...ORDER, financial_status: status })[0]?.line_items).toHaveLength(2);
    },
  );

  it('is withdrawn with its refunds when it is cancelled', () => {
    const cancelled = { ...ORDER, cancelled_at: '2026-03-31T09:30:00-04:00', refunds: [REFUND] };
    expect(mapOrders(cancelled, 'orders/cancelled')).toEqual(
      ['#1001', '#1001-refund', 'refund-509562969'].map((order_id) => ({
        order_id,
        line_items: [],
        complete: true,
      })),
    );
  });

  it('counts by the same statuses as in the order export', () => {
    // https://shopify.dev/docs/api/admin-rest/latest/resources/order: financial_status
    for (const status of ['pending', 'authorized', 'paid', 'refunded', 'voided', 'expired']) {
      expect([status, SHOPIFY_UNPAID.has(status)]).toEqual([status, SHOPIFY.statuses[status] !== 'paid']);
    }
  });

  it('loses the quantity of a line that was removed without a refund', () => {
    const edited = {
      ...ORDER,
      line_items: [
        { ...TEA, current_quantity: 1 },
        { ...MILK, current_quantity: 0 },
      ],
    };
    expect(listRows(mapOrders(edited)[0])).toEqual([['Earl Grey - 100 g', 1, 9]]);
  });
});

describe('a refund', () => {
  it('is an order of returns on its own date, with the customer and the price after discounts', () => {
    const refunded = { ...ORDER, line_items: [{ ...TEA, current_quantity: 2 }, MILK], refunds: [REFUND] };
    const [order, exported, refund, ...others] = mapOrders(refunded);
    expect(listRows(order)).toEqual([
      ['Earl Grey - 100 g', 3, 9],
      ['Milk', 1, 1.2],
    ]);
    // The total of the same refund in a file of the order export.
    expect(exported).toEqual({ order_id: '#1001-refund', line_items: [], complete: true });
    expect(refund).toEqual({
      order_id: 'refund-509562969',
      customer_id: 'bob.norman@example.com',
      order_date: '2026-03-31T09:30:00-04:00',
      line_items: [
        { product_name: 'Earl Grey - 100 g', product_sku: 'TEA-EG-100', unit_price: 9, quantity: -1 },
      ],
      complete: true,
    });
    expect(others).toEqual([]);
  });

  it('has the same rows when it arrives as an event of its own', () => {
    const own = mapEvent('refunds/create', REFUND);
    expect(own.changedAt).toBe(Date.parse(REFUND.created_at));
    const [refund, ...others] = own.orders;
    expect(others).toEqual([]);
    expect(refund).toMatchObject({ order_id: 'refund-509562969', order_date: REFUND.created_at });
    expect(refund).not.toHaveProperty('complete');
    expect(listRows(refund)).toEqual(listRows(mapOrders({ ...ORDER, refunds: [REFUND] })[2]));
  });

  it('reduces an order that is refunded completely to nothing', () => {
    const all = [
      { line_item_id: TEA.id, quantity: 3, line_item: TEA },
      { line_item_id: MILK.id, quantity: 1, line_item: MILK },
    ];
    const whole = {
      ...ORDER,
      financial_status: 'refunded',
      line_items: [
        { ...TEA, current_quantity: 0 },
        { ...MILK, current_quantity: 0 },
      ],
      refunds: [{ ...REFUND, refund_line_items: all }],
    };
    expect(sumWorth(mapOrders(whole))).toBe(0);
    expect(sumWorth(mapOrders(whole).slice(0, 1))).toBe(28.2);
  });

  it('is spread over the order, to the cent, if it states an amount without products', () => {
    const goodwill = {
      ...REFUND,
      refund_line_items: [],
      order_adjustments: [{ kind: 'refund_discrepancy', amount: '-5.00', tax_amount: '0.00' }],
    };
    const found = mapOrders({ ...ORDER, refunds: [goodwill] });
    expect(sumWorth(found)).toBe(23.2);
    expect(found[2]?.line_items.every(({ quantity = 0 }) => quantity < 0)).toBe(true);
    const withoutAdjustments = {
      ...goodwill,
      order_adjustments: [],
      transactions: [{ kind: 'refund', status: 'success', amount: '5.00' }],
    };
    expect(sumWorth(mapOrders({ ...ORDER, refunds: [withoutAdjustments] }))).toBe(23.2);
  });

  it('is spread once with all other amounts of the order, on the date of the oldest', () => {
    const amounts = ['1.11', '2.22', '3.34'].map((amount, at) => ({
      ...REFUND,
      id: 503 - at,
      created_at: `2026-04-0${3 - at}T00:00:00Z`,
      refund_line_items: [],
      transactions: [{ kind: 'refund', status: 'success', amount }],
    }));
    const found = mapOrders({ ...ORDER, refunds: [...amounts, REFUND] });
    expect(found.map(({ order_id, line_items }) => [order_id, line_items.length])).toEqual([
      ['#1001', 2],
      ['#1001-refund', 0],
      ['refund-509562969', 1],
      ['refund-501', 2],
      ['refund-502', 0],
      ['refund-503', 0],
    ]);
    expect(found[3]?.order_date).toBe('2026-04-01T00:00:00Z');
    expect(sumWorth(found.slice(3))).toBe(-6.67);
    expect(sumWorth(found)).toBe(28.2 - 9 - 6.67);
  });

  it('returns a line that the payload names only by its id, at the price after its discounts', () => {
    const brief = { ...REFUND, refund_line_items: [{ line_item_id: TEA.id, quantity: 2 }] };
    expect(listRows(mapOrders({ ...ORDER, refunds: [brief] })[2])).toEqual([['Earl Grey - 100 g', -2, 9]]);
  });

  it('returns the refunded amount if its products are worth more', () => {
    const less = { ...REFUND, order_adjustments: [{ kind: 'refund_discrepancy', amount: '4.00' }] };
    expect(listRows(mapOrders({ ...ORDER, refunds: [less] })[2])).toEqual([['Earl Grey - 100 g', -1, 5]]);
  });

  it('returns no products if it refunds only shipping', () => {
    const shipping = {
      ...REFUND,
      refund_line_items: [],
      order_adjustments: [{ kind: 'shipping_refund', amount: '-8.00' }],
    };
    const found = mapOrders({ ...ORDER, refunds: [shipping] });
    expect([sumWorth(found), found.map(({ line_items }) => line_items.length)]).toEqual([28.2, [2, 0]]);
    expect(mapShopify('refunds/create', shipping, 'email')).toEqual({ ignored: 'no_products' });
  });
});

describe('an event', () => {
  it('is ignored if it is not about orders, or is about a test order', () => {
    expect(mapShopify('products/update', {}, 'email')).toEqual({ ignored: 'topic' });
    expect(mapShopify('orders/create', { ...ORDER, test: true }, 'email')).toEqual({ ignored: 'test' });
  });

  it.each([
    ['a payload that is not an object', 'text'],
    ['an order without lines', { ...ORDER, line_items: undefined }],
    ['a price that is not an amount', { ...ORDER, line_items: [{ ...TEA, price: 'free' }] }],
    ['a name that no product can have', { ...ORDER, line_items: [{ ...TEA, name: 'x'.repeat(1_025) }] }],
    ['a quantity that is not whole', { ...ORDER, line_items: [{ ...TEA, quantity: 1.5 }] }],
  ])('is refused with an error for %s', (_, payload) => {
    expect(() => mapShopify('orders/create', payload, 'email')).toThrow();
  });
});

// Tests how a returned total is spread over lines.

const createLine = (name: string, amount: number) => ({ name, sku: undefined, quantity: 1, amount });

it('spreads a returned total in proportion to the amounts of the lines', () => {
  const returned = spreadReturns([createLine('tea', 30), createLine('milk', 10)], 20, 'EUR');
  expect(returned.map(({ quantity, amount }) => [quantity, amount])).toEqual([
    [-1, -15],
    [-1, -5],
  ]);
});

it('spreads a returned total evenly if the lines were free', () => {
  const returned = spreadReturns([createLine('sample', 0), createLine('gift', 0)], 3, 'EUR');
  expect(returned.map(({ amount }) => amount)).toEqual([-1.5, -1.5]);
  expect(sumLineAmounts(returned)).toBe(-3);
});

it('spreads a returned total in whole yen', () => {
  const returned = spreadReturns(
    [createLine('tea', 100), createLine('milk', 100), createLine('jam', 100)],
    100,
    'JPY',
  );
  expect(returned.map(({ amount }) => amount)).toEqual([-34, -33, -33]);
  expect(sumLineAmounts(returned)).toBe(-100);
});

const parseTime = (time: string): number => Date.parse(`2026-03-31T${time}Z`);
const receivedAt = parseTime('15:00:00.000');

describe('the version of an event', () => {
  it('is a ULID of the time at which the order was changed', () => {
    const id = computeEventVersion(
      { changedAt: parseTime('14:05:02'), triggeredAt: undefined, receivedAt },
      7,
    );
    expect(isUlid(id)).toBe(true);
    expect(decodeTime(id)).toBe(parseTime('14:05:02'));
  });

  it('sorts after that of an earlier change, whatever the random part', () => {
    const earlier = { changedAt: parseTime('14:05:02'), triggeredAt: parseTime('14:05:09'), receivedAt };
    const later = { changedAt: parseTime('14:05:03'), triggeredAt: parseTime('14:05:03'), receivedAt };
    expect(computeEventVersion(earlier, 2 ** 32 - 1) < computeEventVersion(later, 0)).toBe(true);
  });

  it('follows the times at which two changes in a second were triggered', () => {
    const changed = { changedAt: parseTime('14:05:02'), receivedAt };
    const first = computeEventVersion({ ...changed, triggeredAt: parseTime('14:05:02.100') }, 2 ** 32 - 1);
    const second = computeEventVersion({ ...changed, triggeredAt: parseTime('14:05:02.101') }, 0);
    expect(first < second).toBe(true);
  });

  it('follows the arrival of two changes in a second if the shop states nothing finer', () => {
    const changed = { changedAt: parseTime('14:05:02'), triggeredAt: undefined };
    const first = computeEventVersion({ ...changed, receivedAt }, 2 ** 32 - 1);
    expect(first < computeEventVersion({ ...changed, receivedAt: receivedAt + 1 }, 0)).toBe(true);
  });

  it('is never in the future, which would block later events of the order', () => {
    const id = computeEventVersion(
      { changedAt: parseTime('23:00:00'), triggeredAt: parseTime('23:00:00'), receivedAt },
      0,
    );
    expect(decodeTime(id)).toBe(receivedAt);
  });

  it('uses the time of the trigger for an event without a time of change, or else its arrival', () => {
    const times = { changedAt: undefined, receivedAt };
    expect(decodeTime(computeEventVersion({ ...times, triggeredAt: parseTime('14:00:00') }, 0))).toBe(
      parseTime('14:00:00'),
    );
    expect(decodeTime(computeEventVersion({ ...times, triggeredAt: undefined }, 0))).toBe(receivedAt);
    expect(
      decodeTime(computeEventVersion({ ...times, changedAt: Number.NaN, triggeredAt: undefined }, 0)),
    ).toBe(receivedAt);
  });
});
