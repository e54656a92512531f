// Magento 2 and Adobe Commerce: order items joined with their orders, as export modules and the sales tables name them.
// A configurable product makes two records; the simple child has the price 0.
import { COMMON_STATUSES, createStatuses, type Profile } from './profile.ts';

export const MAGENTO: Profile = {
  id: 'magento',
  title: 'Magento / Adobe Commerce order items',
  // https://developer.adobe.com/commerce/webapi/rest/quick-reference/
  signatures: [['incrementid', 'qtyordered']],
  columns: {
    order_id: ['incrementid'],
    customer_id: ['customerid', 'customeremail'],
    order_date: ['createdat'],
    product_name: ['name', 'productname', 'itemname'],
    product_sku: ['sku', 'itemsku'],
    unit_price: ['price', 'originalprice', 'baseprice'],
    quantity: ['qtyordered'],
    currency: ['ordercurrencycode', 'basecurrencycode'],
    status: ['status', 'orderstatus', 'state'],
    item_id: ['itemid'],
    parent_item_id: ['parentitemid'],
    line_discount: ['discountamount'],
    line_refund: ['amountrefunded'],
    line_refund_discount: ['discountrefunded'],
    line_refund_quantity: ['qtyrefunded'],
    shipping: ['shippingamount'],
    tax: ['ordertaxamount'],
    order_total: ['grandtotal'],
    refunded: ['totalrefunded'],
  },
  statuses: {
    ...COMMON_STATUSES,
    ...createStatuses({
      paid: 'processing closed',
      pending: 'pendingpayment pendingpaypal paymentreview holded new',
      failed: 'fraud',
    }),
  },
  block: {
    prices: 'before line discount',
    mergesVariants: true,
    refundDate: 'of the order',
  },
};
