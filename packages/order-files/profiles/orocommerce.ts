// OroCommerce: a custom report on Order Line Items, exported from its grid. The list of orders that the back office
// exports has no products. Columns are the fields' own labels, as the report's designer proposes them.
import { COMMON_STATUSES, createStatuses, type Profile } from './profile.ts';

export const OROCOMMERCE: Profile = {
  id: 'orocommerce',
  title: 'OroCommerce, report on order line items',
  // Labels: src/Oro/Bundle/OrderBundle/Resources/translations/messages.en.yml in https://github.com/oroinc/orocommerce;
  // how cells are written: DataGridBundle/ImportExport/DatagridDataConverter.php in https://github.com/oroinc/platform.
  // No public sample of an exported report was found.
  signatures: [['ordernumber', 'productsku', 'quantity', 'pricevalue']],
  columns: {
    order_id: ['ordernumber'],
    // The customer is a company; if the report has none, the person who ordered.
    customer_id: ['customer', 'customername', 'emailaddress'],
    order_date: ['createdat', 'orderdate'],
    product_name: ['productname', 'product', 'productfreeform'],
    product_sku: ['productsku'],
    unit_price: ['pricevalue'],
    quantity: ['quantity'],
    // Amounts carry the symbol of the shop's default currency, even in another currency: this column decides.
    currency: ['pricecurrency', 'currency'],
    status: ['internalstatus', 'status'],
    products_before_discount: ['subtotal'],
    order_discount: ['totaldiscountsamount', 'discount'],
  },
  // Orders are placed before they are paid for, often by invoice: an open one counts.
  statuses: { ...COMMON_STATUSES, ...createStatuses({ paid: 'open processing shipped closed archived' }) },
  dateFormat: 'text',
  block: { prices: 'before line discount', refundDate: 'of the order', remarks: ['without_refunds'] },
};
