// What became of a request that carries an Idempotency-Key. One conditional write lets exactly one request in per key;
// its claim ends by itself, so that a request that died leaves nothing locked.
import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditionFailed } from './dynamodb-errors.ts';
import { idempotencyKey, SERVICE_KEYS } from './service-table.ts';

/** Longer than any function runs: while a request lives, nobody else gets its claim. */
export const CLAIM_MS = 60_000;
/** How long an answer is kept, from its request's end. */
export const ANSWER_KEPT_MS = 24 * 3_600_000;

export interface IdempotencyRef {
  readonly accountId: string;
  /** The client's key. */
  readonly key: string;
}

export interface KeptAnswer {
  readonly statusCode: number;
  readonly body: string;
}

export type ClaimOutcome =
  | { readonly state: 'claimed' }
  /** Another request has the key: `answer` is what it was answered, undefined while it runs. */
  | { readonly state: 'taken'; readonly fingerprint: string; readonly answer: KeptAnswer | undefined };

/** Nobody has the key, or what was kept of it is over. TTL deletes late, so that expiry is always compared. */
const IS_FREE = 'attribute_not_exists(pk) OR expires_at <= :now';
/** A claim that was lost to another request changes nothing any more. */
const IS_OURS = 'claim = :claim';

export function createIdempotencyRecords(db: DynamoDBDocumentClient, tableName: string) {
  /** Does nothing for a claim that is no longer ours. */
  async function update(
    { accountId, key }: IdempotencyRef,
    claim: string,
    { set, values }: { readonly set: string; readonly values: Readonly<Record<string, unknown>> },
  ): Promise<void> {
    try {
      await db.send(
        new UpdateCommand({
          TableName: tableName,
          Key: idempotencyKey(accountId, key),
          UpdateExpression: `SET expires_at = :until, ${SERVICE_KEYS.ttl} = :ttl${set}`,
          ConditionExpression: IS_OURS,
          ExpressionAttributeValues: { ':claim': claim, ...values },
        }),
      );
    } catch (error) {
      if (!conditionFailed(error)) throw error;
    }
  }

  return {
    /** `claim`: a random name for this request's hold on the key. `now`: epoch milliseconds. */
    async claim(
      { accountId, key }: IdempotencyRef,
      claim: string,
      fingerprint: string,
      now: number,
    ): Promise<ClaimOutcome> {
      const until = now + CLAIM_MS;
      try {
        await db.send(
          new PutCommand({
            TableName: tableName,
            Item: {
              ...idempotencyKey(accountId, key),
              claim,
              fingerprint,
              expires_at: until,
              [SERVICE_KEYS.ttl]: seconds(until),
            },
            ConditionExpression: IS_FREE,
            ExpressionAttributeValues: { ':now': now },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return { state: 'claimed' };
      } catch (error) {
        if (!conditionFailed(error)) throw error;
        const { fingerprint: kept, answer_status, answer_body } = error.Item ?? {};
        return {
          state: 'taken',
          fingerprint: kept?.S ?? '',
          answer:
            answer_status?.N === undefined
              ? undefined
              : { statusCode: Number(answer_status.N), body: answer_body?.S ?? '' },
        };
      }
    },

    /** Keeps the answer for whoever asks again with this key. */
    async complete(ref: IdempotencyRef, claim: string, answer: KeptAnswer, now: number): Promise<void> {
      const until = now + ANSWER_KEPT_MS;
      await update(ref, claim, {
        set: ', answer_status = :status, answer_body = :body',
        values: {
          ':until': until,
          ':ttl': seconds(until),
          ':status': answer.statusCode,
          ':body': answer.body,
        },
      });
    },

    /**
     * Gives the key free at once. The record expires instead of being deleted: that takes no other permission than
     * the ones that an endpoint has, and TTL, which leaves alone what is years old, takes it away.
     */
    async release(ref: IdempotencyRef, claim: string, now: number): Promise<void> {
      await update(ref, claim, { set: '', values: { ':until': 0, ':ttl': seconds(now) } });
    },
  };
}
export type IdempotencyRecords = ReturnType<typeof createIdempotencyRecords>;

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1_000);
