// Two reports of one type beside each other: rules that appeared, vanished or changed, groups in one or both of them, and
// the settings in which they differ.
import type { AssociationRule, FinishedReport } from '../../client/src/index.ts';
import { ruleText } from '../rules/rule-list.ts';

export interface TwoReports<R extends FinishedReport = FinishedReport> {
  readonly before: R;
  readonly now: R;
}

/** One of the two is undefined where only one report has it. */
export interface Pair<T> {
  readonly name: string;
  readonly before: T | undefined;
  readonly now: T | undefined;
}

/** By name: those of now in their order, then those that are gone. */
export function pairs<T>(before: readonly T[], now: readonly T[], nameOf: (value: T) => string): Pair<T>[] {
  const left = new Map(before.map((value) => [nameOf(value), value]));
  const found = now.map((value): Pair<T> => {
    const name = nameOf(value);
    const earlier = left.get(name);
    left.delete(name);
    return { name, before: earlier, now: value };
  });
  return [...found, ...[...left].map(([name, value]) => ({ name, before: value, now: undefined }))];
}

export const RULE_CHANGES = ['appeared', 'vanished', 'changed'] as const;
export const COMPARED_FIGURES = ['support', 'confidence', 'lift'] as const;
export type ComparedFigure = (typeof COMPARED_FIGURES)[number];

export interface ComparedRules {
  readonly appeared: readonly Pair<AssociationRule>[];
  readonly vanished: readonly Pair<AssociationRule>[];
  /** In both, with another figure. */
  readonly changed: readonly Pair<AssociationRule>[];
  /** In both, with equal figures. */
  readonly same: number;
}

export function compareRules(
  before: readonly AssociationRule[],
  now: readonly AssociationRule[],
): ComparedRules {
  const all = pairs(before, now, keyOf).map((pair) => ({ ...pair, name: textOf(pair) }));
  const both = all.filter((pair) => pair.before !== undefined && pair.now !== undefined);
  const changed = both.filter((pair) => COMPARED_FIGURES.some((figure) => changeOf(pair, figure) !== 0));
  return {
    appeared: all.filter((pair) => pair.before === undefined),
    vanished: all.filter((pair) => pair.now === undefined),
    changed,
    same: both.length - changed.length,
  };
}

/** How much a figure rose; of a rule that one of them lacks, the figure itself. */
export function changeOf({ before, now }: Pair<AssociationRule>, figure: ComparedFigure): number {
  return (now?.[figure] ?? 0) - (before?.[figure] ?? 0);
}

/** The largest change first. Equal ones stay in the order of the report. */
export function byChange(
  rules: readonly Pair<AssociationRule>[],
  figure: ComparedFigure,
): Pair<AssociationRule>[] {
  return [...rules].sort((a, b) => Math.abs(changeOf(b, figure)) - Math.abs(changeOf(a, figure)));
}

/** The order of products within a side means nothing. */
function keyOf({ antecedents, consequents }: AssociationRule): string {
  return JSON.stringify([[...antecedents].sort(), [...consequents].sort()]);
}

function textOf({ before, now }: Pair<AssociationRule>): string {
  const rule = now ?? before;
  return rule === undefined ? '' : ruleText(rule);
}

/** What a report was asked. */
export type Asked = Pick<FinishedReport, 'dataset_id' | 'settings'>;

export interface Difference {
  /** As the API calls it. */
  readonly setting: string;
  /** As JSON. */
  readonly before: string;
  readonly now: string;
}

/** Reports that differ in more than their data are compared with care. */
export function settingsDifferences(before: Asked, now: Asked): Difference[] {
  const [left, right] = [flat(before), flat(now)];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((setting) => {
    const [a, b] = [left.get(setting) ?? '–', right.get(setting) ?? '–'];
    return a === b ? [] : [{ setting, before: a, now: b }];
  });
}

function flat({ dataset_id, settings }: Asked): Map<string, string> {
  const { filters, ...others } = settings;
  const named = Object.entries({ dataset_id, ...filters, ...others });
  // What is in no report of earlier versions, and what is null, is not set.
  return new Map(
    named.flatMap(([name, value]) =>
      value === null || value === undefined || JSON.stringify(value) === '[]'
        ? []
        : [[name, JSON.stringify(value)]],
    ),
  );
}
