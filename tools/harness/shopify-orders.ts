// Orders of a simulated Shopify shop, in the form of its GraphQL Admin API.

const createMoney = (amount: number) => ({
  shopMoney: { amount: amount.toFixed(2), currencyCode: 'EUR' },
});
type Money = ReturnType<typeof createMoney>;

export interface ShopifyRefundNode {
  readonly id: string;
  readonly createdAt: string | null;
  readonly refundLineItems: readonly {
    readonly quantity: number;
    readonly lineItem: { readonly id: string };
  }[];
  readonly orderAdjustments: readonly { readonly amountSet: Money }[];
  readonly refundShippingLines: readonly { readonly id: string }[];
  readonly transactions: readonly {
    readonly kind: string;
    readonly status: string;
    readonly amountSet: Money;
  }[];
}

export interface ShopifyOrderNode {
  readonly id: string;
  readonly updatedAt: string;
  readonly refunds: readonly ShopifyRefundNode[];
  readonly lineItems: readonly object[];
  readonly [field: string]: unknown;
}

/** An order of two products; `changed`: seconds of its last change, from the first of January 2026. */
export function createShopifyOrder(
  id: number,
  changed: number,
  { refunds = [], ...others }: Partial<ShopifyOrderNode> = {},
): ShopifyOrderNode {
  return {
    id: `gid://shopify/Order/${id}`,
    ...{ name: `#${id}`, createdAt: '2025-12-30T10:00:00Z', cancelledAt: null, test: false },
    updatedAt: new Date(Date.UTC(2026, 0, 1) + changed * 1_000).toISOString().replace('.000', ''),
    ...{ displayFinancialStatus: 'PAID', currencyCode: 'EUR', email: `c${id % 7}@example.com` },
    customer: { id: `gid://shopify/Customer/${1 + (id % 7)}`, defaultEmailAddress: null },
    lineItems: [
      createLine(id * 10, { name: 'Tea - Green', sku: 'TEA', quantity: 2, price: 10, discount: 2 }),
      createLine(id * 10 + 1, { name: 'Honey', sku: '', quantity: 1, price: 12, discount: 0 }),
    ],
    refunds,
    ...others,
  };
}

function createLine(
  id: number,
  line: Readonly<Record<'name' | 'sku', string>> &
    Readonly<Record<'quantity' | 'price' | 'discount', number>>,
): object {
  const { name, sku, quantity, price, discount } = line;
  return {
    ...{ id: `gid://shopify/LineItem/${id}`, name, title: name, sku, quantity, currentQuantity: quantity },
    originalUnitPriceSet: createMoney(price),
    discountAllocations: discount > 0 ? [{ allocatedAmountSet: createMoney(discount) }] : [],
  };
}

/** A refund of one piece of the order's first product, or of an amount alone. */
export function createShopifyRefund(id: number, order: number, amount?: number): ShopifyRefundNode {
  const lineItem = { id: `gid://shopify/LineItem/${order * 10}` };
  return {
    ...{ id: `gid://shopify/Refund/${id}`, createdAt: '2026-01-20T12:00:00Z' },
    refundLineItems: amount === undefined ? [{ quantity: 1, lineItem }] : [],
    ...{ orderAdjustments: [], refundShippingLines: [] },
    transactions: [{ kind: 'REFUND', status: 'SUCCESS', amountSet: createMoney(amount ?? 9) }],
  };
}
