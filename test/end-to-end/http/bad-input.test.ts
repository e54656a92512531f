// Bad input through the API: each gets its answer, and a following good request works.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { orders } from '../../../quality/harness/orders.ts';
import { useTarget } from '../use-target.ts';

const target = useTarget();

describe('bad input', () => {
  const line = { product_name: 'a' };
  const bulky = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`k${i}`, 'x'.repeat(300)]));
  const order = { order_id: '1', line_items: [line] };
  const mba = (rest: object) => ({ report_type: 'MBA', ...rest });
  const condition = (rest: object) => mba({ filters: { conditions: [rest] } });
  it.each<[string, string, unknown, string]>([
    ['no orders', '/data/orders', {}, 'orders: required'],
    [
      'a number as order_id',
      '/data/orders',
      { orders: [{ ...order, order_id: 7 }] },
      'orders[0].order_id: expected a string',
    ],
    [
      'half a unit',
      '/data/orders',
      { orders: [{ ...order, line_items: [line, { ...line, quantity: 1.5 }] }] },
      'orders[0].line_items[1].quantity: expected an integer',
    ],
    [
      'February 30',
      '/data/orders',
      { orders: [{ ...order, order_date: '2026-02-30' }] },
      'orders[0].order_date: expected an ISO 8601',
    ],
    [
      'a moment of the year 10000',
      '/data/orders',
      { orders: [{ ...order, order_date: '9999-12-31T23:59:59-01:00' }] },
      'orders[0].order_date: expected an ISO 8601',
    ],
    [
      '10,001 line items',
      '/data/orders',
      { orders: orders(1, 10_001) },
      'orders: expected at most 10000 line items in one request, got 10001',
    ],
    [
      '10,001 orders without line items',
      '/data/orders',
      { orders: Array(10_001).fill({ order_id: '1', line_items: [] }) },
      'orders: expected at most 10000 line items in one request, got 10001',
    ],
    [
      'a bad slug',
      '/data/orders',
      { orders: [order], dataset_id: 'No Slug' },
      'dataset_id: expected a dataset slug',
    ],
    ['neither type nor template', '/reports', {}, 'report_type: required unless template is given'],
    ['an unknown template', '/reports', { template: 'best' }, 'template: expected one of standard_mba'],
    [
      'a template of the other type',
      '/reports',
      { template: 'standard_rfm', report_type: 'MBA' },
      'report_type: expected RFM',
    ],
    ['an unknown field', '/reports', mba({ parms: {} }), 'parms: unknown field'],
    ['an unknown dataset', '/reports', mba({ dataset_id: 'nowhere' }), 'dataset_id: no dataset "nowhere"'],
    [
      'a negative min_support',
      '/reports',
      mba({ params: { min_support: -0.1 } }),
      'params.min_support: expected a number from 0 to 1',
    ],
    [
      'min_support 1.5',
      '/reports',
      mba({ params: { min_support: 1.5 } }),
      'params.min_support: expected a number from 0 to 1',
    ],
    [
      'a context of 501 characters',
      '/reports',
      mba({ params: { context: 'x'.repeat(501) } }),
      'params.context: expected a string of at most 500 characters',
    ],
    [
      'between without valueTo',
      '/reports',
      condition({ field: 'quantity', operator: 'between', value: 1 }),
      'filters.conditions[0].valueTo: required for between',
    ],
    [
      'a text operator on a number',
      '/reports',
      condition({ field: 'quantity', operator: 'contains', value: '1' }),
      'filters.conditions[0].operator: expected',
    ],
    [
      'an unknown condition field',
      '/reports',
      condition({ field: 'price', operator: 'equals', value: 1 }),
      'filters.conditions[0].field: expected one of',
    ],
    [
      'a range that ends before it starts',
      '/reports',
      mba({ filters: { dateRange: { start: '2026-02-01', end: '2026-01-01' } } }),
      'filters.dateRange: expected start on or before end',
    ],
    [
      'credentials in the webhook URL',
      '/reports',
      mba({ webhook_url: 'https://me:pw@example.com/' }),
      'webhook_url: expected a URL without credentials',
    ],
    [
      'rows of one product that no message holds',
      '/data/orders',
      { orders: [{ ...order, line_items: Array(400).fill({ ...line, custom_fields: bulky }) }] },
      'orders: expected at most 900000 bytes of rows of one product in one order',
    ],
    [
      'a custom field that UTF-8 can not carry',
      '/reports',
      condition({ field: 'custom:\ud800', operator: 'equals', value: 'x' }),
      'filters.conditions[0].field: expected one of',
    ],
  ])('refuses %s with a sentence that names the field', async (_, path, body, expected) => {
    const reply = await target.client.post(path, body);
    expect(reply.status).toBe(400);
    expect(reply.body.error).toContain(expected);
  });

  it.each(['{"orders": [', '', 'null', '[]', '"text"', '{"__proto__": {}}'])(
    'refuses the body %j',
    async (body) => {
      const reply = await target.client.send('/data/orders', { method: 'POST', body });
      expect(reply.status).toBe(400);
      expect(typeof reply.body.error).toBe('string');
    },
  );

  it.each(['limit=0', 'limit=101', 'limit=x', 'report_type=ABC', 'cursor=zzz', 'limt=5'])(
    'refuses GET /reports?%s',
    async (query) => {
      const reply = await target.client.get(`/reports?${query}`);
      expect(reply.status).toBe(400);
      expect(reply.body.error).toContain(query.split('=')[0]);
    },
  );

  it('repeats no control characters, and only excerpts, of a request that it rejects', async () => {
    const long = 'x'.repeat(5_000);
    const replies = [
      await target.client.get(`/nowhere/%00%1b%5b2J/${long}`),
      await target.client.post('/reports', { [`\0\u001b${long}`]: 1 }),
      await target.client.send('/reports', { method: 'POST', body: '{"name":\0\u001b}' }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([404, 400, 400]);
    for (const { body } of replies) {
      expect(String(body.error).length).toBeLessThanOrEqual(400);
      expect(`${body.error}${body.param}`).not.toMatch(/\p{Cc}/u);
    }
  });

  it('rejects JSON that is nested too deeply with a message that says so', async () => {
    const body = `{"orders":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const reply = await target.client.send('/data/orders', { method: 'POST', body });
    expect([reply.status, reply.body.error]).toEqual([
      400,
      'expected valid JSON of at most 64 levels: it is nested too deeply',
    ]);
  });

  it('rejects bytes that are not valid UTF-8 instead of storing replacement characters', async () => {
    const body = Buffer.concat([
      Buffer.from('{"orders":[{"order_id":"'),
      Buffer.from([0xff]),
      Buffer.from('"}]}'),
    ]);
    const asText = await target.client.send('/data/orders', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    expect([asText.status, asText.body.error]).toEqual([
      400,
      expect.stringMatching(/^body is not UTF-8, or it contains U\+FFFD/),
    ]);
    for (const [type, bytes] of [
      ['application/octet-stream', body],
      ['application/json', gzipSync(body)],
    ] as const) {
      const headers = { 'Content-Type': type, ...(bytes !== body && { 'Content-Encoding': 'gzip' }) };
      const reply = await target.client.send('/data/orders', { method: 'POST', headers, body: bytes });
      expect([reply.status, reply.body.error]).toEqual([400, 'body is not UTF-8']);
    }
  });

  it('rejects a body of 7 MB and a gzip bomb with 413', async () => {
    const large = await target.client.send('/data/orders', { method: 'POST', body: ' '.repeat(7_000_000) });
    expect(large.status).toBe(413);
    const bomb = await target.client.send('/data/orders', {
      method: 'POST',
      headers: { 'Content-Encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(40_000_000, 32)),
    });
    expect(bomb.status).toBe(413);
    expect(bomb.body.error).toContain('over 250 times its compressed size');
  });

  it('answers 404 for unknown routes, unknown ids and ids of other accounts, and keeps working', async () => {
    for (const path of [
      '/reports/nope',
      '/reports/01ARZ3NDEKTSV4RRFFQ69G5FAV',
      '/data/orders?import_id=nope',
      '/nowhere',
    ]) {
      const reply = await target.client.get(path);
      expect([path, reply.status]).toEqual([path, 404]);
      expect(typeof reply.body.error).toBe('string');
    }
    expect((await target.client.get('/datasets')).status).toBe(200);
  });
});
