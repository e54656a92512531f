// Ids that URL parsers rewrite, such as `..`: a request for any operation names exactly the given id, or none is sent.
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { OrderAnalytics } from '../../packages/client/src/index.ts';
import { createAsk } from '../../src/agents/ask.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { datasetSlug } from '../../src/contract/schema/dataset-fields.ts';

const IDS = [
  '.',
  '..',
  '',
  '%2e%2e',
  '%2E',
  '.%2e',
  'a/b',
  '../b',
  'a/..',
  '..;',
  '...',
  ' ..',
  'a?b#c',
  'Li4',
];
const BASE = 'https://api.example.com/api/v1';
const NAMED = OPERATIONS.filter(
  ({ path, operationId }) => path.includes('{') && operationId !== 'receiveEvent',
);

type Call = (client: OrderAnalytics, ...ids: [string, string]) => Promise<unknown>;

/** The client's method for each operation that names something. */
const METHODS: Readonly<Record<string, Call>> = {
  getAudience: (client, id) => client.audiences.get(id),
  updateAudience: (client, id) => client.audiences.update(id, {}),
  deleteAudience: (client, id) => client.audiences.delete(id),
  refreshAudience: (client, id) => client.audiences.refresh(id),
  listAudienceRuns: (client, id) => client.audiences.runs(id),
  listAudienceMembers: (client, id) => client.audiences.members(id).page(),
  listAudienceChanges: (client, id) => client.audiences.changes(id).page(),
  listAudienceDeliveries: (client, id) => client.audiences.deliveries(id).page(),
  createDestination: (client, id) =>
    client.audiences.createDestination(id, { kind: 'webhook', url: 'https://example.com', secret: 'x' }),
  listDestinations: (client, id) => client.audiences.destinations(id),
  getDestination: (client, id, other) => client.audiences.destination(id, other),
  updateDestination: (client, id, other) => client.audiences.updateDestination(id, other, {}),
  deleteDestination: (client, id, other) => client.audiences.deleteDestination(id, other),
  getDataset: (client, id) => client.datasets.get(id),
  updateDataset: (client, id) => client.datasets.update(id, {}),
  changeDataset: (client, id) => client.datasets.change(id, {}),
  getMergeList: (client, id) => client.datasets.merges(id),
  replaceMergeList: (client, id) => client.datasets.replaceMerges(id, { merges: [] }),
  deleteDataset: (client, id) => client.datasets.delete(id),
  deleteCustomer: (client, id) => client.customers.delete(id),
  getErasure: (client, id) => client.erasures.get(id),
  createExport: (client, id) => client.reports.exports.create(id, { what: 'rules', format: 'csv' }),
  listExports: (client, id) => client.reports.exports.list(id),
  getExport: (client, id, other) => client.reports.exports.get(id, other),
  createOrderExport: (client, id) => client.datasets.exports.create(id, { format: 'csv' }),
  listOrderExports: (client, id) => client.datasets.exports.list(id),
  getOrderExport: (client, id, other) => client.datasets.exports.get(id, other),
  getKey: (client, id) => client.keys.get(id),
  updateKey: (client, id) => client.keys.update(id, {}),
  listCreatedByKey: (client, id) => client.keys.created(id),
  revokeKey: (client, id) => client.keys.revoke(id),
  getServedReport: (client, id) => client.recommendations.served(id),
  serveRecommendations: (client, id) => client.recommendations.serve(id, 'x'),
  stopRecommendations: (client, id) => client.recommendations.stop(id),
  getReport: (client, id) => client.reports.get(id),
  cancelReport: (client, id) => client.reports.cancel(id),
  listRules: (client, id) => client.reports.rules(id).page(),
  getProductProfile: (client, id) => client.reports.productProfile(id, 'tea'),
  listCustomers: (client, id) => client.reports.customers(id).page(),
  getSchedule: (client, id) => client.schedules.get(id),
  updateSchedule: (client, id) => client.schedules.update(id, {}),
  deleteSchedule: (client, id) => client.schedules.delete(id),
  getSource: (client, id) => client.sources.get(id),
  updateSource: (client, id) => client.sources.update(id, {}),
  deleteSource: (client, id) => client.sources.delete(id),
  getOrder: (client, id) => client.orders.get(id),
  deleteOrder: (client, id) => client.orders.delete(id),
  getEndpoint: (client, id) => client.endpoints.get(id),
  updateEndpoint: (client, id) => client.endpoints.update(id, {}),
  deleteEndpoint: (client, id) => client.endpoints.delete(id),
  pingEndpoint: (client, id) => client.endpoints.ping(id),
  listEndpointDeliveries: (client, id) => client.endpoints.deliveries(id).page(),
  redeliverWebhook: (client, id) => client.webhooks.resend(id),
  listDeliveries: (client, id) => client.webhooks.deliveries(id).page(),
};

