// Tests the commands on order files: into the queue with `backfill`, through the API with `push`, and without a service
// with `analyze`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../tools/harness/client.ts';
import { type CommandLine, createCommandLine } from '../../../tools/harness/command-line.ts';
import { useTarget } from '../../end-to-end/use-target.ts';
import { startFaultyProxy } from '../../packages/client/servers.ts';

const splitWords = (line: string): string[] => line.split(' ');

const target = useTarget();
const summarized = v.object({ imports: v.array(v.object({ source_summary: v.unknown() })) });
const segment = v.object({ count: v.number(), avg_monetary: v.number() });
let cli: CommandLine;
let account: { accountId: string; apiKey: string };

/** Number of orders, of two products each; the second lines come after all first ones. */
const ORDERS = 600;
const lines = ['tea', 'milk'].flatMap((product) =>
  Array.from(
    { length: ORDERS },
    (_, i) => `${i},c${i % 300},2026-0${1 + (i % 6)}-1${i % 10},${product},${1 + (i % 5)}.5,1`,
  ),
);
const csv = `Order Number,Customer,Date,Product,Price,Qty\n${lines.join('\n')}\n`;

beforeAll(async () => {
  cli = createCommandLine(target.local.cloud);
  account = await target.local.newAccount('max');
  writeFileSync(join(cli.dir, 'orders.csv'), csv);
  writeFileSync(join(cli.dir, 'orders.csv.gz'), gzipSync(csv));
});
afterAll(() => cli.remove());

const COLUMNS = 'customer_id=Customer,order_date=Date,unit_price=Price,quantity=Qty,product_name=Product';
const createReport = (datasetId: string, apiKey = account.apiKey) =>
  createClient(target.baseUrl, apiKey).report({ template: 'standard_mba', dataset_id: datasetId });

describe('backfill', () => {
  it('puts whole orders into the queue, is exempt from the rate limit, and waits for the counts', async () => {
    const limited = await target.local.newAccount('max', { requestsPerMinute: 0 });
    const { code, stdout, stderr } = await cli.run([
      ...splitWords('--json backfill orders.csv.gz --account'),
      limited.accountId,
      ...splitWords('--dataset history --columns'),
      COLUMNS,
    ]);
    expect([code, stderr.includes('order_id      "Order Number"')]).toEqual([0, true]);
    expect(JSON.parse(stdout)).toMatchObject({
      rows_sent: 2 * ORDERS,
      orders_sent: ORDERS,
      bad_rows: 0,
      applied: { total: 2 * ORDERS, inserted: 2 * ORDERS, updated: 0, failed: 0 },
    });
  });

  it('checks a file with --dry-run, and sends no file with a bad row unless the row is skipped', async () => {
    const bad = `${csv}9999,c1,yesterday,tea,1.5,1\n9999,c1,2026-01-01,tea,"1,50",1\n`;
    const args = ['--account', account.accountId, '--dataset', 'dry', '--columns', COLUMNS];
    const dry = await cli.runAlone(['--json', 'backfill', '-', ...args, '--dry-run'], { stdin: bad });
    expect([dry.code, JSON.parse(dry.stdout)]).toMatchObject([1, { rows: 2 * ORDERS, bad_rows: 2 }]);
    expect(dry.stderr).toContain(`line ${2 * ORDERS + 2}: Date: expected`);
    expect(dry.stderr).toContain(`line ${2 * ORDERS + 3}: Price: expected`);
    const stopped = await cli.runAlone(['backfill', '-', ...args], { stdin: bad });
    expect([stopped.code, stopped.stdout]).toEqual([2, '']);
    expect(stopped.stderr).toContain('Nothing was sent');
    const skipped = await cli.runAlone(
      ['--json', 'backfill', '-', ...args, '--bad-rows', 'skip', '--rejects', 'rejects.ndjson'],
      { stdin: bad },
    );
    expect([skipped.code, JSON.parse(skipped.stdout).bad_rows]).toEqual([0, 2]);
    const rejects = readFileSync(join(cli.dir, 'rejects.ndjson'), 'utf8').trim().split('\n');
    expect(rejects.map((line) => JSON.parse(line))).toMatchObject([
      {
        line: 2 * ORDERS + 2,
        row: {
          'Order Number': '9999',
          Customer: 'c1',
          Date: 'yesterday',
          Product: 'tea',
          Price: '1.5',
          Qty: '1',
        },
      },
      { row: { Date: '2026-01-01', Price: '1,50' } },
    ]);
  });

  it('resumes from its checkpoint after a kill', async () => {
    // Twenty rows an order make more requests than are sent at once, and are applied quickly.
    const many = Array.from({ length: 60_000 }, (_, i) => `${i % 3_000},p${i}`);
    writeFileSync(join(cli.dir, 'many.csv'), `order_id,product_name\n${many.join('\n')}\n`);
    const checkpoint = join(cli.dir, 'c.json');
    const readSentOrders = (): number => JSON.parse(readFileSync(checkpoint, 'utf8')).orders_sent;
    const args = [
      ...splitWords('--json backfill many.csv --account'),
      account.accountId,
      ...splitWords('--dataset resumed --no-prices'),
    ];
    // A full queue delays it between imports, so that there is time to kill it.
    const killed = await cli.runAlone([...args, '--checkpoint', 'c.json', '--max-queue-depth', '5'], {
      killWhen: () => existsSync(checkpoint) && readSentOrders() > 0,
    });
    const orders_sent = readSentOrders();
    expect(killed.code).toBeNull();
    expect(orders_sent).toBeLessThan(3_000);
    const resumed = await cli.run([...args, '--checkpoint', 'c.json']);
    expect(resumed.stderr).toContain(`resuming after ${orders_sent} orders`);
    const { rows_sent, applied } = JSON.parse(resumed.stdout);
    expect([rows_sent, applied.failed, existsSync(checkpoint)]).toEqual([60_000, 0, false]);
    expect(await createReport('resumed')).toMatchObject({ summary: { orders_processed: 3_000 } });
  }, 90_000);
});

