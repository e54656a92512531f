// Reads the orders of a Shopify shop by bulk operations: Shopify writes a file of the orders of a period,
// which is read piece by piece. Not run against a real shop: written from Shopify's documentation.
// https://shopify.dev/docs/api/usage/bulk-operations/queries
import * as v from 'valibot';
import { say } from '../../contract/sentences/sentence.ts';
import { findReceiverUrlProblem } from '../webhooks/receiver-url.ts';
import type { ReceiverResponse, RequestOptions } from '../webhooks/request.ts';
import type { Connector, PullOutcome, Refusal, Shop, TimeWindow } from './connector.ts';
import { callShop, readBody, retryUnreadable } from './shop-request.ts';
import { readGroups } from './shopify-file.ts';
import {
  CURRENT,
  createOrdersQuery,
  currentOperation,
  OPERATION,
  operation,
  REFUNDS,
  REFUNDS_PER_QUERY,
  type ReadOrder,
  type ReadRefund,
  refundNodes,
  SCOPES,
  START,
  SUBSCRIBE,
  SUBSCRIPTIONS,
  scopes,
  startedOperation,
  subscribed,
  subscriptions,
  toOrderPayload,
  UNSUBSCRIBE,
} from './shopify-queries.ts';
import { createTokenReader, toShopUrl } from './shopify-token.ts';

const VERSION = '2026-07';
const NEEDED_SCOPES = ['orders', 'customers'];
/** The time limit of a query: so short that a page ends before its step's time limit. */
const TIMEOUT_MS = 8_000;
/** Bytes of the file that are read at once: some hundred orders. A single order may have 500 lines of 600 bytes. */
const SLICE_BYTES = 4_000_000;
/** A page is also cut after as many refunds as a query reads: repeated, it needs no more points than before. */
const ORDERS_PER_PAGE = 200;
const [FIRST_LOOK_S, LONGEST_LOOK_S, BUSY_S] = [2, 30, 15];
/** Consecutive failed operations, each of half the period, after which reading stops. */
const MAX_FAILURES = 6;
/** Shopify has no older orders. */
const FIRST_ORDERS = Date.UTC(2006, 0, 1);

/** Orders changed from `from` on, before `to`: a part of the window, epoch milliseconds. */
const part = { from: v.number(), to: v.number(), failures: v.number() };
const cursorText = v.pipe(
  v.string(),
  v.parseJson(),
  v.variant('step', [
    v.object({ step: v.literal('start'), ...part }),
    v.object({ step: v.literal('wait'), ...part, id: v.string(), looks: v.number() }),
    v.object({ step: v.literal('read'), ...part, id: v.string(), offset: v.number() }),
  ]),
);
type Cursor = v.InferOutput<typeof cursorText>;

const answerBody = v.object({
  data: v.nullish(v.unknown()),
  errors: v.nullish(
    v.array(v.object({ extensions: v.nullish(v.object({ code: v.nullish(v.string()) })) })),
    () => [],
  ),
  extensions: v.nullish(
    v.object({
      cost: v.nullish(
        v.object({
          requestedQueryCost: v.number(),
          throttleStatus: v.object({ currentlyAvailable: v.number(), restoreRate: v.number() }),
        }),
      ),
    }),
  ),
});

