// The replenishment report's part of the page.
import { h } from 'preact';
import { numeric, Table } from '../../../report-parts/table.ts';
import { Card, nothing, type ReportSections } from '../html-figure.ts';
import type { DueTable } from './due-tables.ts';

export function dueSections(tables: readonly DueTable[]): ReportSections {
  if (tables.length === 0) return nothing('Due to buy again', 'Nobody has bought anything.');
  return {
    best: null,
    figures: null,
    tables: tables.map(({ id, title, columns: [first = '', ...others], rows }) =>
      h(
        Card,
        { id, title, long: true },
        h(Table, { caption: title, columns: [{ title: first }, ...others.map(numeric)], rows, tools: true }),
      ),
    ),
  };
}
