// PrestaShop: order details joined with their orders, in the names of the tables `orders` and `order_detail`, as the SQL
// Manager and export modules write them. Prices are those without tax where the file has them.
import type { Profile, StatusMeaning } from './profile.ts';

/** `current_state` of a new shop by number, and its names in English, French, Spanish, German and Italian. */
const STATUSES: Readonly<Record<string, StatusMeaning>> = Object.fromEntries([
  ...meaning(
    'paid',
    '2 3 4 5 7 9 11 paymentaccepted processinginprogress preparationinprogress shipped delivered',
  ),
  ...meaning('paid', 'refunded onbackorderpaid remotepaymentaccepted partialrefund partiallyrefunded'),
  ...meaning('paid', 'paiementaccepte encoursdepreparation expedie livre rembourse paiementadistanceaccepte'),
  ...meaning('paid', 'pagoaceptado preparacionencurso enviado entregado reembolsado pagoremotoaceptado'),
  ...meaning(
    'paid',
    'zahlungeingegangen zahlungerhalten inbearbeitung versandt versendet geliefert erstattet',
  ),
  ...meaning('paid', 'pagamentoaccettato preparazioneincorso spedito consegnato rimborsato'),
  ...meaning('cancelled', '6 canceled cancelled annule cancelado storniert annullato'),
  ...meaning(
    'failed',
    '8 paymenterror erreurdepaiement errorenelpago errordepago zahlungsfehler erroredipagamento',
  ),
  ...meaning('pending', '1 10 12 13 awaitingcheckpayment awaitingchequepayment awaitingbankwirepayment'),
  ...meaning('pending', 'onbackordernotpaid awaitingcashondeliveryvalidation enattentedupaiementparcheque'),
  ...meaning('pending', 'enattentedevirementbancaire awaitingpaypalpayment'),
]);

function meaning(is: StatusMeaning, names: string): [string, StatusMeaning][] {
  return names.split(' ').map((name) => [name, is]);
}

function prestashop(tax: 'excl' | 'incl'): Profile {
  const taxed = (column: string): string => `${column}tax${tax}`;
  // Without a suffix, PrestaShop's totals include tax.
  const total = (column: string): string[] => (tax === 'incl' ? [taxed(column), column] : [taxed(column)]);
  return {
    id: tax === 'excl' ? 'prestashop' : 'prestashop-with-tax',
    title: `PrestaShop order details, ${tax === 'excl' ? 'without' : 'with'} tax`,
    documentation: 'https://devdocs.prestashop-project.org/8/webservice/resources/order_details/',
    signatures: [
      ['idorder', 'productname', 'productquantity', taxed('unitprice')],
      ['idorder', 'productname', 'productquantity', taxed('totalprice')],
    ],
    columns: {
      order_id: ['idorder'],
      customer_id: ['idcustomer', 'email', 'customeremail'],
      order_date: ['dateadd', 'invoicedate'],
      product_name: ['productname'],
      product_sku: ['productreference', 'productid'],
      unit_price: [taxed('unitprice')],
      line_total: [taxed('totalprice')],
      quantity: ['productquantity'],
      currency: ['isocode', 'currency', 'currencyisocode'],
      status: ['currentstate', 'orderstate', 'osname', 'state', 'status'],
      line_refund: [taxed('totalrefunded')],
      line_refund_quantity: ['productquantityrefunded'],
      order_discount: total('totaldiscounts'),
      shipping: total('totalshipping'),
      fees: total('totalwrapping'),
      order_total: total('totalpaid'),
    },
    statuses: STATUSES,
    block: {
      prices: 'before line discount',
      returnedStatuses: ['7', 'refunded', 'rembourse', 'reembolsado', 'erstattet', 'rimborsato'],
      refundDate: 'of the order',
    },
  };
}

export const PRESTASHOP: Profile = prestashop('excl');
export const PRESTASHOP_WITH_TAX: Profile = prestashop('incl');
