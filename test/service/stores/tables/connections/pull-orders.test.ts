// Tests the steps in which a shop is read, on real tables with a scripted shop: when it is compared, what a comparison
// imports, and what stops it.
import { ulid } from 'ulid';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { ChunkMessage } from '../../../../../src/contract/messages/chunk-message.ts';
import { DEFAULT_PLANS, type PlanName } from '../../../../../src/contract/plans.ts';
import type { UpdateSourceRequest } from '../../../../../src/contract/resources/orders/sources.ts';
import { say } from '../../../../../src/contract/sentences/sentence.ts';
import { createAccountStore } from '../../../../../src/service/accounts/accounts.ts';
import { createHeldReads } from '../../../../../src/service/accounts/held-reads.ts';
import { createConnectionStore } from '../../../../../src/service/connections/connection-item.ts';
import type {
  Connector,
  PullOutcome,
  ShopOrder,
  TimeWindow,
} from '../../../../../src/service/connections/connector.ts';
import { createManageConnections } from '../../../../../src/service/connections/manage-connections.ts';
import { createPullOrders } from '../../../../../src/service/connections/pull-orders.ts';
import { createErasureStore } from '../../../../../src/service/erasures/erasures.ts';
import { createOrderReader } from '../../../../../src/service/orders/order-reader.ts';
import { wireAccept } from '../../../../../src/service/orders/wire-ingest.ts';
import { sealedSecret } from '../../../../../src/service/secrets/sealed-secrets.ts';
import { createManageSources } from '../../../../../src/service/sources/manage-sources.ts';
import { createSourceStore } from '../../../../../src/service/sources/sources.ts';
import { createWooOrder } from '../../../../../tools/harness/fake-woocommerce.ts';
import { TABLES, useTables } from '../use-tables.ts';

const stage = useTables();
const START = Date.parse('2026-03-01T12:00:00Z');
const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];
const CREDENTIALS = { address: 'https://shop.example', consumer_key: 'ck', consumer_secret: 'cs' };
const EMPTY: PullOutcome = { outcome: 'page', orders: [], cursor: undefined };

const createPage = (
  ids: readonly number[],
  cursor?: string,
  others: readonly ShopOrder[] = [],
): PullOutcome => ({
  outcome: 'page',
  orders: [...ids.map((id) => ({ topic: 'order.updated', payload: createWooOrder(id, id) })), ...others],
  cursor,
});

/** Connects a shop that gives the answers in turn, then empty pages. */
async function connect(answers: PullOutcome[], { plan = 'max' }: { readonly plan?: PlanName } = {}) {
  const { db } = stage;
  const clock = { now: START };
  const asked: (TimeWindow & { readonly cursor: string | undefined })[] = [];
  const removed: string[] = [];
  const connector: Connector = {
    findSecret: (_, hasSecret) => (hasSecret ? undefined : 'chosen'),
    readAddress: (address) => ({ address }),
    check: async () => undefined,
    registerEvents: async () => undefined,
    removeEvents: async (_, url) => void removed.push(url),
    pull: async (_, { since, until }, cursor) => {
      asked.push({ since, until, cursor });
      return answers.shift() ?? EMPTY;
    },
  };
  const connectors = { shopify: connector, woocommerce: connector };
  const sent: ChunkMessage[] = [];
  const accountId = ulid();
  const accounts = createAccountStore(db, TABLES.service);
  const created_at = new Date(START).toISOString();
  await accounts.createAccount({ account_id: accountId, name: 'a', plan, created_at, overrides: {} });
  const sources = createSourceStore(db, TABLES.service);
  const connections = createConnectionStore(db, TABLES.service);
  const erasures = createErasureStore(db, TABLES.service);
  const sealSecret = async (secret: string) => v.parse(sealedSecret, Buffer.from(secret).toString('base64'));
  const openSecret = async (secret: string) => Buffer.from(secret, 'base64').toString();
  const turns = createHeldReads(db, TABLES.service, { perAccount: 10, total: 1_000 });
  const shared = { connections, connectors, openSecret, clock: () => clock.now };
  const manage = createManageSources({
    ...{ sources, erasures, sealSecret, openSecret, newSourceId: ulid, clock: () => clock.now },
    connections: createManageConnections({
      ...{ ...shared, sealSecret, sends: turns, workflow: { start: async () => undefined } },
    }),
  });
  const by = { accountId, keyHash: '', limits: DEFAULT_PLANS.max };
  const unset = { name: undefined, status: undefined, secret: undefined };
  const { item } = await manage.create(
    by,
    {
      ...unset,
      ...{ kind: 'woocommerce', dataset_id: 'default', customer_identifier: undefined },
      credentials: CREDENTIALS,
    },
    undefined,
    'https://api.example',
  );
  const ref = { accountId, sourceId: item.source_id };
  const accept = wireAccept(db, TABLES.service);
  const pull = createPullOrders({
    ...{ ...accept, ...shared, sources, accounts, erasures, plans: DEFAULT_PLANS },
    steps: turns,
    orders: createOrderReader(db, TABLES),
    queue: { send: async (messages) => void sent.push(...messages) },
    newImportId: ulid,
    newId: ulid,
  });
  const get = async () => {
    const found = await connections.get(ref);
    if (found === undefined) throw new Error('the connection is gone');
    return found;
  };
  return {
    /** Changes the source as its owner does. */
    change: (changes: Partial<UpdateSourceRequest>) => manage.update(by, ref, { ...unset, ...changes }),
    ...{ ref, get, asked, sent, removed, clock, connections, sources, imports: accept.imports },
    step: async () => pull({ account_id: accountId, source_id: ref.sourceId, run: (await get()).runs }),
    wake: async () => connections.wake(await get(), new Date(clock.now).toISOString()),
  };
}

