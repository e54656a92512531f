// What a crash between any two steps leaves behind, and the reconciler that comes across it.
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { createClient, until } from '../../harness/client.ts';
import type { ImportItem } from '../../src/stores/import-item.ts';
import { createImportStore } from '../../src/stores/imports.ts';
import { createReportStore } from '../../src/stores/reports.ts';
import { useOwnTarget } from '../end-to-end/use-target.ts';

const target = useOwnTarget();
const TEN_MINUTES_AGO = new Date(Date.now() - 600_000).toISOString();

async function setUp() {
  const { cloud, db, newAccount } = target.local;
  const { accountId, apiKey } = await newAccount('max');
  const table = cloud.outputs.ServiceTable ?? '';
  return {
    accountId,
    client: createClient(target.baseUrl, apiKey),
    imports: createImportStore(db, table),
    reports: createReportStore(db, table),
    reconcile: () => target.invoke('Reconcile', {}),
  };
}

function importItem(accountId: string, rest: Partial<ImportItem>): ImportItem {
  return {
    account_id: accountId,
    import_id: ulid(),
    dataset_id: 'default',
    created_at: TEN_MINUTES_AGO,
    chunk_rows: [3, 4],
    ...rest,
  };
}

it('fails an import whose request died before it was queued, with every row booked', async () => {
  const { accountId, client, imports, reconcile } = await setUp();
  const item = importItem(accountId, {});
  await imports.create(item);
  await reconcile();
  const { body } = await client.get(`/data/orders?import_id=${item.import_id}`);
  expect(body).toMatchObject({ status: 'failed', rows: { total: 7, inserted: 0, updated: 0, failed: 7 } });
});

it('fails the rows of a lost chunk that none of its parts has applied', async () => {
  const { accountId, client, imports, reconcile } = await setUp();
  const item = importItem(accountId, { chunk_rows: [7] });
  await imports.create(item);
  const ref = { accountId, importId: item.import_id };
  await imports.putReceipt(ref, 0, '', { kind: 'split' });
  await imports.putReceipt(ref, 0, '0', { kind: 'applied', inserted: 2, updated: 1, failed: 0, over_cap: 0 });
  await reconcile();
  const { body } = await client.get(`/data/orders?import_id=${item.import_id}`);
  expect(body).toMatchObject({
    status: 'completed',
    rows: { total: 7, inserted: 2, updated: 1, failed: 4 },
  });
});

it('completes an import whose last worker died before it recorded that', async () => {
  const { accountId, client, imports, reconcile } = await setUp();
  const item = importItem(accountId, { queued_at: TEN_MINUTES_AGO, done: new Set([0, 1]) });
  await imports.create(item);
  const ref = { accountId, importId: item.import_id };
  for (const [chunk, inserted] of [3, 4].entries()) {
    await imports.putReceipt(ref, chunk, '', {
      kind: 'applied',
      inserted,
      updated: 0,
      failed: 0,
      over_cap: 0,
    });
  }
  await reconcile();
  const { body } = await client.get(`/data/orders?import_id=${item.import_id}`);
  expect(body).toMatchObject({ status: 'completed', rows: { total: 7, inserted: 7, updated: 0, failed: 0 } });
});

it('does not touch an import while its chunks are in the queue', async () => {
  const { accountId, client, imports, reconcile } = await setUp();
  const item = importItem(accountId, { queued_at: TEN_MINUTES_AGO });
  await imports.create(item);
  await reconcile();
  const { body } = await client.get(`/data/orders?import_id=${item.import_id}`);
  expect(body).toMatchObject({ status: 'pending', rows: { total: 7, inserted: 0, updated: 0, failed: 0 } });
  expect(body.progress).toEqual({ phase: 'applying', fraction: 0 });
});

it('starts a report whose request died before its workflow was started', async () => {
  const { accountId, client, reports, reconcile } = await setUp();
  const reportId = ulid();
  await reports.create(
    {
      account_id: accountId,
      report_id: reportId,
      name: 'left behind',
      report_type: 'RFM',
      dataset_id: 'default',
      status: 'Processing',
      created_at: TEN_MINUTES_AGO,
      updated_at: TEN_MINUTES_AGO,
      usage_month: TEN_MINUTES_AGO.slice(0, 7),
      key_hash: 'x',
      request: { report_type: 'RFM', dataset_id: 'default' },
    },
    10,
  );
  await Promise.all([reconcile(), reconcile()]);
  const body = await until(async () => {
    const reply = await client.get(`/reports/${reportId}`);
    return reply.body.status === 'Processing' ? undefined : reply.body;
  });
  expect(body).toMatchObject({ status: 'Completed with warnings', customer_count: 0 });
});
