// Records the changes that the keys of an account have made, and the address: one small item a request, for
// 90 days, beside the account's other items. Written by an update, the one right that every endpoint has.
import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import * as v from 'valibot';
import { AUDIT_DAYS } from '../../contract/schema/limits.ts';
import { updateIf } from '../aws/items.ts';
import { SERVICE_KEYS, toAuditKey } from '../tables/service-table.ts';
import { storedAuthor } from './authors.ts';

export const auditItem = v.object({
  entry_id: v.string(),
  at: v.string(),
  /** Route as the gateway names it: `DELETE /api/v1/keys/{id}`. */
  route: v.string(),
  /** Path of the created, changed or deleted resource, without an id of a customer. */
  resource: v.string(),
  /** Missing if the operator of the service made the change. */
  key: v.optional(storedAuthor),
  source_ip: v.optional(v.string()),
  user_agent: v.optional(v.string()),
});
export type AuditItem = v.InferOutput<typeof auditItem>;
export type NewAuditItem = Omit<AuditItem, 'entry_id'>;

interface AuditPage {
  readonly limit: number;
  /** The last id of the previous page. */
  readonly before?: string | undefined;
  /** Lists entries of this key only. */
  readonly keyId?: string | undefined;
}

/** Entries of other keys that one page may skip: bounds the reads of a request to some 300 kB. */
const MOST_READ = 1_000;

export function createAuditLog(db: DynamoDBDocumentClient, tableName: string) {
  return {
    async add(accountId: string, entry: NewAuditItem): Promise<void> {
      const at = Date.parse(entry.at);
      const entry_id = ulid(at);
      const expires = Math.ceil(at / 1_000) + AUDIT_DAYS * 86_400;
      await updateIf(db, tableName, toAuditKey(accountId, entry_id), {
        set: { ...entry, entry_id, [SERVICE_KEYS.ttl]: expires },
      });
    },

    /**
     * Newest first. `next`: start of the next page; a page of one key may be short, or empty, and still have
     * one.
     */
    async list(accountId: string, { limit, before, keyId }: AuditPage) {
      const entries: AuditItem[] = [];
      let from = before;
      for (let read = 0; ; ) {
        const { Items = [], LastEvaluatedKey } = await db.send(
          new QueryCommand({
            TableName: tableName,
            KeyConditionExpression: 'pk = :pk',
            ExpressionAttributeValues: { ':pk': toAuditKey(accountId, '').pk },
            ScanIndexForward: false,
            Limit: limit + 1,
            ...(from !== undefined && { ExclusiveStartKey: { ...toAuditKey(accountId, from) } }),
          }),
        );
        const page = v.parse(v.array(auditItem), Items);
        entries.push(...page.filter(({ key }) => keyId === undefined || key?.key_id === keyId));
        read += page.length;
        from = page.at(-1)?.entry_id;
        // The extra entry only shows that there is another page.
        if (entries.length > limit) {
          const shown = entries.slice(0, limit);
          return { entries: shown, next: shown.at(-1)?.entry_id };
        }
        if (LastEvaluatedKey === undefined) return { entries, next: undefined };
        if (read >= MOST_READ) return { entries, next: from };
      }
    },
  };
}
export type AuditLog = ReturnType<typeof createAuditLog>;