describe('push', () => {
  it('sends orders through the API, whose report equals the one that analyze computes', async () => {
    const { code, stdout } = await cli.run([
      ...splitWords('--json push orders.csv --key'),
      account.apiKey,
      ...splitWords('--dataset pushed --columns'),
      COLUMNS,
    ]);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { rows_sent: 2 * ORDERS, applied: { inserted: 2 * ORDERS } },
    ]);
    const pushed = await createReport('pushed');
    const analysed = await cli.run([
      ...['--json', 'analyze', 'mba', 'orders.csv', '--columns', COLUMNS],
      ...['--min-support', '0.01'],
    ]);
    const { association_rules, summary } = JSON.parse(analysed.stdout);
    expect({ association_rules, summary }).toEqual({
      association_rules: pushed.association_rules,
      summary: pushed.summary,
    });
  });

  it('resumes after Ctrl-C with a checkpoint, and sends nothing twice', async () => {
    const { apiKey } = await target.local.newAccount('max');
    const rows = Array.from({ length: 50_000 }, (_, i) => {
      const order = Math.floor(i / 50);
      return `${order},c${order % 90},2026-03-${10 + (order % 20)},p${i % 50},${1 + (i % 9)}.25,${1 + (i % 3)}`;
    });
    const cents = rows.reduce((sum, _, i) => sum + (125 + 100 * (i % 9)) * (1 + (i % 3)), 0);
    writeFileSync(
      join(cli.dir, 'stopped.csv'),
      `order_id,customer,date,product,price,qty\n${rows.join('\n')}\n`,
    );
    let done = 0;
    let isStopped = false;
    // Until the signal, only the dataset's settings and the first orders pass: on a busy machine, all would be sent.
    const url = await startFaultyProxy(
      target.baseUrl,
      (request) => (request > 3 && !isStopped ? 'timeout-before' : undefined),
      () => done++,
    );
    const args = [
      ...splitWords('--json push stopped.csv --key'),
      apiKey,
      '--url',
      url,
      ...splitWords('--checkpoint stopped.json'),
    ];
    // Two requests: the dataset's settings, and the first orders.
    const stopped = await cli.runAlone(args, { killWhen: () => done >= 2, killWith: 'SIGINT' });
    isStopped = true;
    const [, sent = ''] =
      /interrupted after ([\d,]+) orders were sent; run again to resume/.exec(stopped.stderr) ?? [];
    const before = Number(sent.replaceAll(',', ''));
    expect([stopped.code, before > 0, before < 1_000]).toEqual([130, true, true]);
    const { code, stdout, stderr } = await cli.run(args);
    const printed = JSON.parse(stdout);
    expect([code, printed.rows_sent, printed.reconciliation.net]).toEqual([0, rows.length, cents / 100]);
    expect(stderr).toContain(`resuming after ${before} orders`);
    const { inserted, updated, failed } = printed.applied;
    expect([inserted, updated, failed]).toEqual([rows.length, 0, 0]);
    const client = createClient(target.baseUrl, apiKey);
    const { metrics } = await client.report({ template: 'standard_rfm', dataset_id: 'default' });
    expect(metrics).toMatchObject({ net_revenue: cents / 100 });
  }, 90_000);

  it('stores a Shopify export in one currency, whose report has the reconciled revenue', async () => {
    const { apiKey } = await target.local.newAccount('max');
    const file = join(import.meta.dirname, '../../packages/order-files/exports/shopify/shopify.csv');
    const undecided = await cli.run(['--json', 'push', file, '--key', apiKey]);
    expect([undecided.code, undecided.stdout]).toEqual([2, '']);
    expect(undecided.stderr).toContain('"code":"several_currencies"');
    const args = ['push', file, '--currency', 'EUR', '--key', apiKey];
    const { code, stdout, stderr } = await cli.run(['--json', ...args]);
    const { reconciliation, applied } = JSON.parse(stdout);
    expect([code, applied.failed, reconciliation.net, reconciliation.refunds]).toEqual([0, 0, 104.22, 14.5]);
    expect(stderr).toContain('Shopify orders (--from shopify)');
    expect(stderr).toMatch(/^left out +1 row of 1 order, 13\.00 USD: in USD/m);
    const client = createClient(target.baseUrl, apiKey);
    // The data keep a note of omissions, and the dataset has the currency of its prices.
    const { body } = await client.get('/data/orders');
    const summaries = v.parse(summarized, body).imports.map((one) => one.source_summary);
    expect(summaries).toEqual([
      expect.objectContaining({
        ...{ rows_read: 19, orders: 7, net: 104.22, currency: 'EUR' },
        left_out: expect.arrayContaining([
          { reason: 'other_currency', currency: 'USD', rows: 1, orders: 1, amount: 13 },
        ]),
      }),
    ]);
    const { body: listed } = await client.get('/datasets');
    expect(listed).toMatchObject({ datasets: [{ slug: 'default', currency: 'EUR' }] });
    const other = await cli.run(['push', file, '--currency', 'USD', '--key', apiKey]);
    expect([other.code, other.stderr]).toEqual([
      2,
      expect.stringContaining('the dataset is in EUR, and these prices are in USD: nothing was sent'),
    ]);
    const rfm = await createClient(target.baseUrl, apiKey).report({ template: 'standard_rfm' });
    const { segments } = v.parse(v.object({ segments: v.array(segment) }), rfm);
    const revenue = segments.reduce((sum, { count, avg_monetary }) => sum + count * avg_monetary, 0);
    // The guest's tea, 4.50, belongs to no customer.
    expect(revenue).toBeCloseTo(104.22 - 4.5, 6);
  });

  it('exits with code 3 and writes the order to --rejects if lines and total of an order differ', async () => {
    const file = join(import.meta.dirname, '../../packages/order-files/exports/shopify/shopify.csv');
    // The file lacks a line of order 1003: 12.00 of 137.22.
    const text = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => !(line.startsWith('#1003') && line.includes('MUG-L')))
      .join('\n');
    const { code, stderr } = await cli.runAlone(
      [
        ...['push', '-', '--key', account.apiKey, '--dry-run', '--currency', 'EUR'],
        ...['--rejects', 'differences.ndjson'],
      ],
      { stdin: text },
    );
    expect([code, stderr]).toEqual([3, expect.stringContaining('125.22 counted: of 7 orders 1 differs')]);
    const rejects = readFileSync(join(cli.dir, 'differences.ndjson'), 'utf8').trim();
    expect(JSON.parse(rejects)).toMatchObject({ order_id: '#1003', expected: 30, got: 18 });
  });
});

