// Whether a report is computed in partitions, and in how many. How many line items a dataset has is stored nowhere; the
// account's are counted, which is at least as many: partitions are then smaller than they could be, and the report the same.
import type { PlannedPartitions } from '../contract/partitioned-workflow.ts';
import { SHARD_COUNT } from '../core/ingest/hash.ts';
import type { ReportItem } from '../stores/reports.ts';
import type { RowCounters } from '../stores/row-counters.ts';
import { partitionsFor } from './lanes.ts';

export interface PlanPartitionsDeps {
  readonly counters: Pick<RowCounters, 'read'>;
  /** Stored line items of the account above which a report is computed in partitions; 0: every report is. */
  readonly thresholdLines: number;
  readonly linesPerPartition: number;
}

export function createPlanPartitions({ counters, thresholdLines, linesPerPartition }: PlanPartitionsDeps) {
  return async function partitionsOf({
    account_id,
  }: Pick<ReportItem, 'account_id'>): Promise<PlannedPartitions | undefined> {
    const counted = await counters.read(account_id);
    const lines = counted.reduce((sum, rows) => sum + rows, 0);
    if (thresholdLines > 0 && lines <= thresholdLines) return undefined;
    const shards = Array.from({ length: SHARD_COUNT }, (_, shard) => shard);
    return { parts: partitionsFor(lines, linesPerPartition), shards };
  };
}
