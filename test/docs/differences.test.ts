// docs/differences.md: every request in its tables is sent, and the service answers what the page shows. UPDATE=1 writes
// the answers into the page.
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHttpFront } from '../../apps/local-cloud/gateway/http-front.ts';
import { until } from '../../tools/harness/client.ts';
import { startReceivers, type WebhookReceivers } from '../../tools/harness/webhook-receivers.ts';
import { useTarget } from '../end-to-end/use-target.ts';
import { DIFFERENCES, type Shown } from './differences.ts';

const PAGE = join(import.meta.dirname, '../../docs/differences.md');
const target = useTarget();
let receivers: WebhookReceivers;

/** Values of the examples, by the names that stand for them on the page. */
const values = new Map<string, string>();
const fillIn = (text: string): string =>
  [...values].reduce((filled, [name, value]) => filled.replaceAll(`{${name}}`, value), text);
const nameAgain = (text: string): string =>
  [...values].reduce((named, [name, value]) => named.replaceAll(value, `{${name}}`), text);

beforeAll(async () => {
  receivers = await startReceivers();
  const { client } = target;
  await client.push([
    {
      order_id: '1',
      order_date: '2026-03-01',
      line_items: [{ product_name: 'Tea' }, { product_name: 'Milk' }],
    },
  ]);
  const { report_id } = await client.report({ template: 'standard_rfm' });
  values.set('report', String(report_id));
  values.set(
    'receiver',
    receivers.open((response) => {
      response.writeHead(204).end();
    }).url,
  );
  const pro = await target.local.newAccount('pro');
  values.set('key of a pro account', pro.apiKey);
});
afterAll(() => receivers.stop());

interface Reply {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

/** Sends a request without fetch, which follows redirects. */
function send(baseUrl: string, { method, path, headers, body }: Shown['request']): Promise<Reply> {
  const sent = { Authorization: `Bearer ${target.apiKey}`, 'Content-Type': 'application/json', ...headers };
  const filled = Object.entries(sent).map(([name, value]) => [name, fillIn(value)]);
  return new Promise((resolve, reject) => {
    const call = request(
      `${baseUrl}${fillIn(path)}`,
      { method, headers: Object.fromEntries(filled) },
      (response) => {
        response.setEncoding('utf8');
        let text = '';
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        );
      },
    );
    call.on('error', reject);
    call.end(body === undefined ? undefined : fillIn(typeof body === 'string' ? body : JSON.stringify(body)));
  });
}

/** A local gateway whose disk is nearly full: no route is called. */
async function sendToFullDisk(shown: Shown['request']): Promise<Reply> {
  const front = await startHttpFront(0, { disk: { isLow: () => true, isFull: () => false } });
  const unreachable = {
    name: 'None',
    invoke: async () => expect.unreachable(),
    stop: async () => undefined,
  };
  front.serve([{ routeKey: '$default', target: unreachable }]);
  const reply = await send(`http://127.0.0.1:${front.port}/api/v1`, shown);
  await front.stop();
  return reply;
}

function pick(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (found, name) => (typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined),
      body,
    );
}

async function answer({ request: sent, shows = [], header, after, on }: Shown): Promise<string> {
  const reply = on === 'a full disk' ? await sendToFullDisk(sent) : await send(target.baseUrl, sent);
  const body: unknown = reply.body.startsWith('{') ? JSON.parse(reply.body) : undefined;
  let read = body;
  if (after !== undefined) {
    const path = after.path.replaceAll(/\{(\w+)\}/g, (_, name) => String(pick(body, name)));
    read = await until(async () => {
      const later = JSON.parse((await send(target.baseUrl, { method: 'GET', path })).body);
      return pick(later, after.has) === undefined || later.status === 'pending' ? undefined : later;
    });
  }
  const isError = reply.status >= 400;
  const members = shows.length > 0 || !isError ? shows : ['code', 'error'];
  const told = members.map((path) => [path, pick(read, path)]);
  const all = header === undefined ? told : [[header, reply.headers[header.toLowerCase()]], ...told];
  const text = all.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ');
  return nameAgain([String(reply.status), ...(text === '' ? [] : [text])].join(' '));
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function formatRequest({ method, path, headers = {}, body }: Shown['request']): string {
  const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const shown =
    typeof body === 'string' ? `(${body.length.toLocaleString('en')} bytes)` : JSON.stringify(body);
  return [`${method} ${path}`, ...named, ...(shown === undefined ? [] : [shown])].join(' ');
}

it('shows in docs/differences.md how the service answers each request', async () => {
  let page = readFileSync(PAGE, 'utf8');
  for (const [name, rows] of Object.entries(DIFFERENCES)) {
    const lines: string[] = [
      '| the interface says | the service | a request → its answer |',
      '| --- | --- | --- |',
    ];
    for (const { interface: says, service, shown } of rows) {
      const cases: string[] = [];
      for (const one of shown) {
        const got = await answer(one);
        expect(got, formatRequest(one.request)).toMatch(new RegExp(`^${one.status}\\b`));
        cases.push(`\`${formatRequest(one.request)}\` → \`${got}\``);
      }
      lines.push(`| ${cell(says)} | ${cell(service)} | ${cell(cases.join('<br>'))} |`);
    }
    const begins = `<!-- ${name} -->\n`;
    const ends = '<!-- End of the table. -->';
    const from = page.indexOf(begins) + begins.length;
    expect(from).toBeGreaterThan(begins.length);
    page = `${page.slice(0, from)}${lines.join('\n')}\n${page.slice(page.indexOf(ends, from))}`;
  }
  if (process.env.UPDATE === '1') writeFileSync(PAGE, page);
  else expect(readFileSync(PAGE, 'utf8')).toBe(page);
});
