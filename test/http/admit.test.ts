// Admission: a header that cannot hold a key costs no read and no count. The stores here count every call to them.
import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/analysis/accounts/api-key.ts';
import { DEFAULT_PLANS } from '../../src/contract/plans.ts';
import { type Answer, answerJson } from '../../src/http/call.ts';
import { defineEndpoint } from '../../src/http/endpoint.ts';
import type { AccountStore } from '../../src/service/accounts/accounts.ts';
import type { ApiKey } from '../../src/service/accounts/api-key-item.ts';
import type { Admission } from '../../src/service/accounts/rate-windows.ts';
import { context, createApiEvent } from '../../tools/harness/api-event.ts';

const refuseCall = (): never => {
  throw new Error('admission called an unexpected function of the store');
};

interface Situation {
  readonly clock: () => number;
  readonly admission: () => Admission;
  readonly key: ApiKey | undefined;
}

const ROOM: Admission = { admitted: true, remaining: 1, resetMs: 60_000 };

function createCountingEndpoint({ clock = Date.now, admission = () => ROOM, key }: Partial<Situation> = {}) {
  const calls: string[] = [];
  const accounts: AccountStore = {
    createAccount: refuseCall,
    createCursorSecret: refuseCall,
    findKey: async () => {
      calls.push('findKey');
      return key;
    },
    findAccountKey: refuseCall,
    getAccount: async () => {
      calls.push('getAccount');
      return undefined;
    },
    noteUse: async () => {
      calls.push('noteUse');
    },
  };
  const handler = defineEndpoint(
    {
      accounts,
      rateWindows: {
        admit: async () => {
          calls.push('count');
          return admission();
        },
      },
      plans: DEFAULT_PLANS,
      clock,
    },
    { body: 'none' },
    async () => answerJson(200, {}),
  );
  return {
    calls,
    ask: (authorization: string): Promise<Answer> => handler(createApiEvent(authorization), context),
  };
}

it('rejects every key with one wrong character without calling the store', async () => {
  const { calls, ask } = createCountingEndpoint();
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
])('refuses the header %j without calling the store', async (authorization) => {
  const { calls, ask } = createCountingEndpoint();
  const { statusCode, headers } = await ask(authorization);
  expect([statusCode, headers?.['X-RateLimit-Remaining'], calls]).toEqual([401, 60, []]);
});

it('rejects a valid key in another scheme, sent twice or cut off, without calling the store', async () => {
  const { calls, ask } = createCountingEndpoint();
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

it('reads and counts a request with an expired key, and calls no store once its address is refused', async () => {
  const expired = {
    key_hash: 'hash',
    key_id: 'k',
    account_id: 'acc_1',
    hint: 'afn_1',
    created_at: '',
    expires_at: '2026-01-01T00:00:00.000Z',
  };
  const isRefused = { admitted: false, retryAfterMs: 60_000, resetMs: 60_000 } as const;
  const answers: Admission[] = [ROOM, isRefused];
  const { calls, ask } = createCountingEndpoint({ key: expired, admission: () => answers.shift() ?? ROOM });
  const bearer = `Bearer ${createApiKey(randomInt)}`;
  const asked = [await ask(bearer), await ask(bearer), await ask(bearer)];
  expect(asked.map(({ statusCode }) => statusCode)).toEqual([401, 429, 429]);
  expect(calls).toEqual(['findKey', 'count', 'findKey', 'count']);
});

it('looks up a well-formed key once', async () => {
  const { calls, ask } = createCountingEndpoint();
  expect((await ask(`Bearer ${createApiKey(randomInt)}`)).statusCode).toBe(401);
  expect(calls).toEqual(['findKey', 'count']);
});

it.each([
  ['revoked', { revoked_at: '2026-01-02T00:00:00.000Z' }],
  ['expired', { expires_at: '2026-01-02T00:00:00.000Z' }],
])('refuses a cached key on the first request after it was %s', async (_, ended) => {
  const key = {
    key_hash: 'hash',
    key_id: 'k',
    account_id: 'acc_1',
    hint: 'afn_1',
    created_at: '2026-01-01T00:00:00.000Z',
  };
  const account = { account_id: 'acc_1', name: 'shop', plan: 'max', created_at: '', overrides: {} } as const;
  let end = {};
  const calls: string[] = [];
  const handler = defineEndpoint(
    {
      accounts: {
        createAccount: refuseCall,
        createCursorSecret: refuseCall,
        findKey: async () => {
          calls.push('findKey');
          return key;
        },
        getAccount: async () => {
          calls.push('getAccount');
          return account;
        },
        findAccountKey: async (accountId) => {
          calls.push(`findAccountKey ${accountId}`);
          return { key: { ...key, ...end }, account };
        },
        noteUse: async () => undefined,
      },
      rateWindows: { admit: async () => ROOM },
      plans: DEFAULT_PLANS,
      clock: Date.now,
    },
    { body: 'none' },
    async () => answerJson(200, {}),
  );
  const bearer = `Bearer ${createApiKey(randomInt)}`;
  const ask = async () => (await handler(createApiEvent(bearer), context)).statusCode;
  expect([await ask(), await ask()]).toEqual([200, 200]);
  end = ended;
  expect(await ask()).toBe(401);
  expect(calls).toEqual(['findKey', 'getAccount', 'findAccountKey acc_1', 'findAccountKey acc_1']);
});

describe('a refused address', () => {
  const createBearer = () => `Bearer ${createApiKey(randomInt)}`;
  const createSituation = () => {
    let now = Date.UTC(2026, 0, 1);
    const counting = createCountingEndpoint({
      clock: () => now,
      admission: () => ({ admitted: false, retryAfterMs: 20_000, resetMs: 45_500 }),
    });
    return {
      ...counting,
      pass(ms: number) {
        now += ms;
        counting.calls.length = 0;
      },
    };
  };

  it('is refused from memory with the same key, and gets the remaining wait', async () => {
    const { calls, ask, pass } = createSituation();
    const key = createBearer();
    expect((await ask(key)).statusCode).toBe(429);
    expect(calls).toEqual(['findKey', 'count']);
    pass(5_500);
    expect(await ask(key)).toMatchObject({
      statusCode: 429,
      headers: {
        'Retry-After': 15,
        'X-RateLimit-Limit': 60,
        'X-RateLimit-Remaining': 0,
        'X-RateLimit-Reset': 60,
      },
    });
    expect(calls).toEqual([]);
  });

  it('is not counted again with another key, but the key is looked up', async () => {
    const { calls, ask, pass } = createSituation();
    await ask(createBearer());
    pass(0);
    expect((await ask(createBearer())).statusCode).toBe(429);
    expect(calls).toEqual(['findKey']);
  });

  it.each([
    ['its window has room again', 20_000],
    ['the clock was set back', -60_000],
  ])('is counted again when %s', async (_, ms) => {
    const { calls, ask, pass } = createSituation();
    const key = createBearer();
    await ask(key);
    pass(ms);
    await ask(key);
    expect(calls).toEqual(['findKey', 'count']);
  });

  it('is forgotten after a thousand other refusals', async () => {
    const { calls, ask, pass } = createSituation();
    const first = createBearer();
    for (const key of [first, ...Array.from({ length: 1_000 }, createBearer)]) await ask(key);
    pass(0);
    await ask(first);
    expect(calls[0]).toBe('findKey');
  });
});
