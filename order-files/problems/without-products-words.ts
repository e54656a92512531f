// What to export in place of a list of orders, in English: after "the file is".
import type { ExportWithoutProducts } from '../profiles/profile.ts';

export const WITHOUT_PRODUCTS: Readonly<Record<ExportWithoutProducts, string>> = {
  etsy_orders:
    'Etsy’s list of orders, without their products. Download “Order Items” in place of “Orders”: Shop Manager, Settings, Options, Download Data (EtsySoldOrderItems…csv)',
  prestashop_orders:
    'PrestaShop’s list of orders, without their products. Export order_detail joined with orders: Advanced Parameters, Database, SQL Manager',
  shopware_orders:
    'Shopware’s list of orders, without the prices of their products. Export the positions: Shopware 5’s profile default_orders, or Shopware 6’s orders with lineItems by its Admin API, as JSON',
  orocommerce_orders:
    'OroCommerce’s list of orders, without their products. Export the line items of the orders, with their prices',
};
