// Knows the words with which columns of orders are named in the languages of shops, and splits a column's name into
// the concepts that its words stand for: `numerodepedido`, `Bestellnummer` and `注文番号` are each an order and a number.

/** The words of each concept, in small letters without accents, separated by blanks. */
const WORDS = {
  order:
    'order orders ord bestellung bestell auftrag auftrags commande cmd pedido pedidos orden ordine ordini bestelling bestel encomenda zamowienie zamowienia siparis salesorder заказ заказа заказы 注文 受注 订单 訂單 주문',
  invoice:
    'invoice inv bill rechnung rechnungs facture factura fattura factuur fatura faktura faktury doc document documento счет накладная накладной 請求 发票 發票 인보이스',
  receipt:
    'receipt receipts ticket bon beleg kassenbon quittung recu recibo boleta scontrino kassabon paragon fis check чек чека レシート 小票 收据 영수증',
  transaction:
    'transaction transactions txn tran trans transaktion vorgang transaccion transacao transazione transakcja islem транзакция транзакции 取引 交易 거래',
  basket:
    'basket cart trolley warenkorb panier carrito carrinho carrello winkelwagen koszyk sepet booking checkout корзина カート 购物车 장바구니',
  sale: 'sale sales verkauf verkaufs vente ventes venta ventas venda vendas vendita vendite verkoop sprzedaz satis purchase kauf achat compra acquisto aankoop zakup purchases umsatz продажа продажи продаж 売上 销售 銷售 판매 매출',
  id: 'id ids no nr num number numero nummer key code ref reference referenz kennung identifier n numer codigo referencia refcode identifiant lfdnr pk sn numara uuid hash folio номер код ид 番号 コード 编号 編號 号 번호 코드',
  /** Words for the number of a product, if the name has no other concept. */
  code: 'reference referencia codigo',
  customer:
    'customer customers cust billing client clients buyer user member shopper account purchaser household guest kunde kunden kaufer klant klanten cliente clientes acheteur comprador compradores acquirente klient klienta kontrahent musteri konto patron person клиент клиента покупатель покупателя 顧客 お客様 会員 客户 客戶 买家 会员 고객 회원 구매자',
  email: 'email mail emails correo courriel eposta почта メール 邮箱 이메일',
  phone: 'phone telephone tel telefon telefono mobile handy 電話 电话 전화',
  name: 'name names title titel nom nombre nome naam nazwa adi ad bezeichnung label designation denominacion text имя название наименование 名 名前 名称 名稱 이름 명',
  date: 'date dates day datum tag fecha data dia giorno dag dzien tarih tarihi dt when dated tdat jour дата 日付 日 日期 날짜 일자 일',
  time: 'time timestamp datetime zeit uhrzeit heure hora ora tijd czas godzina saat at время 時刻 時間 日時 时间 시간 일시',
  placed:
    'created placed ordered purchased sold paid confirmed erstellt bestellt gekauft creation utworzenia on entered submitted',
  deadline:
    'limit due deadline expiry expiration expected estimated promised faellig fallig faelligkeit vencimiento vencimento echeance scadenza vervaldatum termin until by required requested',
  later:
    'delivery delivered ship shipped dispatch dispatched carrier liefer lieferung versand livraison entrega envio consegna spedizione levering verzending dostawy wysylki teslimat kargo updated modified changed birth birthday registered registration signup joined first last refunded cancelled approved fulfilled fulfillment captured доставка доставки отгрузка 配送 発送 发货 配达 배송',
  product:
    'product products item items article articles goods produkt produkte artikel produit produits producto productos articulo articulos produto produtos prodotto prodotti articolo produktu towar towaru urun lineitem menuitem merchandise ware part товар товара товары продукт номенклатура 商品 品名 品 产品 產品 상품 제품 품목',
  description:
    'description desc beschreibung libelle descripcion descricao descrizione omschrijving opis aciklama details wording goods описание 説明 描述 설명',
  sku: 'sku barcode ean upc gtin isbn asin stockcode stock plu artnr matnr material',
  variant: 'variant variante variation option optie size color colour farbe groesse',
  kind: 'category categories kategorie categorie categoria type typ tipo genre group gruppe groupe grupo gruppo class segment department abteilung brand marke marque marca merk family subcategory image url link gender sex age marital vendor supplier manufacturer категория カテゴリ 类别 分类 分類 카테고리',
  price:
    'price prices preis preise prix precio precios preco precos prezzo prezzi prijs cena ceny fiyat fiyati pu puht puttc tarif tarifa rrp цена цены 価格 単価 价格 單價 单价 가격 단가',
  unit: 'unit each piece per single pro einzel stuck unitaire unitario unitaria unitari eenheids eenheid stuk jednostkowa jednostkowe szt birim unite u ud uni vk ед единицу',
  listed: 'list original regular msrp uvp uvvp compare catalog catalogue old before',
  quantity:
    'quantity quantities qty units pieces pcs count menge anzahl stuckzahl quantite qte cantidad unidades uds quantidade qtd qtde quantita qta pezzi aantal hoeveelheid ilosc adet miktar copies количество колво кол 数量 個数 件数 数目 수량 개수',
  line: 'line row position zeile zeilen positions ligne linea linha riga regel regels pozycja satir extended строка 行 명세',
  sub: 'sub zwischen sous',
  total:
    'total totals subtotal sum gesamt summe totaal toplam somme suma somma totale totaux wartosc razem tutar genel net netto gross brutto gesamtpreis gesamtbetrag итого сумма всего 合計 小計 总计 总额 总价 小计 合计 합계 총 총액 金额 金額 금액',
  amount:
    'amount value amt betrag wert montant importe monto valor importo valore bedrag waarde kwota worth spend spent charged стоимость 額 额 가액',
  revenue:
    'revenue turnover sales erlos ca chiffre ingresos faturamento receita ricavo omzet przychod ciro hasilat earnings proceeds выручка 収益 收入 매출액',
  currency:
    'currency curr waehrung wahrung devise moneda moeda valuta divisa waluta parabirimi валюта 通貨 货币 幣別 통화',
  status:
    'status state statut estado stato zustand durum durumu situacao статус 状態 ステータス 状态 狀態 상태',
  payment:
    'payment pay zahlung zahlungs paiement pago pagamento betaling platnosc odeme financial оплата оплаты 支払 支付 결제',
  discount:
    'discount discounts disc rabatt nachlass remise reduction descuento desconto sconto korting rabat indirim iskonto promotion coupon voucher promo gutschein markdown savings скидка скидки 割引 値引 折扣 优惠 할인',
  percent:
    'percent percentage pct prozent pourcentage porcentaje percentuale procent rate ratio yuzde pc процент 率 비율',
  refund:
    'refund refunds refunded erstattung erstattet ruckerstattung remboursement remboursee rembourse reembolso reembolsado rimborso terugbetaling zwrot iade возврат возврата 返金 退款 환불',
  returned:
    'return returns returned retoure retouren retour devolucion devolucao reso resi retourniert zwrocone 返品 退货 退貨 반품',
  cancelled:
    'cancel cancelled canceled cancellation storno storniert annule annulee annulation cancelado cancelada anulado annullato geannuleerd anulowano iptal void voided reversed chargeback отменен отмена отмены キャンセル 取消 취소',
  test: 'test testing sandbox dummy',
  tax: 'tax taxes vat iva mwst ust umsatzsteuer mehrwertsteuer steuer tva taxe taxa taxas impuesto impuestos imposto impostos icms ipi igv imposta imposte btw belasting podatek kdv vergi gst hst pst tps ндс налог 税 消費税 增值税 税额 부가세 세금',
  shipping:
    'shipping freight postage fracht versandkosten port frais envio flete frete spedizione verzendkosten przesylka kargo handling delivery livraison фрахт 送料 運費 运费 배송비',
  cost: 'cost costs cogs kosten kost cout couts coste costo custo koszt maliyet ek einkaufspreis fee fees gebuhr gebuhren comision comissao commission commissione provision surcharge себестоимость 原価 成本 원가 手数料 手续费 수수료',
  margin:
    'margin profit gewinn marge benefice beneficio lucro profitto utile winst zysk kar прибыль маржа 利益 利润 利潤 이익',
  tip: 'tip tips trinkgeld pourboire propina gorjeta mancia fooi',
  weight: 'weight gewicht poids peso waga agirlik kg gram вес 重量 무게',
  place:
    'city town country region state zip postal postcode plz ort stadt land ville pays ciudad pais cidade citta paese plaats miasto kraj sehir ulke address adresse street location latitude longitude город страна 都市 国 城市 国家 도시 국가',
  store:
    'store shop branch till terminal register pos filiale kasse magasin caisse tienda caja loja negozio cassa winkel kassa sklep magaza warehouse seller cashier employee staff marketplace channel portal salesperson sprzedawca vendedor vendeur venditore verkaufer satici station магазин касса продавец 店舗 レジ 门店 매장 销售员 担当者',
  and: 'ttc ht of the de du des la le el do da di del della s d l e y von der die das im in for fur per incl inkl inc excl exkl with without mit ohne and und et van het een we wo',
} as const;

