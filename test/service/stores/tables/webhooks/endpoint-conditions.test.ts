// Tests owners, workers and callers that take events at the same time, on a real table: none undoes another's write.

import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { BornEvent } from '../../../../../src/contract/resources/events.ts';
import { buildPrefixQuery, queryAll } from '../../../../../src/service/aws/items.ts';
import { transact } from '../../../../../src/service/aws/transact.ts';
import { createErasureStore } from '../../../../../src/service/erasures/erasures.ts';
import { sealedSecret } from '../../../../../src/service/secrets/sealed-secrets.ts';
import {
  EVENT_PREFIX,
  SERVICE_KEYS,
  type ServiceKey,
  toEndpointDeliveryKey,
  toLoggedEventKey,
} from '../../../../../src/service/tables/service-table.ts';
import {
  createEndpointDeliveries,
  createEndpointStore,
  type EndpointItem,
} from '../../../../../src/service/webhooks/endpoints.ts';
import { createEventLog } from '../../../../../src/service/webhooks/event-log.ts';
import { buildEventWrite } from '../../../../../src/service/webhooks/outbox.ts';
import { TABLES, useTables } from '../use-tables.ts';

const stage = useTables();
const NOW = Date.parse('2026-03-01T12:00:00Z');
const AT = new Date(NOW).toISOString();
const KEPT_S = 30 * 86_400;
const openStore = () => createEndpointStore(stage.db, TABLES.service);
const openLog = () => createEventLog(stage.db, TABLES.service);

function buildItem(account_id = `acc_${ulid()}`): EndpointItem {
  return {
    ...{ kind: 'webhook', language: 'en' },
    ...{ account_id, endpoint_id: ulid(), name: 'shop', url: 'https://example.com/', created_at: AT },
    secrets: [{ secret_id: ulid(), sealed: v.parse(sealedSecret, 'AAAA') }],
    ...{ sent_until: 0, version: 1, woken: 1, runs: 0 },
  };
}
const toRef = ({ account_id, endpoint_id }: EndpointItem) => ({
  accountId: account_id,
  endpointId: endpoint_id,
});

async function createItem(item = buildItem()): Promise<EndpointItem> {
  expect(await openStore().create(item, 3)).toBe(true);
  return item;
}

async function leaseItem(item: EndpointItem): Promise<EndpointItem> {
  const taken = await openStore().lease(item, { id: 'w1', until: NOW + 1_000 }, NOW);
  if (taken === undefined) throw new Error('the lease is free');
  return taken;
}

async function recordEvent(accountId: string): Promise<boolean> {
  const event: BornEvent = { event: 'import.completed', timestamp: AT, import_id: ulid() };
  const told = await buildEventWrite(stage.db, TABLES.service, accountId, event);
  if (told.length > 0) await transact(stage.db, { told });
  return told.length > 0;
}

async function read(key: ServiceKey) {
  const { Item } = await stage.db.send(new GetCommand({ TableName: TABLES.service, Key: { ...key } }));
  return Item;
}

it('creates an endpoint once, and at most as many as the plan allows', async () => {
  const item = await createItem();
  expect(await openStore().create({ ...item, name: 'other' }, 3)).toBe(true);
  expect(await openStore().list(item.account_id)).toMatchObject([{ name: 'shop' }]);
  expect(await openLog().head(item.account_id)).toEqual({ sequence: 0, endpoints: 1 });
  const more = await Promise.all([1, 2, 3, 4].map(() => openStore().create(buildItem(item.account_id), 3)));
  expect(more.filter(Boolean)).toHaveLength(2);
  expect(await openStore().list(item.account_id)).toHaveLength(3);
});

it('counts a deleted endpoint once, and records no events without one', async () => {
  const item = await createItem();
  await createItem(buildItem(item.account_id));
  expect(await recordEvent(item.account_id)).toBe(true);
  await Promise.all([openStore().remove(toRef(item)), openStore().remove(toRef(item))]);
  expect(await openLog().head(item.account_id)).toMatchObject({ endpoints: 1 });
  expect(await recordEvent(item.account_id)).toBe(true);
  for (const left of await openStore().list(item.account_id)) await openStore().remove(toRef(left));
  expect(await recordEvent(item.account_id)).toBe(false);
  expect(await recordEvent(`acc_${ulid()}`)).toBe(false);
});

