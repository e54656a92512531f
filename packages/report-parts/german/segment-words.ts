// Sentences of RFM reports, in German.
import type { FigureFormats } from '../../../src/contract/sentences/figures.ts';
import {
  computeDeviation,
  type SEGMENT_SENTENCES,
  type Tried,
} from '../../../src/contract/sentences/segment-sentences.ts';
import type { Words } from '../../../src/contract/sentences/sentence.ts';
import { translateSegment } from './segment-names.ts';
import {
  formatCount,
  formatCustomers,
  formatDayCount,
  formatOrders,
  formatRows,
  joinWithAnd,
} from './wording.ts';

const describeGap = (usual: number | null, f: FigureFormats): string =>
  usual === null ? '' : ` Vier von fünf Folgebestellungen kommen innerhalb von ${formatDayCount(usual, f)}.`;
const isOrAre = (count: number): string => (count === 1 ? 'ist' : 'sind');
const formatErrorIn =
  (of: 'orders' | 'value', { fixed, money }: FigureFormats) =>
  (error: number): string =>
    of === 'value' ? money(error) : fixed(error, error < 10 ? 3 : 0);
const formatSegments = (names: readonly string[]): string => joinWithAnd(names.map(translateSegment));
const describeSince = (date: string | null, { day }: FigureFormats): string =>
  date === null ? 'Seit dem früheren Bericht' : `Seit dem ${day(date)}`;

/** `level`: of an interval. */
export const formatLevel = (level: number, { whole }: FigureFormats): string =>
  `in ${whole(10 * level)} von 10 Fällen`;

type Outlook = { orders: number; low: number; high: number; level: number };
const formatExpected = ({ orders: count, low, high, level }: Outlook, f: FigureFormats): string =>
  `${formatOrders(count, f)} (${formatLevel(level, f)} ${f.whole(low)} bis ${f.whole(high)}).`;

/** Compares the last forecast of past days with their orders. */
export function describeLastTime(tried: Tried | null, f: FigureFormats): string {
  if (tried === null) return '';
  const off = computeDeviation(tried);
  const share =
    off === null || off.off === 0
      ? ''
      : `, also ${f.percent(off.off)} zu ${off.tooMany ? 'viele' : 'wenige'}`;
  return ` Am ${f.day(tried.date)} wurden ${f.whole(tried.predicted)} vorhergesagt; es kamen ${f.whole(tried.actual)}${share}.`;
}

type Errors = { of: 'orders' | 'value'; per_segment: number; per_customer: number };
const describeErrors = ({ of, per_segment, per_customer }: Errors, f: FigureFormats): string =>
  `${of === 'orders' ? 'Bestellungen' : 'Ausgaben'}: im Mittel um ${formatErrorIn(of, f)(per_segment)} je Segment und ${formatErrorIn(of, f)(per_customer)} je Kunde daneben (quadratisches Mittel)`;

function nameForecast(name: string, k: number | null): string {
  if (name === 'own_frequency') return 'die eigene Häufigkeit jedes Kunden';
  return k === null || k === 1
    ? 'ein statistisches Modell der Käufe'
    : 'ein statistisches Modell für regelmäßige Käufer';
}

