// Tables as they are described, each as a card of a page.
import { h } from 'preact';
import { Bar } from '../bar.ts';
import { Table } from '../table.ts';
import type { ShownTable } from './shown.ts';

/** More rows are in the report's CSV. */
const MOST_ROWS = 200;
/** Fewer need no search. */
const SEARCHED_ROWS = 10;

export function ShownTables({ tables }: { readonly tables: readonly ShownTable[] }) {
  return tables.map(({ id, title, note, columns, rows }) =>
    h(
      'section',
      { key: id, id, class: 'card long' },
      h('h2', null, title),
      note && h('p', { class: 'muted' }, note),
      h(Table, {
        caption: title,
        columns,
        rows: rows
          .slice(0, MOST_ROWS)
          .map((row) => row.map((cell) => (typeof cell === 'number' ? h(Bar, { own: cell }) : cell))),
        tools: rows.length >= SEARCHED_ROWS,
      }),
    ),
  );
}
