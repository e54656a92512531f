// What a report says in facts and tables: described once, and shown in a terminal and on a page, in the reader's language.
import type { TableText } from '../german/table-words.ts';
import type { Say as SayText } from '../sentences.ts';
import type { Fact } from '../table.ts';

export interface ShownColumn {
  readonly title: string;
  /** `n`: figures, which stand at the right. `bars`: numbers from 0 to 1. */
  readonly class?: 'n' | 'bars';
  /** Left out where fewer characters fit into a line. */
  readonly from?: number;
}

/** The first column heads its row. */
export interface ShownTable {
  readonly id: string;
  readonly title: string;
  readonly note?: string | undefined;
  /** Default: both. A page has charts that say the same. */
  readonly only?: 'page' | 'terminal';
  /** The last rows are the newest: where there is little room, they stay. */
  readonly newestLast?: true;
  readonly columns: readonly ShownColumn[];
  readonly rows: readonly (readonly (string | number)[])[];
}

export interface ShownReport {
  readonly facts: readonly Fact[];
  /** Those that have rows. */
  readonly tables: readonly ShownTable[];
  /** What is said where there is nothing to show. */
  readonly none?: string | undefined;
}

/** How a reader has texts and figures. */
export interface Say {
  t(text: TableText, parts?: Readonly<Record<string, string>>): string;
  number(value: number, digits?: number): string;
  percent(share: number, digits?: number): string;
  /** In the currency of the report. */
  money(value: number): string;
  day(date: string): string;
  time(instant: string): string;
  segment(name: string): string;
  /** A text of the service. */
  readonly said: SayText;
}

/** `{name}` stands for a part. */
export function filled(text: string, parts: Readonly<Record<string, string>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole);
}

export function figure(title: string, from = 0): ShownColumn {
  return { title, class: 'n', from };
}

/** Empty where there is no value. */
export function known<T>(value: T | null | undefined, write: (value: T) => string): string {
  return value === null || value === undefined ? '' : write(value);
}

/** The same, as a figure that two reports can be compared by. */
export function measured(
  label: string,
  value: number | null | undefined,
  write: (value: number) => string,
): Fact[] {
  return value === null || value === undefined ? [] : [[label, write(value), { value, write }]];
}

/** None where there is no value. */
export function fact<T>(label: string, value: T | null | undefined, write: (value: T) => string): Fact[] {
  return value === null || value === undefined ? [] : [[label, write(value)]];
}

export function withRows(tables: readonly ShownTable[]): ShownTable[] {
  return tables.filter(({ rows }) => rows.length > 0);
}

/** `+12`, `-3`, `0`. */
export function signed(difference: number, write: (value: number) => string): string {
  return `${difference > 0 ? '+' : ''}${write(difference)}`;
}

interface Earlier {
  readonly report_id: string;
  readonly created_at: string;
}

export function since({ report_id, created_at }: Earlier, { t, time }: Say): string {
  return t('Compared with report {id} of {time}.', { id: report_id, time: time(created_at) });
}

export function pValue(p: number, { number }: Say): string {
  return p < 0.001 ? `p < ${number(0.001, 3)}` : `p = ${number(p, 3)}`;
}
