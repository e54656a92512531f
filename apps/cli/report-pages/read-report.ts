// Reads a finished report as the API returns it, and formats its English words and figures.
import * as v from 'valibot';
import type { FinishedReport } from '../../../packages/client/src/index.ts';
import { sayAsWritten } from '../../../packages/report-parts/sentences.ts';
import { fillText, type Say } from '../../../packages/report-parts/tables/shown.ts';
import type { Currency } from '../../../src/contract/sentences/currency.ts';
import {
  createAmountFormat,
  formatDecimals,
  formatPercent,
} from '../../../src/contract/sentences/wording.ts';

/** The value is not a finished report: the message says which kind of value it is. */
class UnreadableReportError extends Error {
  override readonly name = 'UnreadableReportError';
}

const unfinished = v.looseObject({
  status: v.picklist(['Processing', 'Failed']),
  fail_reason: v.nullish(v.string()),
});

/** Throws UnreadableReportError unless `report` is a finished report's detail. */
export function readReport(report: unknown): FinishedReport {
  const early = v.safeParse(unfinished, report);
  if (!early.success) {
    if (isFinished(report)) return report;
    throw new UnreadableReportError('Not a finished report.');
  }
  const { output } = early;
  throw new UnreadableReportError(
    output.status === 'Processing'
      ? 'The report is still Processing: there is nothing to show yet.'
      : `The report Failed: ${output.fail_reason ?? 'no reason is known'}`,
  );
}

function isFinished(report: unknown): report is FinishedReport {
  return v.is(v.looseObject({ report_type: v.string(), created_at: v.string() }), report);
}

export function createTerminalWords({ currency }: { readonly currency?: Currency }): Say {
  return {
    t: fillText,
    number: (value, digits = 0) => formatDecimals(value, digits),
    percent: formatPercent,
    money: createAmountFormat(currency),
    day: String,
    time: formatInstant,
    segment: String,
    said: sayAsWritten,
  };
}

/** Formats `2026-01-02T03:04:05.678Z` as `2026-01-02 03:04 UTC`. */
export function formatInstant(timestamp: string): string {
  return `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC`;
}
