// Who is let in: keys of each kind, plans, the limit of a minute, and for how long.

import { randomInt } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApiKey, hashApiKey, keyHint } from '../../../src/analysis/accounts/api-key.ts';
import { CONSOLE_ROUTES } from '../../../src/contract/console-routes.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import { listReportsResponse } from '../../../src/contract/resources/reports/report-responses.ts';
import { createAccountStore } from '../../../src/service/accounts/accounts.ts';
import { createKeyStore } from '../../../src/service/accounts/api-keys.ts';
import { createOperations } from '../../../src/service/operations/accounts.ts';
import { wireMadeByKeys } from '../../../src/service/operations/made-by-keys.ts';
import { createClient } from '../../../tools/harness/client.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();

/** Operators make two at most; the limit must hold for however many there are. */
async function keyBeyondTwo(accountId: string): Promise<string> {
  const key = createApiKey(randomInt);
  const keys = createKeyStore(target.local.db, target.local.cloud.outputs.ServiceTable ?? '');
  const { seen = 0 } = (await keys.listKeys(accountId)) ?? {};
  const created_at = new Date().toISOString();
  await keys.addKey(
    { key_hash: hashApiKey(key), key_id: 'k', account_id: accountId, hint: keyHint(key), created_at },
    seen,
  );
  return key;
}

describe('admission', () => {
  it('answers 401 without a key, with a malformed one and with a forged one, rate headers included', async () => {
    for (const key of [undefined, 'sk_123', `afn_${'a'.repeat(36)}`]) {
      const reply = await createClient(target.baseUrl, key).get('/datasets');
      expect(reply.status).toBe(401);
      expect(typeof reply.body.error).toBe('string');
      expect(reply.headers.get('x-ratelimit-limit')).toBe('60');
      expect(Number(reply.headers.get('x-ratelimit-remaining'))).toBeGreaterThanOrEqual(0);
    }
  });

  it.skipIf(DEPLOYED)('answers 403 to a plan without API access (needs an account of its own)', async () => {
    const { apiKey } = await target.local.newAccount('pro');
    const reply = await createClient(target.baseUrl, apiKey).get('/datasets');
    expect(reply.status).toBe(403);
    expect(reply.body.error).toContain('pro plan');
  });

  it.skipIf(DEPLOYED)(
    'admits exactly 60 of 200 parallel requests over three keys (needs an account of its own)',
    async () => {
      const { accountId, apiKey } = await target.local.newAccount('max', {});
      const second = await target.local.operations.createKey(accountId);
      const third = await keyBeyondTwo(accountId);
      const clients = [apiKey, second, third].map((key) => createClient(target.baseUrl, key));
      const replies = await Promise.all(
        Array.from({ length: 200 }, (_, i) => clients[i % 3]?.get('/datasets')),
      );
      expect(replies.filter((reply) => reply?.status === 200)).toHaveLength(60);
      expect(replies.filter((reply) => reply?.status === 429)).toHaveLength(140);
      const refused = replies.find((reply) => reply?.status === 429);
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      expect(refused?.body.retry_after_ms).toBeGreaterThan(0);
      expect(refused?.headers.get('x-ratelimit-remaining')).toBe('0');
    },
  );

  it.skipIf(DEPLOYED)(
    'refuses a revoked key at once, and keeps tenants apart (needs accounts of its own)',
    async () => {
      const { accountId, apiKey } = await target.local.newAccount('max');
      const other = createClient(target.baseUrl, apiKey);
      const { body } = await target.client.get('/reports?limit=1');
      const [mine] = v.parse(listReportsResponse, body).reports;
      expect((await other.get(`/reports/${mine?.report_id}`)).status).toBe(404);
      expect((await other.get('/reports')).body).toEqual({ reports: [], has_more: false });
      await target.local.operations.revokeKey(accountId, apiKey);
      expect((await other.get('/reports')).status).toBe(401);
    },
  );
});

