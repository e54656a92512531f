// A copy of a stage, restored elsewhere: the new stage answers as the old one, with its schedules paused. With
// DYNAMODB_ENDPOINT, the new stage uses that engine: npm run -s dynamodb-local -- test/tools/drills/stage-copy.test.ts
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../../apps/local-cloud/local-cloud.ts';
import { loadLocalAssembly } from '../../../bin/local-assembly.ts';
import { createCallLog } from '../../../tools/harness/call-log.ts';
import { createClient } from '../../../tools/harness/client.ts';
import { type CommandLine, createCommandLine } from '../../../tools/harness/command-line.ts';
import { type OwnTarget, startTarget } from '../../../tools/harness/target.ts';

const ORDERS = Array.from({ length: 60 }, (_, at) => ({
  order_id: `o${at}`,
  customer_id: `c${at % 17}`,
  order_date: new Date(Date.UTC(2026, 0, 1 + at)).toISOString(),
  line_items: ['Tea', 'Milk', 'Sugar', 'Bread']
    .filter((_, product) => (at + product) % (product + 2) === 0)
    .concat('Jam')
    .map((product_name, product) => ({ product_name, unit_price: 3 + product, quantity: 1 + (at % 3) })),
}));
const TYPES = ['MBA', 'RFM'];

let before: OwnTarget;
let after: LocalCloud;
let operator: { old: CommandLine; fresh: CommandLine };

beforeAll(async () => {
  before = await startTarget({ engine: 'embedded' });
  const { template, assemblyDir } = await loadLocalAssembly();
  after = await startLocalCloud({
    template,
    assemblyDir,
    waitScale: 0.01,
    dynamoDbEndpoint: process.env.DYNAMODB_ENDPOINT,
    ...createCallLog(),
  });
  operator = { old: createCommandLine(before.running), fresh: createCommandLine(after) };
});
afterAll(async () => {
  for (const side of Object.values(operator)) side.remove();
  await before.stop();
  await after.stop();
});

/** The contents of a report without the ids and times of the run that computed it. */
function pickContents({
  report_id,
  created_at,
  completed_at,
  progress,
  basis,
  ...said
}: Record<string, unknown>) {
  return said;
}

it('restores reports, orders, paused schedules and sources in another stage from a copy', async () => {
  const old = createClient(before.baseUrl, before.apiKey);
  await old.push(ORDERS);
  const reports = [];
  for (const report_type of TYPES) reports.push(await old.report({ report_type }));
  const { status, body: schedule } = await old.post('/schedules', {
    expression: 'cron(0 7 * * MON)',
    report: { template: 'standard_rfm' },
  });
  expect([status, schedule]).toEqual([201, expect.anything()]);
  const shop = { kind: 'shopify', secret: 'of-the-old-stage', dataset_id: 'shop' };
  const { body: source } = await old.post('/sources', shop);

  const exported = await operator.old.run(['stage', 'export', 'copy', '--json']);
  expect([exported.code, exported.stderr]).toEqual([0, '']);
  const copy = join(operator.old.dir, 'copy');
  const imported = await operator.fresh.run(['stage', 'import', copy]);
  expect([imported.code, imported.stdout]).toEqual([
    0,
    expect.stringMatching(/^Imported 60 items of the Orders table, .*Its schedules are paused/),
  ]);

  const restored = createClient(after.outputs.ApiUrl ?? '', before.apiKey);
  for (const report of reports) {
    const { body } = await restored.get(`/reports/${report.report_id}`);
    expect(body).toEqual(report);
    // The report is computed again from the orders on both sides.
    const request = { report_type: report.report_type };
    expect(pickContents(await restored.report(request))).toEqual(pickContents(await old.report(request)));
  }
  const listOrders = (client: typeof old) => client.get('/orders?customer_id=c3');
  expect((await listOrders(restored)).body).toEqual((await listOrders(old)).body);
  const getSchedule = (client: typeof old) => client.get(`/schedules/${schedule.schedule_id}`);
  expect((await getSchedule(old)).body.status).toBe('active');
  expect((await getSchedule(restored)).body.status).toBe('paused');
  // The new stage has another key of secrets: sealed secrets of the old one can be replaced, but not opened.
  const body = JSON.stringify({ secret: 'of-the-new-stage' });
  const replaced = await restored.send(`/sources/${source.source_id}`, { method: 'PATCH', body });
  expect([replaced.status, replaced.body]).toEqual([
    200,
    expect.objectContaining({ has_secret: true, former_secret_until: null }),
  ]);
});

it('writes a copy that only its owner can read and that has no plain secrets', async () => {
  const client = createClient(before.baseUrl, before.apiKey);
  const secret = 'a-secret-that-no-copy-holds';
  for (const kind of ['shopify', 'woocommerce']) {
    const { status, body } = await client.post('/sources', { kind, secret, dataset_id: 'shop' });
    expect([status, body]).toEqual([201, expect.objectContaining({ has_secret: true })]);
  }
  const usual = process.umask(0o022);
  const exported = await operator.old
    .runAlone(['stage', 'export', 'alone'])
    .finally(() => process.umask(usual));
  expect([exported.code, exported.stderr]).toEqual([0, '']);
  const entries = readdirSync(join(operator.old.dir, 'alone'), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const modes = entries.map((entry) => {
    const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777;
    return `${entry.isFile() ? 'file' : 'folder'} ${mode.toString(8)}`;
  });
  expect(new Set(modes)).toEqual(new Set(['folder 700', 'file 600']));
  const unpacked = files.map((file) => {
    const bytes = readFileSync(file);
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
  });
  expect(unpacked.join()).toContain('"woocommerce"');
  expect(unpacked.join()).not.toContain(secret);
});
