// Sentences about a campaign's effect, in German.
import type { EFFECT_SENTENCES } from '../../../src/contract/sentences/effect-sentences.ts';
import type { FigureFormats } from '../../../src/contract/sentences/figures.ts';
import type { Words } from '../../../src/contract/sentences/sentence.ts';
import { formatCount, formatCustomers, formatDayCount } from './wording.ts';

const NAMES = {
  customers: 'Kunden mit Bestellung',
  orders: 'Bestellungen',
  revenue: 'Nettoumsatz',
  repeat: 'Kunden mit zwei Bestellungen',
};

type Range = { readonly lower: number | null; readonly upper: number | null };

const formatSigned = (share: number, { percent }: FigureFormats): string =>
  `${share > 0 ? '+' : ''}${percent(share)}`;

function formatRange({ lower, upper }: Range, f: FigureFormats): string {
  if (lower === null) return upper === null ? 'beliebig' : `höchstens ${formatSigned(upper, f)}`;
  return upper === null
    ? `mindestens ${formatSigned(lower, f)}`
    : `${formatSigned(lower, f)} bis ${formatSigned(upper, f)}`;
}

const formatInterval = (
  params: Range & { readonly lift: number | null },
  f: FigureFormats,
  word: string,
): string =>
  `${formatRange(params, f)} (95-%-Intervall${params.lift === null ? '' : `, ${word} ${formatSigned(params.lift, f)}`})`;

const toGo = (count: number, f: FigureFormats): string => `Noch ${formatCount(count, 'Tag', 'Tage', f)}.`;

export const EFFECT_WORDS_DE: Pick<Words, keyof typeof EFFECT_SENTENCES> = {
  effect_of_nobody: () =>
    'Der Zielgruppe ist niemand zugeordnet: sie wurde noch nicht aktualisiert, ihre Bedingungen wählen niemanden aus, oder sie wurde gelöscht.',
  effect_not_begun: ({ since, newest }, { day }) =>
    newest === null
      ? 'Keine Bestellung hat ein Datum: es gibt nichts zu messen.'
      : `Die neueste Bestellung ist vom ${day(newest)}, vor dem ${day(since)}: es gibt noch nichts zu messen.`,
  effect_of_few: ({ measure, sent, held_out, least, expected, days_to_go }, f) =>
    `Noch nicht entschieden: ${formatCustomers(sent, f)} mit Kampagne und ${formatCustomers(held_out, f)} ohne sind zu wenige für eine Aussage über ${NAMES[measure]}. ` +
    `Nötig sind ${least} Kunden in jeder Gruppe. In der kleineren müssen ${expected} ${NAMES[measure === 'repeat' ? 'repeat' : 'customers']} zu erwarten sein.` +
    (days_to_go > 0 ? ` ${toGo(days_to_go, f)}` : ''),
  effect_not_yet: (params, f) =>
    `Nach ${params.days - params.days_to_go} von ${formatDayCount(params.days, f)} noch nicht entschieden. Veränderung bei ${NAMES[params.measure]}: ${formatInterval(params, f, 'bisher')}. ${toGo(params.days_to_go, f)}`,
  effect_undecided: (params, f) =>
    `Nach allen ${formatDayCount(params.days, f)} nicht entschieden. Veränderung bei ${NAMES[params.measure]}: ${formatInterval(params, f, 'Schätzung')}.` +
    (params.detectable === null
      ? ''
      : ` So viele Kunden zeigen ein Plus ab ${f.percent(params.detectable)} in etwa 8 von 10 Fällen; kleinere bleiben verborgen.`),
  effect_more: (params, f) =>
    `Die Kampagne wirkt, ${NAMES[params.measure]}: ${formatInterval(params, f, 'Schätzung')}.${params.days_to_go > 0 ? ` ${toGo(params.days_to_go, f)}` : ''}`,
  effect_fewer: (params, f) =>
    `Die Kampagne schadet, ${NAMES[params.measure]}: ${formatInterval(params, f, 'Schätzung')}.${params.days_to_go > 0 ? ` ${toGo(params.days_to_go, f)}` : ''}`,
  effect_earned: ({ amount, lower, upper }, { money }) =>
    `Das sind insgesamt ${money(amount)} Nettoumsatz (95-%-Intervall ${money(lower)} bis ${money(upper)}).`,
  effect_assigned_unknown: ({ sent, held_out }, f) =>
    `${formatCustomers(sent, f)} auf der Liste mit Kampagne und ${formatCustomers(held_out, f)} ohne haben keine Bestellung in den Daten. Sie zählen als Kunden, die nichts bestellt haben.`,
  effect_any_day: ({ measure }) =>
    `Auch wer jeden Tag nachsieht, irrt bei höchstens 5 % der Kampagnen ohne Wirkung: dafür sind die Intervalle breiter. Das gilt für das entscheidende Maß (${NAMES[measure]}); die übrigen beschreiben. p-Werte gelten für einen einzigen Blick.`,
  effect_adjusted: (params, f) =>
    `Bereinigt um frühere Käufe: was die Kunden vor der Zuordnung kauften, erklärt ${f.percent(params.explained)} der Varianz (${NAMES[params.measure]}). ` +
    `Ohne Bereinigung: ${formatInterval(params, f, 'Schätzung')}.`,
  plan_detectable: ({ measure, customers: count, held_out, days: span, lift }, f) =>
    `Nach ${formatDayCount(span, f)} wird ein Plus ab ${f.percent(lift)} bei ${NAMES[measure]} in etwa 8 von 10 Fällen sichtbar. ` +
    `Das gilt mit ${formatCustomers(count, f)}, davon ${f.whole(held_out)} ohne Kampagne.`,
  plan_adjusted: ({ measure, explained, plain }, f) =>
    `Der Bericht berücksichtigt frühere Käufe: sie erklären ${f.percent(explained)} der Unterschiede (${NAMES[measure]}). Ohne das wird erst ein Plus ab ${f.percent(plain)} sichtbar.`,
  plan_too_small: ({ held_out, least }, f) =>
    `Zu einer Kampagne mit ${formatCustomers(held_out, f)} in einer Gruppe wird nichts gesagt: nötig sind ${least} in jeder.`,
  plan_without_past: ({ customers: count, least, days: span }, f) =>
    `Ein Plan braucht ${least} Kunden mit einer Bestellung im Jahr vor den letzten ${formatDayCount(span, f)} der Daten; vorhanden: ${formatCustomers(count, f)}.`,
};
