// Simulates a WooCommerce shop over HTTP: its orders and their refunds, as WordPress lists them (by the time of
// the last change, then by id; pages of at most 100; the trash apart). It refuses requests that the REST API of
// WooCommerce does not describe, and can answer like a shop that is busy, down, or changed while it is read.
import { createServer, type IncomingMessage } from 'node:http';
import * as v from 'valibot';
import { listen } from '../../apps/local-cloud/free-port.ts';

export interface WooRefund {
  readonly id: number;
  readonly total: string;
  readonly date_created_gmt: string;
}

export interface WooOrder {
  readonly id: number;
  readonly status: string;
  /** UTC, whole seconds, without an offset. */
  readonly date_created_gmt: string;
  readonly date_modified_gmt: string;
  readonly refunds: readonly WooRefund[];
  readonly [field: string]: unknown;
}

/** What happens to the next request: `lost`: its answer never arrives; `old`: it ignores times of changes. */
export type ShopFault = 'none' | 'down' | 'busy' | 'lost' | 'denied' | 'old';

export interface FakeWooCommerce {
  readonly address: string;
  readonly key: string;
  readonly secret: string;
  readonly orders: Map<number, WooOrder>;
  /** Topics by the address that they are posted to, with the secret. */
  readonly webhooks: Map<string, { readonly secret: string; readonly topics: string[] }>;
  /** The key may only read. */
  isReadOnly: boolean;
  /** Requests that the documentation does not allow, one sentence each. */
  readonly breaches: string[];
  readonly asked: number;
  stop(): Promise<void>;
}

const webhookBatch = v.object({
  create: v.optional(
    v.array(v.object({ topic: v.string(), delivery_url: v.string(), secret: v.string() })),
    [],
  ),
  update: v.optional(v.array(v.object({ id: v.number(), secret: v.string() })), []),
  delete: v.optional(v.array(v.number()), []),
});

/** Status, body and headers. */
type Reply = readonly [number, unknown, Readonly<Record<string, string>>?];

const KNOWN = new Set([
  ...['status', 'orderby', 'order', 'per_page', 'offset', 'dates_are_gmt'],
  ...['modified_before', 'modified_after', '_fields'],
]);
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