export const SEGMENT_WORDS_DE: Pick<Words, keyof typeof SEGMENT_SENTENCES> = {
  no_customers: () => 'Keine Bestellung mit Kunde und Datum passt: Es gibt keine Kunden einzuteilen.',
  rows_without_customer: ({ rows: count }, f) =>
    `${formatRows(count, f)} ohne Kunden ${isOrAre(count)} ausgelassen.`,
  rows_without_date: ({ rows: count }, f) =>
    `${formatRows(count, f)} ohne Datum ${isOrAre(count)} ausgelassen.`,
  customers_of_returns: ({ customers: count }, f) =>
    `${formatCustomers(count, f)} mit Rückgaben, aber ohne Kauf ${isOrAre(count)} ausgelassen.`,

  predictions_need_histories: () =>
    'Vorhersagen brauchen alle Bestellungen eines Kunden: Ein Bericht mit Kundenauswahl, Filter oder Anfangsdatum hat keine.',
  predictions_need_customers: ({ needed, needed_repeating, customers: count, repeating }, { whole }) =>
    `Vorhersagen brauchen ${whole(needed)} Kunden, davon ${whole(needed_repeating)} mit Käufen an mindestens zwei Tagen; es sind ${whole(count)} und ${whole(repeating)}.`,
  predictions_not_judged: ({ days: horizon }) =>
    `Vorhersagen fehlen: Sie erscheinen nur mit einer Prüfung an früheren Bestellungen. Nötig sind Bestellungen aus ${2 * horizon} Tagen, und genug Kunden vor den letzten ${horizon} davon.`,
  predictions_missed: ({ of, date, predicted, actual, days: horizon, most }, f) =>
    `Mit den Daten bis zum ${f.day(date)} wurden ${of === 'orders' ? formatOrders(predicted, f) : `Ausgaben von ${f.money(predicted)}`} für die ${horizon} Tage danach vorhergesagt; es waren ${of === 'orders' ? f.whole(actual) : f.money(actual)}. ` +
    `Das liegt um mehr als ${f.percent(most)} daneben: Für die nächsten ${horizon} Tage werden keine ${of === 'orders' ? 'Bestellungen' : 'Ausgaben'} vorhergesagt.`,
  past_repeated: ({ figures, days: horizon }) =>
    `Kein Modell hat an vergangenen Tagen ${joinWithAnd(figures.map((figure) => (figure === 'orders' ? 'Bestellungen' : 'Ausgaben')))} besser vorhergesagt als „dasselbe wie in den letzten ${horizon} Tagen“: Deshalb werden sie nicht vorhergesagt.`,

  customers_in_all: ({ customers: count, orders: placed, revenue, repeat_rate }, f) =>
    `${formatCustomers(count, f)} mit ${formatOrders(placed, f)} im Wert von ${f.money(revenue)}; ${f.percent(repeat_rate)} haben mehr als einmal bestellt.`,
  one_customer_brings_all: () => 'Ein Kunde bringt alles, was Kunden ausgegeben haben.',
  one_of_few_brings: ({ customers: count, share }, f) =>
    `Einer von ${formatCustomers(count, f)} bringt ${f.percent(share)} der Ausgaben aller Kunden.`,
  top_fifth_brings: ({ share }, { percent }) =>
    `Das oberste Fünftel der Kunden nach Ausgaben bringt ${percent(share)} der Ausgaben aller Kunden.`,

  segment_of_one: ({ segment, share, revenue_share, orders: count, spend, days: age }, f) =>
    `${translateSegment(segment)}: ein Kunde (${f.percent(share)}), der mit ${formatOrders(count, f)} und Ausgaben von ${f.money(spend)} ${f.percent(revenue_share)} der Ausgaben aller Kunden bringt. Die letzte Bestellung liegt ${formatCount(age, 'Tag', 'Tage', f)} zurück.`,
  segment_of_many: (
    { segment, share, revenue_share, orders: count, spend, days: age, mean_orders, mean_spend },
    f,
  ) =>
    `${translateSegment(segment)}: ${f.percent(share)} der Kunden, die ${f.percent(revenue_share)} der Ausgaben aller Kunden bringen. ` +
    `Bei der Hälfte von ihnen liegt die letzte Bestellung ${formatCount(age, 'Tag', 'Tage', f)} oder länger zurück; typisch sind ` +
    `${formatOrders(count, f)} und Ausgaben von ${f.money(spend)} (im Durchschnitt ${f.fixed(mean_orders, 1)} und ${f.money(mean_spend)}).`,
  recent_beside_others: ({ days: usual }, f) =>
    `Das ist nur im Vergleich zu den anderen Kunden dieses Berichts kurz.${describeGap(usual, f)}`,
  usual_time_unknown: () =>
    'Zu wenige Kunden haben wieder bestellt. Wie lange es bis zur nächsten Bestellung gewöhnlich dauert, ist daher nicht bekannt.',
  all_are_new: () =>
    'Alle Kunden dieses Berichts sind neu: Manche haben nur im Vergleich zu den anderen länger nicht bestellt.',
  within_usual_time: ({ days: usual }, f) =>
    `Das liegt in der üblichen Zeit zwischen zwei Bestellungen.${describeGap(usual, f)}`,
  segment_orders_expected: ({ share, share_low, share_high, tried, days: horizon, ...outlook }, f) =>
    `In den nächsten ${formatDayCount(horizon, f)} bestellen voraussichtlich ${f.percent(share)} von ihnen (${f.percent(share_low)} bis ${f.percent(share_high)}): ${formatExpected(outlook, f)}${describeLastTime(tried, f)}`,
  segment_orders_missed: ({ date, predicted, actual, days: horizon }, f) =>
    `Am ${f.day(date)} wurden für ${formatCount(horizon, 'Tag', 'Tage', f)} ${formatOrders(predicted, f)} dieses Segments vorhergesagt; es kamen ${f.whole(actual)}. Verlassen Sie sich nicht auf seine Vorhersagen.`,

  advice_champions: () =>
    'Belohnen Sie sie mit frühem Zugang, und bitten Sie um Bewertungen und Empfehlungen; Rabatte brauchen sie nicht.',
  advice_loyal_customers: () =>
    'Bieten Sie ein Treueprogramm und das nächsthöhere Produkt an; danken Sie ihnen persönlich.',
  advice_potential_loyalists: () =>
    'Empfehlen Sie, was zur letzten Bestellung passt, und geben Sie einen Grund, in den nächsten Wochen wiederzukommen.',
  advice_recent_customers: () =>
    'Heißen Sie sie willkommen: Helfen Sie mit dem Gekauften, und schlagen Sie bald den nächsten Kauf vor.',
  advice_promising: () =>
    'Machen Sie das Kaufen zur Gewohnheit: mit einem kleinen, befristeten Angebot zu schon gekauften Produkten.',
  advice_customers_needing_attention: () =>
    'Erinnern Sie sie mit einem befristeten Angebot zu ihren Produkten, bevor sie abwandern.',
  advice_about_to_sleep: () =>
    'Senden Sie eine Erinnerung mit den Bestsellern; teure Kampagnen lohnen sich bei besseren Segmenten.',
  advice_at_risk: () =>
    'Schreiben Sie persönlich, fragen Sie, was nicht gepasst hat, und bieten Sie etwas dafür, dass sie jetzt wiederkommen.',
  advice_cant_lose_them: () =>
    'Rufen Sie an, oder schreiben Sie persönlich: Sie gehörten zu den Besten. Gewinnen Sie sie zurück, bevor es andere tun.',
  advice_hibernating: () =>
    'Schreiben Sie ihnen nur zu Saisonanlässen; versuchen Sie es mit einem Angebot zum Wiederkommen.',
  advice_lost: () =>
    'Versuchen Sie es mit einer günstigen Kampagne, und geben Sie danach nichts mehr für sie aus.',
  advice_first_order: () =>
    'Mindestens die Hälfte hat erst einmal bestellt: Danken Sie ihnen, helfen Sie mit dem Gekauften, und geben Sie einen Grund für eine zweite Bestellung.',
  advice_not_the_first_order: () =>
    'Mindestens die Hälfte hat schon öfter bestellt: Empfehlen Sie, was zu ihren Käufen passt.',
  advice_once_and_away: () =>
    'Mindestens die Hälfte hat nur einmal bestellt: Versuchen Sie es mit einem Angebot für eine zweite Bestellung.',
  advice_later_than_usual: () =>
    'Sie warten länger, als Kunden gewöhnlich warten: Erinnern Sie sie an ihre Käufe.',
  not_overdue: () =>
    'Nichts zeigt, dass ihre nächste Bestellung überfällig ist: Erinnern Sie sie wie üblich. Heben Sie Angebote zum Wiederkommen für überfällige Kunden auf.',
  customers_spent: ({ customers: count, spent }, f) =>
    `Es geht um ${formatCustomers(count, f)} mit Ausgaben von ${f.money(spent)}.`,
  product_beyond_volume: ({ product, customers: count, share, lift }, f) =>
    `Was sie unterscheidet: ${product}, gekauft von ${f.whole(count)} von ihnen (${f.percent(share)}), ${f.fixed(lift, 1)}-mal so viele, wie nach der Zahl ihrer Produkte zu erwarten.`,

  nobody_late: () =>
    'Kein Segment ist überfällig, gemessen an den Tagen, die gewöhnlich zwischen Bestellungen liegen. Manche Kunden haben nur länger nicht bestellt als andere.',
  customers_late: ({ customers: count, revenue, days: usual, segments: names }, f) =>
    `${formatCustomers(count, f)}, die ${f.money(revenue)} gebracht haben, ${isOrAre(count)} in überfälligen Segmenten (${formatSegments(names)}). Die Hälfte jedes Segments hat seit mehr als ${formatDayCount(usual, f)} nicht bestellt. Vier von fünf Folgebestellungen kommen früher.`,
  come_anyway: ({ share, low, high, days: horizon, tried }, f) =>
    `${f.percent(share)} von ihnen (${f.percent(low)} bis ${f.percent(high)}) bestellen in den nächsten ${formatDayCount(horizon, f)} voraussichtlich auch ohne Anschreiben.${describeLastTime(tried, f)}`,
  write_to_late: () =>
    'Beginnen Sie bei denen, die am meisten ausgegeben haben: Zu jedem Segment gibt es eine Empfehlung.',
  no_core_customers: ({ segments: names }) => `Kein Kunde ist unter ${formatSegments(names)}.`,
  core_customers: ({ customers: count, segments: names, share }, f) =>
    `${formatCustomers(count, f)} (${formatSegments(names)}) ${count === 1 ? 'bringt' : 'bringen'} ${f.percent(share)} der Ausgaben aller Kunden. Halten Sie sie, bevor Sie neue suchen.`,

  nobody_moved: ({ since: date }, f) =>
    `${describeSince(date, f)} hat kein Kunde das Segment gewechselt, und keiner kam hinzu oder fiel weg.`,
  customers_moved: ({ since: date, moved, joined, left }, f) =>
    `${describeSince(date, f)} ${moved === 1 ? 'hat' : 'haben'} ${formatCustomers(moved, f)} das Segment gewechselt, ${f.whole(joined)} kamen hinzu, und ${f.whole(left)} fielen weg.`,
  segments_changed: ({ grew, by, shrank, shrank_by }, { whole }) =>
    `${grew === null ? 'Kein Segment ist gewachsen' : `Am meisten gewachsen ist ${translateSegment(grew)}, um ${whole(by)}`}; ` +
    `${shrank === null ? 'keines ist geschrumpft' : `am meisten geschrumpft ist ${translateSegment(shrank)}, um ${whole(shrank_by)}`}.`,

  forecast_chosen: ({ name, k, tried, dates }, f) =>
    `Bestellungen sagt ${nameForecast(name, k)} vorher: die beste von ${formatCount(tried, 'Vorhersage', 'Vorhersagen', f)} an ${formatCount(dates, 'vergangenen Tag', 'vergangenen Tagen', f)}.`,
  forecast_errors: (
    { days: horizon, naive_per_segment, naive_per_customer, better_dates, dates, ...errors },
    f,
  ) =>
    `${describeErrors(errors, f)}. „Dasselbe wie in den ${horizon} Tagen davor“ lag um ${formatErrorIn(errors.of, f)(naive_per_segment)} und ${formatErrorIn(errors.of, f)(naive_per_customer)} daneben. ` +
    `Je Segment war die Vorhersage näher an ${f.whole(better_dates)} von ${formatCount(dates, 'Tag', 'Tagen', f)}.`,
  forecast_tried: ({ days: horizon, ...tried }, f) => {
    const off = computeDeviation(tried);
    const share =
      off === null || off.off === 0
        ? ''
        : `, also ${f.percent(off.off)} zu ${off.tooMany ? 'viele' : 'wenige'}`;
    return `Mit den Daten bis zum ${f.day(tried.date)} wurden ${formatOrders(tried.predicted, f)} für die ${horizon} Tage danach vorhergesagt; es waren ${f.whole(tried.actual)}${share}.`;
  },
  all_expected: ({ spend, days: horizon, ...outlook }, f) =>
    `In den nächsten ${formatDayCount(horizon, f)} erwartet: ${formatExpected(outlook, f).slice(0, -1)}` +
    `${spend === null ? '' : ` und Ausgaben von ${f.money(spend.value)} (${f.money(spend.low)} bis ${f.money(spend.high)})`}.`,
};
