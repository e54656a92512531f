// An erasure in the API's format.
import type { ErasureView } from '../contract/resources/erasures.ts';
import { SHARD_COUNT } from '../contract/schema/limits.ts';
import { stateOf } from '../contract/schema/work-state.ts';
import type { ErasureItem } from '../stores/erasures/erasure-item.ts';

/** How many days back point-in-time recovery can restore. */
const RECOVERY_DAYS = 35;

export function erasureView(item: ErasureItem): ErasureView {
  const { erasure_id, kind, dataset_id, created_at, completed_at } = item;
  const { orders, line_items, reports, dead_letters } = item;
  const status = statusOf(item);
  return {
    erasure_id,
    kind,
    dataset_id,
    status,
    state: stateOf(status),
    erased: { orders, line_items, reports, dead_letters },
    created_at,
    progress: completed_at === undefined ? progressOf(item) : null,
    completed_at: completed_at ?? null,
    recoverable_until: completed_at === undefined ? null : daysAfter(completed_at, RECOVERY_DAYS),
  };
}

function progressOf({ settled_at, orders_done_at, shards_done }: ErasureItem): ErasureView['progress'] {
  if (settled_at === undefined) return { phase: 'settling', fraction: 0 };
  if (orders_done_at !== undefined) return { phase: 'reports', fraction: 1 };
  return { phase: 'orders', fraction: (shards_done?.size ?? 0) / SHARD_COUNT };
}

function statusOf({ completed_at, settled_at }: ErasureItem): ErasureView['status'] {
  if (completed_at !== undefined) return 'completed';
  return settled_at === undefined ? 'pending' : 'processing';
}

function daysAfter(timestamp: string, days: number): string {
  return new Date(Date.parse(timestamp) + days * 86_400_000).toISOString();
}
