// Events of shops that cost the most for their size: much that refers to much. Each is within the limits on a body; most
// become more rows than an event may have.

export interface HostileEvent {
  readonly name: string;
  readonly kind: 'shopify' | 'woocommerce';
  readonly topic: string;
  readonly payload: () => unknown;
}

const AT = '2026-03-30T13:00:00Z';
const many = <T>(count: number, create: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => create(at));

const line = (id: number, more: object = {}) => ({ id, name: `p${id}`, quantity: 1, price: '9.99', ...more });
const amountRefund = (id: number) => ({
  ...{ id, created_at: AT },
  transactions: [{ kind: 'refund', status: 'success', amount: '0.01' }],
});
/** `lines`: ids of the lines that it returns. */
const refund = (id: number, lines: readonly number[]) => ({
  ...{ id, created_at: AT },
  refund_line_items: lines.map((line_item_id) => ({ line_item_id, quantity: 1 })),
});

function shopify(name: string, order: () => object): HostileEvent {
  const payload = () => ({ ...{ id: 1, name: '#1', created_at: AT, email: 'a@example.com' }, ...order() });
  return { name: `Shopify: ${name}`, kind: 'shopify', topic: 'orders/updated', payload };
}

function wooCommerce(name: string, order: () => object): HostileEvent {
  const payload = () => ({
    ...{ id: 1, status: 'processing', date_created_gmt: AT, total: '99999.00', total_tax: '0.00' },
    ...order(),
  });
  return { name: `WooCommerce: ${name}`, kind: 'woocommerce', topic: 'order.updated', payload };
}

export const HOSTILE_EVENTS: readonly HostileEvent[] = [
  shopify('500 lines, 500 refunds of amounts', () => ({
    line_items: many(500, (id) => line(id)),
    refunds: many(500, amountRefund),
  })),
  shopify('1,500 lines, 3,000 refunds of amounts', () => ({
    line_items: many(1_500, (id) => line(id)),
    refunds: many(3_000, amountRefund),
  })),
  shopify('5,000 lines, each refunded', () => ({
    line_items: many(5_000, (id) => line(id)),
    refunds: many(4_900, (id) => refund(id, [id])),
  })),
  shopify('20,000 lines, 35,000 refund lines', () => ({
    line_items: many(20_000, (id) => line(id)),
    refunds: [
      refund(
        1,
        many(35_000, (id) => id % 20_000),
      ),
    ],
  })),
  shopify('a line with 40,000 discounts, refunded 9,000 times', () => ({
    line_items: [line(1, { discount_allocations: many(40_000, () => ({ amount: '0.01' })) })],
    refunds: many(9_000, (id) => refund(id, [1])),
  })),
  shopify('9,900 refunds of one id, all of one product with a long name', () => ({
    line_items: [line(1, { name: 'n'.repeat(512), sku: 's'.repeat(512) })],
    refunds: many(9_900, () => refund(7, [1])),
  })),
  shopify('a name of 4 MB, refunded 9,000 times', () => ({
    line_items: [line(1, { name: 'n'.repeat(4_000_000) })],
    refunds: many(9_000, (id) => refund(id, [1])),
  })),
  shopify('as many refunds as pass', () => ({ line_items: [line(1)], refunds: many(40_000, amountRefund) })),
  wooCommerce('1,500 lines, 3,000 refunds', () => ({
    line_items: many(1_500, (id) => ({ name: `p${id}`, quantity: 1, total: '9.99' })),
    refunds: many(3_000, (id) => ({ id, total: '-0.01' })),
  })),
  wooCommerce('5,000 lines of products with long names', () => ({
    line_items: many(5_000, (id) => ({ name: `${id}`.padEnd(512, 'n'), quantity: 1, total: '9.99' })),
    refunds: [{ id: 1, total: '-5.00' }],
  })),
  wooCommerce('as many refunds as pass', () => ({
    line_items: [{ name: 'p', quantity: 1, total: '9.99' }],
    refunds: many(100_000, (id) => ({ id, total: '-0.01' })),
  })),
];
