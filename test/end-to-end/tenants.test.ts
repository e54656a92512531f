// Tenants are kept apart: wherever a request can name something, naming what is another account's is answered byte for
// byte as naming what nobody has. A route of the template without a case here fails.
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Keys, OrderAnalytics } from '../../client/src/index.ts';
import { type Client, createClient } from '../../quality/harness/client.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console-routes.ts';
import { cursorOf } from '../../src/contract/paging.ts';
import { DEPLOYED, RUN, useTarget } from './use-target.ts';

const target = useTarget();

/** Everything of an account that a request could name. */
interface Belongings {
  readonly account: string;
  readonly import: string;
  readonly report: string;
  readonly erasure: string;
  readonly schedule: string;
  readonly source: string;
  readonly key: string;
  readonly export: string;
  readonly audience: string;
  readonly destination: string;
  readonly endpoint: string;
  readonly dataset: string;
  readonly customer: string;
  readonly order: string;
  readonly idempotencyKey: string;
}

interface Asked {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
type Case = (of: Belongings) => Asked;

const ORDER = { line_items: [{ product_name: 'tea' }] };
const RFM = { template: 'standard_rfm' };
const SCHEDULE = { expression: 'rate(300 days)' };
const CONDITIONS = { conditions: [{ report: RFM }] };
const AUDIENCE = { name: 'all', ...CONDITIONS };
const DESTINATION = {
  ...{ kind: 'webhook', url: 'https://example.com/', status: 'paused' },
  secret: `whsec_${Buffer.alloc(24).toString('base64')}`,
};
const ENDPOINT = { url: 'https://example.com/', status: 'paused', secret: DESTINATION.secret };
const inPath = (id: string): string => encodeURIComponent(id);
const push = (dataset_id: string, order_id: string, customer_id: string) => ({
  orders: [{ ...ORDER, order_id, customer_id, order_date: '2026-03-01' }],
  dataset_id,
});

/** The ids of a kind, and everything that could be mistaken for one where keys are put together from parts. */
const spellings = (
  kind:
    | 'import'
    | 'report'
    | 'erasure'
    | 'schedule'
    | 'source'
    | 'key'
    | 'export'
    | 'audience'
    | 'destination'
    | 'endpoint',
): ((of: Belongings) => string)[] => [
  (of) => of[kind],
  (of) => `${kind}#${of[kind]}`,
  (of) => `${of.account}#${kind}#${of[kind]}`,
  (of) => `${of.account}/${of[kind]}`,
  (of) => `../${of.account}/${of[kind]}`,
  (of) => `${of[kind]}#receipt#0000000#`,
];
const cursors = (path: string, name: 'import' | 'report' | 'erasure' | 'dataset' | 'key'): Case[] => [
  (of) => ({ path: `${path}?cursor=${cursorOf(of[name])}` }),
  (of) => ({ path: `${path}?cursor=${cursorOf(`${of.account}#${name}#${of[name]}`)}` }),
  (of) => ({ path: `${path}?limit=1&cursor=${cursorOf(`${name}#${of[name]}`)}` }),
];
const idempotent = (path: string, body: (of: Belongings) => unknown): Case[] => [
  (of) => ({ path, body: body(of), headers: { 'Idempotency-Key': of.idempotencyKey } }),
  (of) => ({
    path,
    body: body(of),
    headers: { 'Idempotency-Key': `${of.account}#idempotency#${of.idempotencyKey}` },
  }),
];

/** A message of an agent. */
const calling =
  (name: string, argumentsOf: (of: Belongings) => object): Case =>
  (of) => ({
    path: '/mcp',
    headers: { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: argumentsOf(of) } },
  });

const CASES: Readonly<Record<string, readonly Case[]>> = {
  'POST /api/v1/data/orders': [
    // A dataset of the same name, order and customer, but one's own.
    (of) => ({ path: '/data/orders', body: push(of.dataset, of.order, of.customer) }),
    (of) => ({ path: '/data/orders', body: push(`${of.account}#${of.dataset}`, of.order, of.customer) }),
    ...idempotent('/data/orders', (of) => push('own', of.order, of.customer)),
  ],
  'GET /api/v1/data/orders': [
    ...spellings('import').map(
      (spelt): Case =>
        (of) => ({
          path: `/data/orders?import_id=${inPath(spelt(of))}`,
        }),
    ),
    (of) => ({ path: `/data/orders?import_id=${of.import}`, headers: { Prefer: 'wait=1' } }),
    ...cursors('/data/orders', 'import'),
  ],
  'GET /api/v1/orders': [
    (of) => ({ path: `/orders?dataset_id=${of.dataset}` }),
    (of) => ({ path: `/orders?dataset_id=${of.dataset}&customer_id=${of.customer}` }),
    (of) => ({ path: `/orders?dataset_id=${inPath(`${of.account}#${of.dataset}`)}` }),
    (of) => ({
      path: `/orders?dataset_id=${of.dataset}&cursor=${cursorOf(`0#${of.account}#${of.order}#0`)}`,
    }),
    (of) => ({
      path: `/orders?dataset_id=${of.dataset}&customer_id=${of.customer}&cursor=${cursorOf(`@${of.account}`)}`,
    }),
  ],
  'GET /api/v1/orders/{order_id+}': [
    (of) => ({ path: `/orders/${of.order}?dataset_id=${of.dataset}` }),
    (of) => ({ path: `/orders/${inPath(`${of.account}#${of.order}`)}?dataset_id=${of.dataset}` }),
    (of) => ({ path: `/orders/${of.order}?dataset_id=${of.dataset}&cursor=${cursorOf(`${of.order}#0`)}` }),
  ],
  'DELETE /api/v1/orders/{order_id+}': [
    (of) => ({ path: `/orders/${of.order}?dataset_id=${of.dataset}` }),
    (of) => ({ path: `/orders/${inPath(`${of.account}#${of.order}`)}` }),
    (of) => ({ path: `/orders/${of.order}?dataset_id=${inPath(`${of.account}#${of.dataset}`)}` }),
  ],
  'POST /api/v1/reports': [
    (of) => ({ path: '/reports', body: { template: 'standard_mba', dataset_id: of.dataset } }),
    (of) => ({
      path: '/reports',
      body: { template: 'standard_mba', dataset_id: `${of.account}#${of.dataset}` },
    }),
    ...idempotent('/reports', () => ({ template: 'standard_rfm' })),
  ],
  'GET /api/v1/reports': [
    (of) => ({ path: `/reports?dataset_id=${of.dataset}` }),
    (of) => ({ path: `/reports?dataset_id=${inPath(`${of.account}#${of.dataset}`)}` }),
    ...cursors('/reports', 'report'),
  ],
  'GET /api/v1/reports/{id}': [
    ...spellings('report').map(
      (spelt): Case =>
        (of) => ({ path: `/reports/${inPath(spelt(of))}` }),
    ),
    (of) => ({ path: `/reports/${of.import}` }),
    (of) => ({ path: `/reports/${of.report}`, headers: { Prefer: 'wait=1' } }),
    (of) => ({ path: `/reports/${of.report}`, headers: { 'If-None-Match': '*' } }),
  ],
  'GET /api/v1/reports/{id}/rules': [
    ...spellings('report').map(
      (spelt): Case =>
        (of) => ({ path: `/reports/${inPath(spelt(of))}/rules` }),
    ),
    (of) => ({ path: `/reports/${of.report}/rules?product=tea&limit=1` }),
    (of) => ({ path: `/reports/${of.report}/rules?cursor=${cursorOf(`0.${of.report}`)}` }),
  ],
  'GET /api/v1/reports/{id}/product-profile': [
    ...spellings('report').map(
      (spelt): Case =>
        (of) => ({ path: `/reports/${inPath(spelt(of))}/product-profile?product=tea` }),
    ),
    (of) => ({ path: `/reports/${of.report}/product-profile?product=${inPath(of.report)}` }),
    (of) => ({
      path: `/reports/${of.report}/product-profile?product=tea`,
      headers: { 'If-None-Match': '*' },
    }),
  ],
  'GET /api/v1/reports/{id}/customers': [
    ...spellings('report').map(
      (spelt): Case =>
        (of) => ({ path: `/reports/${inPath(spelt(of))}/customers` }),
    ),
    (of) => ({ path: `/reports/${of.report}/customers?segment=Champions&limit=1` }),
    (of) => ({ path: `/reports/${of.report}/customers`, headers: { 'If-None-Match': '*' } }),
    ...cursors('/reports/01M7YN9QHZYR8GXB77DH0YCNR5/customers', 'report'),
  ],
  'POST /api/v1/reports/{id}/exports': [
    ...spellings('report').map(
      (spelt): Case =>
        (of) => ({
          path: `/reports/${inPath(spelt(of))}/exports`,
          body: { what: 'customers', format: 'csv' },
        }),
    ),
    ...idempotent('/reports/01M7YN9QHZYR8GXB77DH0YCNR5/exports', () => ({ what: 'rules', format: 'csv' })),
  ],
  'GET /api/v1/reports/{id}/exports': spellings('report').map(
    (spelt): Case =>
      (of) => ({ path: `/reports/${inPath(spelt(of))}/exports` }),
  ),
  'GET /api/v1/reports/{id}/exports/{export_id}': [
    ...spellings('export').map(
      (spelt): Case =>
        (of) => ({ path: `/reports/${of.report}/exports/${inPath(spelt(of))}` }),
    ),
    (of) => ({ path: `/reports/${of.report}/exports/${of.export}`, headers: { Prefer: 'wait=1' } }),
    (of) => ({ path: `/reports/${inPath(`${of.report}#${of.export}`)}/exports/${of.export}` }),
  ],
  'POST /api/v1/reports/{id}/deliveries': spellings('report').map(
    (spelt): Case =>
      (of) => ({ path: `/reports/${inPath(spelt(of))}/deliveries` }),
  ),
  'GET /api/v1/reports/{id}/deliveries': spellings('report').map(
    (spelt): Case =>
      (of) => ({ path: `/reports/${inPath(spelt(of))}/deliveries` }),
  ),
  // Names nothing that belongs to anyone.
  'POST /api/v1/webhooks/test': [],
  'GET /api/v1/datasets': cursors('/datasets', 'dataset'),
  // It takes nothing that could name another's.
  'GET /api/v1/usage': [],
  // A dataset of the same name, but one's own.
  'PUT /api/v1/datasets/{slug}': [
    (of) => ({ path: `/datasets/${of.dataset}`, body: { currency: 'EUR' } }),
    (of) => ({ path: `/datasets/${inPath(`${of.account}#${of.dataset}`)}`, body: { currency: 'EUR' } }),
  ],
  'GET /api/v1/datasets/{slug}': [
    (of) => ({ path: `/datasets/${of.dataset}` }),
    (of) => ({ path: `/datasets/${inPath(`${of.account}#${of.dataset}`)}` }),
  ],
  'PATCH /api/v1/datasets/{slug}': [
    (of) => ({ path: `/datasets/${of.dataset}`, body: { currency: 'EUR' } }),
    (of) => ({ path: `/datasets/${inPath(`${of.account}#${of.dataset}`)}`, body: { currency: 'EUR' } }),
  ],
  'GET /api/v1/recommendations': [
    (of) => ({ path: `/recommendations?product=tea&dataset_id=${of.dataset}` }),
    (of) => ({ path: `/recommendations?product=tea&dataset_id=${inPath(`${of.account}#${of.dataset}`)}` }),
    (of) => ({ path: `/recommendations?dataset_id=${inPath(`${of.dataset}#${of.report}`)}` }),
  ],
  'OPTIONS /api/v1/recommendations': [
    (of) => ({ path: `/recommendations?dataset_id=${of.dataset}` }),
    (of) => ({
      path: `/recommendations?dataset_id=${of.dataset}`,
      headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'GET' },
    }),
  ],
  'GET /api/v1/datasets/{slug}/recommendations': [
    (of) => ({ path: `/datasets/${of.dataset}/recommendations` }),
    (of) => ({ path: `/datasets/${inPath(`${of.account}#${of.dataset}`)}/recommendations` }),
  ],
  'DELETE /api/v1/datasets/{slug}/recommendations': [
    (of) => ({ path: `/datasets/${of.dataset}/recommendations` }),
    (of) => ({ path: `/datasets/${inPath(`${of.account}#${of.dataset}`)}/recommendations` }),
  ],
  'PUT /api/v1/datasets/{slug}/recommendations': [
    (of) => ({ path: `/datasets/${of.dataset}/recommendations`, body: { report_id: of.report } }),
    (of) => ({ path: '/datasets/default/recommendations', body: { report_id: of.report } }),
    (of) => ({
      path: `/datasets/${inPath(`${of.account}#${of.dataset}`)}/recommendations`,
      body: { report_id: of.report },
    }),
  ],
  'DELETE /api/v1/datasets/{slug}': [
    (of) => ({ path: `/datasets/${of.dataset}` }),
    (of) => ({ path: `/datasets/${inPath(`${of.account}#${of.dataset}`)}` }),
  ],
  'DELETE /api/v1/customers/{id+}': [
    (of) => ({ path: `/customers/${of.customer}` }),
    (of) => ({ path: `/customers/${of.customer}?dataset_id=${of.dataset}` }),
    (of) => ({ path: `/customers/${inPath(`${of.account}#${of.customer}`)}` }),
  ],
  'GET /api/v1/erasures': cursors('/erasures', 'erasure'),
  'GET /api/v1/erasures/{id}': [
    ...spellings('erasure').map(
      (spelt): Case =>
        (of) => ({ path: `/erasures/${inPath(spelt(of))}` }),
    ),
    (of) => ({ path: `/erasures/${of.erasure}`, headers: { Prefer: 'wait=1' } }),
  ],
  'POST /api/v1/schedules': [
    (of) => ({ path: '/schedules', body: { ...SCHEDULE, report: { ...RFM, dataset_id: of.dataset } } }),
    ...idempotent('/schedules', () => ({ ...SCHEDULE, report: RFM })),
  ],
  'GET /api/v1/schedules': [() => ({ path: '/schedules' })],
  'GET /api/v1/schedules/{id}': spellings('schedule').map(
    (spelt): Case =>
      (of) => ({ path: `/schedules/${inPath(spelt(of))}` }),
  ),
  'PATCH /api/v1/schedules/{id}': spellings('schedule').map(
    (spelt): Case =>
      (of) => ({ path: `/schedules/${inPath(spelt(of))}`, body: { status: 'paused' } }),
  ),
  'DELETE /api/v1/schedules/{id}': spellings('schedule').map(
    (spelt): Case =>
      (of) => ({ path: `/schedules/${inPath(spelt(of))}` }),
  ),
  'POST /api/v1/keys': [
    ...idempotent('/keys', () => ({ kind: 'publishable' })),
    (of) => ({ path: '/keys', body: { kind: 'publishable', origins: ['x'], dataset_id: of.dataset } }),
  ],
  'GET /api/v1/keys': [() => ({ path: '/keys' }), ...cursors('/keys', 'key')],
  'GET /api/v1/keys/{id}': spellings('key').map(
    (spelt): Case =>
      (of) => ({ path: `/keys/${inPath(spelt(of))}` }),
  ),
  'PATCH /api/v1/keys/{id}': spellings('key').map(
    (spelt): Case =>
      (of) => ({ path: `/keys/${inPath(spelt(of))}`, body: { name: 'mine', expires_at: '2999-01-01' } }),
  ),
  'DELETE /api/v1/keys/{id}': spellings('key').map(
    (spelt): Case =>
      (of) => ({ path: `/keys/${inPath(spelt(of))}` }),
  ),
  'POST /api/v1/sources': [
    (of) => ({ path: '/sources', body: { kind: 'shopify', dataset_id: of.dataset } }),
    ...idempotent('/sources', () => ({ kind: 'shopify' })),
  ],
  'GET /api/v1/sources': [() => ({ path: '/sources' })],
  'GET /api/v1/sources/{id}': spellings('source').map(
    (spelt): Case =>
      (of) => ({ path: `/sources/${inPath(spelt(of))}` }),
  ),
  'PATCH /api/v1/sources/{id}': spellings('source').map(
    (spelt): Case =>
      (of) => ({ path: `/sources/${inPath(spelt(of))}`, body: { secret: 'stolen', status: 'paused' } }),
  ),
  'DELETE /api/v1/sources/{id}': spellings('source').map(
    (spelt): Case =>
      (of) => ({ path: `/sources/${inPath(spelt(of))}` }),
  ),
  'POST /api/v1/audiences': [
    (of) => ({ path: '/audiences', body: { ...AUDIENCE, dataset_id: of.dataset } }),
    ...idempotent('/audiences', () => AUDIENCE),
  ],
  'POST /api/v1/audiences/preview': [
    (of) => ({ path: '/audiences/preview', body: { ...CONDITIONS, dataset_id: of.dataset } }),
    (of) => ({ path: '/audiences/preview', body: { ...CONDITIONS, overlap_with: [of.audience] } }),
  ],
  'GET /api/v1/audiences': [() => ({ path: '/audiences' })],
  'POST /api/v1/webhooks/endpoints': [...idempotent('/webhooks/endpoints', () => ENDPOINT)],
  'GET /api/v1/webhooks/endpoints': [() => ({ path: '/webhooks/endpoints' })],
  'GET /api/v1/events': [() => ({ path: '/events' }), () => ({ path: '/events?after=0&limit=100' })],
  'GET /api/v1/webhooks/endpoints/{id}': spellings('endpoint').map(
    (spelt): Case =>
      (of) => ({ path: `/webhooks/endpoints/${inPath(spelt(of))}` }),
  ),
  'PATCH /api/v1/webhooks/endpoints/{id}': spellings('endpoint').map(
    (spelt): Case =>
      (of) => ({
        path: `/webhooks/endpoints/${inPath(spelt(of))}`,
        body: { status: 'active', url: 'https://evil.example/' },
      }),
  ),
  'DELETE /api/v1/webhooks/endpoints/{id}': spellings('endpoint').map(
    (spelt): Case =>
      (of) => ({ path: `/webhooks/endpoints/${inPath(spelt(of))}` }),
  ),
  'POST /api/v1/webhooks/endpoints/{id}/ping': spellings('endpoint').map(
    (spelt): Case =>
      (of) => ({ path: `/webhooks/endpoints/${inPath(spelt(of))}/ping` }),
  ),
  'GET /api/v1/webhooks/endpoints/{id}/deliveries': spellings('endpoint').map(
    (spelt): Case =>
      (of) => ({ path: `/webhooks/endpoints/${inPath(spelt(of))}/deliveries` }),
  ),
  'POST /api/v1/audiences/{id}/destinations': [
    ...spellings('audience').map(
      (spelt): Case =>
        (of) => ({ path: `/audiences/${inPath(spelt(of))}/destinations`, body: DESTINATION }),
    ),
    ...idempotent(`/audiences/${ulid()}/destinations`, () => DESTINATION),
  ],
  'GET /api/v1/audiences/{id}/destinations': spellings('audience').map(
    (spelt): Case =>
      (of) => ({ path: `/audiences/${inPath(spelt(of))}/destinations` }),
  ),
  'GET /api/v1/audiences/{id}/deliveries': spellings('audience').map(
    (spelt): Case =>
      (of) => ({ path: `/audiences/${inPath(spelt(of))}/deliveries?destination_id=${of.destination}` }),
  ),
  'GET /api/v1/audiences/{id}/destinations/{destination_id}': spellings('destination').map(
    (spelt): Case =>
      (of) => ({ path: `/audiences/${of.audience}/destinations/${inPath(spelt(of))}` }),
  ),
  'PATCH /api/v1/audiences/{id}/destinations/{destination_id}': spellings('destination').map(
    (spelt): Case =>
      (of) => ({
        path: `/audiences/${of.audience}/destinations/${inPath(spelt(of))}`,
        body: { status: 'active', url: 'https://evil.example/' },
      }),
  ),
  'DELETE /api/v1/audiences/{id}/destinations/{destination_id}': spellings('destination').map(
    (spelt): Case =>
      (of) => ({ path: `/audiences/${of.audience}/destinations/${inPath(spelt(of))}` }),
  ),
  'GET /api/v1/audiences/{id}': spellings('audience').map(
    (spelt): Case =>
      (of) => ({ path: `/audiences/${inPath(spelt(of))}` }),
  ),
  'PATCH /api/v1/audiences/{id}': spellings('audience').map(
    (spelt): Case =>
      (of) => ({ path: `/audiences/${inPath(spelt(of))}`, body: { name: 'stolen' } }),
  ),
  'DELETE /api/v1/audiences/{id}': spellings('audience').map(
    (spelt): Case =>
      (of) => ({ path: `/audiences/${inPath(spelt(of))}` }),
  ),
  'POST /api/v1/audiences/{id}/runs': spellings('audience').map(
    (spelt): Case =>
      (of) => ({ path: `/audiences/${inPath(spelt(of))}/runs` }),
  ),
  'GET /api/v1/audiences/{id}/runs': spellings('audience').map(
    (spelt): Case =>
      (of) => ({ path: `/audiences/${inPath(spelt(of))}/runs` }),
  ),
  'GET /api/v1/audiences/{id}/members': spellings('audience').map(
    (spelt): Case =>
      (of) => ({ path: `/audiences/${inPath(spelt(of))}/members` }),
  ),
  'GET /api/v1/audiences/{id}/changes': spellings('audience').map(
    (spelt): Case =>
      (of) => ({ path: `/audiences/${inPath(spelt(of))}/changes` }),
  ),
  'POST /api/v1/mcp': [
    ...['get_report', 'list_findings', 'list_rules', 'list_segments', 'list_customers'].flatMap((name) =>
      spellings('report').map((spelt) => calling(name, (of) => ({ report_id: spelt(of) }))),
    ),
    calling('get_product_profile', ({ report }) => ({ report_id: report, product: 'tea' })),
    calling('report_changes', ({ report }) => ({ report_id: report })),
    calling('recommend', ({ dataset }) => ({ dataset_id: dataset, product: ['tea'] })),
    calling('recommend', ({ report, dataset }) => ({ report_id: report, dataset_id: dataset })),
    calling('list_reports', ({ dataset }) => ({ dataset_id: dataset })),
    calling('create_report', ({ dataset }) => ({ ...RFM, dataset_id: dataset })),
  ],
  // Takes no key, so that there is no other tenant: the signature decides.
  'POST /api/v1/hooks/{id}': [],
  // The same for everyone: they take nothing that names anything.
  'GET /api/v1/openapi.json': [],
  'GET /api/v1/docs': [],
  ...Object.fromEntries(CONSOLE_ROUTES.map((path) => [`GET ${path}`, []])),
  $default: [(of) => ({ path: `/accounts/${of.account}` }), (of) => ({ path: `/imports/${of.import}` })],
};

/** Of an answer, what must not depend on whose ids were named: ids and times are replaced by what they are. */
async function comparable(response: Response, of: Belongings): Promise<unknown> {
  const { account, dataset } = of;
  const masked = (text: string): string =>
    text
      .replaceAll(account, '<account>')
      .replaceAll(dataset, '<dataset>')
      .replaceAll(/[0-9A-HJKMNP-TV-Z]{26}/g, '<id>')
      .replaceAll(/(request_id\\*":\\*")[0-9a-f-]{36}/g, '$1<uuid>')
      .replaceAll(/afn_\w+…\w+/g, '<hint>')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
  const text = masked(await response.text());
  // Budgets of publishable keys end with the minute, and a second may pass between the two requests.
  const own = [
    'date',
    'apigw-requestid',
    'request-id',
    'x-request-id',
    'etag',
    'content-length',
    'x-ratelimit-reset',
  ];
  const headers = [...response.headers]
    .filter(([name]) => !own.includes(name))
    .map(([name, value]) => [name, name === 'x-ratelimit-reset' ? '<seconds>' : masked(value)]);
  return { status: response.status, headers, text };
}

describe.skipIf(DEPLOYED)('a tenant (needs accounts of its own)', () => {
  let owner: Client;
  let theirs: Belongings;
  let keys: Keys;

  beforeAll(async () => {
    const { accountId, apiKey } = await target.local.newAccount('max');
    owner = createClient(target.baseUrl, apiKey);
    const [dataset, customer, order, idempotencyKey] = [
      `theirs-${RUN}`,
      'ann',
      'order-1',
      `key-${randomUUID()}`,
    ];
    const job = await owner.push(push(dataset, order, customer).orders, dataset);
    const report = await owner.report({ template: 'standard_rfm', dataset_id: dataset });
    await owner.report({ report_type: 'MBA', dataset_id: dataset, params: { serve: true } });
    const exported = await owner.post(`/reports/${report.report_id}/exports`, {
      what: 'customers',
      format: 'csv',
    });
    const erased = await owner.send('/customers/bob', { method: 'DELETE' });
    const source = await owner.post('/sources', { kind: 'shopify', secret: 'theirs', dataset_id: dataset });
    const admin = await target.local.operations.createKey(accountId, 'admin');
    keys = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey: admin }).keys;
    const viewer = await keys.create({ kind: 'read_only', name: 'theirs' });
    const schedule = await owner.post('/schedules', {
      ...SCHEDULE,
      report: { ...RFM, dataset_id: dataset },
    });
    const audience = await owner.post('/audiences', { ...AUDIENCE, dataset_id: dataset });
    const destination = await owner.post(`/audiences/${audience.body.audience_id}/destinations`, DESTINATION);
    const endpoint = await owner.post('/webhooks/endpoints', ENDPOINT);
    await owner.send('/data/orders', {
      method: 'POST',
      headers: { 'Idempotency-Key': idempotencyKey },
      body: JSON.stringify(push('own', order, customer)),
    });
    theirs = {
      ...{ account: accountId, dataset, customer, order, idempotencyKey },
      import: String(job.import_id),
      report: String(report.report_id),
      erasure: String(erased.body.erasure_id),
      schedule: String(schedule.body.schedule_id),
      source: String(source.body.source_id),
      key: viewer.key_id,
      export: String(exported.body.export_id),
      audience: String(audience.body.audience_id),
      destination: String(destination.body.destination_id),
      endpoint: String(endpoint.body.endpoint_id),
    };
  });

  /** Ids of the same shape that nobody has. */
  const nobodys = (): Belongings => ({
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

  /** Asked by someone without a past, so that only the ids differ. */
  async function answer(
    method: string,
    { path, body, headers = {} }: Asked,
    of: Belongings,
  ): Promise<unknown> {
    const { accountId, apiKey: secret } = await target.local.newAccount('max');
    const isOfKeys = path.startsWith('/keys');
    const apiKey = isOfKeys ? await target.local.operations.createKey(accountId, 'admin') : secret;
    const response = await fetch(`${target.baseUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return comparable(response, of);
  }

  it('has a case for every route of the template', () => {
    const tried = (route: string) => CASES[route] ?? CASES[route.replace('HEAD', 'GET')];
    expect(target.local.routeKeys.filter((route) => tried(route) === undefined)).toEqual([]);
    expect(target.local.routeKeys).toContain('GET /api/v1/reports/{id}');
  });

  const cases = Object.entries(CASES).flatMap(([route, asks]) =>
    asks.flatMap((ask, i) => {
      const method = route.startsWith('$') ? 'GET' : (route.split(' ')[0] ?? '');
      return (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((method) => ({ route, i, method, ask }));
    }),
  );
  it('reads by a publishable key what its own account has, whatever dataset the key or the request names', async () => {
    const none = nobodys();
    const askedBy = async (of: Belongings, bound: boolean) => {
      const { accountId } = await target.local.newAccount('max');
      const use = { origins: ['https://shop.example'], ...(bound && { dataset: of.dataset }) };
      const key = await target.local.operations.createKey(accountId, use);
      const path = `/recommendations?product=tea${bound ? '' : `&dataset_id=${of.dataset}`}`;
      const headers = { Authorization: `Bearer ${key}`, Origin: 'https://shop.example' };
      return comparable(await fetch(`${target.baseUrl}${path}`, { headers }), of);
    };
    for (const bound of [true, false]) {
      const answered = await askedBy(theirs, bound);
      expect(answered).toEqual(await askedBy(none, bound));
      expect(answered).toMatchObject({ status: 400 });
    }
  });

  it.each(cases)(
    'hears of foreign ids what it hears of ids that nobody has: $method of $route $i',
    async ({ method, ask }) => {
      const none = nobodys();
      expect(await answer(method, ask(theirs), theirs)).toEqual(await answer(method, ask(none), none));
    },
  );

  it('keeps all of its data unchanged by requests of other accounts', async () => {
    const { body } = await owner.get(`/data/orders?import_id=${theirs.import}`);
    expect(body).toMatchObject({ status: 'completed', rows: { total: 1, inserted: 1 } });
    expect((await owner.get(`/reports/${theirs.report}`)).body).toMatchObject({ customer_count: 1 });
    expect((await owner.get('/datasets')).body).toMatchObject({
      datasets: ['default', 'own', theirs.dataset].map((slug) => ({ slug })),
    });
    const { body: schedule } = await owner.get(`/schedules/${theirs.schedule}`);
    expect(schedule).toMatchObject({ status: 'active', ...SCHEDULE });
    const { body: source } = await owner.get(`/sources/${theirs.source}`);
    expect(source).toMatchObject({ status: 'active', has_secret: true });
    expect(source).toMatchObject({ former_secret_until: null });
    expect(await keys.get(theirs.key)).toMatchObject({ status: 'active', name: 'theirs' });
    const again = await owner.report({ template: 'standard_rfm', dataset_id: theirs.dataset });
    expect(again).toMatchObject({ customer_count: 1 });
  });
});
