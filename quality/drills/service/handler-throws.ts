// A handler throws arbitrary values that contain the caller's secrets: the response is an error with a UUID, without a
// stack and without any part of the request or of the thrown value.
import '../../harness/function-environment.ts';
import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { DEFAULT_PLANS } from '../../../src/core/accounts/plans.ts';
import { createOperations } from '../../../src/operations/accounts.ts';
import { context, event } from '../../harness/api-event.ts';
import { below, draw, type Random } from '../../harness/random/random.ts';
import type { Engines } from '../ingest/engines.ts';
import { type Drill, inRun } from '../ingest/run.ts';

const SECRET = 's3cr3t-of-the-request';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const THROWS_A_RUN = 10;

/** Errors as libraries create them, with data that a careless error handler would leak. */
const ODD_ERRORS: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => SECRET,
  () => Symbol(SECRET),
  () => Object.assign(new Error(SECRET), { statusCode: 404, expose: true, body: SECRET }),
  () => Object.assign(new Error(SECRET), { code: 'not_found', param: SECRET }),
  () => Object.assign(new Error(SECRET), { $metadata: { httpStatusCode: 400 } }),
  () => new Error(SECRET, { cause: { package: '@middy/other', message: SECRET } }),
  () => new AggregateError([new Error(SECRET)], SECRET),
  () => Object.defineProperty(new Error('x'), 'message', { get: () => fail() }),
  () => Object.defineProperty(new Error('x'), 'stack', { get: () => fail() }),
  () => Object.defineProperty(new Error('x'), 'cause', { get: () => fail() }),
  () => ({ toString: () => fail(), statusCode: 200, body: SECRET }),
  () => Object.create(null),
  () => new Proxy({}, { get: () => fail(), has: () => fail() }),
  () => Object.assign(new Error(SECRET), { name: { toString: () => fail() } }),
  () => BigInt(1),
];

function fail(): never {
  throw new Error(SECRET);
}

function drawThrown(random: Random): unknown {
  const odd = ODD_ERRORS[below(random, ODD_ERRORS.length * 2)];
  if (odd !== undefined) return odd();
  return draw(random, fc.record({ thrown: fc.anything({ withNullPrototype: true }) })).thrown;
}

async function answered(engines: Engines, key: string, clock: () => number, thrown: unknown) {
  const handler = engines.endpoint(
    { ...engines.stores, plans: DEFAULT_PLANS, clock },
    { body: 'json' },
    async () => {
      throw thrown;
    },
  );
  return handler(event(`Bearer ${key}`, { secret: SECRET }), context);
}

export const handlerThrows: Drill = {
  name: 'handler-throws',
  about: 'a handler that throws anything, with the secrets of the request in it',
  run: (seed, engines) =>
    inRun(seed, engines, async ({ random, accountId, stores, clock }) => {
      const operations = createOperations({
        accounts: stores.accounts,
        keys: stores.keys,
        made: stores.made,
        newId: () => accountId,
        randomInt,
        clock,
      });
      const account = await operations.createAccount('drill', 'max', { requestsPerMinute: 1_000 });
      const key = await operations.createKey(account.account_id);
      const wrong: string[] = [];
      for (let at = 0; at < THROWS_A_RUN; at++) {
        const { statusCode, body = '' } = await answered(engines, key, clock, drawThrown(random));
        const { request_id, error, code, doc_url, ...more } = JSON.parse(body);
        const isRight = statusCode === 500 && code === 'internal_error' && typeof error === 'string';
        if (!isRight || !UUID.test(request_id)) wrong.push(`answered ${statusCode} ${body}`);
        if (Object.keys(more).length > 0) wrong.push(`reveals too much: ${body}`);
        if (body.includes(SECRET) || /\n\s+at |\.ts:\d/.test(body))
          wrong.push(`reveals the thrown value: ${body}`);
      }
      return wrong;
    }),
};
