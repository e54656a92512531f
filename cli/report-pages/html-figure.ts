// A chart with its title and what it shows; where the chart is no table itself, the same figures as one.

import { type ComponentChildren, h, type VNode } from 'preact';
import { numeric, Table, type TableProps } from '../../report-parts/table.ts';
import type { ShownTable } from './shown-table.ts';

export interface FigureProps {
  /** A word for links and tests. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly table?: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function Figure({ id, title, description, table, children }: FigureProps) {
  return h(
    'figure',
    { id, class: 'card' },
    h('figcaption', null, h('h2', null, title), h('p', null, description)),
    children,
    table && h('details', null, h('summary', null, 'The figures as a table'), table),
  );
}

export interface CardProps {
  readonly id?: string;
  readonly title: string;
  readonly note?: string | undefined;
  /** It may be parted between sheets of paper. */
  readonly long?: boolean;
  readonly class?: string;
  readonly children?: ComponentChildren;
}

export function Card({ id, title, note, long = false, class: name, children }: CardProps) {
  const classes = ['card', long && 'long', name].filter(Boolean).join(' ');
  return h(
    'section',
    { class: classes, id },
    h('h2', null, title),
    note !== undefined && h('p', { class: 'note' }, note),
    children,
  );
}

/** A card with one table. Default of `caption`: the title. */
export function tableCard({
  caption,
  columns,
  rows,
  tools = false,
  ...card
}: Omit<CardProps, 'children'> & Omit<TableProps, 'caption'> & Partial<Pick<TableProps, 'caption'>>) {
  return h(Card, card, h(Table, { caption: caption ?? card.title, columns, rows, tools }));
}

/** A link to save the customers of each segment or cohort, by its name. */
export type GroupLists = ReadonlyMap<string, VNode>;

/** A report's parts of the page, from what to do with it down to what is looked up. */
export interface ReportSections {
  /** What to do that the insights do not say; closes their card. */
  readonly actions?: ComponentChildren;
  /** The few best rows. */
  readonly best: ComponentChildren;
  readonly figures: ComponentChildren;
  readonly tables: ComponentChildren;
}

export function nothing(title: string, reason: string): ReportSections {
  return { best: null, figures: h(Card, { title }, h('p', null, reason)), tables: null };
}

/** A part of a page that consists of tables alone. `none`: title and text without tables. `long`: they can be searched. */
export function tableSections(
  tables: readonly ShownTable[],
  none: readonly [title: string, text: string],
  long = false,
): ReportSections {
  if (tables.length === 0) return nothing(...none);
  return {
    best: null,
    figures: null,
    tables: tables.map(({ columns: [first = '', ...others], ...table }) =>
      tableCard({ ...table, long, tools: long, columns: [{ title: first }, ...others.map(numeric)] }),
    ),
  };
}
