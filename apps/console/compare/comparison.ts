// Compares two reports of one type: rules that appeared, vanished or changed, groups of either, and the settings in
// which they differ.
import type { AssociationRule, FinishedReport } from '../../../packages/client/src/index.ts';
import { formatRule } from '../../../packages/report-parts/names.ts';

export interface TwoReports<R = FinishedReport> {
  readonly before: R;
  readonly now: R;
}

/** One of the two is undefined if only one report has the item. */
export interface Pair<T> {
  readonly name: string;
  readonly before: T | undefined;
  readonly now: T | undefined;
}

/** Pairs by name: the current items in their order, then those that vanished. */
export function pairByName<T>(
  before: readonly T[],
  now: readonly T[],
  nameOf: (value: T) => string,
): Pair<T>[] {
  const left = new Map(before.map((value) => [nameOf(value), value]));
  const found = now.map((value): Pair<T> => {
    const name = nameOf(value);
    const earlier = left.get(name);
    left.delete(name);
    return { name, before: earlier, now: value };
  });
  return [...found, ...[...left].map(([name, value]) => ({ name, before: value, now: undefined }))];
}

export function listInBoth<T>(of: readonly Pair<T>[]): { name: string; before: T; now: T }[] {
  return of.flatMap(({ name, before, now }) =>
    before === undefined || now === undefined ? [] : [{ name, before, now }],
  );
}

export const RULE_CHANGES = ['appeared', 'vanished', 'changed'] as const;
export const COMPARED_FIGURES = ['support', 'confidence', 'lift'] as const;
export type ComparedFigure = (typeof COMPARED_FIGURES)[number];

/** `lift`: times as often as expected, as the list of rules has it. */
export function getComparedFigure(rule: AssociationRule | undefined, figure: ComparedFigure): number {
  return (figure === 'lift' ? rule?.measures.lift_within_periods : rule?.[figure]) ?? 0;
}

export interface ComparedRules {
  readonly appeared: readonly Pair<AssociationRule>[];
  readonly vanished: readonly Pair<AssociationRule>[];
  /** Rules of both reports with a different figure. */
  readonly changed: readonly Pair<AssociationRule>[];
  /** Number of rules of both reports with equal figures. */
  readonly same: number;
}

export function compareRules(
  before: readonly AssociationRule[],
  now: readonly AssociationRule[],
): ComparedRules {
  const all = pairByName(before, now, toRuleKey).map((pair) => ({ ...pair, name: formatRulePair(pair) }));
  const both = all.filter((pair) => pair.before !== undefined && pair.now !== undefined);
  const changed = both.filter((pair) => COMPARED_FIGURES.some((figure) => computeChange(pair, figure) !== 0));
  return {
    appeared: all.filter((pair) => pair.before === undefined),
    vanished: all.filter((pair) => pair.now === undefined),
    changed,
    same: both.length - changed.length,
  };
}

/** Computes the rise of a figure; for a rule that one report lacks, the figure itself. */
export function computeChange({ before, now }: Pair<AssociationRule>, figure: ComparedFigure): number {
  return getComparedFigure(now, figure) - getComparedFigure(before, figure);
}

/** Sorts the largest change first. Equal ones stay in the order of the report. */
export function sortByChange(
  rules: readonly Pair<AssociationRule>[],
  figure: ComparedFigure,
): Pair<AssociationRule>[] {
  return [...rules].sort((a, b) => Math.abs(computeChange(b, figure)) - Math.abs(computeChange(a, figure)));
}

/** The order of products within a side has no meaning. */
function toRuleKey({ antecedents, consequents }: AssociationRule): string {
  return JSON.stringify([[...antecedents].sort(), [...consequents].sort()]);
}

function formatRulePair({ before, now }: Pair<AssociationRule>): string {
  const rule = now ?? before;
  return rule === undefined ? '' : formatRule(rule);
}

/**
 * Orders reports by the days that they cover, not by when they were requested: a report on last September may be the
 * newest.
 */
