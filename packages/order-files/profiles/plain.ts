// Files of no known exporter: one line per product and order, columns by common names. Every line is complete, so the
// lines of an order may be anywhere.
import type { Profile, StatusMeaning } from './profile.ts';

/** Names in English, then German, French, Spanish and Dutch. */
function splitNames(names: string): readonly string[] {
  return names.trim().split(/\s+/);
}

function assignMeaning(is: StatusMeaning, statuses: string): [string, StatusMeaning][] {
  return splitNames(statuses).map((status) => [status, is]);
}

export const PLAIN: Profile = {
  id: 'plain',
  title: 'Order lines',
  signatures: [],
  /** The best name first. */
  columns: {
    order_id: splitNames(`
      orderid ordernumber orderno invoiceno invoicenumber invoiceid invoice order transactionid transactionno
      basketid receiptid receiptno ordername salesorderid bestellnummer bestellnr bestellid auftragsnummer
      auftragsnr rechnungsnummer rechnungsnr belegnummer belegnr bestellung numerodecommande numerocommande
      ndecommande ncommande idcommande commande numerodefacture nfacture facture numerodepedido npedido
      ndepedido idpedido pedido numerodefactura nfactura factura ordernummer bestelnummer bestelling
      bestellingid factuurnummer bonnummer
    `),
    customer_id: splitNames(`
      customerid customernumber customerno customeruserid custid clientid userid customer customeremail
      buyeremail buyerid billingemail emailbilling email householdkey memberid buyer kundennummer kundennr
      kundenid kunde numeroclient idclient codeclient nclient client idcliente numerodecliente cliente
      klantnummer klantid klantcode klant
    `),
    order_date: splitNames(`
      orderdate invoicedate orderdatetime orderdt orderpurchasetimestamp purchasedate createdat orderedat
      saledate transactiondate transactiontime date datetime timestamp tdat bestelldatum auftragsdatum
      rechnungsdatum belegdatum kaufdatum datum datedecommande datecommande datedefacture fechadepedido
      fechapedido fechadecompra fecha besteldatum orderdatum factuurdatum aankoopdatum
    `),
    product_name: splitNames(`
      productname itemname lineitemname producttitle itemtitle product item itemdescription
      productdescription description title produktname artikelname artikelbezeichnung produkt artikel
      bezeichnung nomduproduit nomproduit produit article libelle designation nombredelproducto
      nombreproducto producto articulo descripcion productnaam artikelnaam artikelomschrijving omschrijving
    `),
    product_sku: splitNames(`
      productsku sku lineitemsku itemsku stockcode productid itemid productcode itemcode articleid
      articlenumber variantsku asin upc ean artikelnummer artikelnr artnr produktnummer referenceproduit
      refproduit reference codearticle referencia codigo codigoarticulo artikelcode
    `),
    unit_price: splitNames(`
      unitprice lineitemprice itemprice productprice priceperunit itemcost price einzelpreis stuckpreis
      preisprostuck preis vkpreis prixunitaire prixunitairettc prix puttc puht preciounitario precio
      stukprijs eenheidsprijs prijsperstuk prijs
    `),
    quantity: splitNames(`
      quantity qty lineitemquantity qtyordered quantityordered quantitypurchased itemquantity orderproducts
      units menge anzahl stuckzahl stuck quantite qte nombre cantidad unidades aantal hoeveelheid
    `),
    currency: splitNames(`
      currency currencycode ordercurrency wahrung devise moneda divisa valuta
    `),
    status: splitNames(`
      orderstatus status financialstatus paymentstatus bestellstatus auftragsstatus zahlungsstatus statut
      statutdelacommande estado estadodelpedido bestelstatus
    `),
    line_total: splitNames(`
      linetotal itemtotal lineitemtotal rowtotal lineamount gesamtpreis positionssumme zeilensumme totalligne
      montantligne totallinea importelinea regeltotaal regelbedrag
    `),
  },
  statuses: Object.fromEntries([
    ...assignMeaning(
      'paid',
      'paid completed complete shipped delivered fulfilled processing processed closed done',
    ),
    ...assignMeaning(
      'paid',
      'bezahlt versendet versandt geliefert abgeschlossen payee paye expediee livree terminee',
    ),
    ...assignMeaning('paid', 'pagado enviado entregado completado betaald verzonden geleverd afgerond'),
    ...assignMeaning(
      'cancelled',
      'cancelled canceled storniert annule annulee cancelado anulado geannuleerd',
    ),
    ...assignMeaning('voided', 'void voided'),
    ...assignMeaning('failed', 'failed declined fehlgeschlagen echouee fallido mislukt'),
    ...assignMeaning(
      'pending',
      'pending pendingpayment unpaid draft onhold ausstehend offen unbezahlt enattente',
    ),
    ...assignMeaning('pending', 'pendiente inafwachting openstaand'),
    ...assignMeaning('test', 'test'),
  ]),
  block: { linesStandAlone: true, prices: 'before line discount', refundDate: 'of the order' },
};
