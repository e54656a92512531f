// eBay's orders report of Seller Hub. The table stands between an empty line and lines with the number of records and
// the seller. An order of several items has a record of its own with the buyer, the dates and the totals, then one per
// item.
import type { Profile } from './profile.ts';

export const EBAY: Profile = {
  id: 'ebay',
  title: 'eBay orders report',
  // https://www.ebay.com/help/selling/selling-tools/seller-hub?id=4095
  signatures: [['salesrecordnumber', 'ordernumber', 'itemtitle', 'soldfor', 'totalprice']],
  columns: {
    order_id: ['ordernumber'],
    customer_id: ['buyerusername'],
    order_date: ['saledate'],
    product_name: ['itemtitle'],
    product_sku: ['customlabel', 'itemnumber'],
    quantity: ['quantity'],
    unit_price: [],
    line_total: ['soldfor'],
    paid_at: ['paidondate'],
    shipping: ['shippingandhandling'],
    tax: ['ebaycollectedtax', 'ebaycollectedtaxandfeesincludedintotal'],
    order_total: ['totalprice'],
  },
  statuses: {},
  dateFormat: 'text',
  footer: /record\(s\) downloaded|^"?Seller ID ?:/i,
  block: {
    fillDown: {
      except: [
        ...['salesrecordnumber', 'item*', 'customlabel', 'quantity', 'soldfor', 'transactionid'],
        ...['variationdetails', 'trackingnumber', 'shippingandhandling', 'totalprice', 'ebaycollectedtax'],
      ],
    },
    prices: 'after all discounts',
    lineTotalMayBeUnit: true,
    orderHasRecord: true,
    refundDate: 'of the order',
    remarks: ['without_refunds'],
  },
};
