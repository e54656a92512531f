// Lightspeed Retail. X-Series (once Vend): the sales history has a record for each sale, then one for each of its lines,
// then its payments. R-Series: a record per line, with tax in the total.
import type { Profile } from './profile.ts';

/** Columns and kinds of records as tools that read the file have them. */
export const LIGHTSPEED_X: Profile = {
  id: 'lightspeed-x',
  title: 'Lightspeed Retail X-Series sales history',
  documentation: 'https://x-series-support.lightspeedhq.com/hc/en-us/articles/25533771690395',
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
  without: { unit_price: 'Subtotal is of one piece or of the line: that of the sale tells' },
  statuses: {
    closed: 'paid',
    completed: 'paid',
    onaccountclosed: 'paid',
    laybyclosed: 'paid',
    onaccount: 'paid',
    awaitingdispatch: 'paid',
    awaitingpickup: 'paid',
    dispatchedclosed: 'paid',
    pickedupclosed: 'paid',
    layby: 'pending',
    saved: 'pending',
    open: 'pending',
    parked: 'pending',
    voided: 'voided',
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
    remarks: ['lightspeed_without_currency'],
  },
};

export const LIGHTSPEED_R: Profile = {
  id: 'lightspeed-r',
  title: 'Lightspeed Retail R-Series sale lines',
  documentation: 'https://developers.lightspeedhq.com/retail/endpoints/SaleLine/',
  signatures: [
    ['saleid', 'description', 'quantity', 'total', 'tax'],
    ['saleid', 'item', 'qty', 'total', 'tax'],
    ['saleid', 'salelineid', 'unitquantity', 'calctotal', 'calctax1'],
  ],
  columns: {
    order_id: ['saleid'],
    customer_id: ['customerid', 'customer', 'customername'],
    order_date: ['date', 'completetime', 'createtime'],
    product_name: ['description', 'item', 'itemdescription', 'itemid'],
    product_sku: ['systemid', 'customsku', 'itemid', 'upc', 'ean'],
    quantity: ['quantity', 'qty', 'unitquantity'],
    unit_price: [],
    line_total_with_tax: ['total', 'calctotal'],
    line_tax: ['tax', 'calctax1'],
    line_before_discount: ['subtotal', 'calcsubtotal'],
    status: ['status'],
  },
  without: { unit_price: 'Total less Tax, ÷ Quantity: what was paid after discounts' },
  statuses: { completed: 'paid', complete: 'paid', closed: 'paid', open: 'pending', voided: 'voided' },
  block: {
    prices: 'after all discounts',
    refundDate: 'of the order',
    remarks: ['lightspeed_without_currency'],
  },
};
