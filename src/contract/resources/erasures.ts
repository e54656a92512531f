// DELETE /datasets/{slug}, DELETE /customers/{id}, GET /erasures and GET /erasures/{id}: additions to the contract.
import * as v from 'valibot';
import { pageEnd, pageStart } from '../list-fields.ts';
import { idEncoding } from '../query-values.ts';
import { DEFAULT_DATASET, datasetSlug } from '../schema/dataset-fields.ts';
import { described } from '../schema/described.ts';
import { count, identifier, orUnset, timestamp, ulid } from '../schema/fields.ts';
import { REPORT_LIST_DEFAULT } from '../schema/limits.ts';
import { workState } from '../schema/work-state.ts';
import { ERASURE_PHASES, progress } from './reports/progress.ts';

export const eraseDatasetPath = v.object({ slug: described(datasetSlug, 'Slug of the dataset.') });

export const eraseCustomerPath = v.object({
  id: described(identifier, 'Your id of the customer, percent-encoded.', { examples: ['17850'] }),
});

export const erasurePath = v.object({ id: ulid('The erasure_id from a `DELETE`.') });
export const eraseCustomerQuery = v.object({
  dataset_id: v.optional(described(datasetSlug, 'The dataset to erase the customer from.'), DEFAULT_DATASET),
  id_encoding: idEncoding,
});

export const ERASURE_KINDS = ['dataset', 'customer'] as const;
const PERSON_IDS = ['searching', 'found', 'too_large'] as const;
const ERASURE_STATUSES = ['pending', 'processing', 'completed'] as const;

/** Never contains the customer's id: only the requester holds it. */
export const erasure = v.object({
  erasure_id: ulid('The erasure: follow it with `GET /erasures/{id}`.'),
  kind: described(v.picklist(ERASURE_KINDS), 'Whether a whole dataset or one customer in it is erased.'),
  dataset_id: described(v.string(), 'The dataset.', { examples: ['default'] }),
  status: described(
    v.picklist(ERASURE_STATUSES),
    '`pending` until all orders that were accepted before are stored or refused, then `processing`, then `completed`. An erasure never fails permanently.',
  ),
  state: workState(ERASURE_STATUSES),
  erased: described(
    v.object({
      orders: described(count, 'Orders that were deleted or lost rows; rows pushed after the request stay.'),
      line_items: described(count, 'Rows that were deleted.'),
      reports: described(count, 'Reports that were deleted.'),
      dead_letters: described(count, 'Stored dead letters that were deleted or redacted.'),
    }),
    'Counts so far.',
  ),
  person: orUnset(
    v.object({
      ids: described(
        v.picklist(PERSON_IDS),
        '`searching` until the orders have been read for other ids of the person, then `found`; `too_large`: their addresses and numbers lead to more than 2,000,000 others, and only the requested id is erased.',
      ),
      customer_ids: described(count, 'Customer ids that are erased, including the requested one.'),
    }),
    'The person whose customer ids are erased, by the identity rules of the dataset at the time of the request; null without rules, and for a dataset.',
  ),
  progress: orUnset(progress(ERASURE_PHASES, "of the dataset's orders")),
  created_at: timestamp('When it was requested: orders accepted before are erased, later ones stay.'),
  completed_at: orUnset(timestamp('When it completed; null until then.')),
  table_as_of: orUnset(
    timestamp(
      "The Parquet files of the dataset's table hold nothing of it since then; null until it has completed, and if the stage keeps no tables.",
    ),
  ),
  recoverable_until: orUnset(
    timestamp('Until then, point-in-time recovery can restore the erased data; null until it has completed.'),
  ),
});
export type ErasureView = v.InferOutput<typeof erasure>;

export const listErasuresQuery = v.object({
  ...pageStart('erasures', REPORT_LIST_DEFAULT),
});

export const listErasuresResponse = v.object({
  erasures: described(v.array(erasure), 'Newest first.'),
  ...pageEnd,
});
