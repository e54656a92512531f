// PayPal's activity download: payments, refunds, fees, withdrawals and currency conversions, one record each. Gross
// includes shipping and sales tax, which have columns of their own.
import { COMMON_STATUSES, createStatuses, type Profile } from './profile.ts';

export const PAYPAL: Profile = {
  id: 'paypal',
  title: 'PayPal activity',
  // https://developer.paypal.com/api/nvp-soap/paypal-payments-standard/admin/download-history/
  signatures: [['transactionid', 'type', 'gross', 'fee', 'net', 'balanceimpact']],
  columns: {
    order_id: ['transactionid'],
    return_of: ['referencetxnid'],
    customer_id: ['fromemailaddress'],
    return_customer: ['toemailaddress'],
    order_date: ['date'],
    order_time: ['time'],
    product_name: ['itemtitle'],
    product_sku: ['itemid'],
    quantity: ['quantity'],
    unit_price: [],
    line_total_with_tax: ['gross'],
    line_tax: ['salestax'],
    line_shipping: ['shippingandhandlingamount'],
    currency: ['currency'],
    status: ['status'],
    record_kind: ['type'],
    record_group: ['balanceimpact'],
  },
  statuses: {
    ...COMMON_STATUSES,
    ...createStatuses({
      paid: 'cleared reversed',
      pending: 'uncleared held onhold processing',
      failed: 'denied returned',
      voided: 'expired',
      cancelled: 'removed',
    }),
  },
  block: {
    prices: 'after all discounts',
    records: {
      '*payment/credit': 'sale',
      '*refund/debit': 'return',
      '*reversal/debit': 'return',
      '*chargeback/debit': 'return',
    },
    productIfNone: 'PayPal payment',
    refundDate: 'in the export',
    remarks: ['paypal_products'],
  },
};
