// The requests of every route that name something.
import { ulid } from 'ulid';
import { CONSOLE_ROUTES } from '../../../src/contract/console-routes.ts';
import { cursorOf } from '../../../src/contract/paging.ts';
import {
  AUDIENCE,
  type Case,
  CONDITIONS,
  calling,
  cursors,
  DESTINATION,
  ENDPOINT,
  idempotent,
  inPath,
  push,
  RFM,
  SCHEDULE,
  spellings,
} from './tenant-asks.ts';

export const CASES: Readonly<Record<string, readonly Case[]>> = {
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
  'POST /api/v1/reports/{id}/cancel': spellings('report').map(
    (spelt): Case =>
      (of) => ({ path: `/reports/${inPath(spelt(of))}/cancel` }),
  ),
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
  'GET /api/v1/keys/{id}/created': spellings('key').map(
    (spelt): Case =>
      (of) => ({ path: `/keys/${inPath(spelt(of))}/created` }),
  ),
  // Entries have ids that no other operation returns: a key of another account finds none.
  'GET /api/v1/audit': [
    () => ({ path: '/audit' }),
    ...spellings('key').map(
      (spelt): Case =>
        (of) => ({ path: `/audit?key_id=${encodeURIComponent(spelt(of))}` }),
    ),
    ...cursors('/audit', 'key'),
  ],
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
    ...[
      'get_report',
      'cancel_report',
      'list_findings',
      'list_rules',
      'list_segments',
      'list_customers',
    ].flatMap((name) =>
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
