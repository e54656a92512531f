// Requests from the pages of a shop: which keys, origins and operations are admitted, which budgets count them, and
// which responses a browser may show. The stores throw on any call that the tests do not expect.
import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { createApiKey, hashApiKey, toKeyHint } from '../../src/analysis/accounts/api-key.ts';
import type { PublishableUse } from '../../src/analysis/accounts/publishable-use.ts';
import { REQUEST_HEADERS, RESPONSE_HEADERS } from '../../src/contract/headers.ts';
import { DEFAULT_PLANS } from '../../src/contract/plans.ts';
import { ROUTES } from '../../src/contract/routes.ts';
import { createPublishableAdmission } from '../../src/http/admission/admit-publishable.ts';
import { answerPreflights, READING_METHODS } from '../../src/http/admission/cross-origin.ts';
import { type ApiEvent, answerJson } from '../../src/http/call.ts';
import { defineEndpoint } from '../../src/http/endpoint.ts';
import { createMethodLookup } from '../../src/http/methods-in.ts';
import type { Account, AccountStore } from '../../src/service/accounts/accounts.ts';
import type { ApiKey } from '../../src/service/accounts/api-key-item.ts';
import { context, createApiEvent } from '../../tools/harness/api-event.ts';

const methodsAt = createMethodLookup(ROUTES);

const SHOP = 'https://shop.example';
const KEY = createApiKey(randomInt, 'publishable');
const SECRET = createApiKey(randomInt);
const CREATED = '2026-01-01T00:00:00Z';

const refuseCall = (): never => {
  throw new Error('admission called an unexpected function of the store');
};

interface Setup {
  readonly use?: PublishableUse;
  /** Names of budgets that are used up. */
  readonly usedUp?: RegExp;
  readonly publishable?: boolean;
  readonly corsOrigins?: readonly string[];
  readonly plan?: 'max' | 'pro';
}

function createShopEndpoint({
  use = { origins: [SHOP] },
  usedUp,
  publishable = true,
  corsOrigins,
  plan,
}: Setup = {}) {
  const counted: string[] = [];
  const account: Account = {
    account_id: 'acc_1',
    name: 'shop',
    plan: plan ?? 'max',
    created_at: CREATED,
    overrides: {},
  };
  const createKey = (hash: string): ApiKey => ({
    key_hash: hash,
    key_id: 'k',
    account_id: 'acc_1',
    hint: toKeyHint(KEY),
    created_at: CREATED,
    ...(hash === hashApiKey(KEY) && { publishable: { ...use, origins: [...use.origins] } }),
  });
  const accounts: AccountStore = {
    createAccount: refuseCall,
    createCursorSecret: refuseCall,
    findKey: async (hash) => createKey(hash),
    findAccountKey: async (_, hash) => ({ key: createKey(hash), account }),
    getAccount: async () => account,
    noteUse: async () => undefined,
  };
  const budgets = {
    admit: async ({ name, limit }: { name: string; limit: number }) => {
      counted.push(name);
      return usedUp?.test(name) === true
        ? ({ admitted: false, retryAfterMs: 1_500, resetMs: 1_500 } as const)
        : ({ admitted: true, remaining: limit - 1, resetMs: 30_000 } as const);
    },
  };
  const rateWindows = {
    admit: async (caller: string) => {
      counted.push(caller);
      return { admitted: true, remaining: 59, resetMs: 60_000 } as const;
    },
  };
  const handler = defineEndpoint(
    { accounts, rateWindows, plans: DEFAULT_PLANS, clock: Date.now, ...(corsOrigins && { corsOrigins }) },
    {
      body: 'none',
      ...(publishable && {
        publishable: createPublishableAdmission(budgets, { perAddress: 120, perKey: 1_200 }),
      }),
    },
    async () => answerJson(200, { recommendations: [] }),
  );
  const ask = async (key: string, headers: Record<string, string> = {}) => {
    const {
      statusCode,
      headers: answered = {},
      body = '',
    } = await handler(createApiEvent(`Bearer ${key}`, undefined, headers), context);
    return { status: statusCode, headers: answered, body: body === '' ? undefined : JSON.parse(body) };
  };
  return { counted, ask };
}

const digest = hashApiKey(KEY).slice(0, 16);
const OF_ADDRESS = `acc_1#publishable#${digest}#203.0.113.9`;
const OF_KEY = `acc_1#publishable#${digest}`;

