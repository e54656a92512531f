// A stage that is lost, and restored elsewhere: what `stage export` copied answers in a new stage as it did in the old one, and does nothing of its
// own accord. With DYNAMODB_ENDPOINT, the new stage is on that engine: npm run -s dynamodb-local -- test/quality/drills/stage-copy.test.ts
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localAssembly } from '../../../bin/local-assembly.ts';
import { type LocalCloud, startLocalCloud } from '../../../local/local-cloud.ts';
import { callLog } from '../../../quality/harness/call-log.ts';
import { createClient } from '../../../quality/harness/client.ts';
import { type CommandLine, commandLine } from '../../../quality/harness/command-line.ts';
import { type OwnTarget, startTarget } from '../../../quality/harness/target.ts';

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
  const { template, assemblyDir } = await localAssembly();
  after = await startLocalCloud({
    template,
    assemblyDir,
    waitScale: 0.01,
    dynamoDbEndpoint: process.env.DYNAMODB_ENDPOINT,
    ...callLog(),
  });
  operator = { old: commandLine(before.running), fresh: commandLine(after) };
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
});

it('is refused by a stage that has data, for a folder in use, and for what is no copy', async () => {
  const copy = join(operator.old.dir, 'copy');
  const there = await operator.fresh.run(['stage', 'import', copy]);
  expect([there.code, there.stderr]).toEqual([2, expect.stringContaining('import into a stage that is new')]);
  const used = await operator.old.run(['stage', 'export', 'copy']);
  expect([used.code, used.stderr]).toEqual([2, expect.stringContaining('expected an empty folder, found')]);
  const broken = join(operator.old.dir, 'broken');
  mkdirSync(join(broken, 'service'), { recursive: true });
  const nothing = await operator.fresh.run(['stage', 'import', join(operator.old.dir, 'nowhere')]);
  expect(nothing.stderr).toContain('expected a folder with the items of the table service');
  copyFileSync(
    join(import.meta.dirname, '../../../cli/demo/data/online-retail-2010-12.csv.gz'),
    join(broken, 'service/a.json.gz'),
  );
  const other = await operator.fresh.run(['stage', 'import', broken]);
  expect(other.stderr).toContain('line 1: expected {"Item": …}');
});
