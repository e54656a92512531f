// Squarespace and Wix. Squarespace writes order-level values on the first line of an order; Wix states no discount: it
// is the amount by which the order's total is below its lines.
import { COMMON_STATUSES, createStatuses, type Profile } from './profile.ts';

/** Columns as in https://docs.rs/crate/sales/0.2.3/source/testdata/squarespace.csv, a shop's file. */
export const SQUARESPACE: Profile = {
  id: 'squarespace',
  title: 'Squarespace orders',
  // https://support.squarespace.com/hc/en-us/articles/205811748
  signatures: [['orderid', 'financialstatus', 'lineitemname', 'lineitemquantity', 'amountrefunded']],
  columns: {
    order_id: ['orderid'],
    customer_id: ['email'],
    order_date: ['createdat'],
    product_name: ['lineitemname'],
    product_sku: ['lineitemsku'],
    unit_price: ['lineitemprice'],
    quantity: ['lineitemquantity'],
    currency: ['currency'],
    status: ['financialstatus'],
    fulfillment: ['fulfillmentstatus'],
    cancelled_at: ['cancelledat', 'canceledat'],
    products_before_discount: ['subtotal'],
    order_discount: ['discountamount'],
    shipping: ['shipping'],
    tax: ['taxes'],
    order_total: ['total'],
    refunded: ['amountrefunded'],
  },
  statuses: COMMON_STATUSES,
  block: {
    fillDown: { except: ['lineitem*'] },
    prices: 'before line discount',
    returnedStatuses: ['refunded'],
    refundDate: 'of the order',
  },
};

/** Columns as tools that read the file have them: the older name of a column is the second. */
export const WIX: Profile = {
  id: 'wix',
  title: 'Wix store orders',
  // https://support.wix.com/en/article/wix-stores-exporting-your-orders
  signatures: [['ordernumber', 'datecreated', 'totalorderquantity', 'item', 'qty']],
  columns: {
    order_id: ['ordernumber'],
    customer_id: ['contactemail'],
    order_date: ['datecreated'],
    order_time: ['time'],
    product_name: ['item'],
    product_sku: ['sku'],
    unit_price: ['price'],
    quantity: ['qty'],
    currency: ['currency'],
    status: ['paymentstatus'],
    fulfillment: ['fulfillmentstatus'],
    line_refund_quantity: ['quantityrefunded', 'qtyrefunded'],
    shipping: ['shippingrate'],
    fees: ['additionalfees'],
    tax: ['totaltax'],
    order_total: ['total'],
    refunded: ['refundedamount'],
  },
  statuses: {
    ...COMMON_STATUSES,
    ...createStatuses({ paid: 'partiallypaid fullyrefunded', pending: 'notpaid' }),
  },
  block: {
    fillDown: {
      except: ['item', 'variant', 'sku', 'qty*', 'quantity*', 'price', 'weight', 'customtext', 'deposit*'],
    },
    prices: 'before line discount',
    discountFromTotal: true,
    returnedStatuses: ['refunded', 'fullyrefunded'],
    refundDate: 'of the order',
  },
};
