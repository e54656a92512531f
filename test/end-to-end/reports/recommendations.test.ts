// Tests GET /recommendations and PUT /datasets/{slug}/recommendations with reports that serve them.
import { describe, expect, it } from 'vitest';
import { createClient, until } from '../../../tools/harness/client.ts';
import { listItems } from '../stored-items.ts';
import { DEPLOYED, PARTITIONED, RUN, useTarget } from '../use-target.ts';

const target = useTarget();
const createBasket = (id: string, ...products: string[]) => ({
  order_id: id,
  line_items: products.map((product_name) => ({ product_name, unit_price: 1 })),
});
const createServingRequest = (dataset_id: string) => ({
  report_type: 'MBA',
  dataset_id,
  params: { min_support: 0.4, min_confidence: 0.5, serve: true },
});

describe.skipIf(DEPLOYED)('recommendations', () => {
  it.skipIf(PARTITIONED)(
    'come from the latest report that serves them, can be switched back, and are erased with the dataset',
    async () => {
      const { accountId, apiKey } = await target.local.newAccount('max');
      const client = createClient(target.baseUrl, apiKey);
      const dataset = `shop-${RUN}`;
      const path = `/recommendations?dataset_id=${dataset}&product=${encodeURIComponent('tea, green')}`;
      const put = (report_id: unknown, slug = dataset) =>
        client.send(`/datasets/${slug}/recommendations`, {
          method: 'PUT',
          body: JSON.stringify({ report_id }),
        });

      await client.push(
        [
          createBasket('1', 'tea, green', 'milk'),
          createBasket('2', 'tea, green', 'milk'),
          createBasket('3', 'soap'),
        ],
        dataset,
      );
      expect((await client.get(path)).status).toBe(404);
      const plain = await client.report({ ...createServingRequest(dataset), params: {} });
      expect((await client.get(path)).status).toBe(404);
      expect(await put(plain.report_id)).toMatchObject({ status: 400, body: { param: 'report_id' } });

      const first = await client.report(createServingRequest(dataset));
      const byFirst = await client.get(path);
      expect(byFirst.body).toEqual({
        dataset_id: dataset,
        report_id: first.report_id,
        product_identifier: 'name',
        fields: [],
        recommendations: [
          {
            product: 'milk',
            basis: 'rule',
            score: expect.any(Number),
            because: {
              antecedents: ['tea, green'],
              occurrences: 2,
              confidence: 1,
              lift: 1.5,
              p_value_corrected: expect.any(Number),
            },
            support: expect.closeTo(2 / 3, 12),
          },
          {
            product: 'soap',
            basis: 'popular',
            score: null,
            because: null,
            support: expect.closeTo(1 / 3, 12),
          },
        ],
      });
      // A name with a comma, by which the gateway joins repeated parameters, and an excluded product.
      const excluding = await client.get(`${path}&product=soap&exclude=milk`);
      expect(excluding.body).toMatchObject({ recommendations: [] });

      await client.push(
        [
          createBasket('4', 'tea, green', 'honey'),
          createBasket('5', 'tea, green', 'honey'),
          createBasket('6', 'tea, green', 'honey'),
        ],
        dataset,
      );
      const second = await client.report(createServingRequest(dataset));
      const bySecond = await client.get(path);
      expect(bySecond.body).toMatchObject({
        report_id: second.report_id,
        recommendations: [{ product: 'honey' }, {}, {}],
      });

      // Reading the recommendations of another report changes nothing.
      expect((await client.get(`${path}&report_id=${first.report_id}`)).body).toEqual(byFirst.body);
      expect((await client.get(`${path}&report_id=${plain.report_id}`)).status).toBe(404);
      expect((await client.get(path)).body).toEqual(bySecond.body);
      expect(await put(first.report_id)).toMatchObject({
        status: 200,
        body: { report_id: first.report_id, products: 3 },
      });
      expect((await client.get(path)).body).toEqual(byFirst.body);
      expect(await put(second.report_id)).toMatchObject({ status: 200 });
      expect((await client.get(path)).body).toEqual(bySecond.body);
      expect(await put(first.report_id, 'default')).toMatchObject({ status: 404 });

      const { body: erasure } = await client.send(`/datasets/${dataset}`, { method: 'DELETE' });
      await until(async () => {
        const { body } = await client.get(`/erasures/${erasure.erasure_id}`);
        return body.status === 'completed' ? true : undefined;
      });
      expect(await client.get(path)).toMatchObject({ status: 400, body: { param: 'dataset_id' } });
      const { local } = target;
      const items = await listItems(local, local.cloud.outputs.ServiceTable, accountId);
      const left = items.filter(({ pk, sk }) => `${pk}#${sk}`.includes('recommendations'));
      expect(left).toEqual([]);
    },
  );

  it('of a customer are what they buy again and what is new, and best sellers once the customer is erased', async () => {
    const { accountId, apiKey } = await target.local.newAccount('max');
    const client = createClient(target.baseUrl, apiKey);
    const order = (order_id: string, order_date: string, ...products: string[]) => ({
      ...createBasket(order_id, ...products),
      customer_id: order_id.startsWith('a') ? 'ann' : `other ${order_id}`,
      order_date,
    });
    await client.push(
      [
        order('a1', '2026-01-01', 'tea', 'cup'),
        order('a2', '2026-02-01', 'tea'),
        ...['1', '2', '3'].map((id) => order(id, '2026-01-15', 'tea', 'honey')),
        ...['4', '5', '6', '7'].map((id) => order(id, '2026-01-15', 'soap')),
      ],
      'shop',
    );
    await client.report(createServingRequest('shop'));
    const path = '/recommendations?dataset_id=shop&limit=2&customer=ann';
    const { body } = await until(async () => {
      const found = await client.get(path);
      // The index of orders by customer follows within a second.
      return (found.body.history as { orders: number } | undefined)?.orders === 2 ? found : undefined;
    });
    expect(body).toMatchObject({
      again: [
        { product: 'tea', orders: 2, last_order_on: '2026-02-01', due_on: null, score: 7.1381 },
        { product: 'cup', orders: 1, last_order_on: '2026-01-01', due_on: null, score: 5.6619 },
      ],
      history: { customer_id: 'ann', orders: 2, products: 2, basis: 'all_orders' },
    });
    expect((body.recommendations as { product: string }[]).map(({ product }) => product)).toEqual(
      expect.arrayContaining(['honey', 'soap']),
    );
    expect((await client.get(`${path}&exclude=tea&exclude=honey`)).body).toMatchObject({
      again: [{ product: 'cup' }],
      recommendations: [{ product: 'soap' }],
    });
    expect(await client.get(`${path}&product=tea`)).toMatchObject({
      status: 400,
      body: { param: 'customer' },
    });
    const origins = ['https://shop.example'];
    const publishable = await target.local.operations.createKey(accountId, { origins });
    expect(await createClient(target.baseUrl, publishable).get(path)).toMatchObject({
      status: 403,
      body: { code: 'key_not_allowed' },
    });
    const bestSellers = {
      again: [],
      history: { orders: 0, products: 0, basis: 'best_sellers' },
      recommendations: [{ basis: 'popular' }, { basis: 'popular' }],
    };
    expect((await client.get(path.replace('ann', 'nobody'))).body).toMatchObject(bestSellers);

    const { body: erasure } = await client.send('/customers/ann?dataset_id=shop', { method: 'DELETE' });
    await until(async () => {
      const { body: job } = await client.get(`/erasures/${erasure.erasure_id}`);
      return job.status === 'completed' ? true : undefined;
    });
    expect((await client.get(path)).body).toMatchObject(bestSellers);
  });

  it('of a person read the orders of the requested and the newest other ids, by the rules of the report', async () => {
    const { accountId, apiKey } = await target.local.newAccount('max');
    const client = createClient(target.baseUrl, apiKey);
    const order = (customer_id: string, order_date: string, ...products: string[]) => ({
      ...createBasket(`of ${customer_id}`, ...products),
      ...{ customer_id, order_date },
    });
    const ids = ['1', '2', '3', '4', '5', '6', '7'];
    await client.push(
      [
        ...ids.map((id) => order(`p${id}`, `2026-01-0${id}`, `product ${id}`, 'tea')),
        order('ann', '2026-01-01', 'tea', 'honey'),
        order('ann@web.de', '2026-02-01', 'tea', 'soap'),
        order('alone', '2026-02-01', 'tea', 'soap'),
      ],
      'shop',
    );
    const merges = [ids.map((id) => `p${id}`), ['ann', 'ann@web.de']];
    const set = (path: string, method: string, body: unknown) =>
      client.send(`/datasets/shop${path}`, { method, body: JSON.stringify(body) });
    expect((await set('/merges', 'PUT', { merges })).status).toBe(200);
    expect((await set('', 'PATCH', { identity: { email: {} } })).status).toBe(200);
    const serve = () =>
      client.report({ ...createServingRequest('shop'), params: { min_support: 0.1, serve: true } });
    const { report_id } = await serve();
    const read = async (id: string, more = '') => {
      const { body } = await client.get(`/recommendations?dataset_id=shop&limit=9&customer=${id}${more}`);
      const again = (body.again as { product: string }[]).map(({ product }) => product).sort();
      return { again, ...(body.history as { orders: number; other_ids?: string[]; basis: string }) };
    };
    const OF_ANN = { again: ['honey', 'soap', 'tea'], orders: 2, products: 3, basis: 'all_orders' };
    // The index of orders by customer follows within a second.
    await until(async () => ((await read('ann')).orders === 2 ? true : undefined));
    expect(await read('ann')).toEqual({ ...OF_ANN, customer_id: 'ann', other_ids: ['ann@web.de'] });
    const byAddress = { ...OF_ANN, customer_id: 'ann@web.de', other_ids: ['ann'] };
    expect(await read('ann@web.de')).toEqual(byAddress);
    expect(await read('ann@web.de', `&report_id=${report_id}`)).toEqual(byAddress);
    const alone = {
      again: ['soap', 'tea'],
      customer_id: 'alone',
      orders: 1,
      products: 2,
      basis: 'all_orders',
    };
    expect(await read('alone')).toEqual(alone);
    const ofMany = { orders: 5, basis: 'latest_orders' };
    expect(await read('p2')).toMatchObject({ ...ofMany, other_ids: ['p1', 'p7', 'p6', 'p5'] });
    expect(await read('p1')).toMatchObject({ ...ofMany, other_ids: ['p7', 'p6', 'p5', 'p4'] });

    // Without the rules, the erasure of one id erases no other, but the version names the person no more.
    expect((await set('', 'PATCH', { identity: null })).status).toBe(200);
    expect(await read('ann')).toMatchObject({ other_ids: ['ann@web.de'] });
    const listPersonIds = async () => {
      const { local } = target;
      const items = await listItems(local, local.cloud.outputs.ServiceTable, `${accountId}#recommendations`);
      return items.flatMap((item) => item.person_ids ?? []).sort();
    };
    expect(await listPersonIds()).toContain('p3');
    await client.send('/customers/p3?dataset_id=shop', { method: 'DELETE' });
    // Before the erasure has ended, which waits for files of reports in partitions.
    const left = await until(async () => {
      const found = await listPersonIds();
      return found.includes('p3') ? undefined : found;
    });
    expect(left).toEqual(['ann', 'ann', 'ann@web.de', 'ann@web.de']);
    const own = {
      again: ['product 2', 'tea'],
      customer_id: 'p2',
      orders: 1,
      products: 2,
      basis: 'all_orders',
    };
    expect(await read('p2')).toEqual(own);
    expect(await read('ann')).toMatchObject({ other_ids: ['ann@web.de'] });

    await serve();
    const { other_ids, ...ofOneId } = await read('ann');
    expect([other_ids, ofOneId.again]).toEqual([undefined, ['honey', 'tea']]);
  });

  it('are kept for the latest reports only', async () => {
    const { accountId, apiKey } = await target.local.newAccount('max');
    const client = createClient(target.baseUrl, apiKey);
    await client.push(
      [createBasket('1', 'tea', 'milk'), createBasket('2', 'tea', 'milk'), createBasket('3', 'soap')],
      'shop',
    );
    const ids: unknown[] = [];
    for (let report = 0; report < 5; report++)
      ids.push((await client.report(createServingRequest('shop'))).report_id);
    const switchTo = async (report_id: unknown): Promise<number> => {
      const body = JSON.stringify({ report_id });
      return (await client.send('/datasets/shop/recommendations', { method: 'PUT', body })).status;
    };
    expect([await switchTo(ids[0]), await switchTo(ids[3])]).toEqual([400, 200]);
    const { local } = target;
    const items = await listItems(local, local.cloud.outputs.ServiceTable, `${accountId}#`);
    const shards = items.map(({ pk }) => String(pk));
    expect(shards.some((pk) => pk.includes(`#${ids[3]}#`))).toBe(true);
    expect(shards.some((pk) => pk.includes(`#${ids[0]}#`))).toBe(false);
  });
});
