// Tests that every list is read page by page, and the filters of imports and reports.
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { type Client, createClient } from '../../../tools/harness/client.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();
const ONE_ORDER = [{ order_id: '1', line_items: [{ product_name: 'tea' }] }];
const TEA = { dataset_id: 'a', report_type: 'MBA' };

/** Reads the ids of a list in pages of two, and checks that every page but the last is full. */
async function readPages(client: Client, path: string, list: string, id: string): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { body } = await client.get(`${path}?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
    const entries = v.parse(v.array(v.looseObject({ [id]: v.string() })), body[list]);
    found.push(...entries.map((entry) => String(entry[id])));
    cursor = v.parse(v.optional(v.string()), body.next_cursor);
    expect(body.has_more).toBe(cursor !== undefined);
    if (cursor === undefined) return found;
    expect(entries).toHaveLength(2);
  }
}

it.skipIf(DEPLOYED)(
  'returns every list in pages by cursor, and filters imports and reports (needs an empty account)',
  async () => {
    const client = createClient(target.baseUrl, (await target.local.newAccount('max')).apiKey);
    const post = async (path: string, body: object, id: string) => {
      const answer = await client.send(path, { method: 'POST', body: JSON.stringify(body) });
      expect([answer.status, answer.body.error]).toEqual([expect.toBeOneOf([201, 202]), undefined]);
      return String(answer.body[id]);
    };
    const createSeveral = async (make: () => Promise<string>) => {
      const ids: string[] = [];
      for (let at = 0; at < 5; at++) ids.push(await make());
      return ids;
    };
    for (const slug of ['b', 'zz', 'a', 'm', 'c']) await client.push(ONE_ORDER, slug);
    const imports = await readPages(client, '/data/orders', 'imports', 'import_id');
    expect(imports).toHaveLength(5);
    expect(imports).toEqual(imports.toSorted().reverse());

    const datasets = await readPages(client, '/datasets', 'datasets', 'slug');
    expect(datasets).toEqual(['a', 'b', 'c', 'default', 'm', 'zz']);

    const expression = 'rate(1 day)';
    const schedules = await createSeveral(() =>
      post('/schedules', { expression, report: TEA }, 'schedule_id'),
    );
    expect(await readPages(client, '/schedules', 'schedules', 'schedule_id')).toEqual(schedules);
    const sources = await createSeveral(() => post('/sources', { kind: 'shopify' }, 'source_id'));
    expect(await readPages(client, '/sources', 'sources', 'source_id')).toEqual(sources);

    const reports: string[] = [];
    for (let at = 0; at < 3; at++) reports.push(String((await client.report(TEA)).report_id));
    expect(await readPages(client, '/reports', 'reports', 'report_id')).toEqual(reports.toReversed());
    const countListed = async (query: string, list: 'imports' | 'reports') => {
      const { status, body } = await client.get(query);
      return status === 200 ? v.parse(v.array(v.looseObject({})), body[list]).length : body.param;
    };
    const [after, before] = ['2020-01-01', '2120-01-01'];
    expect([
      await countListed('/data/orders?dataset_id=zz&status=completed', 'imports'),
      await countListed('/data/orders?status=failed', 'imports'),
      await countListed(`/data/orders?created_from=${after}&created_to=${before}`, 'imports'),
      await countListed(`/reports?status=completed&created_from=${after}&created_to=${before}`, 'reports'),
      await countListed('/reports?status=Completed&dataset_id=a', 'reports'),
      await countListed('/reports?status=Completed with warnings', 'reports'),
      await countListed(`/reports?created_to=${after}`, 'reports'),
      await countListed(`/reports?created_from=${before}&created_to=${after}`, 'reports'),
      await countListed('/data/orders?status=Completed', 'imports'),
      await countListed('/data/orders?created_from=yesterday', 'imports'),
    ]).toEqual([1, 0, 5, 3, 3, 0, 0, 'created_to', 'status', 'created_from']);
    expect(await countListed('/data/orders?dataset_id=none', 'imports')).toBe('dataset_id');

    const path = `/reports/${reports[0]}/exports`;
    const exports: string[] = [];
    for (let at = 0; at < 3; at++)
      exports.push(await post(path, { what: 'rules', format: 'ndjson' }, 'export_id'));
    expect(await readPages(client, path, 'exports', 'export_id')).toEqual(exports.toReversed());
    for (const whole of ['/datasets', '/schedules', '/sources', path])
      expect((await client.get(whole)).body).not.toHaveProperty('next_cursor');
  },
);
