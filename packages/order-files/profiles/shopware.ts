// Shopware 5: the profile `default_orders` of its import and export, one record per position. Shopware 6 writes no
// prices of positions into its files: its API does.
import { COMMON_STATUSES, createStatuses, type Profile, type StatusMeaning } from './profile.ts';

/** Payment statuses of Shopware 6 by technical name, those of orders that are cancelled, and Shopware 5's numbers. */
export const SHOPWARE_STATUSES: Readonly<Record<string, StatusMeaning>> = {
  ...COMMON_STATUSES,
  ...createStatuses({
    paid: 'paidpartially refundedpartially chargeback',
    pending: 'open inprogress unconfirmed reminded',
  }),
};

/** `cleared`: the payment's status by its number. */
const CLEARED: Readonly<Record<string, StatusMeaning>> = Object.fromEntries([
  ...['10', '11', '12', '20', '30', '31', '32', '33'].map((id) => [id, 'paid']),
  ...['9', '13', '14', '15', '16', '17', '18', '19', '21'].map((id) => [id, 'pending']),
  ['34', 'failed'],
  ['35', 'cancelled'],
]);

export const SHOPWARE_5: Profile = {
  id: 'shopware-5',
  title: 'Shopware 5 order positions',
  // https://docs.shopware.com/en/shopware-5-en/import-export/import-export-orders
  signatures: [['orderid', 'orderdetailid', 'articlenumber', 'price', 'quantity', 'invoiceamount', 'net']],
  lines: {
    columns: ['order: shipping', 'order: total'],
    // `net`: the order was placed at prices without tax.
    read(cellOf) {
      const net = cellOf('net') === '1' ? 'net' : '';
      return [[cellOf(`invoiceshipping${net}`), cellOf(`invoiceamount${net}`)]];
    },
  },
  columns: {
    order_id: ['number', 'orderid'],
    customer_id: ['customerid'],
    order_date: ['ordertime'],
    product_name: ['articlename', 'articlenumber'],
    product_sku: ['articlenumber'],
    unit_price: ['price'],
    quantity: ['quantity'],
    currency: ['currency'],
    status: ['cleared'],
    fulfillment: ['status'],
    record_kind: ['mode'],
    shipping: ['ordershipping'],
    order_total: ['ordertotal'],
  },
  // The order's own status is a number as well: 4 is cancelled.
  statuses: { ...CLEARED, '4': 'cancelled' },
  block: {
    prices: 'before line discount',
    // Vouchers and rebates are positions; a surcharge is a fee.
    records: { '0': 'sale', '1': 'sale', '2': 'discount', '3': 'discount' },
    returnedStatuses: ['20'],
    refundDate: 'of the order',
  },
};
