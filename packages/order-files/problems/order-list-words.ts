// Explains an exporter's list of orders without products: what the file is, and what to export instead.
import type { OrderListExporter } from '../profiles/profiles.ts';

export type OrderListWords = Readonly<Record<OrderListExporter, string>>;

export const ORDER_LISTS: OrderListWords = {
  etsy: 'Etsy’s list of orders, without their products: download “Order Items” instead of “Orders” (EtsySoldOrderItems….csv)',
  orocommerce:
    'OroCommerce’s list of orders, without their products: create a report on “Order Line Item” under Reports & Segments, with Order Number, Customer, Created At, Internal Status, Subtotal, Total Discounts Amount, Product SKU, Product Name, Quantity, Price Value and Price Currency, and export it',
  prestashop:
    'PrestaShop’s list of orders, without their products: export order_detail joined with orders, by a query of the SQL Manager (Advanced Parameters, Database)',
  'shopware-6':
    'Shopware 6’s list of orders, without prices of their products: fetch the orders with lineItems from its Admin API (POST /api/search/order), as JSON',
};
