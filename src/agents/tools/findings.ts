// list_findings, report_changes: what a report says in words, and what changed since the one before it.
import * as v from 'valibot';
import type { FinishedReport, Report } from '../../../packages/client/src/resources/reports.ts';
import { getReport } from '../../contract/endpoints/reports.ts';
import { NotFoundError, ReportNotFinishedError } from '../../contract/errors/errors.ts';
import { described } from '../../contract/schema/described.ts';
import { comparedWith, reportCurrency } from '../../contract/schema/report-parts.ts';
import { nextCursor, pageFields, readPage } from '../page.ts';
import type { Tool, ToolCall } from '../tool.ts';
import { reportId } from './reports.ts';

const input = v.object({ report_id: reportId, ...pageFields });

/** Throws ReportNotFinishedError, or NotFoundError for a report that failed. */
export async function readFinishedReport({ ask, args }: ToolCall, lists = false): Promise<FinishedReport> {
  const path = { id: args.report_id };
  const report = await ask<Report>(getReport, { path, query: { lists } });
  if (report.status === 'Processing') throw new ReportNotFinishedError();
  if (report.status === 'Failed')
    throw new NotFoundError('The report failed and has no results: get_report says why.');
  return report;
}

export const listFindingsTool: Tool = {
  name: 'list_findings',
  title: 'List the findings of a report',
  description:
    'Findings of a finished report, each as a sentence with its figures: bundles, cross-sells and placements of products; customers at risk and core customers; retention; who is due. No finding of a kind means that the data do not support one.',
  operations: [getReport],
  input,
  answer: v.object({
    generated_by: v.optional(described(v.string(), 'rules, or the language model that chose them.')),
    currency: reportCurrency,
    findings: described(
      v.array(
        v.looseObject({
          kind: described(v.string(), 'Its kind.'),
          text: described(v.string(), 'The sentence.'),
        }),
      ),
      'With the figures that the sentence rests on.',
    ),
    next_cursor: nextCursor,
  }),
  run: (call) =>
    readPage(call.args, 'findings', async () => {
      const report = await readFinishedReport(call);
      const insights = [
        report.ai_insights,
        'ai_strategic_insights' in report ? report.ai_strategic_insights : null,
      ];
      return {
        items: insights.flatMap((one) => (one === null ? [] : listFindings(one))),
        facts: {
          ...(report.ai_insights && { generated_by: report.ai_insights.generated_by }),
          ...(report.currency !== undefined && { currency: report.currency }),
        },
      };
    }),
};

/** Every member that says something in a `text`, alone or in a list, by the name of the member. */
function listFindings(insights: object): object[] {
  return Object.entries(insights).flatMap(([kind, value]) =>
    [value].flat().flatMap((one) => (isFinding(one) ? [{ kind, ...withoutCodes(one) }] : [])),
  );
}

function isFinding(value: unknown): value is { readonly text: string } {
  return typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string';
}

/** Sentences by code say the same once more, for programs that translate them. */
function withoutCodes(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !name.endsWith('_coded')));
}

export const reportChangesTool: Tool = {
  name: 'report_changes',
  title: 'Compare a report with the one before it',
  description:
    'Changes since the earlier report with the same type, dataset and settings: rules that appeared or vanished, customers who moved between segments, growth of segments, cohorts, products due. Request the same report again after new orders to compare.',
  operations: [getReport],
  input,
  answer: v.object({
    compared_with: comparedWith,
    note: v.optional(described(v.string(), 'Why there is no comparison.')),
    figures: described(v.record(v.string(), v.number()), 'Numbers of changes, by what changed.'),
    changes: described(
      v.array(v.looseObject({ of: described(v.string(), 'What changed, such as rules.appeared.') })),
      'Each with its figures before and after.',
    ),
    next_cursor: nextCursor,
  }),
  run: (call) =>
    readPage(call.args, 'changes', async () => {
      const { compared_with = null, note, ...parts } = (await readFinishedReport(call)).changes ?? {};
      const found = [...listChanges(parts, '')];
      return {
        items: found.flatMap(({ of, value }) => (typeof value === 'object' ? [{ of, ...value }] : [])),
        facts: {
          compared_with,
          ...(note !== undefined && { note }),
          figures: Object.fromEntries(
            found.flatMap(({ of, value }) => (typeof value === 'number' ? [[of, value]] : [])),
          ),
        },
      };
    }),
};

interface Change {
  /** Names of members that lead to it, with dots between them. */
  readonly of: string;
  readonly value: number | object;
}

/** Numbers, and rows of lists. */
function* listChanges(parts: object, above: string): Generator<Change> {
  for (const [name, value] of Object.entries(withoutCodes(parts))) {
    const of = `${above}${name}`;
    if (typeof value === 'number') yield { of, value };
    else if (Array.isArray(value)) for (const row of value) yield { of, value: row };
    else if (typeof value === 'object' && value !== null) yield* listChanges(value, `${of}.`);
  }
}