describe.skipIf(DEPLOYED)('an API key (needs accounts of its own)', () => {
  let table: string;
  beforeAll(() => {
    table = target.local.cloud.outputs.ServiceTable ?? '';
  });

  it('is refused on every route from the first request after it was revoked, or when it has expired', async () => {
    const { accountId, apiKey } = await target.local.newAccount('max');
    // A shop's events carry a signature instead of a key.
    const keyless = [
      'GET /api/v1/openapi.json',
      'GET /api/v1/docs',
      'POST /api/v1/hooks/{id}',
      ...CONSOLE_ROUTES.map((path) => `GET ${path}`),
      '$default',
    ];
    const routes = target.local.routeKeys.filter((route) => !keyless.includes(route.replace('HEAD', 'GET')));
    /** Refused keys count by address, 60 a minute, and there are more routes. */
    let asked = 0;
    const { hostname } = new URL(target.local.cloud.url);
    const ask = async (route: string, key = apiKey): Promise<number> => {
      if (asked++ % 50 === 0)
        await target.local.db.send(
          new DeleteCommand({ TableName: table, Key: { pk: `ip#${hostname}#rate`, sk: 'window' } }),
        );
      const [method = '', path = ''] = route.split(' ');
      const url = `${target.local.cloud.url}${path.replace(/\{[^}]+\}/, 'x')}`;
      const headers = { Authorization: `Bearer ${key}` };
      const response = await fetch(url, { method, headers, ...(method === 'POST' && { body: '{}' }) });
      await response.text();
      return response.status;
    };
    for (const route of routes) expect([route, await ask(route)]).not.toEqual([route, 401]);
    await target.local.operations.revokeKey(accountId, apiKey);
    const expired = await createOperations({
      accounts: createAccountStore(target.local.db, table),
      keys: createKeyStore(target.local.db, table),
      made: wireMadeByKeys(target.local.db, table),
      newId: ulid,
      randomInt,
      clock: () => Date.now() - 2_000,
    }).createKey(accountId, 'admin', { expiresAt: Date.now() - 1 });
    for (const route of routes)
      expect([route, await ask(route), await ask(route, expired)]).toEqual([route, 401, 401]);
    expect(routes.length).toBeGreaterThan(5);
  });
});

const KEYED: readonly Operation[] = OPERATIONS.filter((operation: Operation) => operation.keyless !== true);

describe.skipIf(DEPLOYED)('a read-only key', () => {
  let key = '';

  beforeAll(async () => {
    const { operations } = target.local;
    const { account_id } = await operations.createAccount('viewers', 'max', { requestsPerMinute: 1_000 });
    key = await operations.createKey(account_id, 'read only');
  });

  it('is answered by all operations that read, and refused with 403 by all others before they read a body', async () => {
    const { send } = createClient(target.baseUrl, key);
    const found = [];
    // One after the other: each may be the first request to its function.
    for (const { method, path, operationId } of KEYED) {
      const asked = path.replaceAll(/\{\w+\+?\}/g, 'x');
      const { status, body } = await send(asked, { method, ...(method !== 'GET' && { body: 'not JSON' }) });
      found.push([operationId, status === 403, body.code === 'key_not_allowed']);
    }
    const expected = KEYED.map(({ operationId, method, adminKeys }) => {
      const reads = method === 'GET' && !adminKeys;
      return [operationId, !reads, !reads];
    });
    expect(found).toEqual(expected);
    expect(expected.filter(([, isRefused]) => isRefused === false).length).toBeGreaterThan(10);
    expect(expected.filter(([, isRefused]) => isRefused === true).length).toBeGreaterThan(10);
  });

  it('reads schedules without what may be a secret of their receivers', async () => {
    const { operations } = target.local;
    const { account_id } = await operations.createAccount('receivers', 'max', { requestsPerMinute: 1_000 });
    const secret = createClient(target.baseUrl, await operations.createKey(account_id));
    const webhook_url = 'https://hooks.example.com/T01/hush?token=hush';
    const report = { template: 'standard_rfm', webhook_url };
    const created = await secret.post('/schedules', { expression: 'rate(1 day)', report });
    const one = `/schedules/${String(created.body.schedule_id)}`;
    expect((await secret.get(one)).body).toMatchObject({ report: { webhook_url } });
    const viewer = createClient(target.baseUrl, await operations.createKey(account_id, 'read only'));
    for (const path of ['/schedules', one]) {
      const text = JSON.stringify((await viewer.get(path)).body);
      expect(text).toContain('"https://hooks.example.com/…"');
      expect(text).not.toContain('hush');
    }
  });
});