it('counts a request of a page against its address and the key, not against the account', async () => {
  const { counted, ask } = createShopEndpoint();
  const reply = await ask(KEY, { origin: SHOP });
  expect(reply.status).toBe(200);
  expect(counted).toEqual([OF_ADDRESS, OF_KEY]);
  expect(reply.headers).toMatchObject({
    'Access-Control-Allow-Origin': SHOP,
    'Cache-Control': 'public, max-age=300',
    ETag: expect.any(String),
    Vary: 'Origin, Authorization',
    'X-RateLimit-Limit': 120,
    'X-RateLimit-Remaining': 119,
  });
  expect(String(reply.headers['Access-Control-Expose-Headers'])).toContain('Retry-After');
});

it('answers an unchanged page with 304 and the headers that a browser and a cache need', async () => {
  const { ask } = createShopEndpoint();
  const { headers } = await ask(KEY, { origin: SHOP });
  const again = await ask(KEY, { origin: SHOP, 'if-none-match': String(headers.ETag) });
  expect([again.status, again.body]).toEqual([304, undefined]);
  expect(again.headers).toMatchObject({
    'Access-Control-Allow-Origin': SHOP,
    'Cache-Control': 'public, max-age=300',
    ETag: headers.ETag,
    Vary: 'Origin, Authorization',
  });
});

it('answers a secret key with private caching and no CORS headers, and counts it against the account', async () => {
  const { counted, ask } = createShopEndpoint();
  const reply = await ask(SECRET, { origin: SHOP });
  expect(reply.status).toBe(200);
  expect(counted).toEqual(['acc_1']);
  expect(reply.headers).toMatchObject({
    'Cache-Control': 'private, no-cache',
    Vary: 'Origin, Authorization',
  });
  expect(reply.headers).not.toHaveProperty('Access-Control-Allow-Origin');
});

it('admits a request without an Origin header', async () => {
  const { ask } = createShopEndpoint();
  const reply = await ask(KEY);
  expect(reply.status).toBe(200);
  expect(reply.headers).not.toHaveProperty('Access-Control-Allow-Origin');
});

it.each(['https://other.example', 'null', 'https://shop.example.evil.example', ''])(
  'refuses a page of the origin %j with 403 and no CORS header, and counts it against its address only',
  async (origin) => {
    const { counted, ask } = createShopEndpoint();
    const reply = await ask(KEY, { origin });
    expect(reply).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } });
    expect(reply.headers).not.toHaveProperty('Access-Control-Allow-Origin');
    expect(reply.headers).toMatchObject({
      'X-RateLimit-Limit': 120,
      'X-RateLimit-Remaining': 119,
      'X-RateLimit-Reset': 30,
    });
    expect(counted).toEqual([OF_ADDRESS]);
  },
);

it('refuses a publishable key on any other operation, and counts it like a request without a key', async () => {
  const { counted, ask } = createShopEndpoint({ publishable: false });
  const reply = await ask(KEY, { origin: SHOP });
  expect(reply).toMatchObject({ status: 403, body: { code: 'key_not_allowed' } });
  expect(reply.headers).not.toHaveProperty('Access-Control-Allow-Origin');
  expect(reply.headers).not.toHaveProperty('Vary');
  expect(counted).toEqual(['ip#203.0.113.9']);
});

it('refuses an address over its budget with a readable 429 that does not count against the key', async () => {
  const { counted, ask } = createShopEndpoint({ usedUp: /203/ });
  const reply = await ask(KEY, { origin: SHOP });
  expect(reply).toMatchObject({
    status: 429,
    body: { code: 'rate_limited', retry_after_ms: 1_500, error: expect.stringContaining('120 requests') },
    headers: { 'Access-Control-Allow-Origin': SHOP, 'Retry-After': 2, 'X-RateLimit-Remaining': 0 },
  });
  expect(counted).toEqual([OF_ADDRESS]);
});

it('refuses every address with 429 once the budget of the key is used up', async () => {
  const reply = await createShopEndpoint({ usedUp: new RegExp(`${digest}$`) }).ask(KEY, { origin: SHOP });
  expect(reply).toMatchObject({ status: 429, headers: { 'X-RateLimit-Limit': 1_200, 'Retry-After': 2 } });
});