it('reads the history up to ten minutes ago, then what changed meanwhile, then every night', async () => {
  const { step, asked, sent, clock, get, wake } = await connect([
    createPage([1, 2], 'more'),
    createPage([3]),
  ]);
  expect(await step()).toEqual({ outcome: 'done', wait_seconds: 0 });
  const until = START - 10 * MINUTE_MS;
  expect(asked).toEqual([
    { since: undefined, until, cursor: undefined },
    { since: undefined, until, cursor: 'more' },
  ]);
  expect(sent.flatMap(({ orders }) => orders.map(({ order_id }) => order_id))).toEqual(['1', '2', '3']);
  const history = await get();
  expect(history).toMatchObject({ orders_read: 3, read_until: until, next_at: START + 10 * MINUTE_MS });
  expect(history).not.toHaveProperty('last_comparison');
  clock.now += 10 * MINUTE_MS;
  await wake();
  await step();
  // The comparison overlaps the history by ten minutes.
  expect(asked.at(-1)).toMatchObject({ since: until - 10 * MINUTE_MS, until: START });
  const { next_at = 0, last_comparison } = await get();
  expect(last_comparison).toEqual({ at: new Date(clock.now).toISOString(), orders: 0, repaired: 0 });
  // Between midnight and five.
  expect(new Date(next_at).toISOString()).toMatch(/^2026-03-02T0[0-4]:/);
});

it('compares a shop without events every hour, and one with events of the last day every night', async () => {
  const { step, clock, get, wake, change, ref, sources } = await connect([]);
  await change({ secret: null });
  await step();
  expect(await get()).toMatchObject({ events: 'manual' });
  clock.now += 10 * MINUTE_MS;
  await wake();
  await step();
  expect((await get()).next_at).toBe(clock.now + 60 * MINUTE_MS);
  const source = await sources.get(ref);
  if (source !== undefined) await sources.noteEvent(source, 'duplicates', { at: clock.now });
  clock.now += 60 * MINUTE_MS;
  await wake();
  await step();
  expect(((await get()).next_at ?? 0) - clock.now).toBeGreaterThan(60 * MINUTE_MS);
});

