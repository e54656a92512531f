// Tests the output of every command: with --json it prints one document, errors state the next step on standard error,
// and exit codes are those of the help.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCommandTree, listLeafCommands } from '../../../apps/cli/completion/command-tree.ts';
import { createProgram } from '../../../apps/cli/program.ts';
import { listen } from '../../../apps/local-cloud/free-port.ts';
import { createApiKey } from '../../../src/analysis/accounts/api-key.ts';
import { writeParquetTable } from '../../../src/service/exports/parquet-table.ts';
import { createClient } from '../../../tools/harness/client.ts';
import { type CommandLine, createCommandLine } from '../../../tools/harness/command-line.ts';
import { type FakeWooCommerce, startFakeWooCommerce } from '../../../tools/harness/fake-woocommerce.ts';
import { useOwnTarget } from '../../end-to-end/use-target.ts';

const target = useOwnTarget();
/**
 * These commands print progress and no document: test/apps/local-cloud/stop-on-signals.test.ts,
 * test/end-to-end/agents/agents.test.ts.
 */
const SERVICES = ['start', 'demo', 'mcp'];
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const leaves = listLeafCommands(createCommandTree(await createProgram()))
  .map(({ path }) => path.join(' '))
  .filter((path) => !SERVICES.includes(path));
/** A well-formed key that no account has. */
const FOREIGN_KEY = createApiKey((below) => 7 % below);
let cli: CommandLine;
let lost: CommandLine;
let account: { accountId: string; apiKey: string };
let other: { accountId: string; apiKey: string };
let sourceId: string;
let scheduleId: string;
let audienceId: string;
let destinationId: string;
let endpointId: string;
let reportId: string;
let rfmId: string;
let receiverUrl: string;
let shop: FakeWooCommerce;
const receiver = createServer((_, response) => response.end());

const lines = Array.from(
  { length: 60 },
  (_, i) => `${i >> 1},c${i % 7},2026-03-1${(i >> 1) % 10},${i % 2 ? 'tea' : 'milk'},2,1`,
);
const csv = `order_id,customer_id,order_date,product_name,unit_price,quantity\n${lines.join('\n')}\n`;

beforeAll(async () => {
  // The command line's process inherits this environment.
  process.env.RECEIVER_SECRET = SECRET;
  shop = await startFakeWooCommerce();
  cli = createCommandLine(target.local.cloud);
  lost = createCommandLine();
  account = await target.local.newAccount('max');
  other = await target.local.newAccount('max');
  for (const { dir } of [cli, lost]) writeFileSync(join(dir, 'orders.csv'), csv);
  for (const name of ['summary', 'rules']) {
    mkdirSync(join(cli.dir, 'answers', name), { recursive: true });
    const table = { columns: [{ name: 'orders', type: 'integer' }], rows: [[60]] } as const;
    writeFileSync(
      join(cli.dir, 'answers', name, 'part-0.parquet'),
      Buffer.concat([...writeParquetTable(table)]),
    );
  }
  writeFileSync(join(lost.dir, 'bad-row.csv'), `${csv}61,c1,never,tea,1,1\n`);
  const client = createClient(target.baseUrl, account.apiKey);
  const drink = { custom_fields: { category: 'drinks' } };
  const line_items = ['tea', 'milk'].map((product_name) => ({ product_name, ...drink }));
  await client.push([{ order_id: '1', line_items }]);
  const serve = { fields: ['category'] };
  const report = await client.report({ template: 'standard_mba', params: { serve, product_profiles: true } });
  reportId = String(report.report_id);
  const source = await client.post('/sources', { kind: 'woocommerce', secret: 'first' });
  sourceId = String(source.body.source_id);
  const schedule = await client.post('/schedules', {
    expression: 'cron(0 7 * * MON)',
    report: { template: 'standard_rfm' },
  });
  scheduleId = String(schedule.body.schedule_id);
  const audience = await client.post('/audiences', {
    name: 'All',
    conditions: [{ report: { template: 'standard_rfm' } }],
  });
  audienceId = String(audience.body.audience_id);
  receiverUrl = `http://127.0.0.1:${await listen(receiver, 0)}/`;
  const destination = await client.post(`/audiences/${audienceId}/destinations`, {
    kind: 'webhook',
    secret: SECRET,
    url: receiverUrl,
    status: 'paused',
  });
  destinationId = String(destination.body.destination_id);
  const endpoint = await client.post('/webhooks/endpoints', { url: receiverUrl, secret: SECRET });
  endpointId = String(endpoint.body.endpoint_id);
  rfmId = String((await client.report({ template: 'standard_rfm' })).report_id);
});
afterAll(async () => {
  cli.remove();
  lost.remove();
  await shop.stop();
  receiver.closeAllConnections();
  receiver.close();
});

