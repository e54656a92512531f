// Files that exporters write beside those with the products: lists of orders. They are refused by name, since an order
// without its products is no line item.
import type { ExportWithoutProducts, Profile } from './profile.ts';

function list(
  id: ExportWithoutProducts,
  title: string,
  documentation: string,
  signatures: Profile['signatures'],
): Profile {
  return { id, title, documentation, signatures, withoutProducts: id, columns: {}, statuses: {} };
}

export const WITHOUT_PRODUCTS: readonly Profile[] = [
  list('etsy_orders', 'Etsy sold orders', 'https://help.etsy.com/hc/en-us/articles/360000343328', [
    ['saledate', 'orderid', 'ordervalue', 'ordertotal', 'ordernet'],
    ['saledate', 'orderid', 'numberofitems', 'ordervalue', 'ordertotal'],
  ]),
  list(
    'prestashop_orders',
    'PrestaShop list of orders',
    'https://docs.prestashop-project.org/1.7-documentation/user-guide/managing-orders/orders',
    [['id', 'reference', 'newclient', 'customer', 'total', 'payment', 'status']],
  ),
  list(
    'shopware_orders',
    'Shopware list of orders',
    'https://docs.shopware.com/en/shopware-6-en/settings/importexport',
    [
      ['ordernumber', 'orderdatetime', 'amounttotal', 'lineitems'],
      ['orderid', 'number', 'invoiceamount', 'invoiceamountnet', 'cleared'],
    ],
  ),
  list(
    'orocommerce_orders',
    'OroCommerce list of orders',
    'https://doc.oroinc.com/user/back-office/sales/orders/',
    [
      ['ordernumber', 'ponumber', 'subtotal', 'total', 'internalstatus'],
      ['orderidentifier', 'ponumber', 'subtotal', 'total', 'internalstatus'],
    ],
  ),
];
