// Idempotency-Key: a repeated POST with the same key takes effect once and returns the same response. Without
// the header nothing is hashed, read or written. Refused and failed requests are not stored: repeating one
// retries it, and continues with the resources that the earlier attempt created.

import { createHash, randomUUID } from 'node:crypto';
import type { MiddlewareObj } from '@middy/core';
import {
  IdempotencyKeyReusedError,
  InvalidRequestError,
  RequestInProgressError,
} from '../../contract/errors/errors.ts';
import { KEY_TEXT, KEY_TEXT_EXPECTED } from '../../contract/schema/fields.ts';
import type { IdempotencyRecords, KeptAnswer } from '../../service/accounts/idempotency-records.ts';
import { describeError } from '../../service/observability/describe-error.ts';
import { log } from '../../service/observability/log.ts';
import { measure } from '../../service/observability/metrics.ts';
import type { Answer, ApiEvent, EndpointHandler } from '../call.ts';

const HEADER = 'idempotency-key';

/** Reads the key from the header, and hashes the request: method, path, and the body as JSON text. */
export function readIdempotencyKey(): MiddlewareObj<ApiEvent, Answer> {
  return {
    before: ({ event }) => {
      const key = event.headers[HEADER];
      if (key === undefined) return;
      if (!KEY_TEXT.test(key)) throw new InvalidRequestError('Idempotency-Key', KEY_TEXT_EXPECTED);
      const fingerprint = createHash('sha256')
        .update(`${event.requestContext.http.method} ${event.rawPath}\n`)
        .update(event.body ?? '')
        .digest('hex');
      event.idempotency = { key, fingerprint };
    },
  };
}

export interface IdempotencyDeps {
  readonly records: IdempotencyRecords;
  /** Creates resource ids, as for requests without a key. */
  readonly newWorkId: (now: number) => string;
  readonly clock: () => number;
  /** The part of a response's body to keep, if not all of it may be stored. Default: all. */
  readonly pickKept?: ((body: string) => string) | undefined;
}

/** A handler that does its work once per account and key. */
export function makeIdempotent(
  { records, newWorkId, clock, pickKept = (body) => body }: IdempotencyDeps,
  handle: EndpointHandler,
): EndpointHandler {
  return async (call) => {
    if (call.idempotency === undefined) return handle(call);
    const { key, fingerprint } = call.idempotency;
    const ref = { accountId: call.caller.accountId, key };
    const claim = randomUUID();
    const now = clock();
    const outcome = await records.claim(ref, { claim, fingerprint, workId: newWorkId(now) }, now);
    if (outcome.state === 'taken') {
      if (outcome.fingerprint !== fingerprint) throw new IdempotencyKeyReusedError();
      if (outcome.answer === undefined) throw new RequestInProgressError();
      return replay(outcome.answer);
    }
    const release = (): Promise<void> => logFailure(records.release(ref, claim, clock()));
    const renew = (id: string): Promise<void> => records.renewWork(ref, claim, id);
    const idempotency = { ...call.idempotency, started: { ...outcome.started, renew } };
    const answer = await handle({ ...call, idempotency }).catch(async (error: unknown) => {
      await release();
      throw error;
    });
    const { statusCode = 200, body = '' } = answer;
    // The work is done: the response is returned even if it cannot be stored.
    if (statusCode < 400)
      await logFailure(records.complete(ref, claim, { statusCode, body: pickKept(body) }, clock()));
    else await release();
    return answer;
  };
}

function replay({ statusCode, body }: KeptAnswer): Answer {
  measure('IdempotentReplays');
  return {
    statusCode,
    headers: { 'Content-Type': 'application/json', 'Idempotent-Replayed': 'true' },
    body,
  };
}

/** The claim expires automatically in any case. */
async function logFailure(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    log('error', 'idempotency record not written', describeError(error));
  }
}
