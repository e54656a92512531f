// The item of an erasure job.
import * as v from 'valibot';

const count = v.optional(v.number(), 0);

export const erasureItem = v.object({
  account_id: v.string(),
  erasure_id: v.string(),
  kind: v.picklist(['dataset', 'customer']),
  dataset_id: v.string(),
  /** Missing when the whole dataset is erased. */
  customer: v.optional(v.object({ digest: v.string(), member: v.string() })),
  created_at: v.string(),
  /** How often its workflow was started; part of the execution's name. */
  runs: count,
  /** The time after which no older data can still reach the tables. */
  settled_at: v.optional(v.string()),
  /**
   * Set on the erasure that leads a round: ids of all erasures of the dataset that are carried out together, including
   * its own.
   */
  round: v.optional(v.array(v.string())),
  shards_done: v.optional(v.instance(Set<number>)),
  /** Sort key after which each shard resumes. */
  shard_cursors: v.optional(v.record(v.string(), v.string()), {}),
  /** The time when no order held older data any more. */
  orders_done_at: v.optional(v.string()),
  orders: count,
  line_items: count,
  reports: count,
  dead_letters: count,
  completed_at: v.optional(v.string()),
});
export type ErasureItem = v.InferOutput<typeof erasureItem>;
export type ErasureCounter = 'orders' | 'line_items' | 'reports' | 'dead_letters';

export interface ErasureRef {
  readonly accountId: string;
  readonly erasureId: string;
}