it('imports in a comparison what is missing, and counts orders that it cannot use', async () => {
  const unusable = { topic: 'order.updated', payload: { not: 'an order' } };
  const { step, sent, clock, get, wake } = await connect([EMPTY, createPage([1, 2], undefined, [unusable])]);
  await step();
  clock.now += 10 * MINUTE_MS;
  await wake();
  await step();
  expect(sent).toHaveLength(1);
  expect(await get()).toMatchObject({
    ...{ orders_read: 3, orders_ignored: 1, last_comparison: { orders: 3, repaired: 2 } },
  });
});

it('waits for its imports while three of them are open', async () => {
  const pages = [1, 2, 3, 4].map((id) => createPage([id], `${id}`));
  const { step, asked, get } = await connect(pages);
  expect(await step()).toEqual({ outcome: 'again', wait_seconds: 2 });
  expect(asked).toHaveLength(3);
  expect((await get()).pass).toMatchObject({ cursor: '3', read: 3 });
});

it('waits as long as the shop states, and continues at the same place', async () => {
  const busy: PullOutcome = { outcome: 'wait', cursor: 'here', seconds: 7 };
  const down = {
    outcome: 'retry',
    problem: say('service_refused', { status: 503, code: null }),
    seconds: 40,
  } as const;
  const { step, asked, clock, get } = await connect([busy, down]);
  expect(await step()).toEqual({ outcome: 'again', wait_seconds: 7 });
  expect(await step()).toEqual({ outcome: 'again', wait_seconds: 40 });
  expect(await get()).toMatchObject({
    failing: { times: 1, reason: 'the service refused the request with 503' },
  });
  // Not asked again before.
  clock.now += 39_000;
  expect(await step()).toEqual({ outcome: 'again', wait_seconds: 1 });
  expect(asked).toHaveLength(2);
  clock.now += 1_000;
  expect(await step()).toMatchObject({ outcome: 'done' });
  expect(asked.at(-1)?.cursor).toBe('here');
  expect(await get()).not.toHaveProperty('failing');
});

it('stops at a refusal, and tries again a day later', async () => {
  const refused = { outcome: 'refused', problem: say('shop_denied', { status: 401 }) } as const;
  const { step, get, clock, wake } = await connect([refused]);
  expect(await step()).toMatchObject({ outcome: 'done' });
  expect(await get()).toMatchObject({ next_at: START + DAY_MS, failing: { times: 1 } });
  clock.now += DAY_MS;
  await wake();
  expect(await step()).toMatchObject({ outcome: 'done' });
  expect(await get()).toMatchObject({ orders_read: 0, read_until: START - 10 * MINUTE_MS });
});

it('asks the shop nothing once it is cancelled, paused, or its plan has no API', async () => {
  const cancelled = await connect([]);
  await cancelled.change({ pull: 'cancel' });
  const paused = await connect([]);
  await paused.change({ status: 'paused' });
  const free = await connect([], { plan: 'free' });
  for (const one of [cancelled, paused, free]) {
    expect(await one.step()).toMatchObject({ outcome: 'done' });
    expect(one.asked).toEqual([]);
  }
  await cancelled.change({ pull: 'now' });
  await cancelled.step();
  expect(cancelled.asked).toHaveLength(1);
});

it('reads another shop from its first order, and the same shop on from where it was', async () => {
  const { step, change, asked, get } = await connect([createPage([1])]);
  await step();
  await change({ credentials: CREDENTIALS });
  await step();
  expect(asked.at(-1)?.since).toBeDefined();
  expect(await get()).toMatchObject({ orders_read: 1 });
  await change({ credentials: { ...CREDENTIALS, address: 'https://new.example' } });
  await step();
  expect(asked.at(-1)).toMatchObject({ since: undefined, cursor: undefined });
  expect(await get()).toMatchObject({ orders_read: 0, address: 'https://new.example' });
});

it('removes its webhooks when it is disconnected, and ends its work when the source is deleted', async () => {
  const { step, ref, connections, sources } = await connect([createPage([1], 'more')]);
  await sources.remove(ref);
  expect(await step()).toMatchObject({ outcome: 'done' });
  expect(await connections.get(ref)).toBeUndefined();
  const other = await connect([]);
  await other.change({ credentials: null });
  expect(other.removed).toEqual([expect.stringMatching(/^https:\/\/api\.example\/hooks\//)]);
});
