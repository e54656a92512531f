// A table of figures that scrolls within itself where it is wider than the page. The first column heads its row.
import { type ComponentChildren, h } from 'preact';
import { Scroll } from './scroll.ts';

export interface Column {
  readonly title: ComponentChildren;
  /** `n`: figures, which stand at the right. */
  readonly class?: 'n' | 'bars';
}

export interface TableProps {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  /** A page's script makes the table searchable and sortable. */
  readonly tools?: boolean;
}

export function numeric(title: ComponentChildren): Column {
  return { title, class: 'n' };
}

export function Table({ caption, columns, rows, tools = false }: TableProps) {
  const aligned = (at: number) => ({ class: columns[at]?.class });
  return h(
    Scroll,
    { label: caption },
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
            title === '' ? h('td', null) : h('th', { scope: 'col', ...aligned(at) }, title),
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
              at === 0 ? h('th', { scope: 'row', ...aligned(at) }, cell) : h('td', aligned(at), cell),
            ),
          ),
        ),
      ),
    ),
  );
}
