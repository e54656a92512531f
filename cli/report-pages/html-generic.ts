// The page of a report whose type brings none of its own.
import { h } from 'preact';
import { GenericTables } from '../../report-parts/generic.ts';
import type { ReportSections } from './html-figure.ts';

export function genericSections(body: object, write: (value: number) => string): ReportSections {
  return { best: null, figures: null, tables: h(GenericTables, { body, write }) };
}
