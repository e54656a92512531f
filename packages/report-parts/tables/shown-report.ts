// Describes a finished report of any type as facts and tables.
import type { FinishedReport, MbaReport } from '../../client/src/index.ts';
import { toWords } from '../insights.ts';
import { joinIsolated } from '../names.ts';
import type { Fact } from '../table.ts';
import { showCohorts } from './cohorts.ts';
import { showDue } from './due.ts';
import { showEffect } from './effect.ts';
import { showPersons } from './persons.ts';
import { showRules } from './rules.ts';
import { showSegments } from './segments.ts';
import {
  createFigure,
  type Say,
  type ShownReport,
  type ShownTable,
  stateFact,
  stateFigure,
} from './shown.ts';

export function showReportBody(report: FinishedReport, say: Say): ShownReport {
  const { tables, ...shown } = showByType(report, say);
  return { ...shown, tables: [...tables, ...showPersons(report, say)] };
}

function showByType(report: FinishedReport, say: Say): ShownReport {
  switch (report.report_type) {
    case 'MBA':
      return showRules(report, say);
    case 'RFM':
      return showSegments(report, say);
    case 'COHORT':
      return showCohorts(report, say);
    case 'REPLENISHMENT':
      return showDue(report, say);
    case 'EFFECT':
      return showEffect(report, say);
    default:
      return { facts: stateSummary(report, say), tables: showLists(report, say) };
  }
}

// A report of a type that has no view of its own: its summary as facts, its lists as tables. What they are called is
// what the API calls them.

type WriteNumber = Pick<Say, 'number'>;

export function stateSummary(body: object, say: WriteNumber): Fact[] {
  return Object.entries(getMember(body, 'summary')).flatMap(([key, value]): Fact[] => {
    const shown = pickValue(value);
    if (typeof shown === 'number') return stateFigure(toWords(key), shown, (one) => formatValue(one, say));
    return shown === undefined ? [] : [[toWords(key), shown]];
  });
}

/** Lists of objects, with those of their members that are numbers or texts. */
export function showLists(body: object, say: WriteNumber): ShownTable[] {
  return collectLists(body).map(({ key, names, rows }) => ({
    id: key.replaceAll('_', '-'),
    title: toWords(key),
    columns: names.map((name, at) =>
      rows.every((row) => typeof (row[at] ?? 0) === 'number')
        ? createFigure(toWords(name))
        : { title: toWords(name) },
    ),
    rows: rows.map((row) => row.map((value) => formatValue(value, say))),
  }));
}

type Value = string | number | undefined;
/** Positive numbers below it are shown as such. */
const SMALLEST = 0.0001;

export function collectLists(body: object) {
  return Object.entries(body).flatMap(([key, list]) => {
    if (!Array.isArray(list)) return [];
    const all = list.flatMap((row: unknown) =>
      typeof row === 'object' && row !== null && !Array.isArray(row) ? [new Map(Object.entries(row))] : [],
    );
    const names = [...new Set(all.flatMap((row) => [...row.keys()]))].filter((name) =>
      all.some((row) => pickValue(row.get(name)) !== undefined),
    );
    if (names.length === 0) return [];
    return [{ key, names, rows: all.map((row) => names.map((name) => pickValue(row.get(name)))) }];
  });
}

function formatValue(value: Value, { number }: WriteNumber): string {
  if (typeof value !== 'number') return value ?? '';
  if (value > 0 && value < SMALLEST) return `< ${number(SMALLEST, 4)}`;
  return number(value, Math.min(4, `${value}`.split('.')[1]?.length ?? 0));
}

function getMember(body: object, name: string): object {
  const member: unknown = new Map<string, unknown>(Object.entries(body)).get(name);
  return typeof member === 'object' && member !== null ? member : {};
}

/** Texts that stand in a list are one text. */
function pickValue(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'))
    return joinIsolated(value);
  return undefined;
}

// The settings of a report's request, as facts.

export function stateSettings(report: FinishedReport, say: Say): Fact[] {
  const { t, day } = say;
  const { settings, reference_date } = report;
  const { dateRange: range, conditions = [] } = settings.filters ?? {};
  return [
    ...stateFact(t('Reference date'), reference_date, day),
    ...stateFact(t('Template'), settings.template, String),
    ...stateFact(t('Customers'), settings.customer_scope, (scope) => scope.replaceAll('_', ' ')),
    ...stateFact(t('Time zone'), settings.time_zone, String),
    ...stateFact(t('Dates'), range, ({ start, end }) =>
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
    ...('cohort_by' in settings ? stateFact(t('Cohorts by'), settings.cohort_by, String) : []),
    ...('product_level' in settings
      ? stateFact(t('Products by'), settings.product_level, (level) => [level].flat().join(', '))
      : []),
    ...(report.report_type === 'MBA' ? stateRuleSettings(report.settings, say) : []),
  ];
}

function stateRuleSettings(settings: MbaReport['settings'], { t }: Say): Fact[] {
  const { rules = {} } = settings;
  const joinAll = (all: readonly string[]): string => joinIsolated(all, ', ');
  return [
    ...stateFact(t('One basket per'), settings.scope, String),
    ...stateFact(t('Products identified by'), settings.product_identifier, String),
    ...stateFact(t('Minimum support'), settings.min_support, String),
    ...stateFact(t('Minimum confidence'), settings.min_confidence, String),
    ...stateFact(t('Rules must contain'), rules.must_contain, joinAll),
    ...stateFact(t('Only antecedents'), rules.antecedents, joinAll),
    ...stateFact(t('Only consequents'), rules.consequents, joinAll),
    ...stateFact(t('Excluded products'), rules.exclude, joinAll),
    ...stateFact(t('Maximum products'), rules.max_products, String),
    ...stateFact(t('Maximum antecedents'), rules.max_antecedents, String),
    ...stateFact(t('Maximum consequents'), rules.max_consequents, String),
    ...stateFact(t('Minimum lift'), rules.min_lift, String),
    ...stateFact(t('Maximum corrected p-value'), rules.max_p_value_corrected, String),
    ...stateFact(t('Redundant rules'), rules.redundant, () => t('left out')),
  ];
}
