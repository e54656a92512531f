// Ingest between accounts: what one sends does not delay the others, and is refused while too much of it waits.
import { encodeTime, ulid } from 'ulid';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { createClient, until } from '../../../quality/harness/client.ts';
import { orders } from '../../../quality/harness/orders.ts';
import { importJob, submitOrdersResponse } from '../../../src/contract/resources/orders/orders.ts';
import { MAX_QUEUED_CHUNKS } from '../../../src/schema/limits.ts';
import { createImportStore } from '../../../src/stores/imports/imports.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();

async function newClient() {
  const { accountId, apiKey } = await target.local.newAccount('max');
  return { accountId, client: createClient(target.baseUrl, apiKey) };
}

it.skipIf(DEPLOYED)('applies the order of a quiet account while a backlog of another waits', async () => {
  const [busy, quiet] = [await newClient(), await newClient()];
  const ids: string[] = [];
  for (let request = 0; request < 3; request++) {
    const { body } = await busy.client.post('/data/orders', { orders: orders(5_000) });
    ids.push(v.parse(submitOrdersResponse, body).import_id);
  }
  const own = v.parse(importJob, await quiet.client.push(orders(1)));
  const last = await until(async () => {
    const { body } = await busy.client.get(`/data/orders?import_id=${ids.at(-1)}`);
    return v.parse(importJob, body).completed_at;
  });
  expect(Date.parse(own.completed_at ?? '')).toBeLessThan(Date.parse(last));
});

it.skipIf(DEPLOYED)(
  'refuses orders of an account whose earlier ones wait, and only that account',
  async () => {
    const [busy, quiet] = [await newClient(), await newClient()];
    const imports = createImportStore(target.local.db, target.local.cloud.outputs.ServiceTable ?? '');
    const created = Date.now() - 120_000;
    const ref = { accountId: busy.accountId, importId: encodeTime(created, 10) + ulid().slice(10) };
    await imports.create({
      account_id: ref.accountId,
      import_id: ref.importId,
      dataset_id: 'default',
      created_at: new Date(created).toISOString(),
      // The reconciler would count the chunks of one that is not queued as failed, each alone: minutes of processor time.
      queued_at: new Date(created).toISOString(),
      chunk_rows: new Array<number>(MAX_QUEUED_CHUNKS + 1).fill(1),
    });
    const refused = await busy.client.post('/data/orders', { orders: orders(1) });
    expect(refused).toMatchObject({ status: 429, body: { code: 'import_limit_exceeded' } });
    expect(refused.headers.get('retry-after')).toBe('10');
    await busy.client.send('/datasets/default', { method: 'PUT', body: '{}' });
    const deletion = await busy.client.send('/orders/1', { method: 'DELETE' });
    expect(deletion).toMatchObject({ status: 429, body: { code: 'import_limit_exceeded' } });
    expect(await imports.listRecent(busy.accountId, 10)).toHaveLength(1);
    expect((await quiet.client.post('/data/orders', { orders: orders(1) })).status).toBe(202);

    await imports.noteChunksDone(ref, [0]);
    expect((await busy.client.post('/data/orders', { orders: orders(1) })).status).toBe(202);
  },
);
