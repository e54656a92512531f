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
type Lift = Parameters<typeof EFFECT_SENTENCES.effect_more>[0];
type FormatChange = (value: number) => string;

const formatSigned = (share: number, { percent }: FigureFormats): string =>
  `${share > 0 ? '+' : ''}${percent(share)}`;

function formatRange({ lower, upper }: Range, format: FormatChange): string {
  if (lower === null) return upper === null ? 'von unbekannter Größe' : `höchstens ${format(upper)}`;
  return upper === null ? `mindestens ${format(lower)}` : `zwischen ${format(lower)} und ${format(upper)}`;
}

/** „+3,1 Bestellungen je 100 kontaktierte Kunden, zwischen +1,0 und +5,2“. */
function formatChange(
  { measure, difference, ...relative }: Omit<Lift, 'days_to_go'>,
  f: FigureFormats,
): string {
  if (difference === undefined) return `${NAMES[measure]} ${formatLift(relative, f)}`;
  const format: FormatChange = (value) => {
    const shown = measure === 'revenue' ? f.money(100 * value) : f.fixed(100 * value, 1);
    return value > 0 ? `+${shown}` : shown;
  };
  return `${format(difference.value)} ${NAMES[measure]} je 100 kontaktierte Kunden, ${formatRange(difference, format)}`;
}

function formatLift({ lift, ...range }: Pick<Lift, 'lift' | 'lower' | 'upper'>, f: FigureFormats): string {
  const estimate = lift === null ? '' : ` (Schätzung ${formatSigned(lift, f)})`;
  return `${formatRange(range, (share) => formatSigned(share, f))}${estimate}`;
}

const toGo = (count: number, f: FigureFormats): string =>
  count > 0 ? ` Noch ${formatCount(count, 'Tag', 'Tage', f)}.` : '';

export const EFFECT_WORDS_DE: Pick<Words, keyof typeof EFFECT_SENTENCES> = {
  effect_of_nobody: () =>
    'Niemand ist in der Zielgruppe: sie ist noch nicht aktualisiert, leer oder gelöscht.',
  effect_not_begun: ({ since, newest }, { day }) =>
    newest === null
      ? 'Keine Bestellung hat ein Datum: es gibt nichts zu messen.'
      : `Die neueste Bestellung ist vom ${day(newest)}, vor dem ${day(since)}: es gibt noch nichts zu messen.`,
  effect_of_few: ({ measure, sent, held_out, least, expected, days_to_go }, f) =>
    `Keine belegte Wirkung: zu wenige Kunden für eine Aussage über ${NAMES[measure]}. ` +
    `${formatCustomers(sent, f)} kontaktiert, ${f.whole(held_out)} in der Kontrollgruppe. ` +
    `Jede Gruppe braucht ${least} Kunden. In der kleineren müssen ${expected} ${NAMES[measure === 'repeat' ? 'repeat' : 'customers']} zu erwarten sein.` +
    toGo(days_to_go, f),
  effect_not_yet: (params, f) =>
    `Noch keine belegte Wirkung.${toGo(params.days_to_go, f)} Bisher: ${formatChange(params, f)}.`,
  effect_undecided: (params, f) =>
    `Nach ${formatDayCount(params.days, f)} keine belegte Wirkung: ${formatChange(params, f)}.` +
    (params.detectable === null
      ? ''
      : ` Bei so vielen Kunden können Veränderungen unter ${f.percent(params.detectable)} verborgen bleiben.`),
  effect_more: (params, f) => `Die Kampagne wirkt: ${formatChange(params, f)}.${toGo(params.days_to_go, f)}`,
  effect_fewer: (params, f) =>
    `Die Kampagne schadet: ${formatChange(params, f)}.${toGo(params.days_to_go, f)}`,
  effect_earned: ({ amount, lower, upper }, { money }) =>
    `Das sind insgesamt ${money(amount)} Nettoumsatz, zwischen ${money(lower)} und ${money(upper)}.`,
  effect_assigned_unknown: ({ sent, held_out }, f) =>
    `${formatCustomers(sent, f)} mit Kampagne und ${formatCustomers(held_out, f)} ohne haben keine Bestellung in den Daten. Sie zählen als Kunden, die nichts bestellt haben.`,
  effect_any_day: ({ measure }) =>
    `Höchstens 5 % der Kampagnen ohne Wirkung scheinen zu wirken, auch bei täglichem Nachsehen. Das gilt für das entscheidende Maß (${NAMES[measure]}); die übrigen beschreiben nur. p-Werte gelten für einen einzigen Blick.`,
  effect_adjusted: (params, f) =>
    `Der Bericht berücksichtigt frühere Käufe: Sie erklären ${f.percent(params.explained)} der Unterschiede (${NAMES[params.measure]}). ` +
    `Ohne das liegt die Veränderung ${formatLift(params, f)}.`,
  plan_detectable: ({ measure, customers: count, held_out, days: span, lift, smaller }, f) =>
    `Nach ${formatDayCount(span, f)} würde eine Veränderung ab ${f.percent(lift)} (${NAMES[measure]}) bei 8 von 10 Kampagnen sichtbar. ` +
    (smaller === undefined
      ? ''
      : `Eine Veränderung um ${f.percent(smaller.lift)} braucht ${formatCustomers(smaller.customers, f)}. `) +
    `Kontrollgruppe: ${f.whole(held_out)} von ${formatCustomers(count, f)}.`,
  plan_adjusted: ({ measure, explained, plain }, f) =>
    `Der Bericht berücksichtigt frühere Käufe: Sie erklären ${f.percent(explained)} der Unterschiede (${NAMES[measure]}). Ohne das würde erst eine Veränderung ab ${f.percent(plain)} sichtbar.`,
  plan_too_small: ({ held_out, least }, f) =>
    `${formatCustomers(held_out, f)} in einer Gruppe ${held_out === 1 ? 'ist' : 'sind'} zu wenige, um eine Wirkung zu belegen: Jede Gruppe braucht ${least}.`,
  plan_without_past: ({ customers: count, least, days: span }, f) =>
    `Ein Plan braucht ${least} Kunden mit einer Bestellung im Jahr vor den letzten ${formatDayCount(span, f)} der Daten. Vorhanden: ${f.whole(count)}.`,
};
