// GET /datasets.
import * as v from 'valibot';
import { timestamp } from './fields.ts';

export const dataset = v.object({
  slug: v.string(),
  name: v.string(),
  /** Null for the default dataset until it has data. */
  created_at: v.nullable(timestamp),
});
export type Dataset = v.InferOutput<typeof dataset>;

export const listDatasetsResponse = v.object({ datasets: v.array(dataset) });
