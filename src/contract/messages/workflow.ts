// Inputs and outputs of the report workflow's states. They hold ids and small figures, never data.
import * as v from 'valibot';
import { REPORT_TYPES } from '../report-types/report-types.ts';

export const reportRef = v.object({ account_id: v.string(), report_id: v.string() });
export type ReportRef = v.InferOutput<typeof reportRef>;

/** How a report waits for its turn. `place` counts from 1. */
const waitForTurn = v.object({
  place: v.number(),
  /** Epoch milliseconds at which the report reached that place. */
  since: v.number(),
  wait_seconds: v.number(),
});
export type WaitForTurn = v.InferOutput<typeof waitForTurn>;

/** How a report waits for imports. */
const waitForImports = v.object({
  /** Epoch milliseconds of the oldest one that it waits for. */
  imports_since: v.number(),
  wait_seconds: v.number(),
});
export type WaitForImports = v.InferOutput<typeof waitForImports>;

/** How a report waits until fewer are computed. `ticket`: its number among the reports of all accounts. */
const waitForRoom = v.object({ ticket: v.number(), wait_seconds: v.number() });
export type WaitForRoom = v.InferOutput<typeof waitForRoom>;

const waiting = v.union([waitForTurn, waitForRoom, waitForImports]);

/** Input of the plan state: when a wait is over, with that wait. */
export const planInput = v.object({ ...reportRef.entries, waiting: v.optional(waiting) });
export type PlanInput = v.InferOutput<typeof planInput>;

/** The plan state is called again after the wait. */
export type WaitingReport = ReportRef & { readonly waiting: WaitForTurn | WaitForRoom | WaitForImports };

/** Imports accepted before the report that have not completed when it is computed; the ids of the oldest. */
const importsInProgressAtStart = v.object({ count: v.number(), first: v.array(v.string()) });
export type ImportsInProgressAtStart = v.InferOutput<typeof importsInProgressAtStart>;

export const plannedReport = v.object({
  ...reportRef.entries,
  report_type: v.picklist(REPORT_TYPES),
  imports_in_progress: v.optional(importsInProgressAtStart),
});
export type PlannedReport = v.InferOutput<typeof plannedReport>;

/** The steps that compute a report in partitions, as the workflow names them when one has failed. */
const PARTITION_STEPS = ['extract', 'pass', 'join'] as const;
export type PartitionStep = (typeof PARTITION_STEPS)[number];

/** The Catch of Step Functions adds `error`. */
export const failedReportInput = v.object({
  ...reportRef.entries,
  error: v.object({ Error: v.string(), Cause: v.optional(v.string(), '') }),
  /** The step that failed; only for a report in partitions. */
  failed_step: v.optional(v.picklist(PARTITION_STEPS)),
});
export type FailedReportInput = v.InferOutput<typeof failedReportInput>;

/** Input of the export workflow; with what Step Functions' Catch adds under `error`. */
export const exportInput = v.object({
  account_id: v.string(),
  export_id: v.string(),
  /** Set for an export of a report. */
  report_id: v.optional(v.string()),
  /** Set for an export of orders. */
  dataset_id: v.optional(v.string()),
  /** Set for the table that a dataset is kept as, whose id is `export_id`. */
  table_run: v.optional(v.number()),
  /** The run that wrote the progress of an export of orders, or of a table. */
  attempt: v.optional(v.string()),
  error: v.optional(v.object({ Error: v.string() })),
});
export type ExportInput = v.InferOutput<typeof exportInput>;

/** `attempt` counts from 1. `wait_seconds` is 0 when nothing is left to do. */
const deliveryState = v.object({
  outcome: v.picklist(['delivered', 'retry', 'given_up', 'not_wanted']),
  attempt: v.pipe(v.number(), v.integer(), v.minValue(0)),
  wait_seconds: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type DeliveryState = v.InferOutput<typeof deliveryState>;

/** Before the first attempt. */
export const FIRST_DELIVERY: DeliveryState = { outcome: 'retry', attempt: 0, wait_seconds: 0 };

export const notifyInput = v.object({ ...reportRef.entries, delivery: deliveryState });
export type NotifyInput = v.InferOutput<typeof notifyInput>;

/** Input of an audience's run; with what Step Functions' Catch adds under `error`. */
export const audienceRunInput = v.object({
  account_id: v.string(),
  audience_id: v.string(),
  run_id: v.string(),
  error: v.optional(v.object({ Error: v.string() })),
});
export type AudienceRunInput = v.InferOutput<typeof audienceRunInput>;

/** Output of each step of the run. */
export interface AudienceStep extends AudienceRunInput {
  /** `again`: to be called once more after so many seconds. */
  readonly outcome: 'done' | 'again';
  readonly wait_seconds: number;
}

/** Input of the workflow of a destination; with what Step Functions' Catch adds under `error`. */
export const deliverInput = v.object({
  account_id: v.string(),
  audience_id: v.string(),
  destination_id: v.string(),
  error: v.optional(v.object({ Error: v.string() })),
});
export type DeliverInput = v.InferOutput<typeof deliverInput>;

/** Output of each step of the workflow. */
export interface DeliverStep extends DeliverInput {
  /** `again`: to be called once more after so many seconds. */
  readonly outcome: 'done' | 'again';
  readonly wait_seconds: number;
}

/** Input of the workflow of a webhook endpoint; with what Step Functions' Catch adds under `error`. */
export const sendEventsInput = v.object({
  account_id: v.string(),
  endpoint_id: v.string(),
  /** Number of the execution; an execution ends if a later one has started. */
  run: v.number(),
  error: v.optional(v.object({ Error: v.string() })),
});
export type SendEventsInput = v.InferOutput<typeof sendEventsInput>;

/** Output of each step of the workflow. */
export interface SendEventsStep extends SendEventsInput {
  /** `again`: to be called once more after so many seconds. */
  readonly outcome: 'done' | 'again';
  readonly wait_seconds: number;
}

/** Input of the workflow of a connection; with what Step Functions' Catch adds under `error`. */
export const pullInput = v.object({
  account_id: v.string(),
  source_id: v.string(),
  /** Number of the execution; an execution ends if a later one has started. */
  run: v.number(),
  error: v.optional(v.object({ Error: v.string() })),
});
export type PullInput = v.InferOutput<typeof pullInput>;

/** Output of each step of the workflow. */
export interface PullStep extends PullInput {
  /** `again`: to be called once more after so many seconds. */
  readonly outcome: 'done' | 'again';
  readonly wait_seconds: number;
}

/** `again`: to be called once more after so many seconds; `marked`: when writers that missed new marks have ended. */
const ERASURE_OUTCOMES = ['done', 'again', 'marked'] as const;

/** Input of the erasure workflow, and what each of its slices answers. */
export const erasureInput = v.object({
  account_id: v.string(),
  erasure_id: v.string(),
  /** Every writer that may have missed the erasure's mark is known to have ended. */
  has_settled: v.optional(v.boolean()),
  /** The outcome of the slice before. */
  outcome: v.optional(v.picklist(ERASURE_OUTCOMES)),
});
export type ErasureInput = v.InferOutput<typeof erasureInput>;

const erasureSlice = v.object({
  ...erasureInput.entries,
  outcome: v.picklist(ERASURE_OUTCOMES),
  wait_seconds: v.number(),
});
export type ErasureSlice = v.InferOutput<typeof erasureSlice>;
