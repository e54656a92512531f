// Facts, and tables that scroll within themselves where they are wider than the page: one file, so that one script of
// the console has them.
import { type ComponentChildren, Fragment, h } from 'preact';
import { HowSure } from './how-sure.ts';
import { Cut, getPartWords } from './long-text.ts';

interface Figure {
  readonly value: number;
  readonly write: (value: number) => string;
}

/** `figure`: where it is one, for who compares two of them. */
export type Fact = readonly [name: string, shown: string, figure?: Figure];

interface FactsProps {
  readonly facts: readonly Fact[];
  /** Facts about how the others were computed. */
  readonly evidence?: readonly Fact[] | undefined;
}

export function Facts({ facts, evidence = [] }: FactsProps) {
  const list = h(
    'dl',
    { class: 'card facts' },
    facts.map(([name, shown]) => h('div', { key: name }, h('dt', null, name), h('dd', null, shown))),
  );
  if (evidence.length === 0) return list;
  return h(Fragment, {}, list, h(HowSure, {}, h(Facts, { facts: evidence })));
}

interface ScrollProps {
  /** Says what it holds to who does not see it. */
  readonly label: string;
  /** Default: as wide as what it holds needs. */
  readonly class?: string;
  readonly onScroll?: (top: number) => void;
  readonly children?: ComponentChildren;
}

export function Scroll({ label, class: name = 'scroll', onScroll, children }: ScrollProps) {
  const scrolled = onScroll && {
    onScroll: ({ currentTarget }: { readonly currentTarget: { readonly scrollTop: number } }) =>
      onScroll(currentTarget.scrollTop),
  };
  // Without a place in the order of focus, it can't be scrolled by keyboard.
  return h('section', { class: name, 'aria-label': label, tabIndex: 0, ...scrolled }, children);
}

export interface Column {
  readonly title: ComponentChildren;
  /** `n`: figures, which stand at the right. */
  readonly class?: 'n' | 'bars';
}

/** A narrow screen has room for a name and two figures: a row of more is a card, with each title above its figure. */
const COLUMNS_OF_NARROW = 3;

/** The first column heads its row. */
export interface TableProps {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  /** A page's script makes the table searchable and sortable. */
  readonly tools?: boolean;
}

export function createNumericColumn(title: ComponentChildren): Column {
  return { title, class: 'n' };
}

export function Table({ caption, columns, rows, tools = false }: TableProps) {
  if (rows.length === 0) return h('p', { class: 'muted' }, getPartWords().none);
  const getAlignment = (at: number) => ({ class: columns[at]?.class });
  const isLong = columns.length > COLUMNS_OF_NARROW;
  return h(
    Scroll,
    { label: caption, ...(isLong && { class: 'scroll rows' }) },
    h(
      'table',
      tools ? { 'data-tools': '' } : null,
      h('caption', { class: 'hidden' }, caption),
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          columns.map(({ title }, at) =>
            title === '' ? h('td', null) : h('th', { scope: 'col', ...getAlignment(at) }, title),
          ),
        ),
      ),
      h(
        'tbody',
        null,
        rows.map((row) =>
          h(
            'tr',
            null,
            row.map((cell, at) =>
              at === 0
                ? h('th', { scope: 'row', ...getAlignment(at) }, showWhole(cell))
                : h(
                    'td',
                    { ...getAlignment(at), ...(isLong && { 'data-title': columns[at]?.title || undefined }) },
                    showWhole(cell),
                  ),
            ),
          ),
        ),
      ),
    ),
  );
}

/** A name of any length. */
function showWhole(cell: ComponentChildren): ComponentChildren {
  return typeof cell === 'string' ? h(Cut, { text: cell }) : cell;
}

// Shares as bars in a cell of a table, which has the same figures.

interface BarProps {
  /** Share of the longest bar, 0 to 1. */
  readonly own: number;
  /** Share to compare with, 0 to 1. */
  readonly all?: number;
}

export function Bar({ own, all }: BarProps) {
  return h(
    'svg',
    { viewBox: '0 0 100 14', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    h('rect', { class: 'own', width: 100 * own, height: all === undefined ? 14 : 8 }),
    all !== undefined && h('rect', { class: 'all', y: 10, width: 100 * all, height: 4 }),
  );
}
