// Sentences of market basket reports, in German.
import type { BASKET_SENTENCES } from '../../../src/contract/sentences/basket-sentences.ts';
import type { FigureFormats } from '../../../src/contract/sentences/figures.ts';
import type { Words } from '../../../src/contract/sentences/sentence.ts';
import {
  formatChosenPercent,
  formatCount,
  formatCustomers,
  formatNames,
  formatOrders,
  formatRows,
  joinWithAnd,
} from './wording.ts';

const describeTooMany = (support: number, f: FigureFormats): string =>
  `Zu viele Produktkombinationen kommen in ${formatChosenPercent(support, f)} der Warenkörbe vor`;

const PLACES = { all: 'der Name ist', start: 'der Name beginnt mit', end: 'der Name endet auf' };

const formatBaskets = (count: number, unit: 'order' | 'customer', figures: FigureFormats): string =>
  unit === 'customer' ? formatCustomers(count, figures) : formatOrders(count, figures);
const nameUnit = (unit: 'order' | 'customer'): string => (unit === 'customer' ? 'Kunden' : 'Bestellungen');
const NOT_SHOWN = ' Es ist nicht gezeigt, dass sie besser sind als die Bestseller.';
const isOrAre = (count: number): string => (count === 1 ? 'ist' : 'sind');