describe('--json', () => {
  const runs: Record<string, () => string[]> = {
    'accounts create': () => ['--plan', 'max'],
    'accounts create-key': () => ['--account', other.accountId],
    'accounts list': () => ['--limit', '1'],
    'keys create': () => ['--account', account.accountId],
    'keys list': () => ['--account', account.accountId],
    'keys revoke': () => ['--account', account.accountId, '--key', account.apiKey],
    audit: () => ['--account', account.accountId],
    'imports dead-letters': () => [],
    'imports redrive': () => ['01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    'erasures list': () => ['--account', account.accountId],
    'erasures repeat': () => ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '--account', account.accountId],
    backfill: () => ['orders.csv', '--account', account.accountId],
    push: () => ['orders.csv', '--key', account.apiKey],
    inspect: () => ['orders.csv'],
    'analyze mba': () => ['orders.csv'],
    'analyze rfm': () => ['orders.csv'],
    'analyze cohort': () => ['orders.csv'],
    'analyze replenishment': () => ['orders.csv'],
    'analyze effect': () => ['orders.csv', '--plan', '--customers', '1200'],
    'evaluate recommendations': () => ['orders.csv'],
    'report import': () => ['answers', '--table', 'rules'],
    'report show': () => [reportId, '--key', account.apiKey],
    'report create': () => ['--template', 'standard_rfm', '--key', account.apiKey],
    'report export': () => [reportId, '--what', 'rules', '--output', 'rules.csv', '--key', account.apiKey],
    'report list': () => ['--key', account.apiKey],
    'report cancel': () => [reportId, '--key', account.apiKey],
    'report rules': () => [reportId, '--product', 'tea', '--order-by', 'lift', '--key', account.apiKey],
    'report product': () => [reportId, 'tea', '--key', account.apiKey],
    'report customers': () => [rfmId, '--segment', 'At Risk', '--max-recency', '90', '--key', account.apiKey],
    'orders list': () => ['--customer', 'c1', '--from', '2026-03-01', '--key', account.apiKey],
    'orders show': () => ['1', '--key', account.apiKey],
    'orders export': () => ['--by-month', '--output', 'exported', '--key', account.apiKey],
    // Another dataset, whose orders no other command needs.
    'orders delete': () => ['1', '--dataset', 'shelf', '--key', account.apiKey],
    'datasets list': () => ['--key', account.apiKey],
    usage: () => ['--key', account.apiKey],
    'datasets set': () => ['shelf', '--currency', 'EUR', '--persons', 'email', '--key', account.apiKey],
    'datasets merges': () => ['shelf', '--key', account.apiKey],
    'schedules add': () => ['rate(1 day)', '--template', 'standard_rfm', '--key', account.apiKey],
    'schedules list': () => ['--key', account.apiKey],
    'schedules change': () => [scheduleId, '--expression', 'rate(1 day)', '--key', account.apiKey],
    'schedules pause': () => [scheduleId, '--key', account.apiKey],
    'schedules resume': () => [scheduleId, '--key', account.apiKey],
    'schedules remove': () => [scheduleId, '--key', account.apiKey],
    'audiences add': () => [
      ...['Win back', '--template', 'standard_rfm', '--where', 'segment=At Risk', '--hold-out', '0.1'],
      ...['--key', account.apiKey],
    ],
    'audiences list': () => ['--key', account.apiKey],
    'audiences refresh': () => [audienceId, '--key', account.apiKey],
    'audiences members': () => [audienceId, '--key', account.apiKey],
    'audiences effect': () => [audienceId, '--key', account.apiKey],
    'audiences send-to': () => [
      ...[audienceId, '--kind', 'webhook', '--to', receiverUrl, '--secret-from', 'RECEIVER_SECRET'],
      ...['--key', account.apiKey],
    ],
    'audiences destinations': () => [audienceId, '--key', account.apiKey],
    'audiences deliveries': () => [audienceId, '--key', account.apiKey],
    'audiences change-destination': () => [
      ...[audienceId, destinationId, '--name', 'Newsletter', '--key', account.apiKey],
    ],
    'audiences stop-sending': () => [audienceId, destinationId, '--key', account.apiKey],
    'audiences remove': () => [audienceId, '--key', account.apiKey],
    'webhooks add': () => [receiverUrl, '--event', 'report.failed', '--key', account.apiKey],
    'webhooks list': () => ['--key', account.apiKey],
    'webhooks change': () => [endpointId, '--pause', '--key', account.apiKey],
    'webhooks ping': () => [endpointId, '--key', account.apiKey],
    'webhooks deliveries': () => [endpointId, '--key', account.apiKey],
    'webhooks events': () => ['--after', '0', '--key', account.apiKey],
    'webhooks remove': () => [endpointId, '--key', account.apiKey],
    'sources add': () => ['shopify', '--key', account.apiKey],
    'sources list': () => ['--key', account.apiKey],
    'sources connect': () => [
      ...[sourceId, '--address', shop.address, '--consumer-key', shop.key],
      ...['--consumer-secret', shop.secret, '--key', account.apiKey],
    ],
    'sources pull': () => [sourceId, '--cancel', '--key', account.apiKey],
    'sources disconnect': () => [sourceId, '--key', account.apiKey],
    'sources rotate': () => [sourceId, '--secret', 'another', '--key', account.apiKey],
    'sources activate': () => [sourceId, '--key', account.apiKey],
    'sources remove': () => [sourceId, '--key', account.apiKey],
    'recommendations get': () => [
      ...['--product', 'tea', '--custom', 'category=drinks', '--custom', 'category=food'],
      ...['--key', account.apiKey],
    ],
    'recommendations serve': () => ['default', '--report', reportId, '--key', account.apiKey],
    'recommendations served': () => ['default', '--key', account.apiKey],
    'recommendations stop': () => ['default', '--key', account.apiKey],
    'report redeliver': () => [reportId, '--account', account.accountId],
    'report deliveries': () => [reportId, '--key', account.apiKey],
    'report try-webhook': () => [receiverUrl, '--key', account.apiKey],
    doctor: () => [],
    'stage export': () => ['copy'],
    'stage import': () => ['copy'],
    'stage empty': () => ['--yes'],
    completion: () => ['bash'],
  };
  /** These fail without output: there is nothing to repeat, and the local cloud is neither deployed nor new. */
  const refused = ['erasures repeat', 'imports redrive', 'report redeliver', 'doctor', 'stage import'];

  it('is tested for every command', () => {
    expect(Object.keys(runs).sort()).toEqual([...leaves].sort());
  });

  // These run last, because the others need the key and the bodies.
  const last = ['audiences remove', 'stage empty', 'keys revoke'];
  const names = leaves.filter((name) => !last.includes(name));
  it.each([...names, ...last])('prints one document, or an error without output: %s', async (name) => {
    const { code, stdout, stderr } = await cli.run([...name.split(' '), ...(runs[name]?.() ?? []), '--json']);
    if (refused.includes(name)) {
      expect([code, stdout]).toEqual([2, '']);
      expect(JSON.parse(stderr)).toMatchObject({ error: expect.any(String), code: expect.any(String) });
      return;
    }
    expect([code, stdout.trimEnd().split('\n').length, stderr]).toEqual([
      0,
      1,
      expect.not.stringContaining('error'),
    ]);
    expect(typeof JSON.parse(stdout)).toBe('object');
  });
});

