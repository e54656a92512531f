// Reads the orders of a WooCommerce shop, in the order of their last change, by its REST API (version 3, of
// WooCommerce 5.8 or later). Not run against a real shop: written from its documentation and source text.
// https://developer.woocommerce.com/docs/apis/rest-api/v3/orders/
// https://developer.woocommerce.com/docs/apis/rest-api/v3/order-refunds/
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { say } from '../../contract/sentences/sentence.ts';
import { shopId } from '../sources/mapped-event.ts';
import { findReceiverUrlProblem } from '../webhooks/receiver-url.ts';
import type { RequestOptions } from '../webhooks/request.ts';
import type { Connector, PullOutcome, Refusal, Shop, ShopOrder, TimeWindow } from './connector.ts';
import { callShop, readBody, retryUnreadable, SHOP_TIMEOUT_MS } from './shop-request.ts';

/** The most that WordPress returns in a page. */
const PAGE = 100;
/** Orders of a page whose refunds are read, one request each: a page with more is cut. */
const REFUNDED_PER_PAGE = 10;
/** With these, a page ends before its step's time limit. */
const REFUND_TIMEOUT_MS = 5_000;
const FIELDS =
  'id,status,currency,date_created_gmt,date_modified_gmt,customer_id,billing.email,total,total_tax,line_items,refunds';

// Pages are no safe places to continue: an order that is changed while the shop is read moves to the end, and
// moves the others by one. Therefore each request begins at the second of the last order read. Only within a
// second that fills a page, it skips orders, and begins that second again if the last one is not in its place.
const cursorText = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    /** WooCommerce lists orders in the trash apart. */
    status: v.picklist(['any', 'trash']),
    /** Seconds since 1970: all orders changed until then were read. */
    after: v.optional(v.number()),
    skip: v.number(),
    /** Ids of read orders that the next page begins with. */
    seen: v.array(v.string()),
  }),
);
type Cursor = v.InferOutput<typeof cursorText>;

const listedOrder = v.looseObject({
  id: shopId,
  date_created_gmt: v.string(),
  date_modified_gmt: v.nullish(v.string()),
  refunds: v.nullish(v.array(v.looseObject({ id: shopId })), () => []),
});
type ListedOrder = v.InferOutput<typeof listedOrder>;
const orderList = v.array(listedOrder);
const refundList = v.array(v.object({ id: shopId, date_created_gmt: v.string() }));

const webhookList = v.array(v.object({ id: v.number(), topic: v.string(), delivery_url: v.string() }));
const TOPICS = ['order.created', 'order.updated', 'order.deleted', 'order.restored'];

interface WooCommerceOptions extends RequestOptions {
  /** Orders of a page; the most by default. */
  readonly pageSize?: number;
}

