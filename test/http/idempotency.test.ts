// Requests with an Idempotency-Key: which responses are kept, and which requests get them.
import { expect, it } from 'vitest';
import { IdempotencyKeyReusedError, RequestInProgressError } from '../../src/contract/errors/errors.ts';
import { DEFAULT_PLANS } from '../../src/contract/plans.ts';
import { makeIdempotent } from '../../src/http/admission/idempotency.ts';
import { answerJson, type Call } from '../../src/http/call.ts';
import {
  type ClaimOutcome,
  createIdempotencyRecords,
} from '../../src/service/accounts/idempotency-records.ts';
import { NO_DATABASE } from '../service/orders/stores-in-memory.ts';

const CALL: Call = {
  caller: { accountId: 'acc', keyHash: 'h', limits: DEFAULT_PLANS.max },
  body: {},
  query: {},
  path: {},
  headers: {},
  baseUrl: '',
  sealed: (page) => page,
  idempotency: { key: 'k', fingerprint: 'f' },
};
const CLAIMED: ClaimOutcome = { state: 'claimed', started: { id: 'w', resumes: false } };

/** Sends a request whose work ends with `status`. Returns the status answered, and the writes to its record. */
async function recordWrites(status: number, outcome = CLAIMED) {
  const writes: string[] = [];
  const records = {
    ...createIdempotencyRecords(NO_DATABASE, ''),
    claim: async () => outcome,
    complete: async () => void writes.push('kept'),
    release: async () => void writes.push('released'),
  };
  const deps = { records, newWorkId: () => 'w', clock: () => 0 };
  const { statusCode } = await makeIdempotent(deps, async () => answerJson(status, {}))(CALL);
  return [statusCode, ...writes];
}

it('keeps a response unless the request was refused', async () => {
  expect(await Promise.all([202, 399, 400, 422].map((status) => recordWrites(status)))).toEqual([
    [202, 'kept'],
    [399, 'kept'],
    [400, 'released'],
    [422, 'released'],
  ]);
});

it('returns a kept response to the same request and refuses another request under its key', async () => {
  const answer = { statusCode: 202, body: '{}' };
  const answerTaken = (fingerprint: string, kept?: typeof answer) =>
    recordWrites(500, { state: 'taken', fingerprint, answer: kept });
  expect(await answerTaken('f', answer)).toEqual([202]);
  await expect(answerTaken('another', answer)).rejects.toThrow(IdempotencyKeyReusedError);
  await expect(answerTaken('f')).rejects.toThrow(RequestInProgressError);
});
