// Admission reads and counts nothing for what can't be a key. The stores here count every call to them.
import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { context, event } from '../../quality/harness/api-event.ts';
import { createApiKey } from '../../src/core/accounts/api-key.ts';
import { DEFAULT_PLANS } from '../../src/core/accounts/plans.ts';
import { type Answer, json } from '../../src/http/call.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import type { AccountStore } from '../../src/stores/accounts/accounts.ts';

const unexpected = (): never => {
  throw new Error('admission has no business here');
};

function countingEndpoint() {
  const calls: string[] = [];
  const accounts: AccountStore = {
    createAccount: unexpected,
    addKey: unexpected,
    listKeys: unexpected,
    revokeKey: unexpected,
    findKey: async () => {
      calls.push('findKey');
      return undefined;
    },
    getAccount: async () => {
      calls.push('getAccount');
      return undefined;
    },
    noteUse: async () => {
      calls.push('noteUse');
    },
  };
  const handler = endpoint(
    {
      accounts,
      rateWindows: {
        admit: async () => {
          calls.push('count');
          return { admitted: true, remaining: 1 };
        },
      },
      plans: DEFAULT_PLANS,
      clock: Date.now,
    },
    { body: 'none' },
    async () => json(200, {}),
  );
  return { calls, ask: (authorization: string): Promise<Answer> => handler(event(authorization), context) };
}

it('rejects every key with one wrong character without calling the store', async () => {
  const { calls, ask } = countingEndpoint();
  const key = createApiKey(randomInt);
  for (let at = 0; at < key.length; at++) {
    const wrong = `${key.slice(0, at)}${key[at] === 'x' ? 'y' : 'x'}${key.slice(at + 1)}`;
    expect([wrong, (await ask(`Bearer ${wrong}`)).statusCode]).toEqual([wrong, 401]);
  }
  expect(calls).toEqual([]);
});

it.each([
  '',
  'Bearer',
  'Bearer ',
  'Bearer afn_',
  `Bearer afn_${'a'.repeat(10_000)}`,
  'Bearer constructor',
  'Bearer ',
])('refuses the header %j without a call, too', async (authorization) => {
  const { calls, ask } = countingEndpoint();
  const { statusCode, headers } = await ask(authorization);
  expect([statusCode, headers?.['X-RateLimit-Remaining'], calls]).toEqual([401, 60, []]);
});

it('rejects a valid key in another scheme, sent twice or cut off, without calling the store', async () => {
  const { calls, ask } = countingEndpoint();
  const key = createApiKey(randomInt);
  for (const header of [
    key,
    `Basic ${key}`,
    `Bearer ${key} ${key}`,
    `Bearer ${key},`,
    `Bearer ${key.slice(0, -1)}`,
  ])
    expect([header, (await ask(header)).statusCode]).toEqual([header, 401]);
  expect(calls).toEqual([]);
});

it('looks up a well-formed key once', async () => {
  const { calls, ask } = countingEndpoint();
  expect((await ask(`Bearer ${createApiKey(randomInt)}`)).statusCode).toBe(401);
  expect(calls).toEqual(['findKey', 'count']);
});
