// Files of no particular exporter: one line per product and order, columns by common names. Every line speaks for
// itself, so the lines of an order may be anywhere.
import type { Profile } from './profile.ts';

export const PLAIN: Profile = {
  id: 'plain',
  title: 'Order lines',
  documentation: undefined,
  signatures: [],
  /** The best name first. */
  columns: {
    order_id: [
      ...['orderid', 'ordernumber', 'orderno', 'invoiceno', 'invoicenumber', 'invoiceid', 'invoice', 'order'],
      ...[
        'transactionid',
        'transactionno',
        'basketid',
        'receiptid',
        'receiptno',
        'ordername',
        'salesorderid',
      ],
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
    currency: ['currency', 'currencycode', 'ordercurrency'],
    status: ['orderstatus', 'status', 'financialstatus', 'paymentstatus'],
    line_total: ['linetotal', 'itemtotal', 'lineitemtotal', 'rowtotal', 'lineamount'],
  },
  statuses: {
    cancelled: 'cancelled',
    canceled: 'cancelled',
    void: 'voided',
    voided: 'voided',
    failed: 'failed',
    declined: 'failed',
    pending: 'pending',
    pendingpayment: 'pending',
    unpaid: 'pending',
    draft: 'pending',
    onhold: 'pending',
    test: 'test',
  },
};
