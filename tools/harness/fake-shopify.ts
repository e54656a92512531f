// Simulates a Shopify shop over HTTP: its GraphQL Admin API as far as connections use it, and the files of bulk
// operations. It runs one bulk operation at a time, charges queries to a bucket of points as Shopify describes it,
// refuses connections within lists of bulk queries, and can fail, lose answers and expire.
import { createServer, type IncomingMessage } from 'node:http';
import * as v from 'valibot';
import { listen } from '../../apps/local-cloud/free-port.ts';
import type { ShopifyOrderNode } from './shopify-orders.ts';

/** `lost`: the request has its effect, and its answer never arrives. */
export type ShopifyFault = 'none' | 'down' | 'lost' | 'denied' | 'frozen';
/** How an operation ends. */
export type OperationEnd = 'COMPLETED' | 'FAILED' | 'EXPIRED' | 'ACCESS_DENIED';

export interface FakeShopify {
  readonly address: string;
  /** The token of an app of the shop's admin. */
  readonly token: string;
  /** The client of an app of the Dev Dashboard. */
  readonly client: { readonly client_id: string; readonly client_secret: string };
  /** Ends the tokens that the client has obtained. */
  expireTokens(): void;
  /** Tokens that the client has obtained. */
  readonly obtained: number;
  /** Whether the app of the client is installed. */
  isInstalled: boolean;
  readonly orders: Map<string, ShopifyOrderNode>;
  /** Handles of the token's scopes. */
  scopes: string[];
  /** Points in the bucket, and how many it regains with each request. */
  bucket: { available: number; restored: number };
  /** Requests that Shopify would refuse, one sentence each. */
  readonly breaches: string[];
  /** Topics and addresses of subscriptions. */
  readonly subscriptions: Set<string>;
  /** Queries of all started operations. */
  readonly operations: readonly string[];
  readonly throttled: number;
  stop(): Promise<void>;
}

const MOST = 2_000;
const MOST_PER_QUERY = 1_000;
const requestBody = v.object({
  query: v.string(),
  variables: v.optional(
    v.object({
      query: v.optional(v.string()),
      id: v.optional(v.string()),
      ids: v.optional(v.array(v.string())),
      uri: v.optional(v.string()),
      after: v.optional(v.string()),
    }),
    {},
  ),
});

interface Operation {
  readonly id: string;
  readonly query: string;
  readonly file: Buffer;
  readonly roots: number;
  readonly end: OperationEnd;
  looks: number;
}

interface Faults {
  readonly fault?: (asked: number) => ShopifyFault;
  /** `started`: operations before this one. */
  readonly end?: (started: number) => OperationEnd;
  /** Looks at an operation until it has ended. */
  readonly looks?: number;
}

