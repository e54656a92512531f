// Payments and tills: Stripe's payments, one product per payment, and Square's items, where a refund is a record of its
// own with its own date.
import { COMMON_STATUSES, createStatuses, type Profile } from './profile.ts';

export const STRIPE: Profile = {
  id: 'stripe',
  title: 'Stripe payments',
  // https://docs.stripe.com/dashboard/basics
  signatures: [['id', 'createddateutc', 'amountrefunded', 'captured']],
  columns: {
    order_id: ['id'],
    customer_id: ['customerid', 'customeremail'],
    order_date: ['createddateutc'],
    product_name: ['checkoutlineitemsummary', 'description'],
    product_sku: [],
    quantity: [],
    unit_price: [],
    line_total: ['amount'],
    line_refund: ['amountrefunded'],
    refunded_at: ['refundeddateutc'],
    currency: ['currency'],
    status: ['status'],
    captured: ['captured'],
    mode: ['mode'],
  },
  statuses: {
    ...COMMON_STATUSES,
    ...createStatuses({
      paid: 'succeeded partialrefund disputed',
      pending: 'uncaptured incomplete requirespaymentmethod requiresaction requirescapture',
    }),
  },
  block: {
    prices: 'after all discounts',
    refundDate: 'in the export',
    remarks: ['stripe_with_tax'],
  },
};

export const SQUARE: Profile = {
  id: 'square',
  title: 'Square items',
  // https://squareup.com/help/us/en/article/5070-export-your-sales-data-online
  signatures: [['item', 'qty', 'pricepointname', 'transactionid', 'netsales']],
  columns: {
    order_id: ['transactionid'],
    customer_id: ['customerid', 'customerreferenceid', 'customername'],
    order_date: ['date'],
    order_time: ['time'],
    product_name: ['item'],
    product_sku: ['sku'],
    quantity: ['qty'],
    unit_price: [],
    line_total: ['netsales'],
    line_before_discount: ['grosssales', 'productsales'],
    record_kind: ['eventtype'],
  },
  statuses: {},
  block: {
    prices: 'after all discounts',
    records: { payment: 'sale', refund: 'return', '': 'sale' },
    refundDate: 'in the export',
    remarks: ['without_currency'],
  },
};
