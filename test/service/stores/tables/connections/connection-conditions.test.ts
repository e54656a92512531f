// Tests owners and workers that change a connection at the same time, on a real table: none undoes another's write.
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import {
  type ConnectionItem,
  createConnectionStore,
} from '../../../../../src/service/connections/connection-item.ts';
import { sealedSecret } from '../../../../../src/service/secrets/sealed-secrets.ts';
import { toConnectionKey, UNFINISHED_INDEX } from '../../../../../src/service/tables/service-table.ts';
import { TABLES, useTables } from '../use-tables.ts';

const stage = useTables();
const NOW = Date.parse('2026-03-01T12:00:00Z');
const AT = new Date(NOW).toISOString();
const PASS = { until: NOW, read: 3, repaired: 0, imports: [] };
const createStore = () => createConnectionStore(stage.db, TABLES.service);
const toRef = ({ account_id, source_id }: ConnectionItem) => ({ accountId: account_id, sourceId: source_id });
const read = (item: ConnectionItem) => createStore().get(toRef(item));

async function createItem(): Promise<ConnectionItem> {
  const item: ConnectionItem = {
    ...{ account_id: ulid(), source_id: ulid(), kind: 'woocommerce', address: 'https://shop.example' },
    ...{
      credentials: v.parse(sealedSecret, 'AAAA'),
      connected_at: AT,
      hook_url: 'https://api.example/hooks/1',
    },
    ...{ is_cancelled: false, is_due: true, orders_read: 0, orders_ignored: 0 },
    ...{ version: 1, woken: 1, runs: 0 },
  };
  await createStore().create(item);
  return (await read(item)) ?? item;
}

/** Returns the item as the worker with the lease reads it. */
async function leaseItem(item: ConnectionItem, id = 'w1', now = NOW): Promise<ConnectionItem> {
  const taken = await createStore().lease(item, { id, until: now + 1_000 }, now);
  if (taken === undefined) throw new Error('the lease is free');
  return taken;
}

/** The kind of unfinished work that the connection is listed as, and since when. */
async function readListing(item: ConnectionItem): Promise<unknown[]> {
  const Key = { ...toConnectionKey(item.account_id, item.source_id) };
  const { Item } = await stage.db.send(new GetCommand({ TableName: TABLES.service, Key }));
  return [Item?.[UNFINISHED_INDEX.partition], Item?.[UNFINISHED_INDEX.sort]];
}

it('is created once: a repeated request changes nothing', async () => {
  const item = await createItem();
  await createStore().create({ ...item, address: 'https://other.example', woken: 9 });
  expect(await read(item)).toMatchObject({ address: 'https://shop.example', woken: 1 });
  expect(await readListing(item)).toEqual(['connection', AT]);
});

it('lists the connections of its account alone', async () => {
  const item = await createItem();
  await createItem();
  expect((await createStore().list(item.account_id)).map(({ source_id }) => source_id)).toEqual([
    item.source_id,
  ]);
});

it('refuses settings of an owner who has not read the last change, and asks for events again', async () => {
  const item = await createItem();
  const leased = await leaseItem(item);
  await createStore().save(leased, { events: 'manual', pass: PASS, orders_read: 3 }, NOW + 2_000);
  const changed = await createStore().change(item, { is_cancelled: true }, AT);
  expect(changed).toMatchObject({ is_cancelled: true, version: 2, woken: 2, orders_read: 3, pass: PASS });
  expect(changed).not.toHaveProperty('events');
  expect(await createStore().change(item, { is_cancelled: false }, AT)).toBeUndefined();
  expect(await read(item)).toMatchObject({ is_cancelled: true });
});

it('reads another shop from its first order', async () => {
  const item = await createItem();
  const leased = await leaseItem(item);
  const progress = { pass: PASS, read_until: NOW, next_at: NOW + 5_000, orders_read: 3, last_order_at: AT };
  await createStore().save(leased, progress, NOW + 2_000);
  const known = (await read(item)) ?? item;
  const moved = await createStore().change(known, { address: 'https://new.example' }, AT, true);
  expect(moved).toMatchObject({ address: 'https://new.example', orders_read: 0 });
  for (const name of ['pass', 'read_until', 'next_at', 'last_order_at'])
    expect(moved).not.toHaveProperty(name);
});

it('saves the progress of the worker with the lease, as of the settings that it has read', async () => {
  const item = await createItem();
  const first = await leaseItem(item);
  expect(await createStore().lease(item, { id: 'w2', until: NOW + 9_000 }, NOW)).toBeUndefined();
  expect(await createStore().save(first, { orders_read: 1 }, NOW + 1_000)).toMatchObject({ orders_read: 1 });
  const second = await leaseItem(item, 'w2', NOW + 2_000);
  expect(await createStore().save(first, { orders_read: 2 }, NOW + 9_000)).toBeUndefined();
  await createStore().change(second, { is_due: true }, AT);
  expect(await createStore().save(second, { orders_read: 3 }, NOW + 9_000)).toBeUndefined();
  expect(await read(item)).toMatchObject({ orders_read: 1 });
});

it('rests until its next comparison, unless it was woken or the lease was lost', async () => {
  const item = await createItem();
  const leased = await leaseItem(item);
  const planned = { ...leased, next_at: NOW + 60_000 };
  await createStore().change(item, { is_due: true }, AT);
  expect(await createStore().rest(planned)).toBe(false);
  const woken = await leaseItem((await read(item)) ?? item, 'w2', NOW + 2_000);
  expect(await createStore().rest({ ...woken, lease_id: 'w1', next_at: NOW + 60_000 })).toBe(false);
  expect(await createStore().rest({ ...woken, next_at: NOW + 60_000 })).toBe(true);
  expect(await readListing(item)).toEqual(['connection-due', new Date(NOW + 60_000).toISOString()]);
  expect(await read(item)).toMatchObject({ runs: 1 });
});

it('is not compared again once it is cancelled', async () => {
  const item = await createItem();
  const leased = await leaseItem(item);
  expect(await createStore().rest({ ...leased, is_cancelled: true, next_at: NOW + 60_000 })).toBe(true);
  expect(await readListing(item)).toEqual([undefined, undefined]);
  expect(await createStore().wake(item, AT)).toBeUndefined();
});

it('is woken for its comparison by one caller, and not while it is read or after it was deleted', async () => {
  const item = await createItem();
  expect(await createStore().wake(item, AT)).toBeUndefined();
  await createStore().rest({ ...(await leaseItem(item)), next_at: NOW });
  const due = (await read(item)) ?? item;
  expect(await createStore().wake(due, AT)).toMatchObject({ woken: 2 });
  expect(await readListing(item)).toEqual(['connection', AT]);
  expect(await createStore().wake(due, AT)).toBeUndefined();
  // At rest again: a caller with the state from before does not wake it.
  await createStore().rest({ ...(await leaseItem(item, 'w2', NOW + 9_000)), next_at: NOW });
  expect(await createStore().wake(due, AT)).toBeUndefined();
  expect(await readListing(item)).toEqual(['connection-due', AT]);
  await createStore().remove(toRef(item));
  expect(await createStore().wake(due, AT)).toBeUndefined();
  expect(await read(item)).toBeUndefined();
});