export function orderReports<R extends Covering>(a: R, b: R): TwoReports<R> {
  const [[end, start], [otherEnd, otherStart]] = [getCoveredDays(a), getCoveredDays(b)];
  const order = compareTexts(end, otherEnd) || compareTexts(start, otherStart);
  return (order || compareTexts(a.created_at, b.created_at)) > 0
    ? { before: b, now: a }
    : { before: a, now: b };
}

interface Covering extends Pick<FinishedReport, 'reference_date' | 'created_at'> {
  readonly settings: { readonly filters: Pick<FinishedReport['settings']['filters'], 'dateRange'> };
}

/** The last and the first day that the report covers: empty if the data decide. */
function getCoveredDays({ settings, reference_date }: Covering): readonly [end: string, start: string] {
  const range = settings.filters.dateRange;
  return [range?.end ?? reference_date ?? '', range?.start ?? ''];
}

/** Differences in the covered days, which alone make sums differ. */
export interface Periods {
  /** Numbers of covered days; undefined if one report covers all earlier days. */
  readonly days: readonly [before: number, now: number] | undefined;
  /** Reports counted before their last day was over. */
  readonly unfinished: readonly ('before' | 'now')[];
}

const DAY_MS = 86_400_000;

export function comparePeriods({ before, now }: TwoReports<Covering>): Periods {
  const [a, b] = [before, now].map((report) => {
    const [end, start] = getCoveredDays(report);
    return end === '' || start === '' ? undefined : 1 + (Date.parse(end) - Date.parse(start)) / DAY_MS;
  });
  const isUnfinished = ({ settings, created_at }: Covering): boolean =>
    (settings.filters.dateRange?.end ?? '') >= created_at.slice(0, 10);
  return {
    days: a === undefined || b === undefined ? undefined : [a, b],
    unfinished: [
      ...(isUnfinished(before) ? (['before'] as const) : []),
      ...(isUnfinished(now) ? (['now'] as const) : []),
    ],
  };
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The dataset and settings of a report. */
export type Asked = Pick<FinishedReport, 'dataset_id' | 'settings'>;

interface Difference {
  /** The API's name of the setting: of a member, with that of its object, such as `rules.min_lift`. */
  readonly setting: string;
  /** Undefined if not set. */
  readonly before: unknown;
  readonly now: unknown;
}

/** Lists settings that differ, which make a comparison less reliable. */
export function listSettingsDifferences(before: Asked, now: Asked): Difference[] {
  const [left, right] = [flattenSettings(before), flattenSettings(now)];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((setting) => {
    const [a, b] = [left.get(setting), right.get(setting)];
    return JSON.stringify(a) === JSON.stringify(b) ? [] : [{ setting, before: a, now: b }];
  });
}

/** Settings that hold several, each of which is compared. */
const GROUPS: readonly string[] = ['rules', 'select'];

function flattenSettings({ dataset_id, settings }: Asked): Map<string, unknown> {
  const { filters, ...others } = settings;
  const named = Object.entries({ dataset_id, ...filters, ...others }).flatMap(([name, value]) => {
    if (name === 'serve' && isGroup(value)) return [[name, true] as const, ...nameMembers(name, value)];
    return GROUPS.includes(name) && isGroup(value) ? nameMembers(name, value) : [[name, value] as const];
  });
  // A missing or null value counts as not set, and so does `false` where it is the default.
  return new Map(
    named.filter(
      ([name, value]) =>
        value !== null &&
        value !== undefined &&
        JSON.stringify(value) !== '[]' &&
        !(value === false && OFF_BY_DEFAULT.includes(name)),
    ),
  );
}

const OFF_BY_DEFAULT: readonly string[] = ['serve', 'product_profiles'];

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function nameMembers(name: string, group: object): (readonly [string, unknown])[] {
  return Object.entries(group).map(([member, value]) => [`${name}.${member}`, value] as const);
}
