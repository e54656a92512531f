// What became of a request that carries an Idempotency-Key. One conditional write lets exactly one request in per key;
// its claim ends by itself, so that a request that died leaves nothing locked, and what it had begun is known to the
// same request when it is sent again.
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { BegunWork } from '../core/begun-work.ts';
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

export interface Claim {
  readonly claim: string;
  readonly fingerprint: string;
  readonly workId: string;
}

export type ClaimOutcome =
  | { readonly state: 'claimed'; readonly begun: BegunWork }
  /** Another request has the key: `answer` is what it was answered, undefined while it runs. */
  | { readonly state: 'taken'; readonly fingerprint: string; readonly answer: KeptAnswer | undefined };

/** Nobody has the key, or the same request had it and failed or died. TTL deletes late, so that times are compared. */
const IS_OPEN =
  'attribute_not_exists(pk) OR (expires_at <= :now AND fingerprint = :fingerprint AND work_until > :now)';
/** What was kept is over: another request's, or an answer's. */
const IS_OVER = 'expires_at <= :now AND NOT (fingerprint = :fingerprint AND work_until > :now)';
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

  /** Holds the key if the condition allows it: then the work's id, else what is there. */
  async function take(hold: {
    readonly key: object;
    readonly set: string;
    readonly condition: string;
    readonly values: Readonly<Record<string, unknown>>;
  }): Promise<
    | { readonly workId: string }
    | { readonly workId?: undefined; readonly taken: Record<string, AttributeValue> }
  > {
    try {
      const { Attributes } = await db.send(
        new UpdateCommand({
          TableName: tableName,
          Key: { ...hold.key },
          UpdateExpression: `SET ${hold.set}`,
          ConditionExpression: hold.condition,
          ExpressionAttributeValues: hold.values,
          ReturnValues: 'ALL_NEW',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
      return { workId: String(Attributes?.work_id) };
    } catch (error) {
      if (!conditionFailed(error)) throw error;
      return { taken: error.Item ?? {} };
    }
  }

  return {
    /**
     * `claim`: a random name for this request's hold on the key. `workId`: of what the request makes, unless it was begun
     * under another one before. `now`: epoch milliseconds.
     */
    async claim(
      ref: IdempotencyRef,
      { claim, fingerprint, workId }: Claim,
      now: number,
    ): Promise<ClaimOutcome> {
      const hold = {
        key: idempotencyKey(ref.accountId, ref.key),
        set: `claim = :claim, fingerprint = :fingerprint, expires_at = :until, ${SERVICE_KEYS.ttl} = :ttl`,
        values: {
          ':claim': claim,
          ':fingerprint': fingerprint,
          ':now': now,
          ':until': now + CLAIM_MS,
          ':id': workId,
          ':work_until': now + ANSWER_KEPT_MS,
          ':ttl': seconds(now + ANSWER_KEPT_MS),
        },
      };
      const begun = await take({
        ...hold,
        set: `${hold.set}, work_id = if_not_exists(work_id, :id), work_until = if_not_exists(work_until, :work_until)`,
        condition: IS_OPEN,
      });
      if (begun.workId !== undefined)
        return { state: 'claimed', begun: { id: begun.workId, resumes: begun.workId !== workId } };
      const { fingerprint: kept, answer_status, answer_body, expires_at } = begun.taken;
      if (Number(expires_at?.N ?? 0) <= now) {
        const anew = await take({
          ...hold,
          set: `${hold.set}, work_id = :id, work_until = :work_until REMOVE answer_status, answer_body`,
          condition: IS_OVER,
        });
        if (anew.workId !== undefined) return { state: 'claimed', begun: { id: workId, resumes: false } };
        // Another request was faster.
        return { state: 'taken', fingerprint: anew.taken.fingerprint?.S ?? '', answer: undefined };
      }
      return {
        state: 'taken',
        fingerprint: kept?.S ?? '',
        answer:
          answer_status?.N === undefined
            ? undefined
            : { statusCode: Number(answer_status.N), body: answer_body?.S ?? '' },
      };
    },

    /** Keeps the answer for whoever asks again with this key. */
    async complete(ref: IdempotencyRef, claim: string, answer: KeptAnswer, now: number): Promise<void> {
      const until = now + ANSWER_KEPT_MS;
      await update(ref, claim, {
        // An answer is all that a later request needs.
        set: ', answer_status = :status, answer_body = :body REMOVE work_id, work_until',
        values: {
          ':until': until,
          ':ttl': seconds(until),
          ':status': answer.statusCode,
          ':body': answer.body,
        },
      });
    },

    /**
     * Gives the key free at once. The record stays: it says which work the request began, if it is sent again.
     */
    async release(ref: IdempotencyRef, claim: string, now: number): Promise<void> {
      await update(ref, claim, { set: '', values: { ':until': 0, ':ttl': seconds(now + ANSWER_KEPT_MS) } });
    },
  };
}
export type IdempotencyRecords = ReturnType<typeof createIdempotencyRecords>;

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1_000);
