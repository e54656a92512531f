// Sentences of market basket reports, in German.
import type { BASKET_SENTENCES } from '../../../src/contract/sentences/basket-sentences.ts';
import type { FigureFormats } from '../../../src/contract/sentences/figures.ts';
import type { Words } from '../../../src/contract/sentences/sentence.ts';
import {
  formatCount,
  formatCustomers,
  formatNames,
  formatOrders,
  formatRows,
  joinWithAnd,
} from './wording.ts';

const describeTooMany = (support: number, { fixed }: FigureFormats): string =>
  `Bei einem Support von ${formatPlain(support, fixed)} gibt es mehr Produktkombinationen, als ein Bericht fassen kann`;

/** Formats a number with its own decimals, at most 8. */
function formatPlain(value: number, fixed: FigureFormats['fixed']): string {
  return fixed(value, Math.min(8, String(value).split('.')[1]?.length ?? 0));
}

const PLACES = { all: 'der Name ist', start: 'der Name beginnt mit', end: 'der Name endet auf' };

const formatBaskets = (count: number, unit: 'order' | 'customer', figures: FigureFormats): string =>
  unit === 'customer' ? formatCustomers(count, figures) : formatOrders(count, figures);
const nameUnit = (unit: 'order' | 'customer'): string => (unit === 'customer' ? 'Kunden' : 'Bestellungen');
const isOrAre = (count: number): string => (count === 1 ? 'ist' : 'sind');

