// Tests GET, PUT and PATCH of /datasets/{slug}: the settings of a dataset, and its contents after a report.
import { describe, expect, it } from 'vitest';
import type { Client } from '../../../tools/harness/client.ts';
import { PARTITIONED, RUN, useTarget } from '../use-target.ts';

const target = useTarget();
const UNSET = {
  currency: null,
  rates_source: null,
  time_zone: 'UTC',
  identity: null,
  shards: 16,
  contents: null,
};

async function put(slug: string, settings: unknown, client: Client = target.client) {
  const init = { method: 'PUT', body: JSON.stringify(settings) };
  const { status, body } = await client.send(`/datasets/${slug}`, init);
  return { status, body };
}

describe('PUT /datasets/{slug}', () => {
  const slug = `settings-${RUN}`;

  it('sets all settings, resets missing and null ones, and keeps them when orders are pushed', async () => {
    const settings = {
      name: 'Shop',
      currency: 'USD',
      rates_source: 'ECB euro reference rates',
      time_zone: 'America/New_York',
      not_goods: ['POSTAGE'],
    };
    const body = { slug, ...settings, identity: null, created_at: null, shards: 16, contents: null };
    expect(await put(slug, settings)).toEqual({ status: 201, body });
    expect(await put(slug, settings)).toEqual({ status: 200, body });
    expect((await target.client.get(`/datasets/${slug}`)).body).toEqual(body);

    const { client } = target;
    await client.push([{ order_id: '1', line_items: [{ product_name: 'tea', unit_price: 2 }] }], slug);
    const { body: listed } = await client.get('/datasets');
    const found = Object(listed).datasets.find((dataset: { slug: string }) => dataset.slug === slug);
    expect(found).toEqual({
      slug,
      ...settings,
      created_at: expect.stringMatching(/Z$/),
      identity: null,
      shards: 16,
      contents: null,
    });

    const reset = {
      status: 200,
      body: { slug, name: slug, not_goods: null, created_at: found.created_at, ...UNSET },
    };
    expect(await put(slug, { name: null })).toEqual(reset);
    expect(await put(slug, {})).toEqual(reset);
  });

  // Reports in partitions read only the orders that they need.
  it.skipIf(PARTITIONED)(
    'states the contents of the dataset after a report has read it, whatever its filters',
    async () => {
      const { client } = target;
      const shop = `contents-${RUN}`;
      const line = { product_name: 'tea', unit_price: 2 };
      await client.push(
        [
          { order_id: '1', customer_id: 'ada', order_date: '2026-03-01T10:00:00Z', line_items: [line] },
          { order_id: '2', customer_id: 'ada', order_date: '2026-05-01', line_items: [line] },
          { order_id: '3', line_items: [line, { ...line, product_name: 'milk' }] },
        ],
        shop,
      );
      const fetchContents = async () => {
        const { datasets } = Object((await client.get('/datasets')).body);
        return datasets.find(({ slug }: { slug: string }) => slug === shop)?.contents;
      };
      expect(await fetchContents()).toBeNull();
      // A report on a date range reads all orders too.
      await client.report({
        template: 'standard_mba',
        dataset_id: shop,
        filters: { dateRange: { start: '2026-05-01' } },
      });
      expect(await fetchContents()).toEqual({
        counted_at: expect.stringMatching(/Z$/),
        rows: 4,
        orders: 3,
        customers: 1,
        first_order_date: '2026-03-01T10:00:00.000Z',
        last_order_date: '2026-05-01T00:00:00.000Z',
      });
    },
  );
});

describe('PATCH /datasets/{slug}', () => {
  const slug = `changes-${RUN}`;
  const send = async (changes: unknown, headers: Record<string, string> = {}, method = 'PATCH') => {
    const init = {
      method,
      body: JSON.stringify(changes),
      headers: { 'Content-Type': 'application/json', ...headers },
    };
    const { status, body, headers: answered } = await target.client.send(`/datasets/${slug}`, init);
    return { status, body, etag: answered.get('etag') ?? '' };
  };

  it('changes the given settings, resets null ones, and answers 404 for an unknown dataset', async () => {
    expect((await send({ name: 'Shop' })).status).toBe(404);
    await put(slug, { name: 'Shop', currency: 'USD', time_zone: 'America/New_York' });
    const renamed = await send({ name: 'Store' });
    expect(renamed).toMatchObject({
      status: 200,
      body: { name: 'Store', currency: 'USD', time_zone: 'America/New_York' },
    });
    expect((await send({})).body).toEqual(renamed.body);
    expect((await send({ name: null, currency: null, time_zone: null })).body).toMatchObject({
      name: slug,
      ...UNSET,
    });
    expect((await send({ currency: 'eur' })).body.param).toBe('currency');
    expect((await send({ slug: 'x' })).status).toBe(400);
  });

  it.each(['PATCH', 'PUT'])(
    'refuses %s with 412 if the dataset has changed since the client read it',
    async (method) => {
      await put(slug, { currency: 'USD' });
      const first = await target.client.get(`/datasets/${slug}`);
      const etag = first.headers.get('etag') ?? '';
      const mine = await send({ currency: 'EUR' }, { 'If-Match': etag }, method);
      expect([mine.status, mine.body.currency]).toEqual([200, 'EUR']);
      const theirs = await send({ currency: 'GBP' }, { 'If-Match': etag }, method);
      expect([theirs.status, theirs.body.code]).toEqual([412, 'precondition_failed']);
      const next = await send({ currency: 'GBP' }, { 'If-Match': mine.etag }, method);
      expect([next.status, next.body.currency]).toEqual([200, 'GBP']);
      expect((await target.client.get(`/datasets/${slug}`)).headers.get('etag')).toBe(next.etag);
      expect((await send({ currency: 'CHF' }, { 'If-Match': '*' }, method)).status).toBe(200);
    },
  );
});
