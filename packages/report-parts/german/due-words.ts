// Sentences of replenishment reports, in German.
import type { DUE_SENTENCES } from '../../../src/contract/sentences/due-sentences.ts';
import type { Words } from '../../../src/contract/sentences/sentence.ts';
import { describeLastTime, formatLevel } from './segment-words.ts';
import { formatCount, formatCustomers, formatDayCount, formatOrders } from './wording.ts';

const RULES = {
  probability_in_30_days: 'dem Modell',
  own_frequency: 'der eigenen Häufigkeit',
  days_since_over_median_gap: 'den Tagen seit der letzten Bestellung, gemessen am mittleren Abstand',
};

const PRODUCT_RULES = {
  own_and_usual_gap: 'den eigenen Abständen mit dem üblichen',
  own_gap: 'den eigenen Abständen allein',
  usual_gap: 'dem üblichen Abstand des Produkts allein',
};

/** In the nominative. */
const PRODUCT_RULES_NAMED = {
  own_and_usual_gap: 'beide',
  own_gap: 'die eigenen Abstände allein',
  usual_gap: 'der übliche Abstand des Produkts allein',
};

export const DUE_WORDS_DE: Pick<Words, keyof typeof DUE_SENTENCES> = {
  nobody_due: () => 'Keine Bestellung mit Kunde und Datum passt: Bei niemandem ist ein Kauf fällig.',
  due_dates_need_histories: () =>
    'Fälligkeiten und Zahlen der Produkte brauchen alle Bestellungen eines Kunden: Ein Bericht mit Kundenauswahl oder Anfangsdatum hat sie nicht.',
  due_dates_need_customers: ({ needed, needed_repeating, customers: count, repeating }, f) =>
    `Fälligkeiten brauchen ${formatCustomers(needed, f)}, davon ${f.whole(needed_repeating)} mit Käufen an mindestens zwei Tagen; es sind ${f.whole(count)} und ${f.whole(repeating)}.`,
  due_dates_not_judged: ({ days: horizon }) =>
    `Fälligkeiten fehlen: Sie erscheinen nur mit einer Prüfung an früheren Bestellungen. Nötig sind Bestellungen aus ${2 * horizon} Tagen. Vor den letzten ${horizon} davon müssen genug Kunden an mindestens zwei Tagen bestellt haben.`,
  list_by_other_rule: ({ rule }) =>
    `An vergangenen Tagen nannte das Modell nicht mehr Kunden, die dann bestellten, als die Reihenfolge nach ${RULES[rule]}: So ist die Liste geordnet.`,
  probabilities_by_frequency: () =>
    'An vergangenen Tagen lagen die Wahrscheinlichkeiten des Modells weiter daneben als die nach der eigenen Häufigkeit: Angegeben sind diese.',
  list_by_no_rule: () =>
    'An vergangenen Tagen nannte keine Regel Kunden, die öfter bestellten als alle Kunden mit einem Rhythmus: Die Reihenfolge der Liste sagt hier nichts.',
  products_not_listed: ({ products }, { whole }) =>
    products === 1
      ? 'Das Produkt mit den wenigsten Kunden ist nicht aufgeführt.'
      : `Die ${whole(products)} Produkte mit den wenigsten Kunden, oder den wenigsten fälligen, sind nicht aufgeführt.`,

  customers_due_and_overdue: ({ paced, due, overdue, seldom, customers: count }, f) =>
    `Von ${formatCount(paced, 'Kunden', 'Kunden', f)} mit Bestellungen an mindestens zwei Tagen ${due === 1 ? 'ist einer' : `sind ${f.whole(due)}`} in der nächsten Woche fällig. ` +
    `Überfällig ${overdue === 1 ? 'ist einer' : `sind ${f.whole(overdue)}`}; ` +
    `für ${f.whole(seldom)} von ${formatCount(count, 'Kunden', 'Kunden', f)} gibt es keine Fälligkeit, weil sie zu selten bestellt haben.`,
  nearly_all_order: ({ share, days: horizon }, f) =>
    `An vergangenen Tagen bestellten ${f.percent(share)} der Kunden innerhalb von ${formatDayCount(horizon, f)}: Einige zu nennen ist nicht besser, als alle zu nennen.`,
  due_dates_unknown: ({ customers: count }, f) =>
    `Aus den Bestellungen geht nicht hervor, wann ${formatCustomers(count, f)} wieder bestellen ${count === 1 ? 'wird' : 'werden'}.`,
  customers_due: ({ days: horizon, due, within_week }, f) =>
    `${formatCustomers(due, f)} ${due === 1 ? 'ist' : 'sind'} in den nächsten ${formatDayCount(horizon, f)} fällig, ${f.whole(within_week)} davon innerhalb einer Woche.`,
  orders_due_in_days: ({ days: horizon, orders: count, low, high, level, revenue, tried }, f) =>
    `In den nächsten ${formatDayCount(horizon, f)} erwartet: ${formatOrders(count, f)} (${formatLevel(level, f)} ${f.whole(low)} bis ${f.whole(high)})` +
    `${revenue === null ? '' : `, zusammen ${f.money(revenue.value)} (${f.money(revenue.low)} bis ${f.money(revenue.high)})`}.${describeLastTime(tried, f)}`,
  orders_without_rhythm: () =>
    'Bestellungen kommen ohne festen Rhythmus: Eine Fälligkeit ist die Mitte eines weiten Zeitraums.',
  products_due: ({ products }, f) => {
    const each = products.map(
      ({ product, customers: count, days: gap }) =>
        `${product} (${formatCustomers(count, f)}${gap === null ? '' : `, gewöhnlich nach ${formatDayCount(gap, f)}`})`,
    );
    return `Innerhalb einer Woche fällig oder schon überfällig, mit den meisten Kunden: ${each.join('; ')}.`;
  },
  product_dates_untried: () =>
    'Die Termine der Produkte sind nicht an früheren Tagen geprüft: Sie folgen aus den eigenen Abständen jedes Kunden und dem üblichen.',
  product_dates_too_few: () =>
    'Zu wenige dieser Termine liegen in der Vergangenheit, um zu sagen, ob sie zutreffen.',
  product_dates_by_other_rule: ({ rule }) =>
    `An vergangenen Tagen waren die eigenen Abstände mit dem üblichen nicht besser als ${PRODUCT_RULES_NAMED[rule]}: Danach sind Termine hier bestimmt.`,
  product_dates_by_no_rule: () =>
    'An vergangenen Tagen wurden als fällig genannte Produkte nicht erkennbar öfter gekauft als andere: Ihre Termine sind weggelassen.',
  product_dates_tried: ({ dates, days: horizon, named, rules, all }, f) =>
    `An ${formatCount(dates, 'vergangenen Tag', 'vergangenen Tagen', f)} nannte jede Regel für Produkte ${formatCount(named, 'Kauf', 'Käufe', f)}. Innerhalb von ${formatDayCount(horizon, f)} kamen zustande: ` +
    `${rules.map(({ rule, share }) => `${f.percent(share)} nach ${PRODUCT_RULES[rule]}`).join('; ')}. Von allen Produkten, die Kunden schon wieder gekauft hatten, wurden ${f.percent(all)} gekauft.`,
  rhythms_broken: ({ customers: count, dates, called, ordered }, f) =>
    `${formatCustomers(count, f)} ${count === 1 ? 'bleibt' : 'bleiben'} seit mehr als dem Doppelten des eigenen Abstands aus, und länger als Kunden, die wiederkamen: ` +
    `An ${formatCount(dates, 'vergangenen Tag', 'vergangenen Tagen', f)} folgte auf ${f.percent(ordered / called)} von ${f.whole(called)} solchen Wartezeiten eine Bestellung. Schreiben Sie ${count === 1 ? 'diesem Kunden' : 'ihnen'} zuerst.`,
  rhythm_not_judged: ({ most }, f) =>
    `Kein Kunde gilt als „aus dem Rhythmus“: An vergangenen Tagen war zu selten jemand so lange ausgeblieben, oder auf mehr als ${f.percent(most)} solcher Wartezeiten folgte eine Bestellung.`,
  rules_tried: ({ dates, days: horizon, named, rules, all }, f) =>
    `An ${formatCount(dates, 'vergangenen Tag', 'vergangenen Tagen', f)} nannte jede Regel ${formatCustomers(named, f)}. Innerhalb von ${formatDayCount(horizon, f)} bestellten: ` +
    `${rules.map(({ rule, share }) => `${f.percent(share)} der Genannten nach ${RULES[rule]}`).join('; ')}. Von allen Kunden mit einem Rhythmus waren es ${f.percent(all)}.`,
  list_in_order_of: ({ rule }) => `Die Liste ist so geordnet: nach ${RULES[rule]}.`,
  no_rule_beats_chance: () =>
    'Keine Regel war besser als Zufall: Die Reihenfolge der Liste sagt hier nichts.',
};