export const BASKET_WORDS_DE: Pick<Words, keyof typeof BASKET_SENTENCES> = {
  no_baskets: () => 'Keine Bestellung passt: es gibt keine Warenkörbe auszuwerten.',
  orders_without_date: ({ orders: count }, f) =>
    `${formatOrders(count, f)} ohne Datum ${isOrAre(count)} wegen des Zeitraums ausgelassen.`,
  orders_without_customer: ({ orders: count, value }, f) =>
    `${formatOrders(count, f)} ohne Kunden ${isOrAre(count)} ausgelassen, im Wert von ${f.money(value)}: angefordert war ein Warenkorb je Kunde.`,
  orders_of_returns: ({ orders: count, value }, f) =>
    `${formatOrders(count, f)} ${count === 1 ? 'enthält' : 'enthalten'} nur Rückgaben (${f.money(value)}). In Warenkörben und Umsatz ${count === 1 ? 'ist sie' : 'sind sie'} nicht, im Nettoumsatz schon.`,
  rows_without_level: ({ rows: count, level }, f) =>
    `${formatRows(count, f)} ${count === 1 ? 'hat' : 'haben'} kein ${level} und ${count === 1 ? 'steht' : 'stehen'} auf dieser Ebene für nichts im Warenkorb.`,
  rows_without_field: ({ rows: count, field }, f) =>
    `${formatRows(count, f)} ${count === 1 ? 'hat' : 'haben'} kein ${field} und ${count === 1 ? 'steht' : 'stehen'} für nichts im Warenkorb.`,
  rows_by_other_identifier: ({ rows: count, identifier }, f) =>
    identifier === 'sku'
      ? `${formatRows(count, f)} ${count === 1 ? 'hat' : 'haben'} keine Artikelnummer: dort zählt der Name des Produkts.`
      : `${formatRows(count, f)} ${count === 1 ? 'hat' : 'haben'} keinen Produktnamen: dort zählt die Artikelnummer.`,
  products_unknown: ({ names, more }, f) =>
    `Kein Warenkorb enthält ${formatNames(
      names.map((name) => `„${name}“`),
      more,
      f,
    )}; params.rules nennt ${names.length + more === 1 ? 'es' : 'sie'}.`,

  search_without_rules: ({ min_support }, f) =>
    `${describeTooMany(min_support, f)}, auch bei jedem höheren: er hat keine Regeln. Grenzen Sie ihn durch Filter ein.`,
  search_at_higher_support: ({ min_support, effective, baskets: count, max_products }, f) =>
    `${describeTooMany(min_support, f)}: er wurde stattdessen mit einem Support von ${formatPlain(effective, f.fixed)} (${f.whole(count)} Warenkörbe) für Kombinationen von höchstens ${max_products} Produkten berechnet.`,
  search_of_smaller_sets: ({ min_support, max_products, most_rules, most_occurrences, named: isNamed }, f) =>
    `Regeln haben höchstens ${max_products} Produkte: mit größeren Kombinationen gäbe es bei einem Support von ${formatPlain(min_support, f.fixed)} mehr als ${f.whole(most_rules)} mögliche Regeln oder mehr als ${f.whole(most_occurrences)} Warenkörbe zu addieren. ` +
    `Ein höherer Support führt zu größeren${isNamed ? '' : ', ebenso params.rules.max_products'}.`,
  rules_not_returned: ({ found, returned }, { whole }) =>
    `Von ${whole(found)} gefundenen Regeln enthält der Bericht die besten ${whole(returned)}.`,

  fees_not_found: () => 'Keine Zeile passt zur Liste der Gebühren und Leistungen, die wegzulassen sind.',
  fees_left_out: ({ rows: count, value, listed: isListed, names, more }, f) =>
    `${formatRows(count, f)} mit Gebühren und Leistungen${isListed ? ' aus der Liste dessen, was wegzulassen ist,' : ''}` +
    `${names.length > 0 ? ` (${formatNames(names, more, f)})` : ''}, im Wert von ${f.money(value)}, ${isOrAre(count)} in Warenkörben und Regeln ausgelassen, im Umsatz enthalten.`,
  fees_found: ({ fees, more, leaves_out }, f) => {
    const isSingle = fees.length === 1;
    const names = fees.map(({ name, word, at }) =>
      isSingle || word === null || at === null ? name : `${name} (${PLACES[at]} „${word}“)`,
    );
    const [them, their] = isSingle ? ['es', 'seinem Namen'] : ['sie', 'ihren Namen'];
    return (
      `${formatNames(names, more, f)} ${isSingle ? 'sieht' : 'sehen'} nach ${their} wie ${isSingle ? 'eine Gebühr oder Leistung' : 'Gebühren oder Leistungen'} aus, nicht wie Ware${leaves_out ? `, und nichts daran, wie ${isSingle ? 'es sich verkauft' : 'sie sich verkaufen'}, spricht dagegen` : ''}: ` +
      `Empfehlungen lassen ${them} aus, die Zahlen enthalten ${them}. ` +
      (leaves_out
        ? `Um ${them} auch aus Warenkörben und Regeln herauszunehmen, nehmen Sie ${them} in den Einstellungen des Datensatzes unter dem auf, was keine Ware ist, und fordern Sie einen Bericht ohne Gebühren an. `
        : '') +
      `Um eines ganz herauszunehmen, fordern Sie einen Bericht mit der Bedingung an, dass das Produkt nicht „${fees[0]?.name}“ ist.`
    );
  },

  recommendations_of_smaller_baskets: ({ max_products }) =>
    `Empfehlungen nutzen keine Paare aus Warenkörben mit mehr als ${max_products} Produkten.`,
  recommendations_by_cosine: () =>
    'Empfehlungen eines so großen Datensatzes ordnet der Kosinus gewichteter Warenkörbe: kein Modell wird angepasst, und sie sind nicht an späteren Bestellungen geprüft.',
  recommendations_tested: (
    { orders: count, of_one, of_one_best_sellers, of_three, of_three_best_sellers, lower, upper, is_better },
    { whole, percent, fixed },
  ) =>
    `Die Empfehlungen wurden an den letzten ${whole(count)} Bestellungen mit zwei oder mehr Produkten geprüft, berechnet aus den Bestellungen davor. ` +
    `Zu einem Produkt einer Bestellung sind ${percent(of_one)} ihrer anderen Produkte unter den ersten fünf (mit den Bestsellern ${percent(of_one_best_sellers)}), ` +
    `zu dreien ${percent(of_three)} (${percent(of_three_best_sellers)}). Der Unterschied bei einem Produkt beträgt ${fixed(100 * lower, 1)} bis ${fixed(100 * upper, 1)} Prozentpunkte (95-%-Intervall).` +
    (is_better ? '' : ' Dass sie besser als die Bestseller sind, ist nicht gezeigt.'),
  next_orders_tested: (
    { customers, again, again_best_sellers, again_lower, again_upper, again_is_better, fresh },
    f,
  ) =>
    `Die Empfehlungen für Kunden wurden an den nächsten Bestellungen von ${formatCount(customers, 'Kunden', 'Kunden', f)} geprüft, aus ihren früheren. ` +
    `Von einer nächsten Bestellung sind ${f.percent(again)} der Produkte unter den zehn, die der Kunde am ehesten wieder kauft (mit den Bestsellern ${f.percent(again_best_sellers)}): ` +
    `${f.fixed(100 * again_lower, 1)} bis ${f.fixed(100 * again_upper, 1)} Prozentpunkte mehr (95-%-Intervall).` +
    (again_is_better ? '' : ' Dass sie besser als die Bestseller sind, ist nicht gezeigt.') +
    (fresh === null
      ? ''
      : ` Von den Produkten, die ${formatCount(fresh.customers, 'Kunde', 'Kunden', f)} vorher nicht gekauft hatten, sind ${f.percent(fresh.recall)} unter den ersten zehn neuen ` +
        `(${f.percent(fresh.best_sellers)}): ${f.fixed(100 * fresh.lower, 1)} bis ${f.fixed(100 * fresh.upper, 1)} Punkte.` +
        (fresh.is_better ? '' : ' Dass sie besser als die Bestseller sind, ist nicht gezeigt.')),
  field_unknown: ({ field }) =>
    `Kein Produkt in einem Warenkorb hat custom:${field}, das params.serve nennt.`,
  field_values_cut: ({ products, field, values }, f) =>
    `${formatCount(products, 'Produkt hat', 'Produkte haben', f)} mehr als ${values} Werte von custom:${field}: Empfehlungen werden nach den ${values} gefiltert, die in den meisten Warenkörben sind.`,
  profiles_of_smaller_orders: ({ max_products }) =>
    `Produktprofile lassen Bestellungen mit mehr als ${max_products} Produkten aus, und was direkt davor und danach bestellt wurde.`,

  no_rule: ({ min_support, min_confidence, baskets: count }, f) =>
    `Keine Regel erreicht einen Support von ${formatPlain(min_support, f.fixed)} und eine Konfidenz von ${formatPlain(min_confidence, f.fixed)} in ${formatCount(count, 'Warenkorb', 'Warenkörben', f)}.`,
  rules_found: ({ rules, baskets: count, revenue }, f) =>
    `${formatCount(rules, 'Regel', 'Regeln', f)} in ${formatCount(count, 'Warenkorb', 'Warenkörben', f)} im Wert von ${f.money(revenue)}.`,
  nothing_recommended: ({ least_baskets, least_customers }) =>
    `Keine Regel ist in mindestens ${least_baskets} Warenkörben von ${least_customers} Kunden belegt: es wird nichts empfohlen.`,
  rules_carried_by_few: ({ rules, products, half_from, together, value, unit }, f) =>
    `${formatCount(rules, 'Regel wird', 'Regeln werden', f)} nicht empfohlen, weil wenige ${nameUnit(unit)} ${rules === 1 ? 'ihren Wert' : 'ihre Werte'} tragen. ` +
    `${rules === 1 ? '' : 'Am wertvollsten ist '}${joinWithAnd(products)}: ${f.whole(half_from)} von ${f.whole(together)} ${nameUnit(unit)} ${half_from === 1 ? 'bringt' : 'bringen'} die Hälfte der ${f.money(value)}, die mehr als erwartet sind.`,
  nothing_else_recommended: () => 'Sonst wird nichts empfohlen.',
  bundle: ({ antecedents, consequents, together, baskets: count, lift, unit }, f) =>
    `Verkaufen Sie ${joinWithAnd([...antecedents, ...consequents])} als Paket, zuerst an Käufer von ${joinWithAnd(antecedents)}: ` +
    `${f.whole(together)} von ${f.whole(count)} ihrer ${nameUnit(unit)} enthalten alles davon, ${f.fixed(lift, 1)}-mal so viele, wie bei unabhängigen Produkten zu erwarten sind.`,
  cross_sell: ({ antecedents, consequents, without, baskets: count, confidence, unit }, f) =>
    `Bieten Sie ${joinWithAnd(consequents)} den Käufern von ${joinWithAnd(antecedents)} an, die ${consequents.length === 1 ? 'es' : 'sie'} nicht schon kaufen: ` +
    `in ${f.whole(without)} von ${f.whole(count)} ${unit === 'customer' ? 'Fällen (Kunden)' : 'Bestellungen'}. In den übrigen ${f.percent(confidence)} wird beides schon zusammen gekauft.`,
  placement: ({ antecedents, consequents, together, lift, unit }, f) =>
    `Zeigen Sie ${joinWithAnd(antecedents)} neben ${joinWithAnd(consequents)}: zusammen gekauft wird beides ${f.fixed(lift, 1)}-mal so oft, wie bei unabhängigen Produkten zu erwarten ist (${formatBaskets(together, unit, f)} mit beidem).`,
  value_beyond_chance: ({ value, half_from, unit }, f) =>
    `Zusätzlicher Wert: ${f.money(value)} mehr als erwartet${half_from === null ? '' : `; die Hälfte davon aus ${f.whole(half_from)} ${nameUnit(unit)}`}.`,
};
