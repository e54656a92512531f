// Shopify's order export. Order-level values stand on the first line of an order; the others carry Name and the line
// item's own columns.
import { COMMON_STATUSES, createStatuses, type Profile } from './profile.ts';

export function isTip(name: string): boolean {
  return name.toLowerCase() === 'tip';
}

export function isTestPayment(method: string): boolean {
  return /bogus|for testing/i.test(method);
}

export const SHOPIFY: Profile = {
  id: 'shopify',
  title: 'Shopify orders',
  // https://help.shopify.com/en/manual/fulfillment/managing-orders/exporting-orders
  signatures: [['name', 'lineitemname', 'lineitemquantity']],
  columns: {
    // Id, the internal number, is on the first line only; Name (#1001) is on every line.
    order_id: ['name'],
    customer_id: ['customerid', 'email'],
    order_date: ['createdat'],
    product_name: ['lineitemname'],
    product_sku: ['lineitemsku'],
    unit_price: ['lineitemprice'],
    quantity: ['lineitemquantity'],
    currency: ['currency'],
    status: ['financialstatus'],
    cancelled_at: ['cancelledat', 'canceledat'],
    payment_method: ['paymentmethod'],
    line_discount: ['lineitemdiscount'],
    products_total: ['subtotal'],
    order_discount: ['discountamount'],
    shipping: ['shipping'],
    fees: ['duties'],
    tax: ['taxes'],
    order_total: ['total'],
    refunded: ['refundedamount'],
  },
  statuses: { ...COMMON_STATUSES, ...createStatuses({ paid: 'partiallypaid', voided: 'expired' }) },
  block: {
    fillDown: { except: ['lineitem*', 'vendor'] },
    prices: 'before line discount',
    orderDiscountIncludesLines: true,
    isTip,
    isTestPayment,
    refundDate: 'of the order',
  },
};
