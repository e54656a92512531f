// Lists page by page: every entry once, in the order of the whole list.
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { createClient } from '../../quality/harness/client.ts';
import { listDatasetsResponse } from '../../src/contract/resources/datasets.ts';
import { listImportsResponse } from '../../src/contract/resources/orders.ts';
import { DEPLOYED, useTarget } from './use-target.ts';

const target = useTarget();
const orders = [{ order_id: '1', line_items: [{ product_name: 'tea' }] }];

it.skipIf(DEPLOYED)('pages through imports and datasets by cursor (needs an empty account)', async () => {
  const client = createClient(target.baseUrl, (await target.local.newAccount('max')).apiKey);
  for (const slug of ['b', 'zz', 'a', 'm', 'c']) await client.push(orders, slug);

  const imports: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { body } = await client.get(`/data/orders?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
    const page = v.parse(listImportsResponse, body);
    imports.push(...page.imports.map(({ import_id }) => import_id));
    cursor = page.next_cursor;
    if (cursor === undefined) break;
    expect(page.imports).toHaveLength(2);
  }
  expect(imports).toHaveLength(5);
  expect(imports).toEqual(imports.toSorted().reverse());

  const datasets: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { body } = await client.get(`/datasets?limit=4${cursor ? `&cursor=${cursor}` : ''}`);
    const page = v.parse(listDatasetsResponse, body);
    datasets.push(...page.datasets.map(({ slug }) => slug));
    cursor = page.next_cursor;
    if (cursor === undefined) break;
  }
  expect(datasets).toEqual(['a', 'b', 'c', 'default', 'm', 'zz']);
  expect((await client.get('/datasets')).body).not.toHaveProperty('next_cursor');
});

it.each(['/data/orders', '/datasets', '/reports'])(
  'refuses rubbish as a cursor or limit of %s',
  async (path) => {
    for (const [query, param] of [
      ['cursor=!!', 'cursor'],
      [`cursor=${Buffer.from('../x#y').toString('base64url')}`, 'cursor'],
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=two', 'limit'],
    ]) {
      const { status, body } = await target.client.get(`${path}?${query}`);
      expect([status, body.param]).toEqual([400, param]);
    }
  },
);
