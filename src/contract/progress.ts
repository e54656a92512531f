// How far asynchronous work is: on import jobs, reports and erasures that go on.
import * as v from 'valibot';

/** `fraction`: from 0 to 1; of the rows of an import, of the expected time of a report, of an erasure's orders. */
export function progress<const T extends readonly string[]>(phases: T) {
  return v.object({
    phase: v.picklist(phases),
    fraction: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  });
}

export const IMPORT_PHASES = ['queueing', 'applying'] as const;
export const REPORT_PHASES = ['queued', 'reading', 'computing'] as const;
export const ERASURE_PHASES = ['settling', 'orders', 'reports'] as const;

export const reportProgress = progress(REPORT_PHASES);
export type ReportProgress = v.InferOutput<typeof reportProgress>;
