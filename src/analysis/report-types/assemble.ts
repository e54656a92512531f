// Assembles the body that a client reads from the figures of a report: the same steps for the workflow, the command
// line and the examples in the OpenAPI document.

import type { AnySettings, ReportBody, ReportType } from '../../contract/report-types/report-types.ts';
import type { ReportSource } from '../../contract/schema/report-source.ts';
import { toState } from '../../contract/schema/work-state.ts';
import { type Sentence, say } from '../../contract/sentences/sentence.ts';
import { getFinish } from './analyses.ts';
import { withNotes } from './worded.ts';

/** The fields of a report that exist before it is computed. */
interface ReportHeader {
  readonly report_id: string;
  readonly name: string;
  readonly report_type: ReportType;
  readonly dataset_id: string;
  readonly created_at: string;
  /** ISO 4217; undefined if the dataset has none. */
  readonly currency?: string | undefined;
  /** Source of the exchange rates of converted prices; undefined if none were converted. */
  readonly rates_source?: string | undefined;
  /** Files that contain the orders. */
  readonly sources?: readonly ReportSource[];
}

export interface Assembly {
  readonly header: ReportHeader;
  readonly settings: AnySettings;
  /** The body from the analysis of this type. */
  readonly computed: ReportBody;
  /** Null: there is no earlier report to compare with. */
  readonly changes: ReportBody['changes'];
  /** Rewords the insights by rules. Default: unchanged. */
  readonly word?: (body: ReportBody) => Promise<ReportBody>;
  /** Limit of the whole body in transit (`countTravellingBytes`). Default: no limit. */
  readonly maxBytes?: number;
}

type FinishedStatus = 'Completed' | 'Completed with warnings';

/** The status has warnings exactly if there are any; notes do not change it. */
export async function assembleReport({ header, settings, computed, changes, word, maxBytes }: Assembly) {
  const finish = getFinish(header.report_type);
  const described = finish.describe(computed, changes, settings);
  const worded = word === undefined ? described : await word(described);
  const body = finish.fit(worded, maxBytes ?? Number.POSITIVE_INFINITY);
  const status: FinishedStatus = body.warnings.length === 0 ? 'Completed' : 'Completed with warnings';
  const {
    report_id,
    name,
    report_type,
    dataset_id,
    created_at,
    currency = null,
    rates_source,
    sources = [],
  } = header;
  const envelope = {
    report_id,
    name,
    report_type,
    dataset_id,
    status,
    state: toState(status),
    created_at,
    currency,
  };
  const rates = rates_source === undefined ? {} : { rates_source };
  return {
    ...envelope,
    ...rates,
    ...(sources.length > 0 && { sources }),
    ...withNotes(body, { after: describeSources(sources) }),
  };
}

/** Empty for files whose rows all count. */
export function describeSources(sources: readonly ReportSource[]): Sentence[] {
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
