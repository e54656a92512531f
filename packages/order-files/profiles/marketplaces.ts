// Marketplaces: Amazon's order and settlement reports, which are separated by tabs, and Etsy's sold order items.
import type { Profile } from './profile.ts';

export const AMAZON_ORDERS: Profile = {
  id: 'amazon-orders',
  title: 'Amazon order report',
  // https://developer-docs.amazon.com/sp-api/docs/report-type-values-order
  signatures: [
    ['amazonorderid', 'purchasedate', 'itemprice'],
    ['orderid', 'orderitemid', 'purchasedate', 'quantitypurchased'],
  ],
  columns: {
    order_id: ['amazonorderid', 'orderid'],
    customer_id: ['buyeremail'],
    order_date: ['purchasedate'],
    product_name: ['productname', 'itemname'],
    product_sku: ['sku', 'asin'],
    quantity: ['quantity', 'quantitypurchased'],
    unit_price: [],
    // "All amounts are aggregates of the quantity, not unit prices": Seller Central, fields of the order report.
    line_total: ['itemprice'],
    line_discount: ['itempromotiondiscount'],
    currency: ['currency'],
    status: ['orderstatus', 'itemstatus'],
  },
  statuses: {
    shipped: 'paid',
    shippeddeliveredtobuyer: 'paid',
    shippedpickedup: 'paid',
    shippedreturnedtoseller: 'paid',
    shippedreturningtoseller: 'paid',
    shippedrejectedbybuyer: 'paid',
    shippedoutfordelivery: 'paid',
    unshipped: 'paid',
    partiallyshipped: 'paid',
    shipping: 'paid',
    complete: 'paid',
    pending: 'pending',
    pendingwaitingforpickup: 'pending',
    pendingavailability: 'pending',
    cancelled: 'cancelled',
    canceled: 'cancelled',
    unfulfillable: 'cancelled',
  },
  block: {
    prices: 'before line discount',
    refundDate: 'of the order',
    remarks: ['amazon_without_refunds'],
  },
};

/** The date range report of Amazon's payments: one record for each order line, refund, fee and transfer. */
export const AMAZON_TRANSACTIONS: Profile = {
  id: 'amazon-transactions',
  title: 'Amazon date range report',
  // https://sellercentral.amazon.com/help/hub/reference/external/GP8U5NQ8ZE7QY6PL
  signatures: [['datetime', 'settlementid', 'type', 'orderid', 'productsales', 'promotionalrebates']],
  columns: {
    order_id: ['orderid'],
    customer_id: [],
    order_date: ['datetime'],
    product_name: ['description'],
    product_sku: ['sku'],
    quantity: ['quantity'],
    unit_price: [],
    line_total: ['productsales'],
    line_discount: ['promotionalrebates'],
    record_kind: ['type'],
  },
  statuses: {},
  block: {
    prices: 'before line discount',
    records: { order: 'sale', refund: 'return' },
    quantityFollowsAmount: true,
    refundDate: 'in the export',
    remarks: ['without_currency'],
  },
};

export const AMAZON_SETTLEMENT: Profile = {
  id: 'amazon-settlement',
  title: 'Amazon settlement report (flat file V2)',
  // https://developer-docs.amazon.com/sp-api/docs/report-type-values-settlement
  signatures: [['settlementid', 'transactiontype', 'amounttype', 'amountdescription', 'amount']],
  columns: {
    order_id: ['orderid'],
    order_date: ['posteddatetime', 'posteddate'],
    product_name: [],
    product_sku: ['sku'],
    quantity: ['quantitypurchased'],
    unit_price: [],
    line_total: ['amount'],
    currency: ['currency'],
    record_kind: ['transactiontype'],
    record_group: ['amounttype'],
    record_detail: ['amountdescription'],
    item_id: ['orderitemcode'],
  },
  statuses: {},
  block: {
    // The currency stands on the settlement's own line, the first of the file.
    currencyHolds: true,
    prices: 'after all discounts',
    records: {
      'order/itemprice/principal': 'sale',
      'order/promotion/principal': 'discount',
      'refund/itemprice/principal': 'return',
      'refund/promotion/principal': 'return',
    },
    refundDate: 'in the export',
    remarks: ['posting_dates'],
  },
};

export const ETSY: Profile = {
  id: 'etsy',
  title: 'Etsy sold order items',
  // https://help.etsy.com/hc/en-us/articles/360000343328
  signatures: [['saledate', 'itemname', 'listingid', 'orderid', 'datepaid']],
  columns: {
    order_id: ['orderid'],
    customer_id: ['buyer'],
    order_date: ['saledate'],
    product_name: ['itemname'],
    product_sku: ['sku'],
    unit_price: ['price'],
    quantity: ['quantity'],
    currency: ['currency'],
    paid_at: ['datepaid'],
    line_discount: ['discountamount'],
  },
  statuses: {},
  dateFormat: 'mdy',
  block: {
    prices: 'before line discount',
    refundDate: 'of the order',
    remarks: ['without_refunds'],
  },
};
