// Sentences of cohort reports, in German.
import type {
  COHORT_SENTENCES,
  NamedGroup,
  Standout,
} from '../../../src/contract/sentences/cohort-sentences.ts';
import type { FigureFormats } from '../../../src/contract/sentences/figures.ts';
import type { Words } from '../../../src/contract/sentences/sentence.ts';
import { formatCount, formatCustomers, formatDayCount, formatOrders, formatRows } from './wording.ts';

type Period = 'week' | 'month' | 'quarter';
const PERIODS: Readonly<Record<Period, string>> = { week: 'Woche', month: 'Monat', quarter: 'Quartal' };
/** „in der Woche“, „im Monat“. */
const IN: Readonly<Record<Period, string>> = { week: 'in der', month: 'im', quarter: 'im' };
const formatPeriod = (by: Period): string => `${IN[by]} ${PERIODS[by]}`;

const SCOPES: Readonly<Record<string, string>> = {
  first_order: 'erste Bestellungen',
  repeat: 'Wiederkäufer',
  high_value: 'die besten Kunden',
  churning: 'abgewanderte Kunden',
};

type Span = { first: string; last: string };
const formatSpan = ({ first, last }: Span): string => (first === last ? first : `${first} bis ${last}`);

type Of = { cohorts: number; customers: number };
const formatCohorts = ({ cohorts, customers: count }: Of, f: FigureFormats): string =>
  `${formatCount(cohorts, 'Kohorte', 'Kohorten', f)} mit ${formatCustomers(count, f)}`;

const describeStandout = (
  end: string,
  { cohort, share, customers: count, lower, upper, others }: Standout,
  f: FigureFormats,
) =>
  `${cohort} kam am ${end} wieder: ${f.percent(share)} von ${formatCount(count, 'Kunden', 'Kunden', f)} (${f.percent(lower)} bis ${f.percent(upper)}), von den anderen ${f.percent(others)}.`;

const describeStart = (by: string): string =>
  by === 'first_product' ? 'nach dem ersten Produkt' : `nach ${by} der ersten Bestellung`;

const describeGroup = ({ group, customers: count, again, expected }: NamedGroup, f: FigureFormats) =>
  `${group} (${f.whole(again)} von ${formatCustomers(count, f)}, ${f.fixed(expected, 1)} waren zu erwarten)`;

type Groups = { by: string; groups: number; least_customers: number; p_value: number };
const describeCompared = ({ groups, least_customers }: Groups, f: FigureFormats) =>
  `(${formatCount(groups, 'Gruppe', 'Gruppen', f)} mit mindestens ${formatCustomers(least_customers, f)})`;

