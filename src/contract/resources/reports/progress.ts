// Progress of asynchronous work: imports, reports and erasures.
import * as v from 'valibot';
import { described, optionally } from '../../schema/described.ts';
import { share, timestamp } from '../../schema/fields.ts';
import { toState } from '../../schema/work-state.ts';

const HOW_FAR = 'Progress; there is none when the work has ended.';

/** `whole`: what the fraction is of. */
export function progress<const T extends readonly string[]>(phases: T, whole: string) {
  return described(progressObject(phases, whole), HOW_FAR);
}

function progressObject<const T extends readonly string[]>(phases: T, whole: string) {
  return v.object({
    phase: described(v.picklist(phases), 'The current phase.'),
    fraction: described(share, `Progress from 0 to 1, as a fraction ${whole}.`),
  });
}

export const REPORT_STATUSES = ['Processing', 'Completed', 'Failed', 'Completed with warnings'] as const;
export const REPORT_STATES = REPORT_STATUSES.map(toState);

export const IMPORT_PHASES = ['queueing', 'applying'] as const;
const REPORT_PHASES = ['queued', 'reading', 'computing'] as const;
export const ERASURE_PHASES = ['settling', 'orders', 'reports'] as const;

export const reportProgress = described(
  v.object({
    ...progressObject(REPORT_PHASES, 'of the expected time').entries,
    place: optionally(
      v.pipe(v.number(), v.integer(), v.minValue(1)),
      "Position in the queue of the account's reports, or of those of all accounts, while the report waits for another one to finish: 1 is next.",
      { examples: [3] },
    ),
    expected_start: v.optional(
      timestamp(
        'When the report is expected to be computed, while it waits for those of other accounts: by how fast the queue has moved.',
      ),
    ),
  }),
  HOW_FAR,
);
export type ReportProgress = v.InferOutput<typeof reportProgress>;
