// The reconciler after a crash between any two steps; the tick that runs due schedules; erasures whose workflow was
// never started, or failed. Also checks that no log line and no item of this stage's tables shows a key.

import { SFNClient, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { ulid } from 'ulid';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../../apps/local-cloud/engines/dynamodb.ts';
import { hashApiKey, toKeyHint } from '../../../src/analysis/accounts/api-key.ts';
import { schedule } from '../../../src/contract/resources/reports/schedules.ts';
import { createAudienceStore } from '../../../src/service/audiences/audiences.ts';
import { createErasureStore } from '../../../src/service/erasures/erasures.ts';
import { LEFT_TO_RECONCILER, wireRequestErasure } from '../../../src/service/erasures/wire-request.ts';
import { createExportStore, type ExportItem } from '../../../src/service/exports/exports.ts';
import type { ImportItem } from '../../../src/service/orders/import-item.ts';
import { createImportStore } from '../../../src/service/orders/imports.ts';
import { createReportStore } from '../../../src/service/reports/reports.ts';
import { createScheduleStore } from '../../../src/service/schedules/schedules.ts';
import { createEndpointStore } from '../../../src/service/webhooks/endpoints.ts';
import { createClient, until } from '../../../tools/harness/client.ts';
import { createOrders } from '../../../tools/harness/orders.ts';
import { createReportItem } from '../../../tools/harness/report-item.ts';
import { startReceivers, takeWebhook } from '../../../tools/harness/webhook-receivers.ts';
import { listItems } from '../../end-to-end/stored-items.ts';
import { useOwnTarget } from '../../end-to-end/use-target.ts';

const logged: string[] = [];
const target = useOwnTarget({ log: ({ message }) => logged.push(message) });
const TEN_MINUTES_AGO = new Date(Date.now() - 600_000).toISOString();

async function setUp() {
  const { cloud, db, newAccount } = target.local;
  const { accountId, apiKey } = await newAccount('max');
  const table = cloud.outputs.ServiceTable ?? '';
  return {
    accountId,
    client: createClient(target.baseUrl, apiKey),
    imports: createImportStore(db, table),
    exports: createExportStore(db, table),
    audiences: createAudienceStore(db, table),
    reports: createReportStore(db, table),
    reconcile: () => target.invoke('Reconcile', {}),
  };
}

function createImportItem(accountId: string, rest: Partial<ImportItem>): ImportItem {
  return {
    account_id: accountId,
    import_id: ulid(),
    dataset_id: 'default',
    created_at: TEN_MINUTES_AGO,
    chunk_rows: [3, 4],
    ...rest,
  };
}

it('fails an import whose request died before it was queued, and counts every row as failed', async () => {
  const { accountId, client, imports, reconcile } = await setUp();
  const item = createImportItem(accountId, {});
  await imports.create(item);
  await reconcile();
  const { body } = await client.get(`/data/orders?import_id=${item.import_id}`);
  expect(body).toMatchObject({ status: 'failed', rows: { total: 7, inserted: 0, updated: 0, failed: 7 } });
});

it('starts a report whose request died before its workflow was started', async () => {
  const { accountId, client, reports, reconcile } = await setUp();
  const reportId = ulid();
  await reports.create(
    createReportItem({ account_id: accountId, report_id: reportId, at: TEN_MINUTES_AGO }),
    10,
  );
  await Promise.all([reconcile(), reconcile()]);
  const body = await until(async () => {
    const reply = await client.get(`/reports/${reportId}`);
    return reply.body.status === 'Processing' ? undefined : reply.body;
  });
  expect(body).toMatchObject({ status: 'Completed with warnings', customer_count: 0 });
});

it('starts an export whose request died before its workflow was started', async () => {
  const { accountId, client, exports, reconcile } = await setUp();
  await client.post('/data/orders', {
    orders: [
      {
        order_id: 'o',
        customer_id: 'c',
        order_date: '2026-01-01',
        line_items: [{ product_name: 'a', unit_price: 1, quantity: 1 }],
      },
    ],
  });
  const asked = await client.post('/reports', { report_type: 'RFM', wait_for_imports: true });
  const reportId = String(asked.body.report_id);
  await until(async () => {
    const { body } = await client.get(`/reports/${reportId}`);
    return body.status === 'Processing' ? undefined : body;
  });
  const item: ExportItem = {
    account_id: accountId,
    report_id: reportId,
    export_id: ulid(Date.parse(TEN_MINUTES_AGO)),
    dataset_id: 'default',
    report_type: 'RFM',
    what: 'customers',
    format: 'csv',
    status: 'Processing',
    created_at: TEN_MINUTES_AGO,
  };
  await exports.create(item, 3, Date.now());
  await Promise.all([reconcile(), reconcile()]);
  const body = await until(async () => {
    const reply = await client.get(`/reports/${reportId}/exports/${item.export_id}`);
    return reply.body.status === 'Processing' ? undefined : reply.body;
  });
  expect(body).toMatchObject({ status: 'Completed', rows: 1 });
});

it('starts the run of an audience whose request died before its workflow was started, and a due run', async () => {
  const { accountId, client, audiences, reconcile } = await setUp();
  const { body } = await client.post('/audiences', {
    name: 'All',
    conditions: [{ report: { report_type: 'RFM' } }],
    refresh: 'after_import',
  });
  const ref = { accountId, audienceId: String(body.audience_id) };
  const item = await audiences.get(ref);
  if (item === undefined) throw new Error('no audience');
  const run = {
    account_id: accountId,
    audience_id: ref.audienceId,
    run_id: ulid(Date.parse(TEN_MINUTES_AGO)),
    status: 'Processing' as const,
    created_at: TEN_MINUTES_AGO,
    conditions: item.conditions,
    key_hash: item.key_hash,
    new_report_ids: [ulid()],
  };
  const later = Date.now() + 3_600_000;
  expect(await audiences.startRun({ ...item, next_run: later }, run, Date.now())).toBe(true);
  await Promise.all([reconcile(), reconcile()]);
  const waitForRuns = (count: number) =>
    until(async () => {
      const runs = await audiences.runs(ref, 10, undefined);
      const all = runs.every(({ status }) => status === 'Completed');
      return all && runs.length === count ? runs : undefined;
    });
  expect(await waitForRuns(1)).toMatchObject([{ counts: { customers: 0 } }]);
  const rested = await audiences.get(ref);
  if (rested === undefined) throw new Error('no audience');
  await audiences.replace({ ...rested, next_run: Date.now() - 1_000, refreshed_for: 1 });
  await Promise.all([target.invoke('RunSchedules', {}), target.invoke('RunSchedules', {})]);
  await waitForRuns(2);
});

it('sends the events of an account, also to an endpoint whose workflow was not started', async () => {
  const { accountId, client, reconcile } = await setUp();
  const { cloud, db } = target.local;
  const receivers = await startReceivers();
  try {
    const receiver = receivers.open(takeWebhook);
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    const made = await client.post('/webhooks/endpoints', { url: receiver.url, secret });
    const listEvents = (): unknown[] => receiver.received.map(({ body }) => JSON.parse(body));
    await client.push([{ order_id: '1', line_items: [{ product_name: 'tea' }] }]);
    await Promise.all([target.invoke('RunSchedules', {}), target.invoke('RunSchedules', {})]);
    await until(async () => listEvents()[0]);
    expect(listEvents()).toMatchObject([{ event: 'import.completed', sequence: 1 }]);

    // The endpoint was due ten minutes ago, and its workflow was not started.
    const endpoints = createEndpointStore(db, cloud.outputs.ServiceTable ?? '');
    const ref = { accountId, endpointId: String(made.body.endpoint_id) };
    const rested = await until(async () => {
      const found = await endpoints.get(ref);
      return found?.unfinished_kind === undefined && found?.sent_until === 1 ? found : undefined;
    });
    await endpoints.changeSettings(rested, { sent_until: 0 }, TEN_MINUTES_AGO);
    await Promise.all([reconcile(), reconcile()]);
    await until(async () => listEvents()[1]);
    expect(listEvents()[1]).toEqual(listEvents()[0]);
  } finally {
    await receivers.stop();
  }
});

/** An account with one schedule, which `run` makes due and runs. */
async function setUpSchedule(report: object, request: object = {}, monthlyReports = 100) {
  const { cloud, db, newAccount } = target.local;
  const { accountId, apiKey } = await newAccount('max', { monthlyReports, requestsPerMinute: 1_000 });
  const client = createClient(target.baseUrl, apiKey);
  const schedules = createScheduleStore(db, cloud.outputs.ServiceTable ?? '');
  const created = await client.post('/schedules', { expression: 'rate(1 day)', report, ...request });
  expect(created.status).toBe(201);
  const scheduleId = String(created.body.schedule_id);
  return {
    client,
    scheduleId,
    async run() {
      const item = await schedules.get({ accountId, scheduleId });
      if (item === undefined) throw new Error('the schedule is gone');
      await schedules.replace({ ...item, next_run: Date.now() - 1_000 });
      await Promise.all([target.invoke('RunSchedules', {}), target.invoke('RunSchedules', {})]);
      return v.parse(schedule, (await client.get(`/schedules/${scheduleId}`)).body);
    },
    waitUntilFinished: (reportId: unknown) =>
      until(async () => {
        const { body } = await client.get(`/reports/${reportId}`);
        return body.status === 'Processing' ? undefined : body;
      }),
  };
}

it('requests the report of a schedule once, and skips it until orders change', async () => {
  const { client, run, waitUntilFinished } = await setUpSchedule(
    { template: 'standard_rfm' },
    { only_if_changed: true, date_range: 'previous_month' },
  );
  const ran = await run();
  expect(ran).toMatchObject({
    status: 'active',
    runs: { started: 1, skipped: 0, failed: 0 },
    last_run: { outcome: 'started' },
  });
  expect((await client.get('/reports')).body.reports).toHaveLength(1);
  expect(await waitUntilFinished(ran.last_run?.report_id)).toMatchObject({
    status: 'Completed with warnings',
  });
  expect(await run()).toMatchObject({
    runs: { started: 1, skipped: 1, failed: 0 },
    last_run: { outcome: 'skipped' },
  });
  await client.push([{ order_id: '1', line_items: [{ product_name: 'tea' }] }]);
  expect(await run()).toMatchObject({ runs: { started: 2, skipped: 1, failed: 0 } });
});

/** An erasure requested ten minutes ago, with `runs` runs claimed but none started. */
async function createLeftErasure(runs: number) {
  const { cloud, db, newAccount } = target.local;
  const { accountId, apiKey } = await newAccount('max');
  const client = createClient(target.baseUrl, apiKey);
  const table = cloud.outputs.ServiceTable ?? '';
  const erasures = createErasureStore(db, table);
  await client.push([{ order_id: '1', customer_id: 'ann', line_items: [{ product_name: 'tea' }] }], 'shop');
  const { erasure_id } = await wireRequestErasure(db, table, {
    erasures: { ...erasures, takeRun: async () => undefined },
    workflow: LEFT_TO_RECONCILER,
    clock: () => Date.now() - 600_000,
  }).dataset(accountId, 'shop');
  const ref = { accountId, erasureId: erasure_id };
  for (let run = 0; run < runs; run++) await erasures.takeRun(ref, run);
  return {
    client,
    ref,
    erasures,
    reconcile: () => target.invoke('Reconcile', {}),
    waitUntilFinished: () =>
      until(async () => {
        const { body } = await client.get(`/erasures/${erasure_id}`);
        return body.status === 'completed' ? body : undefined;
      }),
  };
}

it('starts an erasure once if its workflow was not started', async () => {
  const { reconcile, waitUntilFinished, erasures, ref } = await createLeftErasure(0);
  await Promise.all([reconcile(), reconcile(), reconcile()]);
  expect(await waitUntilFinished()).toMatchObject({ erased: { orders: 1, line_items: 1 } });
  expect((await erasures.get(ref))?.runs).toBe(1);
  await reconcile();
  expect((await erasures.get(ref))?.runs).toBe(1);
});

it('starts the run of an erasure that was claimed but never started', async () => {
  const { reconcile, waitUntilFinished, erasures, ref } = await createLeftErasure(1);
  await reconcile();
  await waitUntilFinished();
  expect((await erasures.get(ref))?.runs).toBe(1);
});

it('starts another run of an erasure whose run was stopped', async () => {
  const { reconcile, waitUntilFinished, erasures, ref } = await createLeftErasure(1);
  const { cloud } = target.local;
  await reconcile();
  const sfn = new SFNClient({
    endpoint: cloud.endpoints.stepFunctions,
    region: 'us-east-1',
    credentials: LOCAL_CREDENTIALS,
  });
  const machine = cloud.outputs.ErasureWorkflowArn ?? '';
  const executionArn = `${machine.replace(':stateMachine:', ':execution:')}:${ref.erasureId}-1`;
  await sfn.send(new StopExecutionCommand({ executionArn }));
  sfn.destroy();
  await reconcile();
  expect(await waitUntilFinished()).toMatchObject({ status: 'completed' });
  expect((await erasures.get(ref))?.runs).toBe(2);
});

it('stores a key by its hash and hint only, and logs neither the key nor its hash', async () => {
  const { apiKey } = await target.local.newAccount('max');
  const client = createClient(target.baseUrl, apiKey);
  const headers = { 'Idempotency-Key': 'once' };
  await client.push(createOrders(2));
  await client.report({ template: 'standard_rfm' });
  await client.send('/reports', { method: 'POST', headers, body: '{"template":"standard_mba"}' });
  await client.send('/reports', { method: 'POST', body: '{' });
  await client.get('/nowhere');
  await client.get('/reports/unknown');

  const { OrdersTable, ServiceTable } = target.local.cloud.outputs;
  const items = [ServiceTable, OrdersTable].map((name) => listItems(target.local, name, ''));
  const stored = JSON.stringify(await Promise.all(items));
  const logs = logged.join('\n');
  expect(stored).toContain(hashApiKey(apiKey));
  expect(stored).toContain(toKeyHint(apiKey));
  expect(logs).toContain('REPORT RequestId');
  // The hint has four characters of either end: eight characters in a row would reveal more.
  const secret = apiKey.slice('afn_'.length);
  for (let at = 0; at + 8 <= secret.length; at++) {
    expect(stored).not.toContain(secret.slice(at, at + 8));
    expect(logs).not.toContain(secret.slice(at, at + 8));
  }
  expect(logs).not.toContain(hashApiKey(apiKey));
});
