// Decides whether a report is computed in partitions, their number, and the function that computes each. The
// count of a dataset's line items may be too large, never too small: partitions are then smaller than
// possible, and the report is the same.
import type { PlannedPartitions } from '../../../contract/messages/partitioned-workflow.ts';
import { SHARD_COUNT } from '../../../contract/schema/limits.ts';
import type { RowCounters } from '../../accounts/row-counters.ts';
import type { ReportItem } from '../report-item.ts';

export interface PlanPartitionsDeps {
  readonly counters: Pick<RowCounters, 'mostOfDataset'>;
  /** Line items of the dataset above which a report is computed in partitions; 0: always. */
  readonly thresholdLines: number;
  readonly linesPerPartition: number;
}

export function createPlanPartitions({ counters, thresholdLines, linesPerPartition }: PlanPartitionsDeps) {
  return async function planPartitions({
    account_id,
    dataset_id,
    request,
  }: Pick<ReportItem, 'account_id' | 'dataset_id' | 'request'>): Promise<PlannedPartitions | undefined> {
    const lines = await counters.mostOfDataset({ accountId: account_id, datasetId: dataset_id });
    if (thresholdLines > 0 && lines <= thresholdLines) return undefined;
    const { identity = 'none' } = request.params ?? {};
    const shards = Array.from({ length: SHARD_COUNT }, (_, shard) =>
      identity === 'none' ? shard : ({ shard, persons: 'collect' } as const),
    );
    return { parts: countPartitions(lines, linesPerPartition), shards };
  };
}

/**
 * Maximum number of partitions that are computed at once. More lanes would add events to an execution, which
 * has 25,000.
 */
const MAX_LANES = 40;
export const MAX_PARTITIONS = 1_000;

export function countLanes(parts: number): number {
  return Math.min(MAX_LANES, parts);
}

/** Ascending. */
export function listLaneParts(lane: number, parts: number): number[] {
  const lanes = countLanes(parts);
  return Array.from({ length: Math.ceil((parts - lane) / lanes) }, (_, at) => lane + at * lanes);
}

/** Number of partitions of a dataset. */
export function countPartitions(lines: number, linesPerPartition: number): number {
  return Math.min(MAX_PARTITIONS, Math.max(1, Math.ceil(lines / linesPerPartition)));
}
