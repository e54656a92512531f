// Puts the settings in which two reports differ into the words of the form that requests a report. The API's name is
// shown only for a setting that this page does not know.
import { isolateName } from '../../../packages/report-parts/names.ts';
import type { Say } from '../../../packages/report-parts/tables/shown.ts';
import { getKeys } from '../../../src/contract/schema/keys.ts';
import { getHomeTexts } from '../app/words/home-texts.ts';
import { formatDay, formatNumber, formatPercent, getTexts } from '../app/words/language.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { LIMITS, PRODUCT_LISTS } from '../requests/condition-draft.ts';
import { type Asked, listSettingsDifferences } from './comparison.ts';

type Show = (value: unknown) => string;
type Words = Readonly<Record<string, readonly [title: string, show: Show]>>;

/** Settings that the headings of the two reports show. */
const IN_HEADING: readonly string[] = ['dataset_id', 'dateRange', 'conditions', 'customer_scope'];

/** Rows of a table: title of the setting, value now, value before. `t`: the words of reports' tables. */
export function describeDifferences(before: Asked, now: Asked, t: Say['t']): string[][] {
  const words = createWords(t);
  const { changed } = workTexts().compare;
  const differences = listSettingsDifferences(before, now).filter(
    ({ setting }) => !IN_HEADING.includes(setting),
  );
  return differences.map((found) => {
    const [title, show] = (Object.hasOwn(words, found.setting) ? words[found.setting] : undefined) ?? [
      found.setting,
      showOther,
    ];
    const [a, b] = [show(found.before), show(found.now)];
    // Two lists of rules for persons, for example, are both "yes".
    return [title.replace(HINT, ''), a === b ? `${b} (${changed})` : b, a];
  });
}

/** What a label of the form says of input: its unit, its default, whether it is optional. */
const HINT = /(, %)? \([^()]*\)$/;

function createWords(t: Say['t']): Words {
  const { ask, audiences, choice, rules, template } = getTexts();
  const { builder, compare } = workTexts();
  const { others, yes, no } = compare;
  const isTrue: Show = (value) => (value === undefined || value === false || value === 'none' ? no : yes);
  const percent: Show = (value) => (typeof value === 'number' ? formatPercent(value) : showOther(value));
  const day: Show = (value) => (typeof value === 'string' ? formatDay(value) : showOther(value));
  const lists = PRODUCT_LISTS.map((name) => [`rules.${name}`, [builder.products[name], showOther]] as const);
  const limits = LIMITS.map((name) => [`rules.${name}`, [builder.limits[name], showOther]] as const);
  const questions = Object.fromEntries(getKeys(template).map((name) => [name, template[name].question]));
  return {
    ...Object.fromEntries([...lists, ...limits]),
    'rules.redundant': [builder.redundant, (value) => (value === false ? no : yes)],
    template: [others.template, choose(questions)],
    time_zone: [builder.timeZone, showOther],
    min_support: [ask.minSupport, percent],
    min_confidence: [ask.minConfidence, percent],
    scope: [builder.baskets, choose(builder.basketOf)],
    product_identifier: [builder.identifier, choose(builder.identifiedBy)],
    product_level: [builder.level, showOther],
    cohort_by: [choice.cohort_by.title, choose(choice.cohort_by.names)],
    leave_out: [builder.leavesOut, (value) => (Array.isArray(value) ? showOther(value) : isTrue(value))],
    serve: [builder.serves, isTrue],
    'serve.fields': [builder.serveFields, showOther],
    product_profiles: [builder.profiles, isTrue],
    identity: [others.identity, isTrue],
    context: [others.context, showOther],
    'select.top': [others.top, showOther],
    'select.by': [others.by, choose(rules.figure)],
    insight_min_baskets: [others.insightMinBaskets, showOther],
    cohort_min_customers: [others.cohortMinCustomers, showOther],
    audience_id: [audiences, showOther],
    since: [t('Contacted'), day],
    days: [t('Days that count'), showOther],
    decide_on: [t('Decides'), choose(getHomeTexts().effect.measure)],
  };
}

function choose(names: Readonly<Record<string, string>>): Show {
  return (value) =>
    (typeof value === 'string' && Object.hasOwn(names, value) ? names[value] : undefined) ?? showOther(value);
}

function showOther(value: unknown): string {
  if (value === undefined) return '–';
  if (typeof value === 'string') return isolateName(value.replace(/^custom:/, ''));
  if (typeof value === 'number') return formatNumber(value, Number.isInteger(value) ? 0 : 2);
  if (Array.isArray(value)) return value.map(showOther).join(', ');
  return JSON.stringify(value);
}
