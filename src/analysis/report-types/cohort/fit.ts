// A cohort report within the size of a response. Readers look at the newest cohorts first, so the oldest go first.

import type { CohortBody } from '../../../contract/report-types/cohort/schema.ts';
import { say } from '../../../contract/sentences/sentence.ts';
import { travellingBytes } from '../travelling-bytes.ts';
import { withWarning } from '../worded.ts';

/** Room for the envelope and the warning: a name of 200 control characters takes 1,400 bytes. */
const RESERVED_BYTES = 3_000;

/** Drops the oldest cohorts until the body fits in `maxBytes`, and says so. Averages stay those of all cohorts. */
export function fitCohorts(body: CohortBody, maxBytes: number): CohortBody {
  const { cohorts } = body;
  let bytes = travellingBytes({ ...body, cohorts: [] }) + RESERVED_BYTES;
  let first = cohorts.length;
  for (const [at, cohort] of [...cohorts.entries()].reverse()) {
    bytes += travellingBytes(cohort) + 1;
    if (bytes > maxBytes) break;
    first = at;
  }
  if (first === 0) return body;
  return withWarning(
    { ...body, cohorts: cohorts.slice(first) },
    say('oldest_cohorts_left_out', { cohorts: first }),
  );
}
