// Members of a report about the imports whose orders may be in it.

import * as v from 'valibot';
import { timestamp, ulid } from './fields.ts';
import { storedSourceSummary } from './source-summary.ts';

/** An import whose orders may be in a report, with the totals of its files. */
export const reportSource = v.object({
  import_id: ulid('The import; of a file sent in several requests, the last.'),
  created_at: timestamp('When it was accepted.'),
  source_summary: storedSourceSummary,
});
export type ReportSource = v.InferOutput<typeof reportSource>;