/** `next`: decides the outcome of each request, and may change orders before it. */
export async function startFakeWooCommerce(
  next: (asked: number, orders: Map<number, WooOrder>) => ShopFault = () => 'none',
): Promise<FakeWooCommerce> {
  const [key, secret] = ['ck_test', 'cs_test'];
  const orders = new Map<number, WooOrder>();
  const breaches: string[] = [];
  const webhooks: FakeWooCommerce['webhooks'] = new Map();
  const shop = { isReadOnly: false };
  let asked = 0;

  function listOrders(query: URLSearchParams, isOld: boolean): { page: WooOrder[]; total: number } {
    const get = (name: string): string => query.get(name) ?? '';
    const size = Number(query.get('per_page') ?? 10);
    for (const name of query.keys()) if (!KNOWN.has(name)) breaches.push(`unknown parameter ${name}`);
    if (!(size >= 1 && size <= 100)) breaches.push(`per_page=${size}`);
    for (const name of ['modified_after', 'modified_before'])
      if (query.has(name) && !TIME.test(get(name))) breaches.push(`${name}=${get(name)}`);
    if (query.has('modified_after') && get('dates_are_gmt') !== 'true') breaches.push('times are not UTC');
    const found = [...orders.values()]
      .filter(({ status }) => (get('status') === 'trash') === (status === 'trash'))
      .filter(
        (order) => isOld || !query.has('modified_after') || order.date_modified_gmt > get('modified_after'),
      )
      .filter((order) => !query.has('modified_before') || order.date_modified_gmt < get('modified_before'))
      .sort((a, b) =>
        a.date_modified_gmt === b.date_modified_gmt
          ? a.id - b.id
          : a.date_modified_gmt < b.date_modified_gmt
            ? -1
            : 1,
      );
    const from = Number(query.get('offset') ?? 0);
    return { page: found.slice(from, from + size), total: found.length };
  }

  /** Creates, changes or deletes webhooks, as WooCommerce's batches do. */
  function changeWebhooks(text: string): Reply {
    const { create, update, delete: removed } = v.parse(webhookBatch, JSON.parse(text));
    if (shop.isReadOnly) return [401, { code: 'woocommerce_rest_cannot_batch' }];
    for (const { topic, delivery_url, secret } of create) {
      const topics = [...(webhooks.get(delivery_url)?.topics ?? []), topic];
      webhooks.set(delivery_url, { secret, topics });
    }
    for (const [url, { topics }] of webhooks) {
      const changed = update.find(({ id }) =>
        listWebhooks().some((one) => one.id === id && one.delivery_url === url),
      );
      if (changed) webhooks.set(url, { secret: changed.secret, topics });
      if (removed.some((id) => listWebhooks().some((one) => one.id === id && one.delivery_url === url)))
        webhooks.delete(url);
    }
    return [200, { create: create.map((one) => ({ ...one, id: 1 })), update, delete: removed }];
  }

  const listWebhooks = () =>
    [...webhooks]
      .flatMap(([delivery_url, { topics }]) => topics.map((topic) => ({ topic, delivery_url })))
      .map((one, at) => ({ id: at + 1, ...one }));

  function decide(request: IncomingMessage, fault: ShopFault, body: string): Reply {
    const expected = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://shop');
    const [, refundsOf] = /^\/wp-json\/wc\/v3\/orders\/(\d+)\/refunds$/.exec(pathname) ?? [];
    if (fault === 'down') return [502, { message: 'Bad gateway' }];
    if (fault === 'busy') return [429, { code: 'too_many_requests' }, { 'Retry-After': '1' }];
    if (fault === 'denied' || request.headers.authorization !== expected)
      return [401, { code: 'woocommerce_rest_cannot_view' }];
    if (pathname === '/wp-json/wc/v3/webhooks') return [200, listWebhooks()];
    if (pathname === '/wp-json/wc/v3/webhooks/batch') return changeWebhooks(body);
    if (refundsOf !== undefined) return [200, orders.get(Number(refundsOf))?.refunds.toReversed()];
    if (pathname !== '/wp-json/wc/v3/orders') return [404, { code: 'rest_no_route' }];
    const { page, total } = listOrders(searchParams, fault === 'old');
    const shown = page.map(({ refunds, ...order }) => ({
      ...order,
      refunds: refunds.map(({ id, total }) => ({ id, reason: '', total })),
    }));
    return [200, shown, { 'X-WP-Total': String(total) }];
  }

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    asked += 1;
    const fault = next(asked, orders);
    if (fault === 'lost') {
      request.socket.destroy();
      return;
    }
    const [status, body, headers] = decide(request, fault, Buffer.concat(parts).toString());
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  });
  const port = await listen(server, 0);
  return {
    ...{ address: `http://127.0.0.1:${port}`, key, secret, orders, breaches, webhooks },
    get isReadOnly() {
      return shop.isReadOnly;
    },
    set isReadOnly(given) {
      shop.isReadOnly = given;
    },
    get asked() {
      return asked;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** An order of three products; `second`: of its last change, counted from the first of January 2026. */
export function createWooOrder(id: number, second: number, changed: Partial<WooOrder> = {}): WooOrder {
  const time = new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString().slice(0, 19);
  return {
    ...{ id, status: 'completed', currency: 'EUR', customer_id: 1 + (id % 7) },
    ...{ date_created_gmt: '2025-12-30T10:00:00', date_modified_gmt: time },
    ...{ billing: { email: `c${id % 7}@example.com` }, total: '30.00', total_tax: '0.00' },
    line_items: [
      { name: 'Tea', sku: 'TEA', quantity: 2, total: '18.00' },
      { name: 'Honey', sku: '', quantity: 1, total: '12.00' },
    ],
    refunds: [],
    ...changed,
  };
}
