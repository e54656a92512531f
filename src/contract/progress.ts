// How far asynchronous work is: on import jobs, reports and erasures that go on.
import * as v from 'valibot';
import { described } from '../schema/described.ts';
import { share } from '../schema/fields.ts';

/** `whole`: what the fraction is of. */
export function progress<const T extends readonly string[]>(phases: T, whole: string) {
  return described(
    v.object({
      phase: described(v.picklist(phases), 'What is being done.'),
      fraction: described(share, `How far it is, 0 to 1, ${whole}.`),
    }),
    'How far it is; missing when it has ended.',
  );
}

export const IMPORT_PHASES = ['queueing', 'applying'] as const;
export const REPORT_PHASES = ['queued', 'reading', 'computing'] as const;
export const ERASURE_PHASES = ['settling', 'orders', 'reports'] as const;

export const reportProgress = progress(REPORT_PHASES, 'of the expected time');
export type ReportProgress = v.InferOutput<typeof reportProgress>;