export function createShopifyConnector(options: RequestOptions): Connector {
  const readToken = createTokenReader(options, TIMEOUT_MS);

  async function ask<S extends v.GenericSchema>(
    shop: Shop,
    schema: S,
    query: string,
    variables: object = {},
    isRenewed = false,
  ): Promise<{ readonly found: v.InferOutput<S> } | Refusal> {
    const token = await readToken(shop, isRenewed);
    if ('outcome' in token) return token;
    const answer = await callShop(
      {
        method: 'POST',
        url: `${toShopUrl(shop)}/admin/api/${VERSION}/graphql.json`,
        headers: { 'Content-Type': 'application/json', 'X-Shopify-Access-Token': token.value },
        body: JSON.stringify({ query, variables }),
        timeoutMs: TIMEOUT_MS,
      },
      options,
    );
    if ('outcome' in answer) {
      const hasExpired = token.isKept && answer.problem.code === 'shop_denied';
      return hasExpired ? ask(shop, schema, query, variables, true) : answer;
    }
    const body = readBody(answerBody, answer);
    if (body === undefined) return retryUnreadable(answer);
    if (body.errors.length > 0) return explainErrors(body, answer);
    const data = v.safeParse(schema, body.data);
    return data.success ? { found: data.output } : retryUnreadable(answer);
  }

  /** Adopts an operation whose start was answered too late. */
  async function start(shop: Shop, cursor: Cursor, window: TimeWindow): Promise<PullOutcome> {
    const filter = createFilter(cursor, window);
    const current = await ask(shop, currentOperation, CURRENT);
    if ('problem' in current) return current;
    const last = current.found.currentBulkOperation;
    const isRunning = last !== null && ['CREATED', 'RUNNING', 'CANCELING'].includes(last.status);
    if (isRunning && last.query.includes(JSON.stringify(filter))) return look(cursor, last.id, 0);
    if (isRunning) return wait(cursor, BUSY_S);
    const started = await ask(shop, startedOperation, START, { query: createOrdersQuery(filter) });
    if ('problem' in started) return started;
    const { bulkOperation, userErrors } = started.found.bulkOperationRunQuery;
    const [error] = userErrors;
    if (bulkOperation) return look(cursor, bulkOperation.id, 0);
    if (error?.code === 'OPERATION_IN_PROGRESS' || error?.code === 'LIMIT_REACHED')
      return wait(cursor, BUSY_S);
    return { outcome: 'refused', problem: say('shop_export_failed', { code: error?.code ?? null }) };
  }

  async function readFile(
    shop: Shop,
    { url, fileSize }: { readonly url: string; readonly fileSize: number },
    cursor: Extract<Cursor, { step: 'read' }>,
    next: string | undefined,
  ): Promise<PullOutcome> {
    if (findReceiverUrlProblem(url, options.receivers) !== undefined) return retryUnreadable({ status: 200 });
    const { offset } = cursor;
    const end = Math.min(offset + SLICE_BYTES, fileSize);
    const Range = `bytes=${offset}-${end - 1}`;
    const slice = await callShop({ url, headers: { Range }, maxAnswerBytes: end - offset }, options);
    // The address of the file has expired.
    if ('problem' in slice) return slice.outcome === 'refused' ? restart(cursor, 'EXPIRED') : slice;
    const isWhole = end === fileSize;
    if (slice.body.length !== end - offset || (slice.status !== 206 && !(offset === 0 && isWhole)))
      return retryUnreadable(slice);
    const groups = readGroups(slice.body, {
      isWhole,
      maxOrders: ORDERS_PER_PAGE,
      maxRefunds: REFUNDS_PER_QUERY,
    });
    if (groups === undefined) return { ...retryUnreadable(slice), outcome: 'refused' };
    const refunds = await readRefunds(shop, groups.orders);
    if (refunds instanceof Map) {
      const after = offset + groups.bytes;
      return {
        outcome: 'page',
        orders: groups.orders.map((order) => ({
          topic: 'orders/updated',
          payload: toOrderPayload(order, refunds),
        })),
        cursor: after < fileSize ? JSON.stringify({ ...cursor, offset: after }) : next,
      };
    }
    // Throttled: the shop states the time.
    return refunds.outcome === 'retry' && refunds.seconds !== undefined
      ? wait(cursor, refunds.seconds)
      : refunds;
  }

  async function readRefunds(
    shop: Shop,
    orders: readonly ReadOrder[],
  ): Promise<Map<string, ReadRefund> | Refusal> {
    const ids = orders.flatMap(({ refunds }) => refunds.map(({ id }) => id));
    const found = new Map<string, ReadRefund>();
    for (let at = 0; at < ids.length; at += REFUNDS_PER_QUERY) {
      let [wanted, after] = [ids.slice(at, at + REFUNDS_PER_QUERY), undefined as string | undefined];
      while (wanted.length > 0) {
        const answer = await ask(shop, refundNodes, REFUNDS, { ids: wanted, after });
        if ('problem' in answer) return answer;
        const read = answer.found.nodes.filter((refund) => refund !== null);
        for (const refund of read) found.set(refund.id, joinLines(found.get(refund.id), refund));
        // Further lines of one refund after another.
        const longer = [...found.values()].find(
          ({ refundLineItems }) => refundLineItems.pageInfo.hasNextPage,
        );
        wanted = longer === undefined ? [] : [longer.id];
        after = longer?.refundLineItems.pageInfo.endCursor ?? undefined;
      }
    }
    return found;
  }

  return {
    // Shopify signs with the secret of the app.
    findSecret: ({ client_secret }) => client_secret,

    readAddress(given) {
      const [, name] =
        /^(?:https:\/\/)?([a-z0-9][a-z0-9-]*)\.myshopify\.com(?:\/.*)?$/i.exec(given) ??
        /^(?:https:\/\/)?admin\.shopify\.com\/store\/([a-z0-9-]+)(?:\/.*)?$/i.exec(given) ??
        [];
      if (name !== undefined) return { address: `${name.toLowerCase()}.myshopify.com` };
      // A stand-in, on the local stage.
      if (options.receivers === 'any' && URL.canParse(given)) return { address: new URL(given).origin };
      return { expected: 'expected the domain of the shop that ends in .myshopify.com' };
    },

    async check(shop) {
      const answer = await ask(shop, scopes, SCOPES, {}, true);
      if ('problem' in answer) return answer;
      const handles = answer.found.currentAppInstallation.accessScopes.map(({ handle }) => handle);
      const missing = NEEDED_SCOPES.find(
        (one) => !handles.includes(`read_${one}`) && !handles.includes(`write_${one}`),
      );
      if (missing !== undefined)
        return { outcome: 'refused', problem: say('shop_scope_missing', { scope: `read_${missing}` }) };
      return handles.includes('read_all_orders')
        ? undefined
        : { outcome: 'refused', problem: say('shop_history_hidden', {}) };
    },

    async registerEvents(shop, { url }) {
      const made = await ask(shop, subscribed, SUBSCRIBE, { uri: url });
      if ('problem' in made) return made;
      const errors = Object.values(made.found).flatMap(({ userErrors }) => userErrors);
      // Repeated: the address has been taken, by the same subscription.
      return errors.every(({ message }) => /already been taken/i.test(message))
        ? undefined
        : { outcome: 'refused', problem: say('shop_denied', { status: 200 }) };
    },

    async removeEvents(shop, url) {
      const known = await ask(shop, subscriptions, SUBSCRIPTIONS);
      if ('problem' in known) return;
      const { nodes } = known.found.webhookSubscriptions;
      for (const { id } of nodes.filter(({ uri }) => uri === url))
        await ask(shop, v.unknown(), UNSUBSCRIBE, { id });
    },

    async pull(shop, window, at): Promise<PullOutcome> {
      const first = {
        step: 'start' as const,
        from: window.since ?? FIRST_ORDERS,
        to: window.until,
        failures: 0,
      };
      const cursor: Cursor = at === undefined ? first : v.parse(cursorText, at);
      if (cursor.step === 'start') return start(shop, cursor, window);
      const answer = await ask(shop, operation, OPERATION, { id: cursor.id });
      if ('problem' in answer) return answer;
      const { status = 'EXPIRED', errorCode, url, fileSize = 0, rootObjectCount } = answer.found.node ?? {};
      if (status === 'CREATED' || status === 'RUNNING') {
        const looks = cursor.step === 'wait' ? cursor.looks : 0;
        return look(cursor, cursor.id, looks + 1);
      }
      if (errorCode === 'ACCESS_DENIED')
        return { outcome: 'refused', problem: say('shop_scope_missing', { scope: 'read_customers' }) };
      // A file of a part of the orders is not read: which ones it lacks is unknown.
      if (status !== 'COMPLETED') return restart(cursor, errorCode ?? status);
      const isLast = cursor.to >= window.until;
      const next = { ...first, from: cursor.to };
      const after = isLast ? undefined : JSON.stringify(next);
      if (!url) return { outcome: 'page', orders: [], cursor: after };
      const { from, to, failures, id } = cursor;
      const reading: Extract<Cursor, { step: 'read' }> =
        cursor.step === 'read' ? cursor : { step: 'read', from, to, failures, id, offset: 0 };
      const page = await readFile(shop, { url, fileSize }, reading, after);
      const isCounted = page.outcome === 'page' && reading.offset === 0 && from === first.from && isLast;
      return isCounted ? { ...page, expected: rootObjectCount } : page;
    },
  };
}