export type Concept = Exclude<keyof typeof WORDS, 'and'>;

export interface ColumnName {
  readonly concepts: ReadonlySet<Concept>;
  /** The number of words that stand for no concept. */
  readonly unknown: number;
}

const CONCEPTS = new Map<string, Set<Concept>>();
const FILLERS = new Set<string>();
for (const [concept, words] of Object.entries(WORDS)) {
  for (const word of words.split(' ')) {
    const plain = normalizeWord(word);
    if (concept === 'and') FILLERS.add(plain);
    else CONCEPTS.set(plain, (CONCEPTS.get(plain) ?? new Set()).add(concept as Concept));
  }
}
const LONGEST_WORD = Math.max(...[...CONCEPTS.keys()].map((word) => word.length));
/** Within a compound such as `orderid`, shorter words would be found by chance; scripts without blanks have them. */
const SHORTEST_PART = 2;

/** Longer cells are no names of columns. */
const LONGEST_NAME = 100;

/** Lists the words of a concept, in small letters without accents. */
export function listWords(concept: Concept): string[] {
  return WORDS[concept].split(' ').map(normalizeWord);
}

export function readColumnName(column: string): ColumnName {
  if (column.length > LONGEST_NAME) return { concepts: new Set(), unknown: 1 };
  const concepts = new Set<Concept>();
  let unknown = 0;
  // A note in parentheses, such as `(unique, required)` or `(EUR)`, may have any words.
  const [name = '', ...notes] = column.split(/[()[\]]/);
  for (const note of notes)
    for (const one of readColumnName(note).concepts) if (one !== 'deadline') concepts.add(one);
  const spaced = name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  const tokens = normalizeWord(spaced).split(/[^\p{L}\p{N}%#]+/u);
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? '';
    if (token === '' || /^\d+$/.test(token)) continue;
    let parts = FILLERS.has(token) && !CONCEPTS.has(token) ? [] : splitToken(token);
    const pair = `${token}${tokens[at + 1] ?? ''}`;
    if (parts === undefined && CONCEPTS.has(pair)) {
      // Turkish "Para Birimi" is a currency, although neither word is one.
      parts = [pair];
      at++;
    }
    if (parts === undefined) unknown++;
    for (const part of parts ?? []) for (const one of CONCEPTS.get(part) ?? []) concepts.add(one);
  }
  if (column.includes('%')) concepts.add('percent');
  if (column.includes('#') || /[№º]/.test(column)) concepts.add('id');
  return { concepts, unknown };
}

/** Splits a token into known words, the fewest that cover it; undefined if they do not cover it. */
function splitToken(token: string): readonly string[] | undefined {
  for (const ending of ['', 's', 'es', 'n', 'en']) {
    const stem = token.endsWith(ending) ? token.slice(0, token.length - ending.length) : '';
    if (CONCEPTS.has(stem) && (ending === '' || stem.length > SHORTEST_PART)) return [stem];
  }
  const best: (readonly string[] | undefined)[] = [[]];
  for (let end = 1; end <= token.length; end++) {
    for (let from = Math.max(0, end - LONGEST_WORD); from < end; from++) {
      const before = best[from];
      const part = token.slice(from, end);
      if (before === undefined || !isPart(part)) continue;
      const parts = FILLERS.has(part) && !CONCEPTS.has(part) ? before : [...before, part];
      const known = best[end];
      if (known === undefined || parts.length < known.length) best[end] = parts;
    }
  }
  return best[token.length];
}

/** One letter is a word in Chinese or Japanese, and by chance in others. */
function isPart(part: string): boolean {
  const isLongEnough = part.length >= SHORTEST_PART || /[^\p{Script=Latin}\p{Script=Cyrillic}\d]/u.test(part);
  return isLongEnough && (CONCEPTS.has(part) || FILLERS.has(part));
}

/** Small letters without accents; Hangul stays whole. */
function normalizeWord(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l');
}
