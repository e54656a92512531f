// Lightspeed Retail. X-Series (once Vend): the sales history has a record for each sale, then one for each of its
// lines, then its payments. R-Series: a record per line, with tax in the total.
import { COMMON_STATUSES, createStatuses, type Profile } from './profile.ts';

/** Columns and kinds of records as tools that read the file have them. */
export const LIGHTSPEED_X: Profile = {
  id: 'lightspeed-x',
  title: 'Lightspeed Retail X-Series sales history',
  // https://x-series-support.lightspeedhq.com/hc/en-us/articles/25533771690395
  signatures: [['receiptnumber', 'linetype', 'quantity', 'subtotal', 'salestax', 'total']],
  columns: {
    order_id: ['receiptnumber'],
    customer_id: ['customercode', 'customername'],
    order_date: ['date'],
    product_name: ['details'],
    product_sku: ['sku'],
    quantity: ['quantity'],
    unit_price: [],
    line_total: ['subtotal'],
    record_kind: ['linetype'],
    status: ['status'],
    tax: ['salestax'],
    order_total: ['total'],
  },
  statuses: {
    ...COMMON_STATUSES,
    ...createStatuses({
      paid: 'closed onaccountclosed laybyclosed onaccount awaitingdispatch awaitingpickup dispatchedclosed pickedupclosed',
      pending: 'layby saved open parked',
    }),
  },
  block: {
    fillDown: {
      except: [
        ...['linetype', 'quantity', 'subtotal', 'salestax', 'discount', 'loyalty', 'total', 'paid'],
        ...['details', 'sku', 'note', 'accountcode*'],
      ],
    },
    prices: 'after all discounts',
    lineTotalMayBeUnit: true,
    records: { sale: 'order', saleline: 'sale' },
    refundDate: 'in the export',
    remarks: ['without_currency'],
  },
};

export const LIGHTSPEED_R: Profile = {
  id: 'lightspeed-r',
  title: 'Lightspeed Retail R-Series sale lines',
  // Fields of a sale line: https://developers.lightspeedhq.com/retail/endpoints/SaleLine/. Columns are the report's
  // usual ones; no public sample of its export was found.
  signatures: [
    ['saleid', 'description', 'quantity', 'total', 'tax'],
    ['saleid', 'item', 'qty', 'total', 'tax'],
  ],
  columns: {
    order_id: ['saleid'],
    customer_id: ['customerid', 'customer', 'customername'],
    order_date: ['date'],
    product_name: ['description', 'item'],
    product_sku: ['systemid', 'customsku'],
    quantity: ['quantity', 'qty'],
    unit_price: [],
    line_total_with_tax: ['total'],
    line_tax: ['tax'],
    line_before_discount: ['subtotal'],
    status: ['status'],
  },
  statuses: { ...COMMON_STATUSES, ...createStatuses({ paid: 'closed', pending: 'open' }) },
  block: {
    prices: 'after all discounts',
    refundDate: 'of the order',
    remarks: ['without_currency'],
  },
};
