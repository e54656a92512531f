// Failures between the two writes for an Idempotency-Key, on the real table: work that fails, and responses that are
// lost.

import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DEFAULT_PLANS } from '../../../src/contract/plans.ts';
import { makeIdempotent } from '../../../src/http/admission/idempotency.ts';
import { answerJson, type Call } from '../../../src/http/call.ts';
import {
  ANSWER_KEPT_MS,
  CLAIM_MS,
  createIdempotencyRecords,
  type IdempotencyRecords,
} from '../../../src/service/accounts/idempotency-records.ts';
import { useTarget } from '../../end-to-end/use-target.ts';

const target = useTarget();
let records: IdempotencyRecords;
beforeAll(() => {
  records = createIdempotencyRecords(target.local.db, target.local.cloud.outputs.ServiceTable ?? '');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterAll(() => vi.restoreAllMocks());

const START = Date.parse('2026-01-01T00:00:00Z');
let now = START;
const clock = (): number => now;

function createCall(key: string, fingerprint = 'f'): Call {
  const caller = { accountId: 'acc_drill', keyHash: 'h', limits: DEFAULT_PLANS.max };
  return {
    caller,
    body: {},
    query: {},
    path: {},
    headers: {},
    baseUrl: '',
    sealed: (page) => page,
    idempotency: { key, fingerprint },
  };
}

it('returns the response even if it cannot be kept', async () => {
  const broken: IdempotencyRecords = { ...records, complete: () => Promise.reject(new Error('throttled')) };
  const once = makeIdempotent({ records: broken, newWorkId: ulid, clock }, async () => answerJson(202, {}));
  expect(await once(createCall(ulid()))).toEqual(answerJson(202, {}));
});

it('continues failed work, and starts new work for another body or after 24 hours', async () => {
  const key = ulid();
  const ids: (string | undefined)[] = [];
  const once = makeIdempotent({ records, newWorkId: ulid, clock }, async (request) => {
    ids.push(request.idempotency?.started?.id);
    throw new Error('database down');
  });
  now = START;
  const expectFailure = (fingerprint?: string) =>
    expect(once(createCall(key, fingerprint))).rejects.toThrow();
  await expectFailure();
  await expectFailure();
  await records.claim({ accountId: 'acc_drill', key }, { claim: 'died', fingerprint: 'f', workId: 'x' }, now);
  now += CLAIM_MS;
  await expectFailure();
  await expectFailure('another');
  await expectFailure();
  now += ANSWER_KEPT_MS;
  await expectFailure();
  const [first, second, third, another, back, late] = ids;
  expect([second, third]).toEqual([first, first]);
  expect(new Set([first, another, back, late]).size).toBe(4);
});
