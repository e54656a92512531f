// The items of an import: its job, and the receipts of its chunks.
import * as v from 'valibot';
import type { RowError } from '../../analysis/ingest/row-errors.ts';
import { fieldWarnings } from '../../contract/resources/orders/unknown-fields.ts';
import { sentence } from '../../contract/schema/coded.ts';
import { sourceSummary } from '../../contract/schema/source-summary.ts';
import type { ImportSentence } from '../../contract/sentences/import-reasons.ts';

const count = v.number();
const rowErrors = v.array(
  v.object({
    order_id: v.string(),
    product_name: v.optional(v.string()),
    product_sku: v.optional(v.string()),
    reason: v.string(),
  }),
);
const rowCounts = v.object({ inserted: count, updated: count, failed: count });

export const importItem = v.object({
  account_id: v.string(),
  import_id: v.string(),
  dataset_id: v.string(),
  created_at: v.string(),
  /** Rows of each chunk: the number counted as failed if the chunk cannot be applied. */
  chunk_rows: v.array(count),
  /** When all chunks were in the queue. Missing if the request crashed before. */
  queued_at: v.optional(v.string()),
  /** Chunks whose receipts are complete. */
  done: v.optional(v.instance(Set<number>)),
  /** Set once, with the sums of the receipts. */
  completed_at: v.optional(v.string()),
  rows: v.optional(rowCounts),
  warning: v.optional(v.string()),
  warning_coded: v.optional(v.array(sentence)),
  /** Rows of the request that a later row replaced. */
  repeated: v.optional(v.object({ rows: count, value: v.number() })),
  /** Fields of the request that were ignored. */
  warnings: v.optional(fieldWarnings),
  more_warnings: v.optional(count),
  /** Summary of the files that contained the orders. */
  source_summary: v.optional(sourceSummary),
  fail_reason: v.optional(v.string()),
  fail_reason_coded: v.optional(v.array(sentence)),
  errors: v.optional(rowErrors),
  /** When the last dead letter of the import was kept. */
  letter_at: v.optional(v.string()),
  /** Letters that name no chunk of the import: the same number of its open chunks never arrives. */
  unplaced: v.optional(v.instance(Set<string>)),
  /** Number of recounts after dead letters were applied. */
  recounts: v.optional(count),
});
export type ImportItem = v.InferOutput<typeof importItem>;

/** The fields of an import that reports use; the rest is a hundred times as large. */
export const importSummary = v.pick(importItem, ['import_id', 'dataset_id', 'created_at', 'source_summary']);
export type ImportSummary = v.InferOutput<typeof importSummary>;

export const receiptItem = v.variant('kind', [
  v.object({
    kind: v.literal('applied'),
    ...rowCounts.entries,
    /** Failed rows that were rejected by the storage cap. */
    over_cap: v.optional(count, 0),
    /** The first failed rows. */
    errors: v.optional(rowErrors),
    reason: v.optional(v.string()),
    /** The part could not be applied. Its rows count as failed until a redrive applies it. */
    dead: v.optional(v.literal(true)),
  }),
  /** The chunk was too large for one transaction; its two halves have receipts of their own. */
  v.object({ kind: v.literal('split') }),
]);
export type Receipt = v.InferOutput<typeof receiptItem>;
export type AppliedReceipt = Extract<Receipt, { kind: 'applied' }>;

/** The result of an import, from the sums of its receipts. */
export interface ImportOutcome {
  readonly rows: v.InferOutput<typeof rowCounts>;
  /** Empty for no warning, like `failReason`. */
  readonly warning: readonly ImportSentence[];
  readonly failReason: readonly ImportSentence[];
  readonly errors: readonly RowError[];
}

export interface ImportRef {
  readonly accountId: string;
  readonly importId: string;
}