it('numbers each event once, however many callers take events at the same time, and wakes the endpoints', async () => {
  const item = await createItem();
  for (let at = 0; at < 50; at++) await recordEvent(item.account_id);
  const [first] = await queryAll(stage.db, buildPrefixQuery(TABLES.service, item.account_id, EVENT_PREFIX));
  expect(first?.[SERVICE_KEYS.ttl]).toBe(NOW / 1_000 + KEPT_S);
  const take = () => openLog().take(item.account_id, [item], NOW);
  for (let round = 0; round < 4; round++) await Promise.all([take(), take(), take()]);
  expect(await take()).toBe(0);
  const log = await openLog().after(item.account_id, 0, 100);
  expect(log.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
  expect(new Set(log.map(({ event_id }) => event_id)).size).toBe(50);
  expect(await openLog().after(item.account_id, 48, 1)).toMatchObject([{ sequence: 49 }]);
  expect((await read(toLoggedEventKey(item.account_id, 1)))?.[SERVICE_KEYS.ttl]).toBe(NOW / 1_000 + KEPT_S);
  expect(await openStore().get(toRef(item))).toMatchObject({ woken: 3, unfinished_kind: 'webhook-endpoint' });
});

it('takes no events into the log if the endpoint was deleted meanwhile', async () => {
  const [item, gone] = [await createItem(), buildItem()];
  await recordEvent(item.account_id);
  expect(
    await openLog().take(item.account_id, [{ ...gone, account_id: item.account_id }], NOW),
  ).toBeUndefined();
  expect(await openLog().head(item.account_id)).toMatchObject({ sequence: 0 });
  expect(await openLog().take(item.account_id, [item], NOW)).toBe(1);
});

it('saves the progress of a worker only under its lease and with the settings that it has read', async () => {
  const item = await leaseItem(await createItem());
  const saved = await openStore().save(item, { sent_until: 1, failing: null }, NOW + 2_000);
  expect(saved).toMatchObject({ sent_until: 1, lease_until: NOW + 2_000 });
  expect(await openStore().save({ ...item, lease_id: 'w2' }, { sent_until: 2 }, NOW)).toBeUndefined();
  const changed = await openStore().changeSettings(item, { name: 'other', events: ['report.failed'] }, AT);
  expect(changed).toMatchObject({ name: 'other', version: 2, runs: 1, sent_until: 1 });
  expect(await openStore().save(item, { sent_until: 3 }, NOW)).toBeUndefined();
  if (changed === undefined) throw new Error('it is there');
  const cleared = await openStore().changeSettings(changed, { events: null }, AT);
  expect([cleared?.events, cleared?.name]).toEqual([undefined, 'other']);
  expect(await read({ pk: item.account_id, sk: `webhook-endpoint#${item.endpoint_id}` })).not.toHaveProperty(
    'events',
  );
});

it('keeps attempts for 30 days, and lists them newest first', async () => {
  const ref = toRef(buildItem());
  const deliveries = createEndpointDeliveries(stage.db, TABLES.service);
  const ids = [ulid(1), ulid(2), ulid(3)];
  for (const delivery_id of ids)
    await deliveries.add(ref, {
      ...{ delivery_id, event: 'webhook.test', event_id: delivery_id, attempt: 1, at: AT },
      ...{ outcome: 'delivered', duration_ms: 1 },
    });
  const newest = await deliveries.list(ref, { limit: 2, before: undefined });
  expect(newest.map(({ delivery_id }) => delivery_id)).toEqual([ids[2], ids[1]]);
  expect(await deliveries.list(ref, { limit: 2, before: ids[1] })).toMatchObject([{ delivery_id: ids[0] }]);
  const stored = await read(toEndpointDeliveryKey(ref.accountId, ref.endpointId, ids[0] ?? ''));
  expect(stored?.[SERVICE_KEYS.ttl]).toBe(NOW / 1_000 + KEPT_S);
});

it('records one event for work that ends twice', async () => {
  const { account_id } = await createItem();
  const erasures = createErasureStore(stage.db, TABLES.service);
  const erasure_id = ulid(NOW);
  const key = { pk: account_id, sk: `erasure#${erasure_id}` };
  const item = { ...{ account_id, erasure_id, kind: 'dataset', dataset_id: 'default', created_at: AT } };
  await stage.db.send(new PutCommand({ TableName: TABLES.service, Item: { ...key, ...item } }));
  for (const at of [AT, new Date(NOW + 1).toISOString()]) {
    const erasure = await erasures.get({ accountId: account_id, erasureId: erasure_id });
    if (erasure !== undefined) await erasures.complete(erasure, at);
  }
  const told = await queryAll(stage.db, buildPrefixQuery(TABLES.service, account_id, EVENT_PREFIX));
  expect(told).toMatchObject([{ event: { event: 'erasure.completed', timestamp: AT, erasure_id } }]);
});
