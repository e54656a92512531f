// What was left out of the files that a report's orders are from, in a sentence for each import: a reader of the report need
// not have seen the import.
import { type Sentence, say } from '../core/sentences/sentence.ts';
import type { ReportSource } from '../schema/report-source.ts';

/** None of files of which everything counts. */
export function sourceNotes(sources: readonly ReportSource[]): Sentence[] {
  return sources.flatMap(({ import_id, created_at, source_summary: summary }) => {
    const { rows_read, orders, first_date, last_date, left_out, bad_rows, other_records, tips, currency } =
      summary;
    const leftOut = (left_out ?? []).map(({ reason, rows, orders: of, amount, currency: own }) => ({
      reason,
      rows,
      orders: of ?? null,
      amount: amount ?? null,
      currency: own ?? currency,
    }));
    if (leftOut.length === 0 && !bad_rows && !other_records && !tips) return [];
    return [
      say('files_left_out', {
        import_id,
        created: created_at.slice(0, 10),
        rows: rows_read,
        orders,
        first_date: first_date ?? null,
        last_date: last_date ?? null,
        left_out: leftOut,
        bad_rows: bad_rows ?? 0,
        other_records: other_records ?? 0,
        tips: tips ?? 0,
        currency,
      }),
    ];
  });
}