export const COHORT_WORDS_DE: Pick<Words, keyof typeof COHORT_SENTENCES> = {
  no_cohorts: () => 'Keine Bestellung mit Kunde und Datum passt: Es gibt keine Kohorten.',
  returns_before_purchase: ({ rows: count }, f) =>
    `${formatRows(count, f)} mit Rückgaben vor dem ersten Kauf ${count === 1 ? 'ist' : 'sind'} ausgelassen.`,
  oldest_cohorts_left_out: ({ cohorts }, f) =>
    cohorts === 1
      ? 'Die älteste Kohorte der Tabelle ist nicht enthalten; die Zusammenfassung zählt sie mit.'
      : `Die ältesten ${f.whole(cohorts)} Kohorten der Tabelle sind nicht enthalten; die Zusammenfassung zählt sie mit.`,
  later_periods_left_out: ({ periods }) =>
    `Jede Kohorte zeigt ${periods} Zeiträume nach dem ersten; ihre Summen enthalten auch die späteren.`,
  cohorts_truncated: ({ cohorts, all, ...within }) =>
    `Kunden von ${formatSpan(within)} haben vielleicht schon vor Beginn der Daten gekauft: ${cohorts === 1 ? 'Diese Kohorte ist' : 'Diese Kohorten sind'} gekennzeichnet und nicht Teil von Mittelwerten, Vergleichen und Erkenntnissen.` +
    (all ? ' Andere Kohorten gibt es nicht; ältere Bestellungen würden das ändern.' : ''),
  second_order_left_out: ({ scope }) =>
    `Die Zeit bis zur zweiten Bestellung fehlt: Die Kundenauswahl (${SCOPES[scope] ?? scope}) hängt davon ab, was Kunden nach dem ersten Kauf getan haben.`,

  cohorts_in_all: ({ customers: count, cohorts, orders: placed, revenue, again }, f) =>
    `${formatCustomers(count, f)} in ${formatCount(cohorts, 'Kohorte', 'Kohorten', f)} mit ${formatOrders(placed, f)} im Wert von ${f.money(revenue)}` +
    `${again === null ? '' : `; innerhalb von ${formatDayCount(again.days, f)} nach der ersten Bestellung bestellen ${f.percent(again.share)} wieder`}.`,
  customers_come_back: ({ by, share, later, ...cohorts }, f) =>
    `${f.percent(share)} der Kunden kaufen ${formatPeriod(by)} nach ${by === 'week' ? 'der' : 'dem'} des ersten Kaufs wieder (${formatCohorts(cohorts, f)}).` +
    `${later === null ? '' : ` In ${PERIODS[by]} ${later.period} sind es ${f.percent(later.share)}.`}`,
  cohorts_stand_out: ({ looked_at, least_customers, most, least, by }, f) =>
    [
      ...(most === null ? [] : [describeStandout('häufigsten', most, f)]),
      ...(least === null ? [] : [describeStandout('seltensten', least, f)]),
      `Das gilt ${formatPeriod(by)} danach, für ${f.whole(looked_at)} Kohorten mit mindestens ${least_customers} Kunden.`,
    ].join(' '),
  customer_spends: ({ by, first, later, ...cohorts }, f) =>
    `Ein Kunde gibt ${formatPeriod(by)} des ersten Kaufs ${f.money(first)} aus (im Durchschnitt von ${formatCohorts(cohorts, f)}).` +
    `${later === null ? '' : ` Bis zum Ende von ${PERIODS[by]} ${later.period} sind es insgesamt ${f.money(later.value)}.`}`,
  early_spend: ({ days: first, median, mean, customers: count }, f) =>
    `In den ersten ${formatDayCount(first, f)} gibt die Hälfte der Kunden ${f.money(median)} oder weniger aus. Im Durchschnitt sind es ${f.money(mean)} (${formatCustomers(count, f)}, so lange beobachtet).`,
  ordered_again: ({ again, customers: count }, f) =>
    `${f.whole(again)} von ${formatCustomers(count, f)} haben an einem späteren Tag wieder bestellt.`,
  order_again_within: ({ shares }, f) =>
    `Kunden bestellen wieder: ${shares.map(({ days: within, share, lower, upper }) => `${f.percent(share)} innerhalb von ${formatDayCount(within, f)} (${f.percent(lower)} bis ${f.percent(upper)})`).join('; ')}.`,
  fewer_than_half_again: () =>
    'In der beobachteten Zeit hat weniger als die Hälfte der Kunden wieder bestellt.',
  half_again_after: ({ days: after }, f) =>
    `Nach ${formatDayCount(after, f)} hat die Hälfte der Kunden wieder bestellt.`,
  same_day_orders: ({ customers: count }, f) =>
    `Mehrere Bestellungen am ersten Tag, wie von ${formatCustomers(count, f)}, zählen nicht als Folgebestellung.`,
  first_orders_without_goods: ({ by, customers: count }, f) =>
    `${formatCustomers(count, f)}, deren erste Bestellung keine Ware${by === 'first_product' ? '' : ` mit ${by}`} enthielt, ${count === 1 ? 'ist' : 'sind'} in keiner Gruppe.`,
  groups_not_listed: ({ by, groups, listed: shown }, f) =>
    `Von ${f.whole(groups)} Gruppen ${describeStart(by)} stehen die ${shown} mit den meisten Kunden in der Liste; die übrigen zählen zu allen anderen.`,
  groups_too_small: ({ by, least_customers }, f) =>
    `Keine Gruppe ${describeStart(by)} hat ${formatCustomers(least_customers, f)}, deren erste Bestellung in den Daten liegt.`,
  groups_alike: (groups, f) =>
    `Wie bald Kunden wieder bestellen, unterscheidet sich ${describeStart(groups.by)} nicht deutlich ${describeCompared(groups, f)}.`,
  groups_differ: (groups, f) =>
    `Wie bald Kunden wieder bestellen, unterscheidet sich ${describeStart(groups.by)} deutlich ${describeCompared(groups, f)}.`,
  groups_stand_out: ({ sooner, later }, f) =>
    [
      ...(sooner.length === 0
        ? []
        : [`Früher als alle anderen: ${sooner.map((each) => describeGroup(each, f)).join('; ')}.`]),
      ...(later.length === 0 ? [] : [`Später: ${later.map((each) => describeGroup(each, f)).join('; ')}.`]),
    ].join(' '),
  no_group_stands_out: ({ groups }, f) =>
    `Keine einzelne der ${formatCount(groups, 'Gruppe', 'Gruppen', f)} unterscheidet sich deutlich von allen anderen.`,
  groups_not_cause: () =>
    'Das ist ein Zusammenhang, keine Ursache: Auch wer womit beginnt, wann und zu welchem Preis, ist verschieden.',
  pace_by_chance: ({ recent, older }) =>
    `Wie bald Kunden von ${formatSpan(recent)} und von ${formatSpan(older)} wieder bestellen, unterscheidet sich nicht deutlich.`,
  pace_differs: ({ sooner, recent, older, within }, f) =>
    `Neuere Kunden (${formatSpan(recent)}) bestellen ${sooner ? 'früher' : 'später'} wieder als ältere (${formatSpan(older)})` +
    `${within === null ? '' : `: ${f.percent(within.share)} gegenüber ${f.percent(within.other)} innerhalb von ${formatDayCount(within.days, f)}`}.`,
};
