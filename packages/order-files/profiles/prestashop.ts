// PrestaShop: order details joined with their orders, in the names of the tables `orders` and `order_detail`, as the
// SQL Manager and export modules write them. Uses prices without tax where the file has them.
import { PLAIN } from './plain.ts';
import { createStatuses, type Profile, type StatusMeaning } from './profile.ts';

/** `current_state` of a new shop by number, and names of its states, of which plain files have some as well. */
const STATUSES: Readonly<Record<string, StatusMeaning>> = {
  ...PLAIN.statuses,
  ...createStatuses({
    paid: '2 3 4 5 7 9 11 paymentaccepted processinginprogress refunded remotepaymentaccepted onbackorderpaid paiementaccepte encoursdepreparation expedie livre rembourse pagoaceptado preparacionencurso reembolsado',
    cancelled: '6',
    failed: '8 paymenterror erreurdepaiement errorenelpago',
    pending:
      '1 10 12 13 awaitingcheckpayment awaitingbankwirepayment onbackordernotpaid awaitingcashondeliveryvalidation enattentedevirementbancaire',
  }),
};

function createPrestashopProfile(tax: 'excl' | 'incl'): Profile {
  const toTaxedColumn = (column: string): string => `${column}tax${tax}`;
  // Totals of PrestaShop include tax unless the column's suffix says otherwise.
  const listTotalColumns = (column: string): string[] =>
    tax === 'incl' ? [toTaxedColumn(column), column] : [toTaxedColumn(column)];
  return {
    id: tax === 'excl' ? 'prestashop' : 'prestashop-with-tax',
    title: `PrestaShop order details, ${tax === 'excl' ? 'without' : 'with'} tax`,
    // Columns: https://devdocs.prestashop-project.org/8/webservice/resources/order_details/. The SQL Manager exports what a query
    // selects: https://docs.prestashop-project.org/. The join is every shop's own: no public sample of its export was found.
    signatures: [
      ['idorder', 'productname', 'productquantity', toTaxedColumn('unitprice')],
      ['idorder', 'productname', 'productquantity', toTaxedColumn('totalprice')],
    ],
    columns: {
      order_id: ['idorder'],
      customer_id: ['idcustomer', 'email', 'customeremail'],
      order_date: ['dateadd', 'invoicedate'],
      product_name: ['productname'],
      product_sku: ['productreference', 'productid'],
      unit_price: [toTaxedColumn('unitprice')],
      line_total: [toTaxedColumn('totalprice')],
      quantity: ['productquantity'],
      currency: ['isocode', 'currency', 'currencyisocode'],
      status: ['currentstate', 'orderstate', 'osname', 'state', 'status'],
      line_refund: [toTaxedColumn('totalrefunded')],
      line_refund_quantity: ['productquantityrefunded'],
      order_discount: listTotalColumns('totaldiscounts'),
      shipping: listTotalColumns('totalshipping'),
      fees: listTotalColumns('totalwrapping'),
      order_total: listTotalColumns('totalpaid'),
    },
    statuses: STATUSES,
    block: {
      prices: 'before line discount',
      returnedStatuses: ['7', 'refunded', 'rembourse', 'reembolsado'],
      refundDate: 'of the order',
    },
  };
}

export const PRESTASHOP: Profile = createPrestashopProfile('excl');
export const PRESTASHOP_WITH_TAX: Profile = createPrestashopProfile('incl');
