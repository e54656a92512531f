// Figures by rows and columns as coloured cells: the scores of customers, the periods of cohorts.
import { type ComponentChildren, h } from 'preact';
import { Scroll } from '../table.ts';

interface Cell {
  /** Of fills, r0 to r5; undefined for nothing. */
  readonly level: number | undefined;
  readonly shown: ComponentChildren;
  readonly hint?: string | undefined;
  /** The figure is not final. */
  readonly pale?: boolean;
}

export interface GridProps {
  readonly label: string;
  /** Above the names of rows, and above columns of figures beside them. */
  readonly heads: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly key: string;
    readonly name: ComponentChildren;
    readonly figures?: readonly string[];
    readonly cells: readonly Cell[];
  }[];
}

export function Grid({ label, heads, columns, rows }: GridProps) {
  const [corner = '', ...figures] = heads;
  const column = (title: string, attributes: object) => h('th', { scope: 'col', ...attributes }, title);
  return h(
    Scroll,
    { label },
    h(
      'table',
      { class: 'grid' },
      h('caption', { class: 'hidden' }, label),
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          corner === '' ? h('td', null) : column(corner, {}),
          figures.map((title) => column(title, { key: title, class: 'n' })),
          columns.map((title) => column(title, { key: title })),
        ),
      ),
      h(
        'tbody',
        null,
        rows.map(({ key, name, figures: shown = [], cells }) =>
          h(
            'tr',
            { key },
            h('th', { scope: 'row' }, name),
            shown.map((figure) => h('td', { class: 'n' }, figure)),
            cells.map(({ level, shown: content, hint, pale = false }) =>
              h(
                'td',
                {
                  class: `cell ${level === undefined ? 'empty' : `r${level}`}${pale ? ' pale' : ''}`,
                  title: hint,
                },
                content,
              ),
            ),
          ),
        ),
      ),
    ),
  );
}
