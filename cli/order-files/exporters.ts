// What the common exporters call their columns. Names are compared without case, spaces and punctuation.

export const ORDER_FIELDS = [
  'order_id',
  'customer_id',
  'order_date',
  'product_name',
  'product_sku',
  'unit_price',
  'quantity',
] as const;
export type OrderField = (typeof ORDER_FIELDS)[number];

/** `Lineitem name`, `lineitem_name` and `LINEITEM-NAME` are one column. */
export function plainName(column: string): string {
  return column.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

export interface Exporter {
  readonly name: string;
  /** Columns that together only this exporter writes. */
  readonly signature: readonly string[];
  readonly columns: Partial<Record<OrderField, readonly string[]>>;
  /** Why a field stays without a column that looks like it. */
  readonly without?: Partial<Record<OrderField, string>>;
}

/** Only where the general names below would choose wrongly or find nothing. */
export const EXPORTERS: readonly Exporter[] = [
  {
    name: 'Shopify',
    // Id, the internal number, is written on an order's first line only; Name (#1001) on every line.
    signature: ['name', 'lineitemname', 'lineitemquantity'],
    columns: {
      order_id: ['name'],
      customer_id: ['customerid', 'email'],
      order_date: ['createdat'],
      product_name: ['lineitemname'],
      product_sku: ['lineitemsku'],
      unit_price: ['lineitemprice'],
      quantity: ['lineitemquantity'],
    },
  },
  {
    name: 'Amazon',
    // "All amounts are aggregates of the quantity, not unit prices": Seller Central, fields of the Order Report.
    signature: ['purchasedate', 'itemprice', 'sku'],
    columns: {
      order_id: ['amazonorderid', 'orderid'],
      customer_id: ['buyeremail'],
      order_date: ['purchasedate'],
      product_name: ['productname', 'itemname'],
      product_sku: ['sku', 'asin'],
      quantity: ['quantity', 'quantitypurchased'],
      unit_price: [],
    },
    without: {
      unit_price:
        'item-price is the price of the whole line; unit_price=item-price is right where every quantity is 1',
    },
  },
  {
    name: 'Magento',
    signature: ['incrementid', 'qtyordered'],
    columns: {
      order_id: ['incrementid'],
      customer_id: ['customerid', 'customeremail'],
      order_date: ['createdat'],
      product_name: ['name', 'productname'],
      product_sku: ['sku'],
      unit_price: ['price', 'baseprice', 'originalprice'],
      quantity: ['qtyordered'],
    },
  },
  {
    name: 'WooCommerce',
    signature: ['ordernumber', 'itemcost'],
    columns: {
      order_id: ['ordernumber'],
      customer_id: ['customeruserid', 'customerid', 'emailbilling', 'billingemail', 'billingemailaddress'],
      order_date: ['orderdate'],
      product_name: ['itemname', 'productnamemain', 'productname'],
      product_sku: ['sku', 'itemsku', 'productsku'],
      unit_price: ['itemcost'],
      quantity: ['quantity', 'itemquantity', 'qty'],
    },
  },
];

/** The best name first. */
export const COMMON_NAMES: Readonly<Record<OrderField, readonly string[]>> = {
  order_id: [
    ...['orderid', 'ordernumber', 'orderno', 'invoiceno', 'invoicenumber', 'invoiceid', 'invoice', 'order'],
    ...['transactionid', 'transactionno', 'basketid', 'receiptid', 'receiptno', 'ordername', 'salesorderid'],
  ],
  customer_id: [
    ...['customerid', 'customernumber', 'customerno', 'customeruserid', 'custid', 'clientid', 'userid'],
    ...['customer', 'customeremail', 'buyeremail', 'buyerid', 'billingemail', 'emailbilling', 'email'],
    ...['householdkey', 'memberid', 'buyer'],
  ],
  order_date: [
    ...['orderdate', 'invoicedate', 'orderdatetime', 'orderdt', 'orderpurchasetimestamp', 'purchasedate'],
    ...['createdat', 'orderedat', 'saledate', 'transactiondate', 'transactiontime', 'date', 'datetime'],
    ...['timestamp', 'tdat'],
  ],
  product_name: [
    ...['productname', 'itemname', 'lineitemname', 'producttitle', 'itemtitle', 'product', 'item'],
    ...['itemdescription', 'productdescription', 'description', 'title'],
  ],
  product_sku: [
    ...['productsku', 'sku', 'lineitemsku', 'itemsku', 'stockcode', 'productid', 'itemid', 'productcode'],
    ...['itemcode', 'articleid', 'articlenumber', 'variantsku', 'asin', 'upc', 'ean'],
  ],
  unit_price: [
    'unitprice',
    'lineitemprice',
    'itemprice',
    'productprice',
    'priceperunit',
    'itemcost',
    'price',
  ],
  quantity: [
    ...['quantity', 'qty', 'lineitemquantity', 'qtyordered', 'quantityordered', 'quantitypurchased'],
    ...['itemquantity', 'orderproducts', 'units'],
  ],
};
