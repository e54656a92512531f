// Idempotency-Key when things go wrong between its two writes, on the real table: work that fails, requests that come
// at once, claims that were lost.
import { setTimeout as wait } from 'node:timers/promises';
import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DEFAULT_PLANS } from '../../../src/core/accounts/plans.ts';
import { InvalidRequestError, RequestInProgressError } from '../../../src/core/errors.ts';
import { idempotent } from '../../../src/http/admission/idempotency.ts';
import type { EndpointHandler } from '../../../src/http/call.ts';
import { type Call, json } from '../../../src/http/call.ts';
import {
  ANSWER_KEPT_MS,
  CLAIM_MS,
  createIdempotencyRecords,
  type IdempotencyRecords,
} from '../../../src/stores/accounts/idempotency-records.ts';
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

function call(key: string, fingerprint = 'f'): Call {
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
const claimOf = (claim: string, fingerprint: string) => ({ claim, fingerprint, workId: ulid() });

/** Counts its calls and answers the number. */
function counter(work: (n: number) => Promise<void> = async () => undefined) {
  let calls = 0;
  const handle: EndpointHandler = async () => {
    const n = ++calls;
    await work(n);
    return json(202, { n });
  };
  return { handle, calls: () => calls };
}

it.each([
  ['an internal error', new Error('database down')],
  ['a refusal', new InvalidRequestError('name', 'required')],
])('tries again after %s', async (_, failure) => {
  const { handle } = counter(async (n) => {
    if (n === 1) throw failure;
  });
  const once = idempotent({ records, newWorkId: ulid, clock }, handle);
  const key = ulid();
  await expect(once(call(key))).rejects.toBe(failure);
  // Another body is welcome too: nothing was done with the first one.
  const second = await once(call(key, 'mended'));
  expect(second).toEqual(json(202, { n: 2 }));
  expect(await once(call(key, 'mended'))).toMatchObject({ statusCode: 202, body: second.body });
});

it('does the work of 20 requests at once exactly once, though it takes its time', async () => {
  const othersRefused = Promise.withResolvers<void>();
  const { handle, calls } = counter(() => Promise.race([othersRefused.promise, wait(10_000)]));
  const once = idempotent({ records, newWorkId: ulid, clock }, handle);
  const key = ulid();
  let left = 19;
  const attempt = () =>
    once(call(key)).catch((error: unknown) => {
      if (--left === 0) othersRefused.resolve();
      throw error;
    });
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, attempt));
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect([calls(), refused.length]).toEqual([1, 19]);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(RequestInProgressError);
});

it('releases a key when its claim or its response expires, and not before', async () => {
  const { handle, calls } = counter();
  const once = idempotent({ records, newWorkId: ulid, clock }, handle);
  const key = ulid();
  now = START;
  await records.claim({ accountId: 'acc_drill', key }, claimOf('died', 'f'), now);
  now = START + CLAIM_MS - 1;
  await expect(once(call(key))).rejects.toBeInstanceOf(RequestInProgressError);
  now = START + CLAIM_MS;
  await once(call(key));
  now += ANSWER_KEPT_MS - 1;
  expect((await once(call(key))).headers).toMatchObject({ 'Idempotent-Replayed': 'true' });
  now += 1;
  await once(call(key));
  expect(calls()).toBe(2);
});

it('lets a request that outlived its claim change nothing of the next one', async () => {
  const ref = { accountId: 'acc_drill', key: ulid() };
  await records.claim(ref, claimOf('slow', 'f'), START);
  await records.claim(ref, claimOf('next', 'f'), START + CLAIM_MS);
  await records.release(ref, 'slow', START + CLAIM_MS + 1);
  await records.complete(ref, 'slow', { statusCode: 202, body: 'slow' }, START + CLAIM_MS + 1);
  const running = { state: 'taken', fingerprint: 'f', answer: undefined };
  expect(await records.claim(ref, claimOf('third', 'f'), START + CLAIM_MS + 2)).toEqual(running);
  await records.complete(ref, 'next', { statusCode: 202, body: 'next' }, START + CLAIM_MS + 3);
  const done = { ...running, answer: { statusCode: 202, body: 'next' } };
  expect(await records.claim(ref, claimOf('third', 'f'), START + CLAIM_MS + 4)).toEqual(done);
});

it('answers what was done even if the answer can’t be kept', async () => {
  const broken: IdempotencyRecords = { ...records, complete: () => Promise.reject(new Error('throttled')) };
  const { handle } = counter();
  expect(await idempotent({ records: broken, newWorkId: ulid, clock }, handle)(call(ulid()))).toEqual(
    json(202, { n: 1 }),
  );
});

it('continues the work of a request that failed or died; a different body, or a retry after 24 hours, starts new work', async () => {
  const key = ulid();
  const ids: (string | undefined)[] = [];
  const { handle } = counter(async () => {
    throw new Error('database down');
  });
  const once = idempotent({ records, newWorkId: ulid, clock }, (request) => {
    ids.push(request.idempotency?.started?.id);
    return handle(request);
  });
  now = START;
  const failing = (fingerprint?: string) => expect(once(call(key, fingerprint))).rejects.toThrow();
  await failing();
  await failing();
  await records.claim({ accountId: 'acc_drill', key }, { claim: 'died', fingerprint: 'f', workId: 'x' }, now);
  now += CLAIM_MS;
  await failing();
  await failing('another');
  await failing();
  now += ANSWER_KEPT_MS;
  await failing();
  const [first, second, third, another, back, late] = ids;
  expect([second, third]).toEqual([first, first]);
  expect(new Set([first, another, back, late]).size).toBe(4);
});
