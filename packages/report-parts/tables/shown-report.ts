// What a finished report of any type says in facts and tables.
import type { FinishedReport, MbaReport } from '../../client/src/index.ts';
import { inWords } from '../insights.ts';
import { listed } from '../names.ts';
import type { Fact } from '../table.ts';
import { shownCohorts } from './cohorts.ts';
import { shownDue } from './due.ts';
import { shownEffect } from './effect.ts';
import { shownRules } from './rules.ts';
import { shownSegments } from './segments.ts';
import { fact, figure, measured, type Say, type ShownReport, type ShownTable } from './shown.ts';

export function shownOf(report: FinishedReport, say: Say): ShownReport {
  switch (report.report_type) {
    case 'MBA':
      return shownRules(report, say);
    case 'RFM':
      return shownSegments(report, say);
    case 'COHORT':
      return shownCohorts(report, say);
    case 'REPLENISHMENT':
      return shownDue(report, say);
    case 'EFFECT':
      return shownEffect(report, say);
    default:
      return { facts: summaryFacts(report, say), tables: listsOf(report, say) };
  }
}

// A report of a type that has no view of its own: its summary as facts, its lists as tables. What they are called is what the API
// calls them.

type WriteNumber = Pick<Say, 'number'>;

export function summaryFacts(body: object, say: WriteNumber): Fact[] {
  return Object.entries(memberOf(body, 'summary')).flatMap(([key, value]): Fact[] => {
    const shown = shownValue(value);
    if (typeof shown === 'number') return measured(inWords(key), shown, (one) => written(one, say));
    return shown === undefined ? [] : [[inWords(key), shown]];
  });
}

/** Lists of objects, with those of their members that are numbers or texts. */
export function listsOf(body: object, say: WriteNumber): ShownTable[] {
  return listings(body).map(({ key, names, rows }) => ({
    id: key.replaceAll('_', '-'),
    title: inWords(key),
    columns: names.map((name, at) =>
      rows.every((row) => typeof (row[at] ?? 0) === 'number')
        ? figure(inWords(name))
        : { title: inWords(name) },
    ),
    rows: rows.map((row) => row.map((value) => written(value, say))),
  }));
}

type Value = string | number | undefined;

export function listings(body: object) {
  return Object.entries(body).flatMap(([key, list]) => {
    if (!Array.isArray(list)) return [];
    const all = list.flatMap((row: unknown) =>
      typeof row === 'object' && row !== null && !Array.isArray(row) ? [new Map(Object.entries(row))] : [],
    );
    const names = [...new Set(all.flatMap((row) => [...row.keys()]))].filter((name) =>
      all.some((row) => shownValue(row.get(name)) !== undefined),
    );
    if (names.length === 0) return [];
    return [{ key, names, rows: all.map((row) => names.map((name) => shownValue(row.get(name)))) }];
  });
}

function written(value: Value, { number }: WriteNumber): string {
  if (typeof value !== 'number') return value ?? '';
  return number(value, Math.min(4, `${value}`.split('.')[1]?.length ?? 0));
}

function memberOf(body: object, name: string): object {
  const member: unknown = new Map<string, unknown>(Object.entries(body)).get(name);
  return typeof member === 'object' && member !== null ? member : {};
}

/** Texts that stand in a list are one text. */
function shownValue(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'))
    return listed(value);
  return undefined;
}

// What a report was asked for, as facts.

export function askedFor(report: FinishedReport, say: Say): Fact[] {
  const { t, day } = say;
  const { settings, reference_date } = report;
  const { dateRange: range, conditions = [] } = settings.filters ?? {};
  return [
    ...fact(t('Reference date'), reference_date, day),
    ...fact(t('Template'), settings.template, String),
    ...fact(t('Customers'), settings.customer_scope, (scope) => scope.replaceAll('_', ' ')),
    ...fact(t('Time zone'), settings.time_zone, String),
    ...fact(t('Dates'), range, ({ start, end }) =>
      t('{from} to {to}', {
        from: start === undefined ? t('the beginning') : day(start),
        to: end === undefined ? t('the end') : day(end),
      }),
    ),
    ...conditions.map(
      ({ field, operator, value, valueTo }): Fact => [
        t('Only rows where'),
        `${field} ${operator.replaceAll('_', ' ')} ${value}${typeof valueTo === 'number' ? ` – ${valueTo}` : ''}`,
      ],
    ),
    ...('cohort_by' in settings ? fact(t('Cohorts by'), settings.cohort_by, String) : []),
    ...('product_level' in settings
      ? fact(t('Products by'), settings.product_level, (level) => [level].flat().join(', '))
      : []),
    ...(report.report_type === 'MBA' ? askedRules(report.settings, say) : []),
  ];
}

function askedRules(settings: MbaReport['settings'], { t }: Say): Fact[] {
  const { rules = {} } = settings;
  const names = (all: readonly string[]): string => listed(all, ', ');
  return [
    ...fact(t('One basket per'), settings.scope, String),
    ...fact(t('Products identified by'), settings.product_identifier, String),
    ...fact(t('Minimum support'), settings.min_support, String),
    ...fact(t('Minimum confidence'), settings.min_confidence, String),
    ...fact(t('Rules must contain'), rules.must_contain, names),
    ...fact(t('Only antecedents'), rules.antecedents, names),
    ...fact(t('Only consequents'), rules.consequents, names),
    ...fact(t('Excluded products'), rules.exclude, names),
    ...fact(t('Maximum products'), rules.max_products, String),
    ...fact(t('Maximum antecedents'), rules.max_antecedents, String),
    ...fact(t('Maximum consequents'), rules.max_consequents, String),
    ...fact(t('Minimum lift'), rules.min_lift, String),
    ...fact(t('Maximum corrected p-value'), rules.max_p_value_corrected, String),
    ...fact(t('Redundant rules'), rules.redundant, () => t('left out')),
  ];
}
