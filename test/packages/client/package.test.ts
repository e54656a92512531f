// Tests the published client package in an empty folder with plain Node, with the compiler and with every example of
// its README.
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../../apps/local-cloud/free-port.ts';
import { hashApiKey } from '../../../src/analysis/accounts/api-key.ts';
import { signEvent, toStandardSecret } from '../../../src/service/webhooks/signature.ts';
import { writeClient } from '../../../tools/package/client.ts';
import { createPackageManifest } from '../../../tools/package/manifest.ts';
import { useTarget } from '../../end-to-end/use-target.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const CLIENT = join(ROOT, 'packages/client');
const folder = mkdtempSync(join(tmpdir(), 'order-analytics-client-'));
const installed = join(folder, 'node_modules', 'order-analytics');
const target = useTarget();
let apiKey = '';

beforeAll(async () => {
  mkdirSync(installed, { recursive: true });
  writeClient(ROOT, installed);
  writeFileSync(join(installed, 'package.json'), JSON.stringify(createPackageManifest(ROOT)));
  apiKey = (await target.local.newAccount('max')).apiKey;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, npm_config_ignore_scripts: 'false' },
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: exit ${status}\n${stdout}\n${stderr}`);
  return stdout;
}

/** Environment variables of libfaketime, passed on so that started programs have the same clock. */
const CLOCK = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name === 'LD_PRELOAD' || name.startsWith('FAKETIME')),
);

let modules = 0;
/** Runs a module in the folder with only the API's address and key in its environment. */
function runModule(code: string, { node = process.execPath, env = {}, until = '' } = {}) {
  const file = join(folder, `module-${++modules}.mjs`);
  writeFileSync(file, code);
  const child = spawn(node, [file], {
    cwd: folder,
    env: { ...CLOCK, ORDER_ANALYTICS_URL: target.baseUrl, ORDER_ANALYTICS_API_KEY: apiKey, ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (part) => {
    stdout += part;
    if (until !== '' && stdout.includes(until)) child.kill();
  });
  child.stderr.on('data', (part) => {
    stderr += part;
  });
  const closed = new Promise<number | null>((done) => child.on('close', done));
  return { exited: closed.then((exit) => ({ exit, stdout, stderr })), stop: () => child.kill() };
}

const readme = readFileSync(join(CLIENT, 'README.md'), 'utf8');
const examples = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code = '']) => code);
const countLines = (code: string): number => code.split('\n').filter((line) => line.trim() !== '').length;

describe('the client package', () => {
  it('contains only scripts, declarations and a README that import nothing outside the package', () => {
    expect(readdirSync(installed).sort()).toEqual(['client', 'package.json']);
    const files = globSync('**/*.*', { cwd: join(installed, 'client') });
    expect(files.filter((name) => !/\.(d\.ts|js)$/.test(name))).toEqual(['README.md']);
    for (const name of files.filter((file) => file !== 'README.md')) {
      const text = readFileSync(join(installed, 'client', name), 'utf8');
      const imported = [...text.matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, from = '']) => from);
      expect([name, imported.filter((from) => !/^\.\.?\/[\w/-]+\.js$/.test(from))]).toEqual([name, []]);
      expect([name, /\bnode:|valibot|process\.|\bBuffer\b|require\(/.test(text)]).toEqual([name, false]);
    }
  });

  it('declares its types without those of Node, valibot or this repository', () => {
    writeFileSync(
      join(folder, 'consumer.mts'),
      `import { OrderAnalytics, type MbaReport, type Order, verifyWebhook } from 'order-analytics/client';
const client = new OrderAnalytics({ baseUrl: 'https://example.com/api/v1', apiKey: 'afn_' });
async function* orders(): AsyncGenerator<Order> {
  yield { order_id: '1', line_items: [{ product_name: 'tea', quantity: 1, custom_fields: { shop: 'x' } }] };
}
const { rows, imports } = await client.push(orders(), { wait: true });
const counted: number = rows.inserted + imports.length;
const mba = await client.reports.createAndWait({ template: 'first_order', params: { scope: 'customer' } });
const lift: number | undefined = mba.association_rules[0]?.lift;
const rating: 'High' | 'Medium' | 'Low' | undefined = mba.association_rules[0]?.impact_rating;
const rfm = await client.reports.createAndWait({ report_type: 'RFM' });
const recency: number | undefined = rfm.segments[0]?.avg_recency;
const report = await client.reports.get('1');
if (report.status === 'Failed') report.fail_reason.length;
else if (report.status !== 'Processing' && report.report_type === 'MBA') ((same: MbaReport) => same)(report);
const valid: boolean = await verifyWebhook('{}', null, 'afn_');
// @ts-expect-error a segment is no rule
mba.segments;
// @ts-expect-error a template that there is not
client.reports.create({ template: 'standard_abc' });
// @ts-expect-error an order needs an id
client.push([{ line_items: [] }]);
// @ts-expect-error counted only when it was waited for
(await client.push([])).rows;
export default [counted, lift, rating, recency, valid];
`,
    );
    // .bin/tsc may belong to typescript5.
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const strict = [
      '--singleThreaded',
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
    ];
    const bare = ['--target', 'es2022', '--lib', 'es2022,dom', '--types', '', '--skipLibCheck', 'false'];
    const compile = (...options: string[]) =>
      run(process.execPath, [tsc, ...strict, ...bare, ...options], folder);
    compile('--module', 'nodenext', 'consumer.mts');
    compile('--module', 'esnext', '--moduleResolution', 'bundler', 'consumer.mts');
  });

  it('declares types that match every request and response of the contract', () => {
    const contract = readFileSync(join(CLIENT, 'src', 'contract.ts'), 'utf8');
    const listTypes = (kind: string): readonly string[] =>
      Array.from(
        contract.matchAll(RegExp(`^export type (\\w+) = .*${kind}<`, 'gm')),
        ([, name = '']) => name,
      );
    const answers = listTypes('Answer').map((name) => `(one: own.${name}): packed.${name} => one,`);
    const asked = [...listTypes('Request'), ...listTypes('Query')];
    const requests = asked.map((name) => `(one: packed.${name}): own.${name} => one,`);
    expect([answers.length > 100, requests.length > 40]).toEqual([true, true]);
    // A folder inside the repository, because imports of valibot must resolve.
    const within = join(ROOT, '.types', 'packed-client');
    rmSync(within, { recursive: true, force: true });
    cpSync(installed, join(within, 'packed'), { recursive: true });
    writeFileSync(
      join(within, 'compare.ts'),
      `import type * as own from '../../packages/client/src/index.ts';
import type * as packed from './packed/client/index.js';
export default [${answers.join('\n')}\n${requests.join('\n')}];`,
    );
    const config = { extends: '../../tsconfig.json', compilerOptions: { incremental: false } };
    const references = [{ path: '../../tsconfig.numeric.json' }];
    const files = { include: ['compare.ts'], exclude: [], references };
    writeFileSync(join(within, 'tsconfig.json'), JSON.stringify({ ...config, ...files }));
    // Each of four checkers would resolve the types of the contract again, for four times the processor time.
    const options = ['-p', within, '--singleThreaded'];
    run(process.execPath, [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), ...options], ROOT);
  });
});

describe('the first example of the README', () => {
  const nodes = [...new Set([process.execPath, findSystemNode()])];

  it.each(nodes)('gets a finished report in fewer than ten lines with %s', async (node) => {
    const [first = ''] = examples;
    expect(countLines(first)).toBeLessThan(10);
    const { exited } = runModule(first, { node });
    expect(await exited).toEqual({
      exit: 0,
      stderr: '',
      stdout: "[ 'Milk' ] [ 'Tea' ] 1\n[ 'Tea' ] [ 'Milk' ] 1\n",
    });
  });
});

describe('the examples of the README', () => {
  const findExample = (part: string): string => examples.find((code) => code.includes(part)) ?? '';

  it('are all run by these tests', () => {
    const run = [
      'standard_mba',
      'ordersFromYourDatabase',
      'PushError',
      'report.segments',
      'erasure_id',
      'createServer',
    ];
    expect(examples.map((code) => run.filter((part) => code.includes(part)))).toEqual(
      run.map((part) => [part]),
    );
  });

  it('push 12,000 orders, then create and list reports', async () => {
    const pushed = await runModule(findExample('ordersFromYourDatabase')).exited;
    expect(pushed).toMatchObject({ exit: 0, stderr: '' });
    expect(pushed.stdout).toContain('12000 12000');
    expect(pushed.stdout).toContain('{ total: 12000, inserted: 12000, updated: 0, failed: 0 } []');
    const reported = await runModule(findExample('report.segments')).exited;
    expect(reported).toMatchObject({ exit: 0, stderr: '' });
    expect(reported.stdout).toMatch(/Completed[\s\S]*history/);
  });

  it('erase a customer’s orders', async () => {
    const { exit, stderr, stdout } = await runModule(findExample('erasure_id')).exited;
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toContain('orders: 24');
  });

  it('report the index and id of a rejected order', async () => {
    const { exit, stdout } = await runModule(findExample('PushError')).exited;
    expect([exit, stdout]).toEqual([0, "orders[1].line_items[0].quantity { index: 1, orderId: '2' }\n"]);
  });

  it('accept a webhook with a valid signature and refuse another with 401', async () => {
    const port = String(await findFreePort());
    const { exited, stop } = runModule(findExample('createServer'), { env: { PORT: port }, until: 'msg_1' });
    const rawBody = '{"event":"report.completed"}';
    const timestamp = Math.floor(Date.now() / 1_000);
    const event = { id: 'msg_1', timestamp, rawBody };
    const post = (signature: string): Promise<number> =>
      fetch(`http://127.0.0.1:${port}`, {
        method: 'POST',
        body: rawBody,
        headers: {
          'webhook-id': 'msg_1',
          'webhook-timestamp': String(timestamp),
          'webhook-signature': signature,
        },
      }).then(({ status }) => status);
    try {
      await expect.poll(() => post('v1,AAAA').catch(() => 0)).toBe(401);
      expect(await post(signEvent(event, toStandardSecret(hashApiKey(apiKey))))).toBe(204);
      expect((await exited).stdout).toBe('report.completed msg_1\n');
    } finally {
      stop();
    }
  });
});

/** The first Node.js (20 or later) on PATH outside node_modules, or else the running one. */
function findSystemNode(): string {
  const places = (process.env.PATH ?? '').split(delimiter);
  for (const place of places.filter((dir) => !dir.includes('node_modules'))) {
    const node = join(place, 'node');
    const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
    if (status === 0 && Number(/^v(\d+)/.exec(stdout)?.[1]) >= 20) return node;
  }
  return process.execPath;
}
