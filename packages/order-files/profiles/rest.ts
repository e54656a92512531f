// Orders as the APIs of shops return them: Shopify's and WooCommerce's REST, and Shopware 6's search of orders with
// `lineItems`. An order contains its lines and their returns.
import { type BlockRules, EXPORT_FIELDS, type JsonOrder, type Profile, toPlainName } from './profile.ts';
import { isTestPayment, isTip, SHOPIFY } from './shopify.ts';
import { SHOPWARE_STATUSES } from './shopware.ts';
import { WOOCOMMERCE_STATUSES } from './woocommerce.ts';

type FromApi = Omit<Profile, 'columns' | 'json'> & { readonly block: BlockRules };

/** The columns are the fields themselves: `json` holds their paths. */
function fromApi(json: JsonOrder, { block, ...profile }: FromApi): Profile {
  const records = json.returned === undefined ? undefined : ({ sale: 'sale', return: 'return' } as const);
  const fields = EXPORT_FIELDS.map((field) => [field, [toPlainName(field)]]);
  return {
    ...profile,
    json,
    columns: Object.fromEntries(fields),
    block: { ...block, ...(records && { records }) },
  };
}

export const SHOPIFY_REST: Profile = fromApi(
  {
    order: {
      order_id: 'name|order_number|id',
      customer_id: 'customer.id|email',
      contact: 'email|contact_email',
      order_date: 'created_at',
      currency: 'currency',
      status: 'financial_status',
      cancelled_at: 'cancelled_at',
      mode: 'test',
      payment_method: 'payment_gateway_names',
      products_total: 'subtotal_price',
      shipping: 'total_shipping_price_set.shop_money.amount|shipping_lines.price',
      tax: 'total_tax',
      order_total: 'total_price',
      // Refunds that name no line; those of shipping are no returns.
      refunded: 'refunds.order_adjustments{kind=refund_discrepancy}.amount',
    },
    lines: 'line_items',
    line: {
      item_id: 'id',
      product_name: 'title|name',
      product_sku: 'sku',
      quantity: 'quantity',
      unit_price: 'price',
      line_discount: 'discount_allocations.amount|total_discount',
    },
    returns: 'refunds/refund_line_items',
    returned: {
      order_date: '^created_at',
      item_id: 'line_item_id',
      product_name: 'line_item.title|line_item.name',
      product_sku: 'line_item.sku',
      quantity: 'quantity',
      line_total: '-subtotal',
    },
  },
  {
    id: 'shopify-rest',
    title: 'Shopify orders, REST',
    // https://shopify.dev/docs/api/admin-rest/latest/resources/order
    signatures: [['lineitems', 'financialstatus', 'subtotalprice']],
    statuses: SHOPIFY.statuses,
    block: {
      prices: 'before line discount',
      isTip,
      isTestPayment,
      refundDate: 'in the export',
    },
  },
);

export const WOOCOMMERCE_REST: Profile = fromApi(
  {
    order: {
      order_id: 'number|id',
      customer_id: 'customer_id',
      contact: 'billing.email',
      // The other is the shop's local time, without its zone.
      order_date: 'date_created_gmt|date_created',
      currency: 'currency',
      status: 'status',
      shipping: 'shipping_total',
      fees: 'fee_lines.total',
      tax: 'total_tax',
      order_total: 'total',
      refunded: 'refunds.total',
    },
    lines: 'line_items',
    line: {
      item_id: 'id',
      product_name: 'name',
      product_sku: 'sku',
      quantity: 'quantity',
      line_total: 'total',
      line_before_discount: 'subtotal',
    },
  },
  {
    id: 'woocommerce-rest',
    title: 'WooCommerce orders, REST',
    // https://woocommerce.github.io/woocommerce-rest-api-docs/#orders
    signatures: [['lineitems', 'datecreated', 'currency', 'totaltax', 'status']],
    statuses: WOOCOMMERCE_STATUSES,
    block: {
      prices: 'after all discounts',
      returnedStatuses: ['refunded'],
      refundDate: 'of the order',
    },
  },
);

export const SHOPWARE_REST: Profile = fromApi(
  {
    order: {
      order_id: 'orderNumber|id',
      customer_id: 'orderCustomer.customerNumber|orderCustomer.email',
      contact: 'orderCustomer.email',
      order_date: 'orderDateTime',
      currency: 'currency.isoCode',
      status: 'transactions.stateMachineState.technicalName',
      fulfillment: 'stateMachineState.technicalName',
      order_discount: 'lineItems{type=promotion}.totalPrice',
      shipping: 'shippingTotal',
      tax: 'price.calculatedTaxes.tax',
      order_total: 'amountTotal',
      refunded: 'transactions.captures.refunds.amount.totalPrice',
    },
    lines: 'lineItems{type=product}',
    line: {
      item_id: 'id',
      product_name: 'label',
      product_sku: 'payload.productNumber',
      quantity: 'quantity',
      line_total: 'totalPrice',
    },
  },
  {
    id: 'shopware-rest',
    title: 'Shopware 6 orders, Admin API',
    // https://shopware.stoplight.io/docs/admin-api/b6ce2dd5d4dee-order
    signatures: [['lineitems', 'ordernumber', 'orderdatetime', 'amounttotal']],
    statuses: SHOPWARE_STATUSES,
    block: {
      prices: 'before line discount',
      returnedStatuses: ['refunded'],
      refundDate: 'of the order',
    },
  },
);