describe('report', () => {
  it('creates, lists and shows reports, writes pages, and computes the same as analyze', async () => {
    const made = await cli.run([
      ...splitWords('report create --template standard_rfm --dataset pushed --key'),
      account.apiKey,
      ...splitWords('--html rfm.html'),
    ]);
    expect([
      made.code,
      readFileSync(join(cli.dir, 'rfm.html'), 'utf8').startsWith('<!doctype html>'),
    ]).toEqual([0, true]);
    const listed = await cli.run([
      ...splitWords('--json report list --dataset pushed --type RFM --key'),
      account.apiKey,
    ]);
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { report_type: 'RFM', dataset_id: 'pushed', status: 'Completed' },
    ]);
    const show = ['report', 'show', JSON.parse(listed.stdout)[0].report_id, '--key', account.apiKey];
    await cli.run([...show, '--html', 'with-customers.html', '--customers']);
    const page = readFileSync(join(cli.dir, 'with-customers.html'), 'utf8');
    expect(page.match(/download="segment-[^"]+\.csv"/g)?.length).toBeGreaterThan(0);
    const refused = await cli.run([...show, '--customers']);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('--customers requires --html'),
    ]);
    const datasets = await cli.run(['datasets', 'list', '--key', account.apiKey]);
    expect(datasets.stdout).toMatch(/pushed/);
    const ofTea = ['--where', 'product_name=tea', '--min-support', '0.01'];
    const own = await cli.run([
      ...[
        '--json',
        'report',
        'create',
        '--type',
        'MBA',
        '--dataset',
        'pushed',
        '--name',
        'Tea',
        '--key',
        account.apiKey,
      ],
      ...ofTea,
    ]);
    const ofFile = await cli.run(['--json', 'analyze', 'mba', 'orders.csv', '--columns', COLUMNS, ...ofTea]);
    expect(JSON.parse(own.stdout)).toMatchObject({ name: 'Tea', summary: JSON.parse(ofFile.stdout).summary });
    const analysed = await cli.run(['analyze', 'rfm', 'orders.csv', '--columns', COLUMNS]);
    expect(analysed.stdout).toContain('Customers');
    // Colour is for terminals only.
    expect(analysed.stdout).not.toContain('\u001b');
    const csvOut = await cli.run(['analyze', 'rfm', 'orders.csv', '--columns', COLUMNS, '--csv']);
    expect(csvOut.stdout.split('\r\n')[0]).toContain('customers');
  });
});

