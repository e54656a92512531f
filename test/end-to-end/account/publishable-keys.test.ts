// Publishable keys on the whole service: what they read, what they don't, how often, and until when.
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../quality/harness/client.ts';
import { createRequestBudgets } from '../../../src/stores/accounts/request-budgets.ts';
import { DEPLOYED, RUN, useTarget } from '../use-target.ts';

const target = useTarget();
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

  it('is created with 1 to 10 origins, is listed with them, and leaves room for two secret keys', async () => {
    const { accountId } = await target.local.newAccount('max');
    const { operations } = target.local;
    await operations.createKey(accountId, { origins: [SHOP, 'http://localhost:3000', SHOP] });
    await operations.createKey(accountId);
    const listed = await operations.listKeys(accountId);
    expect(listed.map(({ publishable }) => publishable)).toEqual([
      undefined,
      { origins: [SHOP, 'http://localhost:3000'] },
      undefined,
    ]);
    const refused = (origins: readonly string[], dataset?: string) =>
      expect(operations.createKey(accountId, { origins, dataset })).rejects;
    await refused([]).toThrow('1 to 10 origins');
    await refused(Array.from({ length: 11 }, (_, i) => `https://shop${i}.example`)).toThrow(
      '1 to 10 origins',
    );
    await refused([`${SHOP}/`]).toThrow(`as browsers send it: ${SHOP}`);
    await refused([SHOP], 'My Shop').toThrow('expected the slug of a dataset');
  });
});

describe.skipIf(DEPLOYED)('the budget of a key or an address', () => {
  const MINUTE = Date.parse('2026-03-01T12:00:00Z');
  const budgets = () => createRequestBudgets(target.local.db, target.local.cloud.outputs.ServiceTable ?? '');

  it('admits exactly its limit in a minute, over all instances, and again in the next', async () => {
    const budget = { name: `exact-${RUN}`, limit: 7, lease: 1 };
    const instances = Array.from({ length: 5 }, budgets);
    const ask = (now: number) =>
      Promise.all(Array.from({ length: 20 }, (_, i) => instances[i % 5]?.admit(budget, now)));
    const admissions = await ask(MINUTE + 15_000);
    const remaining = admissions.flatMap((found) => (found?.admitted === true ? [found.remaining] : []));
    expect(remaining.sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(admissions.filter((found) => found?.admitted === false)).toHaveLength(13);
    expect(admissions).toContainEqual({ admitted: false, retryAfterMs: 45_000, resetMs: 45_000 });
    expect((await ask(MINUTE + 60_000)).filter((found) => found?.admitted)).toHaveLength(7);
  });

  it('is never exceeded by leases, is counted once per lease, and loses at most a lease for each instance', async () => {
    const budget = { name: `leased-${RUN}`, limit: 100, lease: 10 };
    const [one, other] = [budgets(), budgets()];
    let admitted = 0;
    for (let i = 0; i < 120; i++) {
      if ((await (i % 2 === 0 ? one : other).admit(budget, MINUTE)).admitted) admitted++;
    }
    expect(admitted).toBe(100);
    const late = budgets();
    expect(await late.admit(budget, MINUTE + 59_999)).toEqual({
      admitted: false,
      retryAfterMs: 1,
      resetMs: 1,
    });
    expect(await one.admit(budget, MINUTE + 60_000)).toEqual({
      admitted: true,
      remaining: 99,
      resetMs: 60_000,
    });
  });
});