it('refuses a page of an account whose plan does not include the API', async () => {
  const reply = await createShopEndpoint({ plan: 'pro' }).ask(KEY, { origin: SHOP });
  expect(reply).toMatchObject({ status: 403, body: { code: 'plan_required' } });
  expect(reply.headers).toMatchObject({ 'Access-Control-Allow-Origin': SHOP });
});

it('sends Access-Control-Allow-Origin to the origins of the stage only', async () => {
  const { ask } = createShopEndpoint({ publishable: false, corsOrigins: ['https://console.example'] });
  const own = await ask(SECRET, { origin: 'https://console.example' });
  expect(own.headers).toMatchObject({
    'Access-Control-Allow-Origin': 'https://console.example',
    Vary: 'Origin',
  });
  const other = await ask(SECRET, { origin: SHOP });
  expect(other.headers).not.toHaveProperty('Access-Control-Allow-Origin');
  expect(other.headers).toMatchObject({ Vary: 'Origin' });
});

const createPreflight = (path: string, headers: Record<string, string>): ApiEvent => {
  const { requestContext, ...rest } = createApiEvent('');
  const http = { ...requestContext.http, method: 'OPTIONS', path };
  return { ...rest, headers, requestContext: { ...requestContext, http } };
};
const createGetHeaders = (origin: string) => ({ origin, 'access-control-request-method': 'GET' });
const RECOMMENDATIONS = '/api/v1/recommendations';
const passOn = async () => ({ statusCode: 418 });

it('answers preflights of recommendations for any origin without a key, allowing GET and HEAD only', async () => {
  const handler = answerPreflights({ origins: undefined, methodsAt: () => READING_METHODS }, passOn);
  const answer = await handler(createPreflight(RECOMMENDATIONS, createGetHeaders(SHOP)), context);
  expect(answer).toEqual({
    statusCode: 204,
    headers: {
      'Access-Control-Allow-Origin': SHOP,
      'Access-Control-Allow-Methods': 'GET, HEAD',
      'Access-Control-Allow-Headers': expect.stringContaining('Authorization'),
      'Access-Control-Max-Age': '7200',
      'X-Request-Id': context.awsRequestId,
      Vary: 'Origin',
    },
  });
  expect(await handler(createPreflight(RECOMMENDATIONS, { origin: SHOP }), context)).toEqual({
    statusCode: 418,
  });
  expect(await handler(createApiEvent('', undefined, createGetHeaders(SHOP)), context)).toEqual({
    statusCode: 418,
  });
});

it('answers preflights of other operations for the origins of the stage only', async () => {
  const handler = answerPreflights({ origins: ['https://console.example'], methodsAt }, passOn);
  const getStatus = async (path: string, origin: string) =>
    (await handler(createPreflight(path, createGetHeaders(origin)), context)).statusCode;
  expect(await getStatus('/api/v1/reports', 'https://console.example')).toBe(204);
  expect(await getStatus('/api/v1/reports', SHOP)).toBe(418);
  expect(await getStatus('/api/v1/nowhere', 'https://console.example')).toBe(418);
  expect(
    await answerPreflights({ origins: [], methodsAt }, passOn)(
      createPreflight('/api/v1/reports', createGetHeaders(SHOP)),
      context,
    ),
  ).toEqual({
    statusCode: 418,
  });
});

it('allows pages to send every request header of the contract and to read every response header', async () => {
  const answered = await answerPreflights({ origins: [SHOP], methodsAt }, passOn)(
    createPreflight('/api/v1/reports', createGetHeaders(SHOP)),
    context,
  );
  const { ask } = createShopEndpoint();
  const { headers } = await ask(KEY, { origin: SHOP });
  const splitList = (value: unknown) => String(value).split(', ');
  // https://fetch.spec.whatwg.org/#cors-safelisted-response-header-name, and what browsers set themselves.
  const always = ['Accept-Encoding', 'Cache-Control', 'Content-Security-Policy'];
  const findMissing = (names: readonly string[], value: unknown) =>
    names.filter((name) => !always.includes(name) && !splitList(value).includes(name));
  expect(
    findMissing(Object.keys(REQUEST_HEADERS), answered.headers?.['Access-Control-Allow-Headers']),
  ).toEqual([]);
  expect(findMissing(Object.keys(RESPONSE_HEADERS), headers['Access-Control-Expose-Headers'])).toEqual([]);
});