/** The ids in the path of a parsed URL; undefined if the path is not that of the operation. */
function findIds({ path }: Operation, url: URL): readonly string[] | undefined {
  const [wanted, sent] = [path.split('/'), url.pathname.slice('/api/v1'.length).split('/')];
  const isFixed = (part: string) => !part.startsWith('{');
  if (wanted.length !== sent.length || wanted.some((part, at) => isFixed(part) && part !== sent[at]))
    return undefined;
  return wanted.flatMap((part, at) => {
    if (isFixed(part)) return [];
    const named = decodeURIComponent(sent[at] ?? '');
    const isEncoded = url.searchParams.get('id_encoding') === 'base64url';
    return [isEncoded ? Buffer.from(named, 'base64url').toString() : named];
  });
}

/** Runs a call with a fetch that sends nothing. Returns the URLs requested and the error. */
async function recordRequests(call: (to: typeof fetch) => Promise<unknown>) {
  const urls: URL[] = [];
  const error: unknown = await call(async (url) => {
    urls.push(new URL(String(url)));
    return Response.json({ error: 'stop here', code: 'not_found' }, { status: 404 });
  }).catch((reason: unknown) => reason);
  return { urls, error };
}

/** Pairs that have each id at each place of the path. */
const listIdPairs = (operation: Operation): (readonly [string, string])[] =>
  (operation.path.match(/\{/g) ?? []).flatMap((_, at) =>
    IDS.map((id): readonly [string, string] => (at === 0 ? [id, 'other'] : ['first', id])),
  );

async function expectNamed(
  operation: Operation,
  ids: readonly [string, string],
  call: (to: typeof fetch) => Promise<unknown>,
): Promise<void> {
  const { urls, error } = await recordRequests(call);
  const named = ids.slice(0, operation.path.split('{').length - 1);
  if (urls.length === 0) expect(error, JSON.stringify(ids)).toMatchObject({ code: 'invalid_request' });
  for (const url of urls) expect(findIds(operation, url), `${ids} as ${url}`).toEqual(named);
  const isWhole = named.every((id) => !['', '.', '..'].includes(id));
  if (isWhole) expect(urls, JSON.stringify(ids)).not.toEqual([]);
}

describe('the client', () => {
  it('has a method for each operation that names something', () => {
    expect(Object.keys(METHODS).toSorted()).toEqual(NAMED.map(({ operationId }) => operationId).toSorted());
  });

  it.each(NAMED)('requests $operationId with exactly the given id, or not at all', async (operation) => {
    for (const ids of listIdPairs(operation)) {
      const apiKey = 'afn_x';
      const method = METHODS[operation.operationId];
      const call = async (to: typeof fetch) =>
        method?.(new OrderAnalytics({ baseUrl: BASE, apiKey, fetch: to }), ...ids);
      await expectNamed(operation, ids, call);
    }
  });

  it.each(['.', '..'])('sends the customer or order id %s in base64url', async (id) => {
    const calls: readonly Call[] = [
      (client) => client.customers.delete(id),
      (client) => client.orders.get(id),
      (client) => client.orders.delete(id),
      (client) => client.orders.deleteLine(id, { productName: 'tea' }),
    ];
    for (const call of calls) {
      const { urls } = await recordRequests((to) =>
        call(new OrderAnalytics({ baseUrl: BASE, apiKey: 'afn_x', fetch: to }), id, id),
      );
      const [url] = urls;
      expect(url?.searchParams.get('id_encoding')).toBe('base64url');
      expect(url?.pathname.split('/').at(-1)).toBe(Buffer.from(id).toString('base64url'));
    }
  });
});

describe('the tools of agents', () => {
  it.each(NAMED)('call $operationId with exactly the given id, or not at all', async (operation) => {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    for (const ids of listIdPairs(operation)) {
      const path = Object.fromEntries(names.map((name, at) => [name, ids[at]]));
      await expectNamed(operation, ids, (to) =>
        createAsk({ baseUrl: BASE, apiKey: 'afn_x', fetch: to })(operation, { path }),
      );
    }
  });
});

it('refuses the dataset slug recommendations, to which URL parsers rewrite ./recommendations', () => {
  expect(v.safeParse(datasetSlug, 'recommendations').issues?.[0]?.message).toBe(
    'expected another slug: recommendations is reserved',
  );
  expect(v.is(datasetSlug, 'recommendations-2')).toBe(true);
});
