// PUT /datasets/{slug}: the settings of a dataset, and what reports make of them.
import { describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../quality/harness/client.ts';
import { DEPLOYED, PARTITIONED, RUN, useTarget } from './use-target.ts';

const target = useTarget();
const UNSET = { currency: null, rates_source: null, time_zone: 'UTC', contents: null };

async function put(slug: string, settings: unknown, client: Client = target.client) {
  const init = { method: 'PUT', body: JSON.stringify(settings) };
  const { status, body } = await client.send(`/datasets/${slug}`, init);
  return { status, body };
}

describe('PUT /datasets/{slug}', () => {
  const slug = `settings-${RUN}`;

  it('sets name, currency, source of rates and time zone; what is missing or null is reset; orders pushed later change none of them', async () => {
    const settings = {
      name: 'Shop',
      currency: 'USD',
      rates_source: 'ECB euro reference rates',
      time_zone: 'America/New_York',
    };
    const created = { status: 200, body: { slug, ...settings, created_at: null, contents: null } };
    expect(await put(slug, settings)).toEqual(created);
    expect(await put(slug, settings)).toEqual(created);

    const { client } = target;
    await client.push([{ order_id: '1', line_items: [{ product_name: 'tea', unit_price: 2 }] }], slug);
    const { body } = await client.get('/datasets');
    const found = Object(body).datasets.find((dataset: { slug: string }) => dataset.slug === slug);
    expect(found).toEqual({ slug, ...settings, created_at: expect.stringMatching(/Z$/), contents: null });

    const reset = { status: 200, body: { slug, name: slug, created_at: found.created_at, ...UNSET } };
    expect(await put(slug, { name: null })).toEqual(reset);
    expect(await put(slug, {})).toEqual(reset);
  });

  it('gives reports the currency and the source of rates that the dataset had when they were requested', async () => {
    const { client } = target;
    await put(slug, { currency: 'EUR', rates_source: 'rates.csv' });
    const inEuro = await client.report({ template: 'standard_mba', dataset_id: slug });
    await put(slug, {});
    const inNone = await client.report({ template: 'standard_mba', dataset_id: slug });
    expect([inEuro.currency, inNone.currency]).toEqual(['EUR', null]);
    expect([inEuro.rates_source, inNone.rates_source]).toEqual(['rates.csv', undefined]);
    expect((await client.get(`/reports/${inEuro.report_id}`)).body).toMatchObject({ currency: 'EUR' });
  });

  // Reports in partitions read only what they ask for.
  it.skipIf(PARTITIONED)(
    'says what a dataset holds once a report has read it, whatever the report selects',
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
      const contents = async () => {
        const { datasets } = Object((await client.get('/datasets')).body);
        return datasets.find(({ slug }: { slug: string }) => slug === shop)?.contents;
      };
      expect(await contents()).toBeNull();
      // A report on few days reads all orders, too.
      await client.report({
        template: 'standard_mba',
        dataset_id: shop,
        filters: { dateRange: { start: '2026-05-01' } },
      });
      expect(await contents()).toEqual({
        counted_at: expect.stringMatching(/Z$/),
        rows: 4,
        orders: 3,
        customers: 1,
        first_order_date: '2026-03-01T10:00:00.000Z',
        last_order_date: '2026-05-01T00:00:00.000Z',
      });
    },
  );

  it('counts the days of a US shop by its own clock: its March has its evening orders, unless a report names another zone', async () => {
    const { client } = target;
    const shop = `new-york-${RUN}`;
    const order = (order_id: string, order_date: string, unit_price: number) => ({
      order_id,
      order_date,
      customer_id: order_id,
      line_items: [{ product_name: 'tea', unit_price }],
    });
    // 31 March, 22:00 in New York; and 28 February, 22:00.
    await client.push(
      [order('in', '2026-04-01T02:00:00Z', 1), order('out', '2026-03-01T03:00:00Z', 10)],
      shop,
    );
    const march = {
      report_type: 'MBA',
      dataset_id: shop,
      filters: { dateRange: { start: '2026-03-01', end: '2026-03-31' } },
    };
    const revenueOf = async (request: object) => {
      const { summary, settings } = await client.report(request);
      return [Object(summary).total_revenue_processed, Object(settings).time_zone];
    };
    expect(await revenueOf(march)).toEqual([10, 'UTC']);
    await put(shop, { time_zone: 'America/New_York' });
    expect(await revenueOf(march)).toEqual([1, 'America/New_York']);
    expect(await revenueOf({ ...march, params: { time_zone: 'UTC' } })).toEqual([10, 'UTC']);
    const everything = await client.report({ report_type: 'RFM', dataset_id: shop });
    expect(everything.reference_date).toBe('2026-03-31');
  });

  it.each([
    [{ currency: 'eur' }, 'currency'],
    [{ currency: 'XQZ' }, 'currency'],
    [{ rates_source: '' }, 'rates_source'],
    [{ rates_source: 'x'.repeat(201) }, 'rates_source'],
    [{ time_zone: 'Berlin' }, 'time_zone'],
    [{ time_zone: '+02:00' }, 'time_zone'],
    [{ name: '' }, 'name'],
    [{ timezone: 'UTC' }, 'timezone'],
    [[], undefined],
  ])('refuses %j with 400 and names the field', async (settings, param) => {
    const { status, body } = await put(slug, settings);
    expect([status, body.param]).toEqual([400, param]);
  });

  it.each(['Shop', 'a b', '-a', 'x'.repeat(65)])('refuses the slug %s with 400', async (bad) => {
    expect((await put(encodeURIComponent(bad), {})).status).toBe(400);
  });

  it.skipIf(DEPLOYED)("leaves another account's dataset of that slug as it is", async () => {
    const { apiKey } = await target.local.newAccount('max');
    await put(slug, { currency: 'EUR' });
    await put(slug, { currency: 'USD' }, createClient(target.baseUrl, apiKey));
    const { body } = await target.client.get('/datasets');
    expect(Object(body).datasets).toContainEqual(expect.objectContaining({ slug, currency: 'EUR' }));
  });
});