describe('a command that fails', () => {
  type Case = [what: string, where: () => CommandLine, args: () => string[], code: number, says: RegExp];
  const cases: Case[] = [
    ['a group without its command', () => cli, () => ['accounts'], 2, /^Usage: .*create/s],
    [
      'a folder without a local cloud',
      () => lost,
      () => ['keys', 'list', '--account', 'x'],
      2,
      /start it with npm start/,
    ],
    [
      'an account that does not exist',
      () => cli,
      () => ['keys', 'create', '--account', 'acc_x'],
      2,
      /no account acc_x/,
    ],
    ['a push without a key', () => cli, () => ['push', 'orders.csv'], 2, /--key or ORDER_ANALYTICS_API_KEY/],
    [
      'a key that no account has',
      () => cli,
      () => ['report', 'show', 'x', '--key', FOREIGN_KEY],
      2,
      /401 .*revoked API key/,
    ],
    [
      'an API that does not respond',
      () => lost,
      () => ['report', 'show', 'x', '--key', FOREIGN_KEY, '--url', 'http://127.0.0.1:4'],
      2,
      /can't be reached.*--url/,
    ],
  ];

  it.each(cases)('states the next step on standard error: %s', async (_, where, args, code, says) => {
    const ran = await where().run(args());
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([code, '', expect.stringMatching(says)]);
    // The error is one sentence without a stack.
    expect(ran.stderr).not.toMatch(/^\s+at /m);
  });

  it('exits with 1 if a dry run finds bad rows', async () => {
    writeFileSync(join(lost.dir, 'bad.csv'), `${csv}61,c1,never,tea,1,1\n`);
    const { code, stderr } = await lost.run(['push', 'bad.csv', '--dry-run']);
    expect([code, stderr]).toMatchObject([1, expect.stringContaining('line 62')]);
  });
});

