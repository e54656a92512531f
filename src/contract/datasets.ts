// GET /datasets.
import * as v from 'valibot';
import { timestamp } from './fields.ts';
import { LIST_MAX } from './limits.ts';
import { listCursor, listLimit } from './paging.ts';

export const dataset = v.object({
  slug: v.string(),
  name: v.string(),
  /** Null for the default dataset until it has data. */
  created_at: v.nullable(timestamp),
});
export type Dataset = v.InferOutput<typeof dataset>;

/** Without a limit, all of them. */
export const listDatasetsQuery = v.object({
  limit: v.optional(listLimit(LIST_MAX)),
  cursor: v.optional(listCursor),
});
export const listDatasetsResponse = v.object({
  datasets: v.array(dataset),
  next_cursor: v.optional(v.string()),
});