export async function startFakeShopify({
  fault = () => 'none',
  end = () => 'COMPLETED',
  looks = 2,
}: Faults = {}): Promise<FakeShopify> {
  const token = 'shpat_test';
  const client = { client_id: 'client_test', client_secret: 'shpss_test' };
  let current = '';
  const orders = new Map<string, ShopifyOrderNode>();
  const breaches: string[] = [];
  const subscriptions = new Set<string>();
  const operations: Operation[] = [];
  const shop = {
    scopes: ['read_orders', 'read_all_orders', 'read_customers'],
    asked: 0,
    throttled: 0,
    obtained: 0,
    isInstalled: true,
  };
  const bucket = { available: MOST, restored: 100 };
  let address = '';

  function writeFile(query: string): { readonly file: Buffer; readonly roots: number } {
    const filter = /orders\(query: "((?:[^"\\]|\\.)*)"\)/.exec(query)?.[1] ?? '';
    const [, from = ''] = /updated_at:>='([^']+)'/.exec(filter) ?? [];
    const [, to = '9'] = /updated_at:<'([^']+)'/.exec(filter) ?? [];
    const chosen = [...orders.values()].filter(({ updatedAt }) => updatedAt >= from && updatedAt < to);
    const lines = chosen.flatMap(({ lineItems, refunds, ...order }) => [
      { ...order, refunds: refunds.map(({ id }) => ({ id })) },
      ...lineItems.map((line) => ({ ...line, __parentId: order.id })),
    ]);
    return { file: Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')), roots: chosen.length };
  }

  const isOpen = (one: Operation | undefined): boolean => one !== undefined && one.looks < looks;

  function describeOperation(one: Operation): object {
    const isEnded = one.looks >= looks;
    const status = one.end === 'ACCESS_DENIED' ? 'FAILED' : one.end;
    const hasFile = isEnded && one.end === 'COMPLETED' && one.roots > 0;
    return {
      ...{ id: one.id, status: isEnded ? status : 'RUNNING', query: one.query },
      errorCode: isEnded && status === 'FAILED' ? (one.end === 'FAILED' ? 'TIMEOUT' : one.end) : null,
      ...{ rootObjectCount: String(one.roots), fileSize: hasFile ? String(one.file.length) : null },
      url: hasFile ? `${address}/files/${operations.indexOf(one)}` : null,
      partialDataUrl: isEnded && status === 'FAILED' ? `${address}/files/partial` : null,
    };
  }

  function startOperation(query: string): object {
    if (/refunds[^}]*\b(edges|nodes)\b/.test(query)) breaches.push('a connection within a list');
    if (isOpen(operations.at(-1)))
      return { bulkOperation: null, userErrors: [{ code: 'OPERATION_IN_PROGRESS', message: 'in progress' }] };
    const id = `gid://shopify/BulkOperation/${operations.length + 1}`;
    operations.push({ id, query, ...writeFile(query), end: end(operations.length), looks: 0 });
    return { bulkOperation: { id }, userErrors: [] };
  }

  function listRefunds(ids: readonly string[], after: string | undefined, first: number): unknown[] {
    const all = new Map([...orders.values()].flatMap(({ refunds }) => refunds.map((one) => [one.id, one])));
    return ids.map((id) => {
      const refund = all.get(id);
      if (refund === undefined) return null;
      const from = after === undefined ? 0 : Number(after);
      const nodes = refund.refundLineItems.slice(from, from + first);
      const hasNextPage = from + first < refund.refundLineItems.length;
      return {
        ...refund,
        refundLineItems: { nodes, pageInfo: { hasNextPage, endCursor: String(from + first) } },
        orderAdjustments: { nodes: refund.orderAdjustments },
        refundShippingLines: { nodes: refund.refundShippingLines },
        transactions: { nodes: refund.transactions },
      };
    });
  }

  /** The points of a query: one for each object that it may return. */
  function computeCost(query: string, ids: readonly string[]): number {
    if (ids.length === 0) return 10;
    const sizes = [...query.matchAll(/\(first: (\d+)/g)].map(([, size]) => Number(size));
    const [lines = 0, adjustments = 0, shipping = 0, transactions = 0] = sizes;
    return ids.length * (1 + 2 * lines + 3 * adjustments + shipping + 3 * transactions);
  }

  function answerSubscriptions(
    query: string,
    { uri = '', id = '' }: { uri?: string | undefined; id?: string | undefined },
  ): object {
    subscriptions.delete(id);
    const topics = [...query.matchAll(/(\w+): webhookSubscriptionCreate\(topic: (\w+)/g)];
    const made = topics.map(([, alias = '', topic]) => {
      const isTaken = subscriptions.has(`${topic} ${uri}`);
      subscriptions.add(`${topic} ${uri}`);
      const message = 'Address for this topic has already been taken';
      return [alias, { userErrors: isTaken ? [{ message }] : [] }];
    });
    const nodes = [...subscriptions].map((one) => ({ id: one, uri: one.split(' ')[1] }));
    return { ...Object.fromEntries(made), ...(topics.length === 0 && { webhookSubscriptions: { nodes } }) };
  }

  function answerQuery(text: string): object {
    const { query, variables } = v.parse(requestBody, JSON.parse(text));
    const { ids = [], after } = variables;
    const requestedQueryCost = computeCost(query, ids);
    bucket.available = Math.min(MOST, bucket.available + bucket.restored);
    const throttleStatus = { maximumAvailable: MOST, currentlyAvailable: bucket.available, restoreRate: 100 };
    const extensions = { cost: { requestedQueryCost, throttleStatus } };
    if (requestedQueryCost > MOST_PER_QUERY) {
      breaches.push(`a query of ${requestedQueryCost} points`);
      return { errors: [{ message: 'too much', extensions: { code: 'MAX_COST_EXCEEDED' } }], extensions };
    }
    if (requestedQueryCost > bucket.available) {
      shop.throttled += 1;
      return { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }], extensions };
    }
    bucket.available -= requestedQueryCost;
    const [, first = '50'] = /refundLineItems\(first: (\d+)/.exec(query) ?? [];
    if (ids.length > 0) return { data: { nodes: listRefunds(ids, after, Number(first)) }, extensions };
    if (query.includes('bulkOperationRunQuery'))
      return { data: { bulkOperationRunQuery: startOperation(variables.query ?? '') }, extensions };
    if (query.includes('webhookSubscription'))
      return { data: answerSubscriptions(query, variables), extensions };
    const last = operations.at(-1);
    if (query.includes('currentBulkOperation'))
      return { data: { currentBulkOperation: last ? describeOperation(last) : null }, extensions };
    if (variables.id !== undefined) {
      const found = operations.find(({ id }) => id === variables.id);
      if (found !== undefined) found.looks += 1;
      return { data: { node: found ? describeOperation(found) : null }, extensions };
    }
    const accessScopes = shop.scopes.map((handle) => ({ handle }));
    return { data: { currentAppInstallation: { accessScopes } }, extensions };
  }

  function readPart(request: IncomingMessage): [number, Buffer] {
    const file = operations[Number(request.url?.split('/').at(-1))]?.file;
    const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    return file === undefined ? [404, Buffer.alloc(0)] : [206, file.subarray(Number(from), Number(to) + 1)];
  }

  function grantToken(form: URLSearchParams): [number, string] {
    const { client_id, client_secret } = Object.fromEntries(form);
    if (form.get('grant_type') !== 'client_credentials') breaches.push('an unknown grant');
    if (client_id !== client.client_id || client_secret !== client.client_secret)
      return [400, '{"error":"invalid_client"}'];
    if (!shop.isInstalled)
      return [400, 'Oauth error app_not_installed: The application is not installed on this shop.'];
    shop.obtained += 1;
    current = `shpat_granted_${shop.obtained}`;
    return [200, JSON.stringify({ access_token: current, scope: shop.scopes.join(','), expires_in: 86_399 })];
  }

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    shop.asked += 1;
    const happens = fault(shop.asked);
    const isFile = request.url?.startsWith('/files/') === true;
    const given = request.headers['x-shopify-access-token'];
    const isGrant = request.url === '/admin/oauth/access_token';
    const isAllowed = isFile || isGrant || given === token || (given === current && current !== '');
    const refused = { down: 503, denied: 401, frozen: 402 };
    const status = happens in refused ? refused[happens as 'down'] : isAllowed ? undefined : 401;
    if (status !== undefined) {
      response.writeHead(status, status === 503 ? { 'Retry-After': '2' } : {}).end('{"errors":"refused"}');
      return;
    }
    const [code, body] = isFile
      ? readPart(request)
      : isGrant
        ? grantToken(new URLSearchParams(Buffer.concat(parts).toString()))
        : [200, JSON.stringify(answerQuery(Buffer.concat(parts).toString()))];
    if (happens === 'lost') request.socket.destroy();
    else response.writeHead(code, { 'Content-Type': 'application/json' }).end(body);
  });
  address = `http://127.0.0.1:${await listen(server, 0)}`;
  return {
    ...{ address, token, client, orders, breaches, bucket, subscriptions },
    get scopes() {
      return shop.scopes;
    },
    set scopes(given) {
      shop.scopes = given;
    },
    expireTokens: () => {
      current = '';
    },
    get obtained() {
      return shop.obtained;
    },
    get isInstalled() {
      return shop.isInstalled;
    },
    set isInstalled(given) {
      shop.isInstalled = given;
    },
    get throttled() {
      return shop.throttled;
    },
    get operations() {
      return operations.map(({ query }) => query);
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
