// Tests erasures: orders accepted before are deleted and counted, and orders accepted later stay.
import { GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../../apps/local-cloud/engines/dynamodb.ts';
import { createRowCounters } from '../../../src/service/accounts/row-counters.ts';
import { createImportStore } from '../../../src/service/orders/imports.ts';
import { type Client, createClient, until } from '../../../tools/harness/client.ts';
import { listItems } from '../stored-items.ts';
import { DEPLOYED, PARTITIONED, useTarget } from '../use-target.ts';

const target = useTarget();

async function createShop() {
  const { accountId, apiKey } = await target.local.newAccount('max');
  return { accountId, client: createClient(target.baseUrl, apiKey) };
}

const createOrder = (id: string, customer: string, products: string[] = ['tea', 'cup']) => ({
  order_id: id,
  customer_id: customer,
  order_date: '2026-01-05',
  line_items: products.map((product_name) => ({ product_name, unit_price: 2, quantity: 1 })),
});

async function erase(client: Client, path: string): Promise<Record<string, unknown>> {
  const accepted = await client.send(path, { method: 'DELETE' });
  expect(accepted).toMatchObject({ status: 202, body: { status: 'pending' } });
  return until(async () => {
    const { body } = await client.get(`/erasures/${accepted.body.erasure_id}`);
    return body.status === 'completed' ? body : undefined;
  });
}

const listStoredOrders = (accountId: string) =>
  listItems(target.local, target.local.cloud.outputs.OrdersTable, `${accountId}#`);

async function countStoredRows(accountId: string): Promise<number> {
  const { cloud, db } = target.local;
  const counters = await createRowCounters(db, cloud.outputs.ServiceTable ?? '').read(accountId);
  return counters.reduce((sum, rows) => sum + rows, 0);
}

function createObjectStore(): S3Client {
  return new S3Client({
    endpoint: target.local.cloud.endpoints.s3,
    region: 'us-east-1',
    credentials: LOCAL_CREDENTIALS,
    forcePathStyle: true,
  });
}

async function listObjects(accountId: string): Promise<string[]> {
  const client = createObjectStore();
  const found: string[] = [];
  const Bucket = target.local.cloud.outputs.BodiesBucket;
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket }))
    found.push(...Contents.flatMap(({ Key }) => (Key?.includes(accountId) ? Key : [])));
  client.destroy();
  return found;
}

async function readObject(Key: string): Promise<string> {
  const s3 = createObjectStore();
  const Bucket = target.local.cloud.outputs.BodiesBucket;
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
  const text = (await Body?.transformToString()) ?? '';
  s3.destroy();
  return text;
}

/** Lists the items of the Service table whose keys begin with the account's id. */
const listServiceItems = (accountId: string) =>
  listItems(target.local, target.local.cloud.outputs.ServiceTable, accountId);

/** Queues a chunk that lacks a row of its job. The functions keep it as a dead letter, as on AWS. */
async function addDeadLetter(accountId: string, customers: readonly string[]): Promise<void> {
  const { cloud, db } = target.local;
  const import_id = ulid();
  await createImportStore(db, cloud.outputs.ServiceTable ?? '').create({
    account_id: accountId,
    import_id,
    dataset_id: 'shop',
    created_at: new Date().toISOString(),
    chunk_rows: [customers.length + 1],
  });
  const orders = customers.map((customer_id) => ({
    order_id: `of ${customer_id}`,
    customer_id,
    line_items: [{ product_name: 'tea', unit_price: 2 }],
  }));
  const message = { version: 1, account_id: accountId, dataset_id: 'shop', import_id, chunk: 0, orders };
  const sqs = new SQSClient({
    endpoint: cloud.endpoints.sqs,
    region: 'us-east-1',
    credentials: LOCAL_CREDENTIALS,
  });
  await sqs.send(
    new SendMessageCommand({ QueueUrl: cloud.outputs.IngestQueueUrl, MessageBody: JSON.stringify(message) }),
  );
  sqs.destroy();
}

