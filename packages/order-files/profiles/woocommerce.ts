// WooCommerce by its two most used exporters: Advanced Order Export, whose prices are after discounts, and
// Customer / Order / Coupon Export, one row per item.
import { COMMON_STATUSES, createStatuses, type Profile, type StatusMeaning } from './profile.ts';

export const WOOCOMMERCE_STATUSES: Readonly<Record<string, StatusMeaning>> = {
  ...COMMON_STATUSES,
  ...createStatuses({
    paid: 'processing wccompleted wcprocessing wcrefunded',
    pending: 'onhold pendingpayment checkoutdraft draft wconhold wcpending',
    cancelled: 'wccancelled',
    failed: 'wcfailed',
  }),
};

export const WOOCOMMERCE_ADVANCED: Profile = {
  id: 'woocommerce-advanced',
  title: 'WooCommerce, Advanced Order Export',
  // https://docs.algolplus.com/algol_order_export/
  signatures: [['ordernumber', 'orderstatus', 'itemcost']],
  columns: {
    order_id: ['ordernumber'],
    customer_id: ['customeruserid', 'customerid', 'emailbilling', 'billingemail', 'billingemailaddress'],
    order_date: ['orderdate'],
    product_name: ['itemname', 'productnamemain', 'productname', 'name'],
    product_sku: ['sku', 'itemsku', 'productsku'],
    unit_price: ['itemcost'],
    quantity: ['quantity', 'itemquantity', 'qty', 'quantityrefund'],
    currency: ['ordercurrency', 'currency'],
    status: ['orderstatus'],
    line_refund: ['orderlinetotalrefunded'],
    order_discount: ['cartdiscountamount'],
    products_before_discount: ['ordersubtotalamount'],
    shipping: ['ordershippingamount'],
    fees: ['orderfeeamount'],
    tax: ['ordertotaltaxamount'],
    order_total: ['ordertotalamount'],
    refunded: ['orderrefundamount'],
  },
  statuses: WOOCOMMERCE_STATUSES,
  block: {
    fillDown: {
      except: [
        'item*',
        'sku',
        'name',
        'product*',
        'quantity*',
        'orderline*',
        'couponcode',
        'discountamount*',
      ],
    },
    prices: 'after all discounts',
    refundDate: 'of the order',
  },
};

export const WOOCOMMERCE_SUITE: Profile = {
  id: 'woocommerce-suite',
  title: 'WooCommerce, Customer / Order / Coupon Export',
  // https://woocommerce.com/document/ordercustomer-csv-export/
  signatures: [['orderid', 'itemname', 'itemtotal', 'itemquantity']],
  columns: {
    order_id: ['ordernumberformatted', 'ordernumber', 'orderid'],
    customer_id: ['customerid', 'billingemail'],
    order_date: ['date', 'orderdate'],
    product_name: ['itemname'],
    product_sku: ['itemsku'],
    quantity: ['itemquantity'],
    unit_price: [],
    currency: ['ordercurrency'],
    status: ['status'],
    line_total: ['itemtotal'],
    line_before_discount: ['itemsubtotal'],
    line_refund: ['itemrefunded'],
    line_refund_quantity: ['itemrefundedqty'],
    shipping: ['shippingtotal'],
    fees: ['feetotal'],
    tax: ['taxtotal'],
    order_total: ['ordertotal'],
    refunded: ['refundedtotal'],
  },
  statuses: WOOCOMMERCE_STATUSES,
  block: { prices: 'after all discounts', refundDate: 'of the order' },
};