export const BASKET_WORDS_DE: Pick<Words, keyof typeof BASKET_SENTENCES> = {
  no_baskets: () => 'Keine Bestellung passt: Es gibt keine Warenkörbe auszuwerten.',
  orders_without_date: ({ orders: count }, f) =>
    `${formatOrders(count, f)} ohne Datum ${isOrAre(count)} ausgelassen, weil der Bericht einen Zeitraum hat.`,
  orders_without_customer: ({ orders: count, value }, f) =>
    `${formatOrders(count, f)} ohne Kunden im Wert von ${f.money(value)} ${isOrAre(count)} ausgelassen: Angefordert war ein Warenkorb je Kunde.`,
  orders_of_returns: ({ orders: count, value }, f) =>
    `${formatOrders(count, f)} ${count === 1 ? 'enthält' : 'enthalten'} nur Rückgaben (${f.money(value)}). Zu Warenkörben und Umsatz ${count === 1 ? 'zählt sie' : 'zählen sie'} nicht, zum Nettoumsatz schon.`,
  rows_without_level: ({ rows: count, level }, f) =>
    `${formatRows(count, f)} ${count === 1 ? 'hat' : 'haben'} kein ${level} und ${count === 1 ? 'zählt' : 'zählen'} auf dieser Ebene nicht zum Warenkorb.`,
  rows_without_field: ({ rows: count, field }, f) =>
    `${formatRows(count, f)} ${count === 1 ? 'hat' : 'haben'} kein ${field} und ${count === 1 ? 'zählt' : 'zählen'} nicht zum Warenkorb.`,
  rows_by_other_identifier: ({ rows: count, identifier }, f) =>
    identifier === 'sku'
      ? `${formatRows(count, f)} ${count === 1 ? 'hat' : 'haben'} keine Artikelnummer: Dort zählt der Name des Produkts.`
      : `${formatRows(count, f)} ${count === 1 ? 'hat' : 'haben'} keinen Produktnamen: Dort zählt die Artikelnummer.`,
  products_unknown: ({ names, more }, f) =>
    `Kein Warenkorb enthält ${formatNames(
      names.map((name) => `„${name}“`),
      more,
      f,
    )}; params.rules nennt ${names.length + more === 1 ? 'es' : 'sie'}.`,

  search_without_rules: ({ min_support }, f) =>
    `${describeTooMany(min_support, f)}, auch bei jedem höheren Anteil: Der Bericht hat keine Regeln. Grenzen Sie ihn durch Filter ein.`,
  search_at_higher_support: ({ min_support, effective, baskets: count, max_products }, f) =>
    `${describeTooMany(min_support, f)}. Der Bericht hat die aus mindestens ${formatChosenPercent(effective, f)} (${f.whole(count)} Warenkörben), mit höchstens ${max_products} Produkten.`,
  search_of_smaller_sets: ({ min_support, max_products, most_rules, most_occurrences, named: isNamed }, f) =>
    `Regeln haben höchstens ${max_products} Produkte. Bei ${formatChosenPercent(min_support, f)} der Warenkörbe ergäben größere Kombinationen mehr als ${f.whole(most_rules)} Regeln oder ${f.whole(most_occurrences)} Warenkörbe zum Addieren. ` +
    `Mit einem höheren Anteil werden es größere${isNamed ? '' : ', ebenso mit params.rules.max_products'}.`,
  rules_not_returned: ({ found, returned }, { whole }) =>
    `Von ${whole(found)} gefundenen Regeln enthält der Bericht die besten ${whole(returned)}.`,

  fees_not_found: () => 'Keine Zeile passt zu Ihrer Liste der Gebühren und Leistungen.',
  fees_left_out: ({ rows: count, value, listed: isListed, names, more }, f) =>
    `${formatRows(count, f)} mit Gebühren und Leistungen (${isListed ? 'nach Ihrer Liste' : 'nach ihren Namen'}) ${count === 1 ? 'fehlt' : 'fehlen'} in Warenkörben und Regeln: ` +
    `${names.length > 0 ? `${formatNames(names, more, f)}, ` : ''}im Wert von ${f.money(value)}. Im Umsatz ${isOrAre(count)} sie enthalten.`,
  fees_found: ({ fees, more, leaves_out }, f) => {
    const isSingle = fees.length === 1;
    const names = fees.map(({ name, word, at }) =>
      isSingle || word === null || at === null ? name : `${name} (${PLACES[at]} „${word}“)`,
    );
    const them = isSingle ? 'es' : 'sie';
    return (
      `${formatNames(names, more, f)} ${isSingle ? 'ist dem Namen nach eine Gebühr oder Leistung' : 'sind wohl Gebühren oder Leistungen'}. ${leaves_out ? `Auch die Verkäufe sprechen nicht dagegen. ` : ''}` +
      `Empfehlungen lassen ${them} aus, die Zahlen enthalten ${them}. ` +
      (leaves_out
        ? `${isSingle ? 'Soll es' : 'Sollen sie'} auch in Warenkörben und Regeln fehlen? Nennen Sie ${them} in den Einstellungen des Datensatzes unter „Keine Ware“. Fordern Sie dann einen Bericht ohne Gebühren an. `
        : '') +
      `Soll ein Produkt überall fehlen, fordern Sie einen Bericht mit der Bedingung an, dass es nicht „${fees[0]?.name}“ ist.`
    );
  },

  recommendations_of_smaller_baskets: ({ max_products }) =>
    `Empfehlungen nutzen keine Paare aus Warenkörben mit mehr als ${max_products} Produkten.`,
  recommendations_by_cosine: () =>
    'Bei einem so großen Datensatz ordnet der Kosinus gewichteter Warenkörbe die Empfehlungen. Für Warenkörbe sind sie nicht an späteren Bestellungen geprüft.',
  recommendations_tested: (
    { orders: count, of_one, of_one_best_sellers, of_three, of_three_best_sellers, lower, upper, is_better },
    { whole, percent, fixed },
  ) =>
    `Die Empfehlungen wurden an den letzten ${whole(count)} Bestellungen mit mindestens zwei Produkten geprüft, berechnet aus den Bestellungen davor. ` +
    `Zu einem Produkt einer Bestellung stehen ${percent(of_one)} ihrer anderen Produkte unter den ersten fünf (mit den Bestsellern ${percent(of_one_best_sellers)}). ` +
    `Zu dreien sind es ${percent(of_three)} (${percent(of_three_best_sellers)}). Der Unterschied bei einem Produkt beträgt ${fixed(100 * lower, 1)} bis ${fixed(100 * upper, 1)} Prozentpunkte (95-%-Intervall).` +
    (is_better ? '' : NOT_SHOWN),
  next_orders_tested: (
    { customers, of_sample, again, again_best_sellers, again_lower, again_upper, again_is_better, fresh },
    f,
  ) =>
    `Die Empfehlungen für Kunden wurden an den nächsten Bestellungen von ${formatCount(customers, 'Kunden', 'Kunden', f)} geprüft, berechnet aus ihren früheren. ` +
    (of_sample ? 'Die Prüfung nutzt nur die Bestellungen einer Stichprobe von Kunden. ' : '') +
    `Unter den zehn Produkten, die am ehesten wieder gekauft werden, sind ${f.percent(again)} einer nächsten Bestellung (mit den Bestsellern ${f.percent(again_best_sellers)}): ` +
    `${f.fixed(100 * again_lower, 1)} bis ${f.fixed(100 * again_upper, 1)} Prozentpunkte mehr (95-%-Intervall).` +
    (again_is_better ? '' : NOT_SHOWN) +
    (fresh === null
      ? ''
      : ` Von den Produkten, die ${formatCount(fresh.customers, 'Kunde', 'Kunden', f)} vorher nicht gekauft hatten, sind ${f.percent(fresh.recall)} unter den ersten zehn neuen ` +
        `(${f.percent(fresh.best_sellers)}): ${f.fixed(100 * fresh.lower, 1)} bis ${f.fixed(100 * fresh.upper, 1)} Punkte.` +
        (fresh.is_better ? '' : NOT_SHOWN)),
  field_unknown: ({ field }) =>
    `Kein Produkt in einem Warenkorb hat das in params.serve genannte Feld custom:${field}.`,
  field_values_cut: ({ products, field, values }, f) =>
    `${formatCount(products, 'Produkt hat', 'Produkte haben', f)} mehr als ${values} Werte von custom:${field}: Gefiltert wird nach den ${values} Werten in den meisten Warenkörben.`,
  profiles_of_smaller_orders: ({ max_products }) =>
    `Produktprofile lassen Bestellungen mit mehr als ${max_products} Produkten aus, ebenso die Bestellungen direkt davor und danach.`,

  no_rule: ({ min_support, min_confidence, baskets: count }, f) =>
    `Keine Regel erreicht ${formatChosenPercent(min_support, f)} von ${formatCount(count, 'Warenkorb', 'Warenkörben', f)} und ${formatChosenPercent(min_confidence, f)} der Käufer.`,
  rules_found: ({ rules, baskets: count, revenue }, f) =>
    `${formatCount(rules, 'Regel', 'Regeln', f)} in ${formatCount(count, 'Warenkorb', 'Warenkörben', f)} im Wert von ${f.money(revenue)}.`,
  nothing_recommended: ({ least_baskets, least_customers }) =>
    `Keine Regel ist in mindestens ${least_baskets} Warenkörben von ${least_customers} Kunden belegt: Es wird nichts empfohlen.`,
  rules_carried_by_few: ({ rules, products, half_from, together, value, unit }, f) =>
    `${formatCount(rules, 'Regel wird', 'Regeln werden', f)} nicht empfohlen, weil ${rules === 1 ? 'ihr Wert' : 'ihr Wert jeweils'} aus wenigen ${nameUnit(unit)} stammt. ` +
    `${rules === 1 ? '' : 'Am wertvollsten ist '}${joinWithAnd(products)}: ${f.whole(half_from)} von ${f.whole(together)} ${nameUnit(unit)} ${half_from === 1 ? 'bringt' : 'bringen'} die Hälfte der ${f.money(value)} über dem Erwarteten.`,
  nothing_else_recommended: () => 'Sonst wird nichts empfohlen.',
  bundle: ({ antecedents, consequents, together, baskets: count, lift, unit }, f) =>
    `Verkaufen Sie ${joinWithAnd([...antecedents, ...consequents])} als Paket, zuerst an Käufer von ${joinWithAnd(antecedents)}: ` +
    `${f.whole(together)} von ${f.whole(count)} ihrer ${nameUnit(unit)} enthalten alles davon, ${f.fixed(lift, 1)}-mal so viele wie bei unabhängigen Produkten.`,
  cross_sell: ({ antecedents, consequents, without, baskets: count, confidence, unit }, f) => {
    const of = `${f.whole(without)} von ${f.whole(count)} ${nameUnit(unit)}`;
    const isOne = consequents.length === 1;
    return (
      `Bieten Sie den Käufern von ${joinWithAnd(antecedents)} auch ${joinWithAnd(consequents)} an: ` +
      (unit === 'customer'
        ? `${of} kaufen ${isOne ? 'es' : 'sie'} noch nicht. Die übrigen ${f.percent(confidence)} kaufen schon beides.`
        : `In ${of} ${isOne ? 'fehlt es' : 'fehlen sie'} noch. Die übrigen ${f.percent(confidence)} enthalten schon beides.`)
    );
  },
  placement: ({ antecedents, consequents, together, lift, unit }, f) =>
    `Zeigen Sie ${joinWithAnd(antecedents)} neben ${joinWithAnd(consequents)}: Beides wird ${f.fixed(lift, 1)}-mal so oft zusammen gekauft wie unabhängige Produkte (${formatBaskets(together, unit, f)} mit beidem).`,
  value_beyond_chance: ({ value, half_from, unit }, f) =>
    `Zusätzlicher Wert: ${f.money(value)} mehr als erwartet${half_from === null ? '' : `; die Hälfte davon aus ${f.whole(half_from)} ${nameUnit(unit)}`}.`,
};