it.skipIf(DEPLOYED)(
  'erases a customer from dead letters, and deletes the letters with their dataset',
  async () => {
    const { accountId, client } = await createShop();
    await client.push([createOrder('1', 'ann')], 'shop');
    await addDeadLetter(accountId, ['ann', 'bob']);
    const s3 = createObjectStore();
    const readLetters = async (): Promise<string[]> => {
      const keys = (await listObjects(accountId)).filter((key) => key.startsWith('dead-letters/'));
      const Bucket = target.local.cloud.outputs.BodiesBucket;
      return Promise.all(
        keys.map(
          async (Key) =>
            (await (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString()) ?? '',
        ),
      );
    };
    const [letter] = await until(async () => {
      const found = await readLetters();
      return found.length > 0 ? found : undefined;
    });
    expect(letter).toContain('of ann');
    await erase(client, '/customers/ann?dataset_id=shop');
    const [left, ...others] = await readLetters();
    expect([left?.includes('of ann'), left?.includes('of bob'), others]).toEqual([false, true, []]);
    await erase(client, '/datasets/shop');
    expect(await readLetters()).toEqual([]);
    s3.destroy();
  },
);

describe.skipIf(DEPLOYED)('a dataset', () => {
  it.skipIf(PARTITIONED)('is erased with its orders, reports and rows, and other datasets stay', async () => {
    const { accountId, client } = await createShop();
    await client.push(
      [createOrder('1', 'ann'), createOrder('2', 'bob'), createOrder('3', 'ann', ['tea'])],
      'shop',
    );
    await client.push([createOrder('9', 'zoe')], 'other');
    const report = await client.report({ report_type: 'RFM', dataset_id: 'shop' });
    expect(await countStoredRows(accountId)).toBe(7);

    const job = await erase(client, '/datasets/shop');

    expect(job).toMatchObject({
      kind: 'dataset',
      dataset_id: 'shop',
      erased: { orders: 3, line_items: 5, reports: 1, dead_letters: 0 },
      completed_at: expect.any(String),
      recoverable_until: expect.any(String),
    });
    expect((await listStoredOrders(accountId)).map(({ sk }) => sk)).toEqual(['9#0']);
    expect(await countStoredRows(accountId)).toBe(2);
    expect((await client.get(`/reports/${report.report_id}`)).status).toBe(404);
    expect((await client.get('/datasets')).body.datasets).toMatchObject([
      { slug: 'default' },
      { slug: 'other' },
    ]);
    const [note = '', ...rest] = await listObjects(accountId);
    expect([note, rest]).toEqual([`extracts/${accountId}/shop.bin`, []]);
    expect(await readObject(note)).toMatch(/^\{"erasure_id":"\w{26}"\}$/);
    expect((await client.post('/reports', { report_type: 'RFM', dataset_id: 'shop' })).status).toBe(400);
  });

  it('accepts new orders while it is being erased, and refuses reports until the erasure has completed', async () => {
    const { accountId, client } = await createShop();
    await client.push([createOrder('1', 'ann'), createOrder('2', 'bob')], 'shop');
    const accepted = await client.send('/datasets/shop', { method: 'DELETE' });
    await client.push([createOrder('2', 'eve', ['pot']), createOrder('5', 'eve', ['jug'])], 'shop');
    const refused = await client.post('/reports', { report_type: 'RFM', dataset_id: 'shop' });
    const job = await until(async () => {
      const { body } = await client.get(`/erasures/${accepted.body.erasure_id}`);
      return body.status === 'completed' ? body : undefined;
    });
    // The erasure may have ended by then, on a fast machine.
    if (refused.status !== 202) {
      expect(refused).toMatchObject({ status: 409, body: { code: 'dataset_being_erased' } });
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect(job).toMatchObject({ erased: { line_items: 4 } });
    expect((await listStoredOrders(accountId)).map(({ sk }) => sk).sort()).toEqual(['2#0', '5#0']);
    expect(await countStoredRows(accountId)).toBe(2);
    const report = await client.report({ report_type: 'RFM', dataset_id: 'shop' });
    expect(report).toMatchObject({ customer_count: 1 });
  });
});

describe.skipIf(DEPLOYED)('a customer', () => {
  it.skipIf(PARTITIONED)(
    'is erased from one dataset with the reports that name them, and no item contains their id',
    async () => {
      const { accountId, client } = await createShop();
      const who = 'ann/møller #1?';
      await client.push([createOrder('1', who), createOrder('2', 'bob'), createOrder('3', who, ['tea'])]);
      await client.push([createOrder('1', who)], 'other');
      const about = await client.report({
        report_type: 'MBA',
        filters: { conditions: [{ field: 'customer_id', operator: 'equals', value: who }] },
      });
      const rfm = await client.report({ report_type: 'RFM' });

      const job = await erase(client, `/customers/${encodeURIComponent(who)}`);

      expect(job).toMatchObject({
        kind: 'customer',
        dataset_id: 'default',
        erased: { orders: 2, line_items: 3, reports: 1, dead_letters: 0 },
      });
      expect(JSON.stringify(job)).not.toContain('ann');
      const left = await listStoredOrders(accountId);
      expect(left.map(({ pk, sk }) => `${String(pk).split('#')[1]} ${sk}`).sort()).toEqual([
        'default 2#0',
        'other 1#0',
      ]);
      expect(await countStoredRows(accountId)).toBe(4);
      expect((await client.get(`/reports/${about.report_id}`)).status).toBe(404);
      expect((await client.get(`/reports/${rfm.report_id}`)).status).toBe(200);
      expect(JSON.stringify(await listServiceItems(accountId))).not.toContain('ann/');
      // The remaining customers have not changed segments.
      const next = await client.report({ report_type: 'RFM' });
      expect(next.changes).toMatchObject({ compared_with: { report_id: rfm.report_id } });
      expect(next).toMatchObject({ customer_count: 1 });
    },
  );
});
