// Tests the isolation of tenants: wherever a request can name an id, another account's id gets the same response, byte
// for byte, as an unknown id. Fails if a route of the template has a parameter of an unknown kind.
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Keys, OrderAnalytics } from '../../../packages/client/src/index.ts';
import { toCursor } from '../../../src/contract/paging.ts';
import { type Client, createClient } from '../../../tools/harness/client.ts';
import { DEPLOYED, RUN, useTarget } from '../use-target.ts';

const target = useTarget();

/** Kinds of things that a path can name, by the first part of the path; a later parameter is named for its kind. */
const KINDS = {
  orders: 'order',
  reports: 'report',
  customers: 'customer',
  datasets: 'dataset',
  erasures: 'erasure',
  schedules: 'schedule',
  keys: 'key',
  sources: 'source',
  audiences: 'audience',
  'webhooks/endpoints': 'endpoint',
  export_id: 'export',
  destination_id: 'destination',
} as const;
type Kind = (typeof KINDS)[keyof typeof KINDS];
type Belongings = Readonly<Record<Kind | 'account' | 'import' | 'idempotencyKey', string>>;
const isKnown = (name: string): name is keyof typeof KINDS => Object.hasOwn(KINDS, name);

const SECRET = `whsec_${Buffer.alloc(24).toString('base64')}`;
const RFM = { template: 'standard_rfm' };
const SCHEDULE = { expression: 'rate(300 days)' };
const CONDITIONS = { conditions: [{ report: RFM }] };
const AUDIENCE = { name: 'all', ...CONDITIONS };
const ENDPOINT = { url: 'https://example.com/', status: 'paused', secret: SECRET };
const DESTINATION = { kind: 'webhook', ...ENDPOINT };
const createPushBody = (dataset_id: string, order_id: string, customer_id: string) => ({
  orders: [{ order_id, customer_id, order_date: '2026-03-01', line_items: [{ product_name: 'tea' }] }],
  dataset_id,
});

