// The counts of a completed import.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type ImportSentence, importText } from '../../core/sentences/import-reasons.ts';
import { updateIf } from '../aws/items.ts';
import { endTelling } from '../events/outbox.ts';
import { importKey, UNFINISHED_INDEX } from '../tables/service-table.ts';
import type { ImportItem, ImportOutcome } from './import-item.ts';

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
      { account_id, import_id, dataset_id }: Pick<ImportItem, 'account_id' | 'import_id' | 'dataset_id'>,
      outcome: ImportOutcome,
      completedAt: string,
    ): Promise<void> {
      const { rows, failReason } = outcome;
      const status = failReason.length === 0 ? 'completed' : 'failed';
      await endTelling(db, tableName, {
        key: importKey(account_id, import_id),
        change: {
          set: { rows, completed_at: completedAt, ...remarksOf(outcome) },
          remove: [UNFINISHED_INDEX.partition, UNFINISHED_INDEX.sort],
          condition: 'attribute_exists(pk) AND attribute_not_exists(completed_at)',
        },
        event: {
          event: `import.${status}`,
          timestamp: completedAt,
          ...{ dataset_id, import_id, status, counts: rows },
        },
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