describe('--rates', () => {
  it('converts prices, and states the source of the rates in reports and analyses', async () => {
    writeFileSync(
      join(cli.dir, 'two-currencies.csv'),
      'order_id,customer_id,order_date,product_name,unit_price,quantity,currency\n1,a,2026-03-02,tea,10,1,EUR\n2,b,2026-03-06,tea,10,1,USD\n',
    );
    writeFileSync(join(cli.dir, 'ecb.csv'), 'date,currency,rate\n2026-03-02,USD,0.9\n');
    const files = ['two-currencies.csv', '--rates', 'ecb.csv', '--currency', 'EUR'];
    const target = ['--dataset', 'converted'];
    const { code } = await cli.run(['backfill', ...files, '--account', account.accountId, ...target]);
    const bank = ['--rates-source', 'Bank of Examples'];
    const pushed = await cli.run(['push', ...files, ...bank, '--key', account.apiKey, ...target]);
    expect([code, pushed.code]).toEqual([0, 0]);
    expect(pushed.stderr).toContain('Converted at the rates of Bank of Examples.');
    expect(await createReport('converted')).toMatchObject({
      currency: 'EUR',
      rates_source: 'ecb.csv; Bank of Examples',
      summary: { total_revenue_processed: 19 },
    });
    const analysed = await cli.run(['--json', 'analyze', 'rfm', ...files]);
    expect(JSON.parse(analysed.stdout)).toMatchObject({ currency: 'EUR', rates_source: 'ecb.csv' });
  });
});
