// How far asynchronous work is: on import jobs, reports and erasures that go on.
import * as v from 'valibot';
import { described } from '../schema/described.ts';
import { share } from '../schema/fields.ts';

const HOW_FAR = 'How far it is; missing when it has ended.';

/** `whole`: what the fraction is of. */
export function progress<const T extends readonly string[]>(phases: T, whole: string) {
  return described(progressObject(phases, whole), HOW_FAR);
}

function progressObject<const T extends readonly string[]>(phases: T, whole: string) {
  return v.object({
    phase: described(v.picklist(phases), 'What is being done.'),
    fraction: described(share, `How far it is, 0 to 1, ${whole}.`),
  });
}

export const IMPORT_PHASES = ['queueing', 'applying'] as const;
export const REPORT_PHASES = ['queued', 'reading', 'computing'] as const;
export const ERASURE_PHASES = ['settling', 'orders', 'reports'] as const;

export const reportProgress = described(
  v.object({
    ...progressObject(REPORT_PHASES, 'of the expected time').entries,
    place: v.optional(
      described(
        v.pipe(v.number(), v.integer(), v.minValue(1)),
        "Its place among the account's reports that wait until another one has finished: 1 is next. Missing when it does not wait.",
        { examples: [3] },
      ),
    ),
  }),
  HOW_FAR,
);
export type ReportProgress = v.InferOutput<typeof reportProgress>;
