// The page's tables of an effect or a plan.
import { h } from 'preact';
import { numeric, Table } from '../../../report-parts/table.ts';
import { Card, nothing, type ReportSections } from '../html-figure.ts';
import type { ShownTable } from './effect-tables.ts';

export function effectSections(tables: readonly ShownTable[]): ReportSections {
  if (tables.length === 0) return nothing('Plan', 'Too few customers ordered before.');
  return {
    best: null,
    figures: null,
    tables: tables.map(({ id, title, columns: [first = '', ...others], rows }) =>
      h(
        Card,
        { id, title },
        h(Table, { caption: title, columns: [{ title: first }, ...others.map(numeric)], rows }),
      ),
    ),
  };
}
