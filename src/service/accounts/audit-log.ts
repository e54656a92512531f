// What the keys of an account have changed, and from where: one small item a request, for 90 days, beside the account's other
// items. Written by an update, the one right that every endpoint has.
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
  /** As the gateway names it: `DELETE /api/v1/keys/{id}`. */
  route: v.string(),
  /** Path of what was created, changed or deleted, without an id of a customer. */
  resource: v.string(),
  /** Missing: the operator of the service. */
  key: v.optional(storedAuthor),
  source_ip: v.optional(v.string()),
  user_agent: v.optional(v.string()),
});
export type AuditItem = v.InferOutput<typeof auditItem>;
export type NewAuditItem = Omit<AuditItem, 'entry_id'>;

interface AuditPage {
  readonly limit: number;
  /** The last id of the page before. */
  readonly before?: string | undefined;
  /** Only what this key did. */
  readonly keyId?: string | undefined;
}

/** Entries of other keys that one page passes over: bounds what a request reads to some 300 kB. */
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

    /** Newest first. `next`: where the next page starts; a page of one key may be short, or empty, and have one. */
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
        // The entry beyond the page only shows that there is another.
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