interface RequestParts {
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
const createToolCall = (name: string, args: object): RequestParts => ({
  headers: { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' },
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
});

/** Queries, bodies and headers that name ids, by route. */
const NAMED: Readonly<Record<string, (of: Belongings) => readonly RequestParts[]>> = {
  'POST /data/orders': (of) => [
    // A dataset, an order and a customer with the same ids, but in the own account.
    { body: createPushBody(of.dataset, of.order, of.customer) },
    { body: createPushBody('own', of.order, of.customer), headers: { 'Idempotency-Key': of.idempotencyKey } },
  ],
  'GET /data/orders': (of) => [
    { query: `import_id=${of.import}` },
    { query: `import_id=${of.import}`, headers: { Prefer: 'wait=1' } },
    { query: `cursor=${toCursor(of.import)}` },
  ],
  'GET /orders': (of) => [
    { query: `dataset_id=${of.dataset}` },
    { query: `dataset_id=${of.dataset}&customer_id=${of.customer}` },
    { query: `dataset_id=${of.dataset}&cursor=${toCursor(`0#${of.account}#${of.order}#0`)}` },
  ],
  'GET /orders/{order_id+}': (of) => [{ query: `dataset_id=${of.dataset}` }],
  'DELETE /orders/{order_id+}': (of) => [{ query: `dataset_id=${of.dataset}` }],
  'DELETE /customers/{id+}': (of) => [{ query: `dataset_id=${of.dataset}` }],
  'POST /reports': (of) => [{ body: { ...RFM, dataset_id: of.dataset } }],
  'GET /reports': (of) => [
    { query: `dataset_id=${of.dataset}` },
    { query: `cursor=${toCursor(`${of.account}#report#${of.report}`)}` },
  ],
  'GET /reports/{id}': () => [{}, { headers: { Prefer: 'wait=1' } }, { headers: { 'If-None-Match': '*' } }],
  'GET /reports/{id}/product-profile': () => [{ query: 'product=tea' }],
  'POST /reports/{id}/exports': () => [{ body: { what: 'customers', format: 'csv' } }],
  'GET /datasets': (of) => [{ query: `cursor=${toCursor(of.dataset)}` }],
  'PUT /datasets/{slug}': () => [{ body: { currency: 'EUR' } }],
  'PATCH /datasets/{slug}': () => [{ body: { currency: 'EUR' } }],
  'GET /recommendations': (of) => [
    { query: `product=tea&dataset_id=${of.dataset}` },
    { query: `customer=${of.customer}&dataset_id=${of.dataset}` },
  ],
  'PUT /datasets/{slug}/recommendations': (of) => [{ body: { report_id: of.report } }],
  'GET /erasures': (of) => [{ query: `cursor=${toCursor(of.erasure)}` }],
  'POST /schedules': (of) => [{ body: { ...SCHEDULE, report: { ...RFM, dataset_id: of.dataset } } }],
  'PATCH /schedules/{id}': () => [{ body: { status: 'paused' } }],
  'POST /keys': (of) => [{ body: { kind: 'publishable', origins: ['x'], dataset_id: of.dataset } }],
  'PATCH /keys/{id}': () => [{ body: { name: 'mine', expires_at: '2999-01-01' } }],
  'GET /audit': (of) => [{ query: `key_id=${of.key}` }, { query: `cursor=${toCursor(of.key)}` }],
  'POST /sources': (of) => [{ body: { kind: 'shopify', dataset_id: of.dataset } }],
  'PATCH /sources/{id}': () => [{ body: { secret: 'stolen', status: 'paused' } }],
  'POST /audiences': (of) => [{ body: { ...AUDIENCE, dataset_id: of.dataset } }],
  'POST /audiences/preview': (of) => [
    { body: { ...CONDITIONS, dataset_id: of.dataset } },
    { body: { ...CONDITIONS, overlap_with: [of.audience] } },
  ],
  'PATCH /audiences/{id}': () => [{ body: { name: 'stolen' } }],
  'POST /audiences/{id}/destinations': () => [{ body: DESTINATION }],
  'PATCH /audiences/{id}/destinations/{destination_id}': () => [
    { body: { status: 'active', url: 'https://evil.example/' } },
  ],
  'PATCH /webhooks/endpoints/{id}': () => [{ body: { status: 'active', url: 'https://evil.example/' } }],
  'POST /mcp': ({ report, dataset: dataset_id }) => [
    ...['get_report', 'cancel_report', 'list_findings', 'list_rules', 'list_segments', 'list_customers'].map(
      (name) => createToolCall(name, { report_id: report }),
    ),
    createToolCall('get_product_profile', { report_id: report, product: 'tea' }),
    createToolCall('report_changes', { report_id: report }),
    createToolCall('recommend', { dataset_id, product: ['tea'] }),
    createToolCall('list_reports', { dataset_id }),
    createToolCall('create_report', { ...RFM, dataset_id }),
  ],
};
/** These routes take no key, so they have no tenant. */
const KEYLESS = /^\/(?:hooks|mail|openapi|docs|console)/;

/** Routes that queue work come last: later responses depend on whether it is done. */
const LAST = ['DELETE /datasets/{slug}', 'POST /data/orders'];
const rankRoute = (route: string): number =>
  LAST.includes(route)
    ? 10 + LAST.indexOf(route)
    : ['GET', 'PATCH', 'POST', 'PUT', 'DELETE'].findIndex((method) => route.startsWith(method));

/** Returns the parts of a response that must be equal for all ids: ids and times are replaced by placeholders. */
async function toComparable(response: Response, of: Belongings): Promise<unknown> {
  const maskIds = (text: string): string =>
    text
      .replaceAll(of.account, '<account>')
      .replaceAll(of.dataset, '<dataset>')
      .replaceAll(/[0-9A-HJKMNP-TV-Z]{26}/g, '<id>')
      .replaceAll(/(request_id\\*":\\*")[0-9a-f-]{36}/g, '$1<uuid>')
      .replaceAll(/afn_\w+…\w+/g, '<hint>')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
  const own = /^(?:date|apigw-requestid|request-id|x-request-id|etag|content-length|x-ratelimit-.*)$/;
  const headers = [...response.headers].filter(([name]) => !own.test(name));
  return {
    status: response.status,
    headers: headers.map(([name, value]) => [name, maskIds(value)]),
    text: maskIds(await response.text()),
  };
}

describe.skipIf(DEPLOYED)('a tenant (needs accounts of its own)', () => {
  let owner: Client;
  let theirs: Belongings;
  let keys: Keys;

  beforeAll(async () => {
    const { accountId, apiKey } = await target.local.newAccount('max');
    owner = createClient(target.baseUrl, apiKey);
    const [dataset, customer, order] = [`theirs-${RUN}`, 'ann', 'order-1'];
    const idempotencyKey = `key-${randomUUID()}`;
    const job = await owner.push(createPushBody(dataset, order, customer).orders, dataset);
    const { report_id } = await owner.report({ ...RFM, dataset_id: dataset });
    await owner.report({ report_type: 'MBA', dataset_id: dataset, params: { serve: true } });
    const admin = await target.local.operations.createKey(accountId, 'admin');
    keys = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey: admin }).keys;
    const createResource = async (path: string, body: object, name: string): Promise<string> =>
      String((await owner.post(path, body)).body[name]);
    const audience = await createResource('/audiences', { ...AUDIENCE, dataset_id: dataset }, 'audience_id');
    const erased = await owner.send('/customers/bob', { method: 'DELETE' });
    await owner.send('/data/orders', {
      method: 'POST',
      headers: { 'Idempotency-Key': idempotencyKey },
      body: JSON.stringify(createPushBody('own', order, customer)),
    });
    theirs = {
      ...{ account: accountId, dataset, customer, order, idempotencyKey, audience },
      import: String(job.import_id),
      report: String(report_id),
      erasure: String(erased.body.erasure_id),
      key: (await keys.create({ kind: 'read_only', name: 'theirs' })).key_id,
      schedule: await createResource(
        '/schedules',
        { ...SCHEDULE, report: { ...RFM, dataset_id: dataset } },
        'schedule_id',
      ),
      source: await createResource(
        '/sources',
        { kind: 'shopify', secret: 'theirs', dataset_id: dataset },
        'source_id',
      ),
      export: await createResource(
        `/reports/${report_id}/exports`,
        { what: 'customers', format: 'csv' },
        'export_id',
      ),
      destination: await createResource(`/audiences/${audience}/destinations`, DESTINATION, 'destination_id'),
      endpoint: await createResource('/webhooks/endpoints', ENDPOINT, 'endpoint_id'),
    };
  });

  /** Creates ids of the same form that no account has. */
  const createUnknownIds = (): Belongings => ({
    account: `acc_${ulid()}`,
    import: ulid(),
    report: ulid(),
    erasure: ulid(),
    schedule: ulid(),
    source: ulid(),
    key: ulid(),
    export: ulid(),
    audience: ulid(),
    destination: ulid(),
    endpoint: ulid(),
    dataset: `nobody-${RUN}`,
    customer: 'eve',
    order: 'order-2',
    idempotencyKey: `key-${randomUUID()}`,
  });

  it('cannot read recommendations of others with a publishable key, whatever dataset the key or the request names', async () => {
    const none = createUnknownIds();
    const fetchRecommendations = async (of: Belongings, bound: boolean) => {
      const { accountId } = await target.local.newAccount('max');
      const use = { origins: ['https://shop.example'], ...(bound && { dataset: of.dataset }) };
      const key = await target.local.operations.createKey(accountId, use);
      const path = `/recommendations?product=tea${bound ? '' : `&dataset_id=${of.dataset}`}`;
      const headers = { Authorization: `Bearer ${key}`, Origin: 'https://shop.example' };
      return toComparable(await fetch(`${target.baseUrl}${path}`, { headers }), of);
    };
    for (const bound of [true, false]) {
      const answered = await fetchRecommendations(theirs, bound);
      expect(answered).toEqual(await fetchRecommendations(none, bound));
      expect(answered).toMatchObject({ status: 400 });
    }
  });

  /** Lists the path of a route with plain ids, and with ids that imitate a composed table key. */
  function listPaths(route: string, of: Belongings): string[] {
    const path = route.slice(route.indexOf('/'));
    if (!path.includes('{')) return [path];
    const base = path.slice(1, path.indexOf('{') - 1);
    const fillPath = (spelt: (kind: Kind) => string): string =>
      path.replaceAll(/\{(\w+)\+?\}/g, (_, name) => {
        const known = isKnown(name) ? name : base;
        if (!isKnown(known)) throw new Error(`${route}: the kind of ${name} is unknown`);
        return encodeURIComponent(spelt(KINDS[known]));
      });
    return [fillPath((kind) => of[kind]), fillPath((kind) => `${of.account}#${kind}#${of[kind]}`)];
  }

  it('gets the same responses for foreign ids as for unknown ids from every route of the template', async () => {
    const routes = target.local.routeKeys
      .filter((route) => /^(?:GET|PATCH|PUT|DELETE|POST) /.test(route))
      .map((route) => route.replace('/api/v1', ''))
      .filter((route) => !KEYLESS.test(route.slice(route.indexOf('/'))))
      .sort((a, b) => rankRoute(a) - rankRoute(b));
    expect(routes).toContain('GET /reports/{id}');
    expect(Object.keys(NAMED).filter((route) => !routes.includes(route))).toEqual([]);
    /** Collects the responses to all requests with these ids, by a new account. */
    const collectAnswers = async (of: Belongings): Promise<[request: string, answer: unknown][]> => {
      const { accountId, apiKey } = await target.local.newAccount('max');
      const admin = await target.local.operations.createKey(accountId, 'admin');
      const answers: [string, unknown][] = [];
      for (const route of routes) {
        const [method = ''] = route.split(' ');
        for (const { query = '', body, headers } of NAMED[route]?.(of) ?? [{}]) {
          for (const [i, path] of listPaths(route, of).entries()) {
            const response = await fetch(`${target.baseUrl}${path}?${query}`, {
              method,
              headers: { Authorization: `Bearer ${/^\/keys/.test(path) ? admin : apiKey}`, ...headers },
              ...(body !== undefined && { body: JSON.stringify(body) }),
            });
            answers.push([`${route} ${i} ${answers.length}`, await toComparable(response, of)]);
          }
        }
      }
      return answers;
    };
    const [ofTheirs, ofNobodys] = await Promise.all([
      collectAnswers(theirs),
      collectAnswers(createUnknownIds()),
    ]);
    expect(ofTheirs).toEqual(ofNobodys);
    const statuses = new Set(ofTheirs.map(([, answer]) => Object(answer).status));
    expect([...statuses].filter((status) => status >= 500 || status === 429)).toEqual([]);
  });

  it('keeps its data unchanged after requests of other accounts', async () => {
    const { body } = await owner.get(`/data/orders?import_id=${theirs.import}`);
    expect(body).toMatchObject({ status: 'completed', rows: { total: 1, inserted: 1 } });
    expect((await owner.get(`/reports/${theirs.report}`)).body).toMatchObject({ customer_count: 1 });
    expect((await owner.get('/datasets')).body).toMatchObject({
      datasets: ['default', 'own', theirs.dataset].map((slug) => ({ slug })),
    });
    const { body: schedule } = await owner.get(`/schedules/${theirs.schedule}`);
    expect(schedule).toMatchObject({ status: 'active', ...SCHEDULE });
    const { body: source } = await owner.get(`/sources/${theirs.source}`);
    expect(source).toMatchObject({ status: 'active', has_secret: true, former_secret_until: null });
    expect(await keys.get(theirs.key)).toMatchObject({ status: 'active', name: 'theirs' });
    const again = await owner.report({ ...RFM, dataset_id: theirs.dataset });
    expect(again).toMatchObject({ customer_count: 1 });
  });
});
