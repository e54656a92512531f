// Publishable keys on the whole service: what they read, what they don't, how often, and until when.
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../quality/harness/client.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

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
});