const SHOP = 'https://shop.example';
const basket = (id: string, ...products: string[]) => ({
  order_id: id,
  line_items: products.map((product_name) => ({ product_name, unit_price: 1 })),
});

describe.skipIf(DEPLOYED)('a publishable key (needs accounts of its own)', () => {
  it('reads the recommendations of its dataset from pages of its origins, and nothing else, until it is revoked', async () => {
    const { accountId, apiKey } = await target.local.newAccount('max');
    const { operations } = target.local;
    const secret = createClient(target.baseUrl, apiKey);
    await secret.push([basket('1', 'tea', 'milk'), basket('2', 'tea', 'milk'), basket('3', 'soap')], 'shop');
    const params = { min_support: 0.4, min_confidence: 0.5, serve: true };
    const report = await secret.report({ report_type: 'MBA', dataset_id: 'shop', params });
    const key = await operations.createKey(accountId, { origins: [SHOP], dataset: 'shop' });
    const ask = async (path: string, origin: string | undefined = SHOP, init: RequestInit = {}) => {
      const response = await fetch(`${target.baseUrl}${path}`, {
        ...init,
        headers: {
          Authorization: `Bearer ${key}`,
          ...(origin !== '' && { Origin: origin }),
          ...init.headers,
        },
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? undefined : JSON.parse(text),
        allowed: response.headers.get('access-control-allow-origin'),
      };
    };

    const read = await ask('/recommendations?product=tea');
    expect(read).toMatchObject({
      status: 200,
      allowed: SHOP,
      body: { dataset_id: 'shop', report_id: report.report_id, recommendations: [{ product: 'milk' }, {}] },
    });
    expect(read.headers.get('cache-control')).toBe('public, max-age=300');
    const etag = read.headers.get('etag') ?? '';
    const unchanged = await ask('/recommendations?product=tea', SHOP, { headers: { 'If-None-Match': etag } });
    expect([unchanged.status, unchanged.allowed]).toEqual([304, SHOP]);
    const bySecret = await secret.get('/recommendations?product=tea&dataset_id=shop');
    expect(read.body).toEqual(bySecret.body);
    expect(bySecret.headers.get('cache-control')).toBe('private, no-cache');
    expect((await ask('/recommendations?dataset_id=shop', '')).status).toBe(200);
    expect(await ask('/recommendations?product=tea&custom:aisle=food')).toMatchObject({
      status: 400,
      allowed: SHOP,
      body: { param: 'custom:aisle' },
    });

    expect(await ask('/recommendations?dataset_id=default')).toMatchObject({
      status: 403,
      allowed: SHOP,
      body: { code: 'key_not_allowed' },
    });
    expect(await ask(`/recommendations?report_id=${report.report_id}`)).toMatchObject({
      status: 403,
      allowed: SHOP,
      body: { code: 'key_not_allowed' },
    });
    expect(await ask('/recommendations', 'https://other.example')).toMatchObject({
      status: 403,
      allowed: null,
      body: { code: 'origin_not_allowed' },
    });
    for (const path of ['/datasets', '/reports', `/reports/${report.report_id}`, '/data/orders']) {
      expect([path, await ask(path)]).toMatchObject([
        path,
        { status: 403, allowed: null, body: { code: 'key_not_allowed' } },
      ]);
    }
    const preflight = await ask('/recommendations?product=tea', SHOP, {
      method: 'OPTIONS',
      headers: { 'Access-Control-Request-Method': 'GET', Authorization: '' },
    });
    expect([preflight.status, preflight.allowed]).toEqual([204, SHOP]);
    expect((await ask('/recommendations', SHOP, { method: 'OPTIONS' })).status).toBe(405);

    // Not a request of a page has counted against the account.
    const remaining = Number((await secret.get('/datasets')).headers.get('x-ratelimit-remaining'));
    const before = Number(bySecret.headers.get('x-ratelimit-remaining'));
    expect(before - remaining).toBe(1);
    await operations.revokeKey(accountId, key);
    expect((await ask('/recommendations?product=tea')).status).toBe(401);
  });
});
