// What a report says of the imports whose orders may be in it.

import * as v from 'valibot';
import { timestamp, ulid } from './fields.ts';
import { storedSourceSummary } from './source-summary.ts';

/** Of a report: an import whose orders may be in it, with what its files add up to. */
export const reportSource = v.object({
  import_id: ulid('The import; of a file sent in several requests, the last.'),
  created_at: timestamp('When it was accepted.'),
  source_summary: storedSourceSummary,
});
export type ReportSource = v.InferOutput<typeof reportSource>;
