// Tests the erasure of a person with several customer ids: all of them are erased by the rules of the dataset.
import { expect, it } from 'vitest';
import { createClient, until } from '../../../tools/harness/client.ts';
import { listItems } from '../stored-items.ts';
import { DEPLOYED, PARTITIONED, useTarget } from '../use-target.ts';

const target = useTarget();

async function createShop() {
  const { accountId, apiKey } = await target.local.newAccount('max');
  const client = createClient(target.baseUrl, apiKey);
  const order = (order_id: string, customer_id: string, contact?: string) => ({
    ...{ order_id, customer_id, contact, order_date: '2026-01-05' },
    line_items: [{ product_name: 'tea', unit_price: 2 }],
  });
  await client.push(
    [
      order('1', 'ann@web.de'),
      order('2', '17', 'Ann@Web.de'),
      order('3', 'till-4'),
      order('4', 'bo@web.de'),
      order('5', '18', 'bo@web.de'),
    ],
    'shop',
  );
  const setUp = async (path: string, method: string, body: unknown) =>
    expect((await client.send(`/datasets/shop${path}`, { method, body: JSON.stringify(body) })).status).toBe(
      200,
    );
  await setUp('/merges', 'PUT', {
    merges: [
      ['17', 'till-4', 'ann.old'],
      ['18', 'bo.old'],
    ],
    separate: ['zoe'],
  });
  return {
    client,
    setUp,
    async erase(id: string) {
      const { body } = await client.send(`/customers/${id}?dataset_id=shop`, { method: 'DELETE' });
      const erased = await until(async () => {
        const read = await client.get(`/erasures/${body.erasure_id}`);
        return read.body.status === 'completed' ? read.body : undefined;
      });
      return { requested: body, erased };
    },
    listOrders: async () =>
      (await listItems(target.local, target.local.cloud.outputs.OrdersTable, `${accountId}#`))
        .map(({ sk }) => String(sk))
        .sort(),
  };
}

it.skipIf(DEPLOYED || PARTITIONED)(
  'erases every customer id of a person from orders, lists and the merge list',
  async () => {
    const { client, setUp, erase, listOrders } = await createShop();
    await setUp('', 'PATCH', { identity: { email: {} } });
    const { report_id } = await client.report({ report_type: 'RFM', dataset_id: 'shop' });
    const { requested, erased } = await erase('ann@web.de');
    expect(requested.person).toEqual({ ids: 'searching', customer_ids: 1 });
    expect(erased).toMatchObject({
      person: { ids: 'found', customer_ids: 4 },
      erased: { orders: 3, line_items: 3 },
    });
    expect(await listOrders()).toEqual(['4#0', '5#0']);
    const { body } = await client.get(`/reports/${report_id}/customers`);
    expect(Object(body).customers).toMatchObject([{ customer_id: '18' }]);
    const { body: list } = await client.get('/datasets/shop/merges');
    expect(list).toMatchObject({ merges: [['18', 'bo.old']], separate: ['zoe'] });
  },
);

it.skipIf(DEPLOYED)('erases the requested customer id alone without identity rules', async () => {
  const { erase, listOrders } = await createShop();
  const { erased } = await erase('17');
  expect(erased).toMatchObject({ person: null, erased: { orders: 1 } });
  expect(await listOrders()).toEqual(['1#0', '3#0', '4#0', '5#0']);
});
