// The counts of a completed import.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type ImportSentence, importText } from '../../core/sentences/import-reasons.ts';
import { updateIf } from '../aws/items.ts';
import { importKey, UNFINISHED_INDEX } from '../tables/service-table.ts';
import type { ImportItem, ImportOutcome, ImportRef } from './import-item.ts';

/** Missing where there is none. */
function remarksOf({ warning, failReason, errors }: ImportOutcome) {
  return {
    warning: textOf(warning),
    warning_coded: filled(warning),
    fail_reason: textOf(failReason),
    fail_reason_coded: filled(failReason),
    errors: filled(errors),
  };
}

const filled = <T>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list);
const textOf = (sentences: readonly ImportSentence[]): string | undefined =>
  sentences.length === 0 ? undefined : importText(sentences);

export function createImportEnds(db: DynamoDBDocumentClient, tableName: string) {
  return {
    /** Of two concurrent calls, the second finds the import completed and changes nothing. */
    async complete(
      { accountId, importId }: ImportRef,
      outcome: ImportOutcome,
      completedAt: string,
    ): Promise<void> {
      await updateIf(db, tableName, importKey(accountId, importId), {
        set: { rows: outcome.rows, completed_at: completedAt, ...remarksOf(outcome) },
        remove: [UNFINISHED_INDEX.partition, UNFINISHED_INDEX.sort],
        condition: 'attribute_exists(pk) AND attribute_not_exists(completed_at)',
      });
    },

    /**
     * Stores recalculated counts of a completed import. Returns false if another recount was faster; the caller then
     * sums the receipts again.
     */
    async recount(item: ImportItem, outcome: ImportOutcome): Promise<boolean> {
      const known = item.recounts ?? 0;
      const remarks = remarksOf(outcome);
      const { met } = await updateIf(db, tableName, importKey(item.account_id, item.import_id), {
        set: { rows: outcome.rows, recounts: known + 1, ...remarks },
        remove: Object.entries(remarks).flatMap(([name, value]) => (value === undefined ? [name] : [])),
        condition:
          'attribute_exists(completed_at) AND (recounts = :known OR (attribute_not_exists(recounts) AND :known = :none))',
        values: { known, none: 0 },
      });
      return met;
    },
  };
}
