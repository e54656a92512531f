// Tests owners, workers and erasures that change a destination at the same time, on a real table: none undoes another's
// write.

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { transact } from '../../../../../src/service/aws/transact.ts';
import {
  type DeliveryItem,
  type DestinationItem,
  NO_COUNTS,
  toDestinationRef,
} from '../../../../../src/service/destinations/destination-item.ts';
import {
  buildDestinationWake,
  createDeliveryRecords,
  createDestinationStore,
} from '../../../../../src/service/destinations/destinations.ts';
import { createForgottenStore } from '../../../../../src/service/destinations/forgotten.ts';
import { sealedSecret } from '../../../../../src/service/secrets/sealed-secrets.ts';
import {
  SERVICE_KEYS,
  type ServiceKey,
  toAudienceDeliveryKey,
  toForgottenKey,
  UNFINISHED_INDEX,
} from '../../../../../src/service/tables/service-table.ts';
import { TABLES, useTables } from '../use-tables.ts';

const stage = useTables();
const NOW = Date.parse('2026-03-01T12:00:00Z');
const AT = new Date(NOW).toISOString();
const DAY_S = 86_400;
const OPTIONS = { until: NOW + 2_000, now: NOW };
const COPY = { members_file: 'm', run_id: 'r', as_of: AT, customers: 2 };
const createStore = () => createDestinationStore(stage.db, TABLES.service);

async function createItem(of: { readonly account_id: string; readonly audience_id: string } = createOwner()) {
  const item: DestinationItem = {
    ...of,
    ...{ destination_id: ulid(), dataset_id: 'default', kind: 'webhook', name: 'shop' },
    ...{ secret: v.parse(sealedSecret, 'AAAA'), is_paused: false, created_at: AT },
    ...{ version: 1, woken: 1, runs: 0, content: 0, sequence: 0 },
  };
  await createStore().create(item);
  return item;
}
const createOwner = () => ({ account_id: ulid(), audience_id: ulid() });

/** Returns the item as the worker with the lease reads it. */
async function leaseItem(item: DestinationItem, id = 'w1', now = NOW): Promise<DestinationItem> {
  const taken = await createStore().lease(item, { id, until: now + 1_000 }, now);
  if (taken === undefined) throw new Error('the lease is free');
  return taken;
}

async function readTtl(key: ServiceKey): Promise<unknown> {
  const { Item } = await stage.db.send(new GetCommand({ TableName: TABLES.service, Key: { ...key } }));
  return Item?.[SERVICE_KEYS.ttl];
}

function createDelivery({ account_id, audience_id, destination_id }: DestinationItem): DeliveryItem {
  return {
    ...{ account_id, audience_id, destination_id, delivery_id: ulid(), status: 'Completed' },
    ...{ created_at: AT, erased: 0, without_contact: 0, ...NO_COUNTS },
  };
}

it('creates a destination once', async () => {
  const item = await createItem();
  await createStore().create({ ...item, name: 'again' });
  expect(await createStore().get(toDestinationRef(item))).toMatchObject({ name: 'shop' });
});

it('does not recreate a deleted destination for a run of its audience or a worker', async () => {
  const item = await createItem();
  await createStore().remove(toDestinationRef(item));
  const refused = await transact(stage.db, { wake: [buildDestinationWake(TABLES.service, item, AT)] });
  expect([...refused]).toEqual(['wake']);
  expect(await createStore().lease(item, { id: 'w1', until: NOW }, NOW)).toBeUndefined();
  expect(await createStore().get(toDestinationRef(item))).toBeUndefined();
});

it('changes the settings of a destination only in the version that was read', async () => {
  const item = await createItem();
  expect(await createStore().changeSettings(item, { name: 'first' }, AT)).toMatchObject({ version: 2 });
  expect(await createStore().changeSettings(item, { name: 'second' }, AT)).toBeUndefined();
  expect(await createStore().get(toDestinationRef(item))).toMatchObject({ name: 'first' });
});

it('leases a destination to one worker at a time, until the lease has ended', async () => {
  const item = await createItem();
  const first = await leaseItem(item);
  expect(await createStore().lease(item, { id: 'w2', until: NOW + 9_000 }, NOW + 1_000)).toBeUndefined();
  await leaseItem(item, 'w2', NOW + 1_001);
  // The first worker was not killed, but slow.
  await createStore().release(first);
  expect(await createStore().save(first, { sequence: 7 }, OPTIONS)).toBeUndefined();
  expect(await createStore().rest(first)).toBe(false);
  expect(await createStore().get(toDestinationRef(item))).toMatchObject({ lease_id: 'w2', sequence: 0 });
});

