// SAP: a list of sales orders, saved from its grid. Columns are named as in the grid, in German or English, or as in
// the tables VBAK and VBAP. Net values are per line, without tax; a minus follows the number.
import type { Profile } from './profile.ts';

export const SAP: Profile = {
  id: 'sap',
  title: 'SAP list of sales orders',
  // https://help.sap.com/docs/SAP_S4HANA_ON-PREMISE/7b24a64d9d0941bda1afa753263d9e39; technical names with their labels:
  // https://www.stechno.net/repository/sap-tables.html?id=VAPMA. No public sample of a saved grid was found.
  signatures: [
    ['verkaufsbeleg', 'material', 'nettowert'],
    ['verkbeleg', 'material', 'nettowert'],
    ['salesdocument', 'material', 'netvalue'],
    ['vbeln', 'matnr', 'netwr'],
  ],
  columns: {
    order_id: ['verkaufsbeleg', 'verkbeleg', 'salesdocument', 'vbeln'],
    customer_id: ['auftraggeber', 'auftrggeber', 'soldtoparty', 'soldtopt', 'kunnr'],
    order_date: [
      ...['belegdatum', 'auftragsdatum', 'documentdate', 'docdate', 'audat'],
      ...['angelegtam', 'erfassungsdatum', 'createdon', 'erdat'],
    ],
    product_name: ['bezeichnung', 'materialkurztext', 'description', 'itemdescription', 'arktx'],
    product_sku: ['material', 'matnr'],
    quantity: [
      ...['auftragsmenge', 'kumauftragsmenge', 'kumulauftragsmenge', 'orderquantity', 'kwmeng'],
      ...['menge', 'quantity'],
    ],
    unit_price: [],
    line_total: ['nettowert', 'netvalue', 'netwr'],
    currency: ['wahrung', 'belegwahrung', 'wrg', 'currency', 'documentcurrency', 'waerk'],
    cancelled_at: ['absagegrund', 'rejectionreason', 'reasonforrejection', 'abgru'],
  },
  statuses: {},
  // Separators between the lines of a list that was saved without conversion.
  footer: /^[-=+|,]*$/,
  block: {
    prices: 'after all discounts',
    quantityFollowsAmount: true,
    refundDate: 'of the order',
  },
};
