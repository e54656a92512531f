// A stage that is lost, and restored elsewhere: what `stage export` copied answers in a new stage as it did in the old one, and does nothing of its
// own accord. With DYNAMODB_ENDPOINT, the new stage is on that engine: npm run -s dynamodb-local -- test/tools/drills/stage-copy.test.ts
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

/** What a report says, without the ids and times of the run that computed it. */
function contents({
  report_id,
  created_at,
  completed_at,
  progress,
  basis,
  ...said
}: Record<string, unknown>) {
  return said;
}

it('answers, reports and orders are the same in a stage that was restored from a copy', async () => {
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
    // Computed again from the orders on both sides, and compared with the report before.
    const request = { report_type: report.report_type };
    expect(contents(await restored.report(request))).toEqual(contents(await old.report(request)));
  }
  const orders = (client: typeof old) => client.get('/orders?customer_id=c3');
  expect((await orders(restored)).body).toEqual((await orders(old)).body);
  const at = (client: typeof old) => client.get(`/schedules/${schedule.schedule_id}`);
  expect((await at(old)).body.status).toBe('active');
  expect((await at(restored)).body.status).toBe('paused');
  // The new stage has another key of secrets: what the old one sealed can be replaced, and not opened.
  const body = JSON.stringify({ secret: 'of-the-new-stage' });
  const replaced = await restored.send(`/sources/${source.source_id}`, { method: 'PATCH', body });
  expect([replaced.status, replaced.body]).toEqual([
    200,
    expect.objectContaining({ has_secret: true, former_secret_until: null }),
  ]);
});

it('is for its owner alone, whatever the umask, and holds no secret in the clear', async () => {
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
