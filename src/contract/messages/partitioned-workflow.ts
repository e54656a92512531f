// Inputs and outputs of the states that compute a report in partitions. They hold ids and counts; results travel in
// files. Every run of a function writes its files below an id of its own, the attempt; the state names the attempts
// that ended well, so that an abandoned run changes nothing, however late it writes.
import * as v from 'valibot';
import { plannedReport, reportRef } from './workflow.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const attempt = v.pipe(v.string(), v.maxLength(36));

/** How the shards of a report with identity rules are read: twice. */
const COLLECT = 'collect';
const personShard = v.object({
  shard: count,
  /** First, what shows which customers are one person is collected; then orders are cut by the persons of an attempt. */
  persons: v.union([v.literal(COLLECT), v.object({ attempt })]),
});
/** A shard to extract. */
const extractShard = v.union([count, personShard]);
export type ExtractShard = v.InferOutput<typeof extractShard>;

export const getShardNumber = (shard: ExtractShard): number =>
  typeof shard === 'number' ? shard : shard.shard;
export const isToCollect = (shard: ExtractShard): boolean =>
  typeof shard !== 'number' && shard.persons === COLLECT;
/** The attempt that wrote the persons by which the shard is cut; undefined without identity rules. */
export function getPersonsAttempt(shard: ExtractShard): string | undefined {
  return typeof shard === 'number' || shard.persons === COLLECT ? undefined : shard.persons.attempt;
}

/** Input of the extract state: once more with the attempt before while there is more of the shard. */
export const extractInput = v.object({
  ...reportRef.entries,
  parts: count,
  shard: extractShard,
  attempt: v.optional(attempt),
});
export type ExtractInput = v.InferOutput<typeof extractInput>;

export const extractedShard = v.object({
  ...extractInput.entries,
  attempt,
  /** The function's time was over before the end of the shard. */
  more: v.boolean(),
});
export type ExtractedShard = v.InferOutput<typeof extractedShard>;

const job = v.object({
  /** The attempt that listed the extracted files. */
  manifest: attempt,
  /** Number of the pass, from 0. */
  pass: count,
  /** The previous join, whose files this pass reads, and the stage of its analysis. Missing in the first pass. */
  known: v.optional(v.object({ attempt, stage: v.string() })),
  /** Whether that join also listed what the partitions have sent to each other, for this pass. */
  receives: v.optional(v.boolean()),
});
export type PassJob = v.InferOutput<typeof job>;

/** A lane is the partitions that one function computes one after the other. */
const lane = v.object({
  lane: count,
  /** Attempt of the previous pass. */
  before: v.optional(attempt),
  /** Attempt of this pass. */
  attempt: v.optional(attempt),
});
export type Lane = v.InferOutput<typeof lane>;

/** Input of the pass state, which repeats with the same attempt until the lane has no more partitions. */
export const passInput = v.object({ ...reportRef.entries, parts: count, job, lane });
export type PassInput = v.InferOutput<typeof passInput>;

export const passedLane = v.object({
  ...passInput.entries,
  lane: v.object({ ...lane.entries, attempt }),
  /** The function's time was over before the end of the lane. */
  more: v.boolean(),
});
export type PassedLane = v.InferOutput<typeof passedLane>;

/** Added by the plan for a report in partitions. */
const plannedPartitions = v.object({ parts: v.pipe(count, v.minValue(1)), shards: v.array(extractShard) });
export type PlannedPartitions = v.InferOutput<typeof plannedPartitions>;

const extracted = v.object({ parts: count, extracted: v.array(extractedShard) });
const passed = v.object({ parts: count, job, passed: v.array(passedLane) });
/** Output of the last join: only the partition files remain to be removed. */
const joined = v.object({ parts: count });

/** Input of the join state. */
export const joinInput = v.object({
  ...plannedReport.entries,
  partitions: v.union([extracted, passed, joined]),
});
export type JoinInput = v.InferOutput<typeof joinInput>;
export type Passed = v.InferOutput<typeof passed>;

/** Shards to cut, once it is known which customers are one person. */
export interface NextExtraction {
  readonly parts: number;
  readonly shards: readonly ExtractShard[];
}

/** Input of the next pass; without lanes, the report is complete. */
export interface NextPass {
  readonly parts: number;
  readonly job: PassJob;
  readonly lanes: readonly Lane[];
}
