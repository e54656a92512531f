// Describes a report as facts and tables: once, to be shown in a terminal and on a page, in the reader's
// language.

import { type ComponentChildren, h } from 'preact';
import type tables from '../german/table-words.json';
import { HowSure } from '../how-sure.ts';
import type { SaySentences as SayText } from '../sentences.ts';
import { Bar, type Fact, Table } from '../table.ts';

/** In English. German has each of them, by these words: one that is missing does not compile. */
export type TableText = keyof typeof tables;

export interface ShownColumn {
  readonly title: string;
  /** `n`: figures, which stand at the right. `bars`: numbers from 0 to 1. */
  readonly class?: 'n' | 'bars';
  /** Left out where fewer characters fit into a line. */
  readonly from?: number;
  /** How the others were tested: a page shows it behind a control. */
  readonly isEvidence?: true;
}

/** The first column heads its row. */
export interface ShownTable {
  readonly id: string;
  readonly title: string;
  readonly note?: string | undefined;
  /** How the figures were computed and tested. A page shows it behind a control, a terminal after the note. */
  readonly evidence?: string | undefined;
  /** The whole table is about how the figures of the others were tested. */
  readonly isEvidence?: true;
  /** Default: both. A page has charts that say the same. What only terminals have is in English. */
  readonly only?: 'terminal';
  /** The last rows are the newest: where there is little room, they stay. */
  readonly newestLast?: true;
  readonly columns: readonly ShownColumn[];
  readonly rows: readonly (readonly (string | number)[])[];
}

export interface ShownReport {
  readonly facts: readonly Fact[];
  /** Facts about how the others were computed and tested. */
  readonly evidence?: readonly Fact[];
  /** Those that have rows. */
  readonly tables: readonly ShownTable[];
  /** Text in place of an empty table or chart. */
  readonly none?: string | undefined;
}

/** How a reader has texts and figures. */
export interface Say {
  t(text: TableText, parts?: Readonly<Record<string, string>>): string;
  number(value: number, digits?: number): string;
  percent(share: number, digits?: number): string;
  /** Formats an amount in the report's currency. */
  money(value: number): string;
  day(date: string): string;
  time(instant: string): string;
  segment(name: string): string;
  /** A text of the service. */
  readonly said: SayText;
}

/** `{name}` stands for a part. */
export function fillText(text: string, parts: Readonly<Record<string, string>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole);
}

export function createFigure(title: string, from = 0): ShownColumn {
  return { title, class: 'n', from };
}

/** Empty where there is no value. */
export function formatKnown<T>(value: T | null | undefined, write: (value: T) => string): string {
  return value === null || value === undefined ? '' : write(value);
}

/** The same, as a figure that two reports can be compared by. */
export function stateFigure(
  label: string,
  value: number | null | undefined,
  write: (value: number) => string,
): Fact[] {
  return value === null || value === undefined ? [] : [[label, write(value), { value, write }]];
}

/** None where there is no value. */
export function stateFact<T>(
  label: string,
  value: T | null | undefined,
  write: (value: T) => string,
): Fact[] {
  return value === null || value === undefined ? [] : [[label, write(value)]];
}

/** Explains a word that stands for the median, because merchants know few medians. */
export function stateTypical({ t }: Say): Fact {
  return [t('Typical'), t('half of the customers have more, half have less (median)')];
}

export function withRows(tables: readonly ShownTable[]): ShownTable[] {
  return tables.filter(({ rows }) => rows.length > 0);
}

/** `+12`, `-3`, `0`. */
export function formatSigned(difference: number, write: (value: number) => string): string {
  return `${difference > 0 ? '+' : ''}${write(difference)}`;
}

interface Earlier {
  readonly report_id: string;
  readonly created_at: string;
}

export function describeEarlier({ report_id, created_at }: Earlier, { t, time }: Say): string {
  return t('Compared with report {id} of {time}.', { id: report_id, time: time(created_at) });
}

export function formatPValue(p: number, { number }: Say): string {
  return p < 0.001 ? `p < ${number(0.001, 3)}` : `p = ${number(p, 3)}`;
}

// Revenue is one sum, in every type of report, wherever it is shown: the net value of all orders that the report
// covers. What the report's other figures are about is named for what it is.

interface Turnover {
  readonly returns?: number | undefined;
  readonly net_revenue?: number | undefined;
}

interface RevenueWords {
  readonly revenue: string;
  readonly returns: string;
}

/** `own`: the sum of the report's other figures, by its name. */
export function stateRevenue(
  turnover: Turnover | null,
  [label, own]: readonly [label: string, value: number | null | undefined],
  write: (value: number) => string,
  words: RevenueWords,
): Fact[] {
  const { returns, net_revenue: net } = turnover ?? {};
  return [
    ...(net === undefined ? [] : [[words.revenue, write(net), { value: net, write }] as const]),
    ...(returns ? [[words.returns, write(returns), { value: returns, write }] as const] : []),
    ...(own === null || own === undefined || own === net
      ? []
      : [[label, write(own), { value: own, write }] as const]),
  ];
}

// Tables as they are described, each as a card of a page.

/** More rows are in the report's CSV. */
const MOST_ROWS = 200;
/** Fewer need no search. */
const SEARCHED_ROWS = 10;

export function ShownTables({ tables }: { readonly tables: readonly ShownTable[] }) {
  const shown = tables.filter(({ isEvidence }) => isEvidence !== true);
  const tests = tables
    .filter(({ isEvidence }) => isEvidence === true)
    .map((table) =>
      h(
        'section',
        { key: table.id, id: table.id },
        drawTable(table, () => true),
      ),
    );
  if (shown.length === 0) return tests.length > 0 && h(HowSure, {}, tests);
  return shown.map((table, at) => {
    const { id, columns, evidence } = table;
    const isTested = columns.some((column) => column.isEvidence === true);
    // Tables of tests stand behind the last of the others: no card holds nothing else.
    const hasTests = tests.length > 0 && at === shown.length - 1;
    return h('section', { key: id, id, class: 'card long' }, [
      ...drawTable(table, (column) => column.isEvidence !== true),
      (evidence !== undefined || isTested || hasTests) &&
        h(
          HowSure,
          {},
          evidence && h('p', null, evidence),
          // Searched and sorted above.
          isTested && drawRows(table, (column, at) => at === 0 || column.isEvidence === true, false),
          hasTests && tests,
        ),
    ]);
  });
}

type IsShown = (column: ShownColumn, at: number) => boolean;

function drawTable(table: ShownTable, isShown: IsShown): ComponentChildren[] {
  const { title, note } = table;
  return [h('h2', null, title), note && h('p', { class: 'muted' }, note), drawRows(table, isShown, true)];
}

function drawRows({ title, columns, rows }: ShownTable, isShown: IsShown, isSearched: boolean) {
  // Without columns that have no value, such as amounts that no model may forecast.
  const isDrawn: IsShown = (column, at) => isShown(column, at) && rows.some((row) => row[at] !== '');
  const places = [...columns.keys()].filter((at) => isDrawn(columns[at] ?? { title: '' }, at));
  return h(Table, {
    caption: title,
    columns: columns.filter(isDrawn),
    rows: rows.slice(0, MOST_ROWS).map((row) =>
      places.map((at) => {
        const cell = row[at] ?? '';
        return typeof cell === 'number' ? h(Bar, { own: cell }) : cell;
      }),
    ),
    tools: isSearched && rows.length >= SEARCHED_ROWS,
  });
}
