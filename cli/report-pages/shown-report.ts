// What every page shows of a finished report, whatever its type. Members that a body of an earlier version may lack are
// optional; whatever else the body carries is let through and ignored.

import * as v from 'valibot';
import type { Insight } from '../../report-parts/insights.ts';
import type { Cell } from '../../src/core/tables/csv-lines.ts';
import { comparedReport, finishedEnvelope, settingsEcho } from '../../src/schema/report-parts.ts';
import type { GroupLists, ReportSections } from './html-figure.ts';

import type { Fact } from './report-facts.ts';
import type { Paper } from './terminal-text.ts';

/** In place of the members that a type's schema takes from the envelope. */
export const laterMembers = {
  rates_source: v.nullish(v.string()),
  reference_date: v.nullish(finishedEnvelope.reference_date),
  warnings: v.nullish(finishedEnvelope.warnings),
  notes: v.nullish(finishedEnvelope.notes),
};

/** All members optional, and others allowed. */
export function lenient<const E extends v.ObjectEntries>(entries: E) {
  return v.partial(v.looseObject(entries));
}

export const comparison = { compared_with: v.nullish(comparedReport) };
export const insights = v.nullish(v.looseObject({}));

const { template: _names, ...sharedSettings } = settingsEcho([], {}).entries;

const head = v.looseObject({
  ...finishedEnvelope,
  ...laterMembers,
  source_summary: v.nullish(v.looseObject({ first_date: v.nullish(v.string()) })),
  report_type: v.string(),
  settings: v.nullish(lenient({ ...sharedSettings, template: v.nullable(v.string()) })),
});
export type ReportHead = v.InferOutput<typeof head>;

export type { Cell };

/** What a type of report adds to the pages. */
export interface ReportParts {
  /** Headline figures. */
  readonly facts: readonly Fact[];
  /** Settings of the type’s own. */
  readonly settings: readonly Fact[];
  readonly insights: readonly Insight[];
  /** Heads the insights on a page: what to do, or what was found. */
  readonly lead: string;
  terminal(paper: Paper): string[];
  /** Loads the charts, which a terminal has no use for. `lists`: of the customers, beside the advice about them. */
  html(lists: GroupLists): Promise<ReportSections>;
  /** Column names, then one line per row. */
  csv(): Cell[][];
}

export interface ShownReport extends ReportParts {
  readonly head: ReportHead;
}

/** The value is not a finished report: the message says what it is instead. */
export class UnreadableReportError extends Error {
  override readonly name = 'UnreadableReportError';
}

/** A reader of reports of one type: `schema` says what it needs of a body. */
export function pageOf<D>(schema: v.GenericSchema<unknown, D>, parts: (report: D) => ReportParts) {
  return (report: unknown): ShownReport => ({ head: read(head, report), ...parts(read(schema, report)) });
}

/** Throws UnreadableReportError. */
export function read<T>(schema: v.GenericSchema<unknown, T>, report: unknown): T {
  const result = v.safeParse(schema, report, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new UnreadableReportError(
    `Not a finished report: ${v.getDotPath(issue) ?? 'body'}: ${issue.message}`,
  );
}
