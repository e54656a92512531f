// BigCommerce's order export: a row is an order, and one cell holds all its products.
import { COMMON_STATUSES, createStatuses, type Profile } from './profile.ts';

const KEYS = 'ID|Qty|SKU|Name|Weight|Variation Details|Unit Price|Total Price';

function parseProduct(text: string): Map<string, string> {
  const parts = text.trim().split(new RegExp(`(?:^|, )Product (${KEYS}): ?`));
  const product = new Map<string, string>();
  for (let at = 1; at < parts.length; at += 2) product.set(parts[at] ?? '', parts[at + 1] ?? '');
  return product;
}

function parseAmount(text: string | undefined): number {
  return Number((text ?? '').replaceAll(/[^\d.-]/g, ''));
}

function roundToCents(amount: number): string {
  return (Math.round(amount * 100) / 100).toString();
}

export const BIGCOMMERCE: Profile = {
  id: 'bigcommerce',
  title: 'BigCommerce orders',
  // https://support.bigcommerce.com/s/article/Export-Orders
  signatures: [['orderid', 'orderstatus', 'ordertotalinctax', 'productdetails']],
  lines: {
    columns: [
      'Product Details: Name',
      'Product Details: SKU',
      'Product Details: Qty',
      'Product Details: Total Price',
      'Products: shipping',
      'Products: total',
      'Products: refunded',
    ],
    // The shop's settings decide whether product prices include tax: the order's sum shows it, and total, shipping and
    // refund are read alike.
    read(cellOf) {
      const products = cellOf('productdetails')
        .split(/\|(?=\s*Product (?:ID|Qty|Name|SKU): )/)
        .map(parseProduct);
      const sum = products.reduce((total, product) => total + parseAmount(product.get('Total Price')), 0);
      const computeDistance = (column: string): number => Math.abs(sum - parseAmount(cellOf(column)));
      const tax = computeDistance('subtotalinctax') < computeDistance('subtotalextax') ? 'inctax' : 'extax';
      const getAmount = (column: string, basis = tax): number => parseAmount(cellOf(`${column}${basis}`));
      const shipping = getAmount('shippingcost') + getAmount('handlingcost');
      const total = getAmount('ordertotal');
      const withTax = getAmount('ordertotal', 'inctax');
      const refund = parseAmount(cellOf('refundamount'));
      // Refunds include tax; shipping has its own.
      const paid = withTax - getAmount('shippingcost', 'inctax') - getAmount('handlingcost', 'inctax');
      const share = paid <= 0 ? 1 : (total - shipping) / paid;
      const refunded = refund >= withTax ? total : refund * share;
      const ofOrder = [shipping, total, refunded].map(roundToCents);
      return products.map((product) => [
        ...['Name', 'SKU', 'Qty', 'Total Price'].map((key) => product.get(key) ?? ''),
        ...ofOrder,
      ]);
    },
  },
  columns: {
    order_id: ['orderid'],
    customer_id: ['customerid', 'customeremail', 'billingemail'],
    order_date: ['orderdate'],
    order_time: ['ordertime'],
    product_name: ['productdetailsname'],
    product_sku: ['productdetailssku'],
    quantity: ['productdetailsqty'],
    unit_price: [],
    line_total: ['productdetailstotalprice'],
    currency: ['ordercurrencycode'],
    status: ['orderstatus'],
    shipping: ['productsshipping'],
    order_total: ['productstotal'],
    refunded: ['productsrefunded'],
  },
  statuses: {
    ...COMMON_STATUSES,
    ...createStatuses({
      paid: 'shipped partiallyshipped awaitingfulfillment awaitingshipment awaitingpickup disputed',
      pending: 'incomplete awaitingpayment manualverificationrequired verificationrequired',
    }),
  },
  block: {
    prices: 'before line discount',
    discountFromTotal: true,
    returnedStatuses: ['refunded'],
    refundDate: 'of the order',
  },
};