function createFilter({ from, to }: Cursor, { since }: TimeWindow): string {
  const format = (at: number): string => `'${new Date(at).toISOString()}'`;
  const isFirst = since === undefined && from === FIRST_ORDERS;
  return [...(isFirst ? [] : [`updated_at:>=${format(from)}`]), `updated_at:<${format(to)}`].join(' AND ');
}

function wait(cursor: Cursor, seconds: number): PullOutcome {
  return { outcome: 'wait', cursor: JSON.stringify(cursor), seconds };
}

function look({ from, to, failures }: Cursor, id: string, looks: number): PullOutcome {
  const seconds = Math.min(LONGEST_LOOK_S, FIRST_LOOK_S * (looks + 1));
  return wait({ step: 'wait', from, to, failures, id, looks }, seconds);
}

/** Starts another operation, for half the period: Shopify ends long ones. */
function restart({ from, to, failures }: Cursor, code: string): PullOutcome {
  if (failures + 1 >= MAX_FAILURES)
    return { outcome: 'refused', problem: say('shop_export_failed', { code }) };
  const half = code === 'EXPIRED' ? to : Math.ceil((from + to) / 2);
  return wait({ step: 'start', from, to: half, failures: failures + 1 }, BUSY_S);
}

function joinLines(known: ReadRefund | undefined, refund: ReadRefund): ReadRefund {
  if (known === undefined) return refund;
  const { nodes, pageInfo } = refund.refundLineItems;
  return { ...known, refundLineItems: { pageInfo, nodes: [...known.refundLineItems.nodes, ...nodes] } };
}

/** The bucket of points refills: the query is repeated when it has enough. */
function explainErrors(
  { errors, extensions }: v.InferOutput<typeof answerBody>,
  { status }: ReceiverResponse,
): Refusal {
  const code = errors?.[0]?.extensions?.code ?? null;
  if (code === 'ACCESS_DENIED')
    return { outcome: 'refused', problem: say('shop_scope_missing', { scope: 'read_orders' }) };
  if (code === 'SHOP_INACTIVE') return { outcome: 'refused', problem: say('shop_closed', { status }) };
  const problem = say('service_refused', { status, code });
  const cost = code === 'THROTTLED' ? extensions?.cost : undefined;
  if (!cost) return { outcome: 'retry', problem };
  const { currentlyAvailable, restoreRate } = cost.throttleStatus;
  const seconds = (cost.requestedQueryCost - currentlyAvailable) / Math.max(1, restoreRate);
  return { outcome: 'retry', problem, seconds: Math.max(1, Math.ceil(seconds)) };
}