export function createWooCommerceConnector({ pageSize = PAGE, ...options }: WooCommerceOptions): Connector {
  const call = ({ address, credentials }: Shop, path: string, timeoutMs = SHOP_TIMEOUT_MS, body?: object) => {
    const key = `${credentials.consumer_key}:${credentials.consumer_secret}`;
    const Authorization = `Basic ${Buffer.from(key).toString('base64')}`;
    const url = `${address}/wp-json/wc/v3${path}`;
    const post = body && {
      ...{ method: 'POST' as const, body: JSON.stringify(body) },
      headers: { Authorization, 'Content-Type': 'application/json' },
    };
    return callShop({ url, headers: { Authorization }, timeoutMs, ...post }, options);
  };

  /** The webhooks of the shop that post to the address. */
  async function listWebhooks(shop: Shop, url: string) {
    const answer = await call(shop, `/webhooks?per_page=${PAGE}`, REFUND_TIMEOUT_MS);
    if ('outcome' in answer) return answer;
    const known = readBody(webhookList, answer);
    return known?.filter(({ delivery_url }) => delivery_url === url) ?? retryUnreadable(answer);
  }

  /** The same order with the dates of its refunds, which its own fields lack. */
  async function addRefundDates(
    shop: Shop,
    order: ListedOrder,
  ): Promise<Refusal | { readonly payload: ListedOrder }> {
    const path = `/orders/${order.id}/refunds?per_page=${PAGE}&_fields=id,date_created_gmt`;
    const answer = await call(shop, path, REFUND_TIMEOUT_MS);
    if ('outcome' in answer) return answer;
    const found = readBody(refundList, answer);
    if (found === undefined) return retryUnreadable(answer);
    const dates = new Map(found.map((refund) => [refund.id, refund.date_created_gmt]));
    const refunds = order.refunds.map((refund) => ({ ...refund, date_created_gmt: dates.get(refund.id) }));
    return { payload: { ...order, refunds } };
  }

  return {
    findSecret: (_, hasSecret) => (hasSecret ? undefined : randomBytes(32).toString('base64url')),

    readAddress(given) {
      const url = /^https?:\/\//i.test(given) ? given : `https://${given}`;
      if (!URL.canParse(url)) return { expected: 'expected the https address of the shop' };
      const expected = findReceiverUrlProblem(url, options.receivers);
      if (expected !== undefined) return { expected };
      const { origin, pathname } = new URL(url);
      return { address: `${origin}${pathname.replace(/\/(wp-(admin|json).*)?$/, '')}` };
    },

    async check(shop) {
      const answer = await call(shop, '/orders?per_page=1&_fields=id');
      if ('outcome' in answer) return answer;
      const known = readBody(v.array(v.object({ id: shopId })), answer);
      return known === undefined
        ? { outcome: 'refused', problem: say('shop_not_found', { status: answer.status }) }
        : undefined;
    },

    async registerEvents(shop, { url, secret }) {
      const known = await listWebhooks(shop, url);
      if ('outcome' in known) return known;
      const active = { secret, status: 'active' };
      const missing = TOPICS.filter((topic) => !known.some((one) => one.topic === topic));
      const create = missing.map((topic) => ({
        name: 'Order Analytics',
        topic,
        delivery_url: url,
        ...active,
      }));
      const update = known.map(({ id }) => ({ id, ...active }));
      const answer = await call(shop, '/webhooks/batch', SHOP_TIMEOUT_MS, { create, update });
      if ('outcome' in answer) return answer;
      const errors = readBody(v.object({ create: v.optional(v.array(v.looseObject({})), []) }), answer);
      return errors?.create.some((one) => 'error' in one)
        ? { outcome: 'refused', problem: say('shop_denied', { status: answer.status }) }
        : undefined;
    },

    async removeEvents(shop, url) {
      const known = await listWebhooks(shop, url);
      if ('outcome' in known || known.length === 0) return;
      await call(shop, '/webhooks/batch', REFUND_TIMEOUT_MS, { delete: known.map(({ id }) => id) });
    },

    async pull(shop, window, at): Promise<PullOutcome> {
      const cursor = at === undefined ? createStart('any', window) : v.parse(cursorText, at);
      const answer = await call(shop, `/orders?${createQuery(cursor, window, pageSize)}`);
      if ('outcome' in answer) return answer;
      const page = readBody(orderList, answer);
      if (page === undefined) return retryUnreadable(answer);
      const { after = 0 } = cursor;
      // Older versions ignore `modified_after`.
      if (page.some((order) => readChangedSecond(order) <= after))
        return { outcome: 'refused', problem: say('service_unreadable', { status: answer.status }) };
      // An order left the second that is being read: others have moved.
      if (cursor.skip > 0 && page[0]?.id !== cursor.seen[0])
        return { outcome: 'wait', cursor: JSON.stringify({ ...cursor, skip: 0, seen: [] }), seconds: 0 };
      const read = cutAtRefunds(page);
      const seen = new Set(cursor.seen);
      const orders: ShopOrder[] = [];
      for (const order of read) {
        if (seen.has(order.id)) continue;
        const found = order.refunds.length > 0 ? await addRefundDates(shop, order) : { payload: order };
        if ('problem' in found) return found;
        orders.push({ topic: 'order.updated', ...found });
      }
      const isLast = page.length < pageSize && read.length === page.length;
      const next = isLast
        ? cursor.status === 'any'
          ? createStart('trash', window)
          : undefined
        : createNext(cursor, read);
      const total = Number(answer.headers['x-wp-total']);
      return {
        ...{ outcome: 'page', orders, cursor: next && JSON.stringify(next) },
        ...(at === undefined && Number.isSafeInteger(total) && { expected: total }),
      };
    },
  };
}

function createStart(status: Cursor['status'], { since }: TimeWindow): Cursor {
  const after = since === undefined ? undefined : Math.floor(since / 1_000) - 1;
  return { status, ...(after !== undefined && { after }), skip: 0, seen: [] };
}

function createNext(cursor: Cursor, read: readonly ListedOrder[]): Cursor {
  const second = Math.max(...read.map(readChangedSecond));
  const last = read.at(-1)?.id ?? '';
  if (second - 1 === cursor.after) return { ...cursor, skip: cursor.skip + read.length - 1, seen: [last] };
  const seen = read.filter((order) => readChangedSecond(order) === second).map(({ id }) => id);
  return { ...cursor, after: second - 1, skip: 0, seen };
}

function createQuery({ status, after, skip }: Cursor, { until }: TimeWindow, size: number): URLSearchParams {
  return new URLSearchParams({
    ...{ status, orderby: 'modified', order: 'asc', per_page: String(size), offset: String(skip) },
    // Both ends are excluded. Without an offset, times are read as they are compared: in UTC.
    ...{ dates_are_gmt: 'true', modified_before: formatSecond(Math.ceil(until / 1_000)) },
    ...(after !== undefined && { modified_after: formatSecond(after) }),
    _fields: FIELDS,
  });
}

const formatSecond = (second: number): string => new Date(second * 1_000).toISOString().slice(0, 19);

function readChangedSecond({ date_modified_gmt, date_created_gmt }: ListedOrder): number {
  return Math.floor(Date.parse(`${(date_modified_gmt ?? date_created_gmt).slice(0, 19)}Z`) / 1_000);
}

function cutAtRefunds(page: readonly ListedOrder[]): readonly ListedOrder[] {
  let refunded = 0;
  const end = page.findIndex(({ refunds }) => refunds.length > 0 && ++refunded > REFUNDED_PER_PAGE);
  return end === -1 ? page : page.slice(0, end);
}