it('disconnects a shop with its orders only if its dataset is named', async () => {
  const { apiKey } = await target.local.newAccount('max');
  const client = createClient(target.baseUrl, apiKey);
  const credentials = { address: shop.address, consumer_key: shop.key, consumer_secret: shop.secret };
  const order = { order_id: '1', line_items: [{ product_name: 'tea' }] };
  await client.post('/data/orders', { dataset_id: 'tea', orders: [order] });
  const { body } = await client.post('/sources', { kind: 'woocommerce', dataset_id: 'tea', credentials });
  const disconnect = ['sources', 'disconnect', String(body.source_id), '--key', apiKey];
  const refused = await cli.run([...disconnect, '--erase', 'default']);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining('--erase: expected tea, the dataset of the source, got default'),
  ]);
  expect((await client.get(`/sources/${body.source_id}`)).body.connection).not.toBeNull();
  const { code, stdout } = await cli.run([...disconnect, '--erase', 'tea', '--json']);
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { connection: null, erasure_id: expect.any(String) }]);
  expect((await client.get('/erasures')).body.erasures).toMatchObject([{ dataset_id: 'tea' }]);
});

it('replaces the months of an export of orders, and writes one file by default', async () => {
  const { accountId, apiKey } = await target.local.newAccount('max');
  await createClient(target.baseUrl, apiKey).push([
    { order_id: '1', order_date: '2026-03-01', line_items: [{ product_name: 'tea' }] },
  ]);
  const list = () => readdirSync(join(cli.dir, 'months'), { recursive: true }).map(String).sort();
  const months = ['orders', 'export', '--by-month', '--output', 'months', '--key', apiKey];
  expect(await cli.run(months)).toMatchObject({ code: 0, stdout: '' });
  const dataset = `account=${accountId}/dataset=default`;
  const files = [`${dataset}/month=2026-03/1.parquet`];
  expect(list().filter((name) => name.endsWith('.parquet'))).toEqual(files);
  writeFileSync(join(cli.dir, 'months', dataset, 'of-an-earlier-export.parquet'), '');
  await cli.run(months);
  expect(list().filter((name) => name.endsWith('.parquet'))).toEqual(files);
  const { stdout } = await cli.run(['orders', 'export', '--output', '-', '--key', apiKey]);
  expect(stdout).toMatch(/^order_id,customer_id,order_date,/);
});
