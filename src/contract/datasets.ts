// GET /datasets.
import * as v from 'valibot';
import { described } from '../schema/described.ts';
import { timestamp } from '../schema/fields.ts';
import { LIST_MAX } from '../schema/limits.ts';
import { listCursor, listLimit, nextCursor } from './paging.ts';

export const dataset = v.object({
  slug: described(v.string(), 'The `dataset_id` of other requests.', { examples: ['default'] }),
  name: described(v.string(), 'Name of the dataset: its slug.', { examples: ['default'] }),
  created_at: described(
    v.nullable(timestamp('When orders were first pushed to it.')),
    'When orders were first pushed to it. Null for the default dataset until it has data.',
  ),
});
export type Dataset = v.InferOutput<typeof dataset>;

/** Without a limit, all of them. */
export const listDatasetsQuery = v.object({
  limit: v.optional(
    described(listLimit(LIST_MAX), `Maximum number of datasets in the list, 1 to ${LIST_MAX}. Default: all.`),
  ),
  cursor: v.optional(listCursor),
});
export const listDatasetsResponse = v.object({
  datasets: described(v.array(dataset), 'Ordered by slug. Always includes `default`.'),
  next_cursor: nextCursor,
});