it('keeps the files that an erasure has written, whatever a worker had read before', async () => {
  const worker = await leaseItem(await createItem());
  const erased = await createStore().replaceFiles(worker, { copy: { ...COPY, file: 'without' } }, AT);
  expect(erased).toMatchObject({ content: 1, woken: 2 });
  const copy = { ...COPY, file: 'with' };
  expect(await createStore().save(worker, { copy }, OPTIONS)).toBeUndefined();
  expect(
    await createStore().save(worker, { copy }, { ...OPTIONS, delivery: createDelivery(worker) }),
  ).toBeUndefined();
  expect(await createStore().rest(worker)).toBe(false);
  expect(await createStore().get(toDestinationRef(worker))).toMatchObject({
    copy: { file: 'without' },
    [UNFINISHED_INDEX.partition]: 'destination',
  });
});

it('keeps the files that a worker has written, whatever an erasure had read before', async () => {
  const worker = await leaseItem(await createItem());
  const saved = await createStore().save(worker, { copy: { ...COPY, file: 'new' } }, OPTIONS);
  expect(saved).toMatchObject({ content: 1 });
  expect(
    await createStore().replaceFiles(worker, { copy: { ...COPY, file: 'without' } }, AT),
  ).toBeUndefined();
  expect(await createStore().get(toDestinationRef(worker))).toMatchObject({ copy: { file: 'new' } });
});

it('leaves a destination idle once everything was sent, and starts its next execution once', async () => {
  const worker = await leaseItem(await createItem());
  expect(await createStore().rest(worker)).toBe(true);
  const resting = await createStore().get(toDestinationRef(worker));
  expect(resting).toMatchObject({ runs: 1 });
  expect(resting?.[UNFINISHED_INDEX.partition]).toBeUndefined();
  if (resting === undefined) return;
  expect([await createStore().takeRun(resting), await createStore().takeRun(resting)]).toEqual([
    2,
    undefined,
  ]);
});

it('lists the deliveries of one destination among those of others, and keeps them for 90 days', async () => {
  const of = createOwner();
  const [one, other] = [await leaseItem(await createItem(of)), await leaseItem(await createItem(of))];
  const sent: DeliveryItem[] = [];
  for (const item of [one, other, other, one, other]) {
    const record = { ...createDelivery(item), delivery_id: ulid(NOW + sent.length) };
    sent.push(record);
    await createStore().save(item, {}, { ...OPTIONS, delivery: record });
  }
  const records = createDeliveryRecords(stage.db, TABLES.service);
  const listIds = async (limit: number, before?: string) =>
    (await records.list(toDestinationRef(one), { limit, before, destinationId: one.destination_id })).map(
      ({ delivery_id }) => delivery_id,
    );
  const [first = '', , , last = ''] = sent.map(({ delivery_id }) => delivery_id);
  expect([await listIds(1), await listIds(1, last), await listIds(2), await listIds(1, first)]).toEqual([
    [last],
    [first],
    [last, first],
    [],
  ]);
  const key = toAudienceDeliveryKey(of.account_id, of.audience_id, first);
  expect(await readTtl(key)).toBe(NOW / 1_000 + 90 * DAY_S);
});

it('keeps the customers to delete for 30 days', async () => {
  const ref = { accountId: ulid(), audienceId: ulid(), destinationId: ulid() };
  await createForgottenStore(stage.db, TABLES.service).add(ref, { hash: 'ab', customer_id: 'ann' }, NOW);
  const key = toForgottenKey(ref.accountId, ref.destinationId, 'ab');
  expect(await readTtl(key)).toBe(NOW / 1_000 + 30 * DAY_S);
});

it('announces no request once the destination is paused, but still notes sent ones', async () => {
  const item = await createItem();
  const worker = await leaseItem(item);
  const store = createStore();
  expect(await store.save(worker, {}, { ...OPTIONS, isAnnounced: true })).toBeDefined();
  await store.changeSettings(item, { is_paused: true, paused_because: 'key_revoked' }, AT);
  expect(await store.save(worker, {}, { ...OPTIONS, isAnnounced: true })).toBeUndefined();
  expect(await store.save(worker, { page: { tries: 0 } }, OPTIONS)).toMatchObject({ page: { tries: 0 } });
  const paused = await store.get(toDestinationRef(item));
  expect(paused).toMatchObject({ is_paused: true, paused_because: 'key_revoked' });
  if (paused === undefined) throw new Error('it is there');
  expect(
    await store.changeSettings(paused, { is_paused: false, paused_because: null }, AT),
  ).not.toHaveProperty('paused_because');
});
