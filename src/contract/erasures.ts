// DELETE /datasets/{slug}, DELETE /customers/{id}, GET /erasures and GET /erasures/{id}: additions to the contract.
import * as v from 'valibot';
import { ERASURE_KINDS } from '../core/erasure/erasure.ts';
import { DEFAULT_DATASET, datasetSlug, identifier, timestamp } from './fields.ts';
import { LIST_MAX, REPORT_LIST_DEFAULT } from './limits.ts';
import { listCursor, listLimit } from './paging.ts';
import { ERASURE_PHASES, progress } from './progress.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const eraseDatasetPath = v.object({ slug: datasetSlug });

export const eraseCustomerPath = v.object({ id: identifier });
export const eraseCustomerQuery = v.object({ dataset_id: v.optional(datasetSlug, DEFAULT_DATASET) });

export const ERASURE_STATUSES = ['pending', 'processing', 'completed'] as const;

/** Never names the customer: whoever asked knows who it was. */
export const erasure = v.object({
  erasure_id: v.string(),
  kind: v.picklist(ERASURE_KINDS),
  dataset_id: v.string(),
  /** `pending` until everything that was accepted before has either been stored or been refused. */
  status: v.picklist(ERASURE_STATUSES),
  erased: v.object({
    /** Orders that were deleted, or lost lines: what came after the erasure stays. */
    orders: count,
    line_items: count,
    reports: count,
    /** Chunks that could not be applied and were kept. */
    dead_letters: count,
  }),
  /** While it is going on. */
  progress: v.optional(progress(ERASURE_PHASES)),
  created_at: timestamp,
  completed_at: v.optional(timestamp),
  /** Until then, point-in-time recovery can bring back what was erased. */
  recoverable_until: v.optional(timestamp),
});
export type ErasureView = v.InferOutput<typeof erasure>;

export const listErasuresQuery = v.object({
  limit: v.optional(listLimit(LIST_MAX), String(REPORT_LIST_DEFAULT)),
  cursor: v.optional(listCursor),
});

export const listErasuresResponse = v.object({
  erasures: v.array(erasure),
  next_cursor: v.optional(v.string()),
});
