// Tests the conditions under which accounts, keys, sources and deliveries are written, on a real table.

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountStore,
  createAccountStore,
  listAccounts,
} from '../../../../src/service/accounts/accounts.ts';
import type { ApiKey } from '../../../../src/service/accounts/api-key-item.ts';
import { createKeyStore, type KeyStore } from '../../../../src/service/accounts/api-keys.ts';
import { createDeliveryLog, type Delivery } from '../../../../src/service/reports/deliveries.ts';
import { sealedSecret } from '../../../../src/service/secrets/sealed-secrets.ts';
import {
  createSourceStore,
  type SourceItem,
  type SourceStore,
} from '../../../../src/service/sources/sources.ts';
import { toAccountApiKeyKey, toApiKeyKey } from '../../../../src/service/tables/service-table.ts';
import { TABLES, useTables } from './use-tables.ts';

const stage = useTables();
const NOW = Date.parse('2026-03-01T12:00:00Z');
const toIsoTime = (ms: number): string => new Date(ms).toISOString();
const AT = toIsoTime(NOW);

let accounts: AccountStore;
let keys: KeyStore;
let sources: SourceStore;
beforeAll(() => {
  accounts = createAccountStore(stage.db, TABLES.service);
  keys = createKeyStore(stage.db, TABLES.service);
  sources = createSourceStore(stage.db, TABLES.service);
});
const createAccountId = (): string => `acc_${ulid()}`;
const createKey = (account_id: string): ApiKey => ({
  key_hash: ulid(),
  key_id: ulid(),
  account_id,
  hint: 'afn_1',
  created_at: AT,
});

it('creates an account once', async () => {
  const account = {
    account_id: createAccountId(),
    name: 'first',
    plan: 'max',
    created_at: AT,
    overrides: {},
  } as const;
  await accounts.createAccount(account);
  await expect(accounts.createAccount({ ...account, name: 'second' })).rejects.toThrow('conditional');
  expect(await accounts.getAccount(account.account_id)).toMatchObject({ name: 'first' });
});

it('gives an account one secret for its cursors, whichever request is first', async () => {
  const account_id = createAccountId();
  await expect(accounts.createCursorSecret(account_id)).rejects.toThrow('has no cursor secret');
  await accounts.createAccount({ account_id, name: 'a', plan: 'max', created_at: AT, overrides: {} });
  const found = await Promise.all(Array.from({ length: 4 }, () => accounts.createCursorSecret(account_id)));
  expect(new Set(found).size).toBe(1);
  expect(Buffer.from(found[0] ?? '', 'base64url')).toHaveLength(32);
  expect((await accounts.getAccount(account_id))?.cursor_secret).toBe(found[0]);
});

it('lists every account once, also when it starts after one of them', async () => {
  for (let n = 0; n < 5; n++) {
    const account_id = createAccountId();
    await accounts.createAccount({ account_id, name: 'shop', plan: 'pro', created_at: AT, overrides: {} });
    await keys.addKey(createKey(account_id), 0);
  }
  const listIdsAfter = async (after?: string) => {
    const ids: string[] = [];
    for await (const { account_id } of listAccounts(stage.db, TABLES.service, after)) ids.push(account_id);
    return ids;
  };
  const all = await listIdsAfter();
  expect(all.length).toBeGreaterThanOrEqual(5);
  expect(new Set(all).size).toBe(all.length);
  expect(await listIdsAfter(all[2])).toEqual(all.slice(3));
  expect(await listIdsAfter(all.at(-1))).toEqual([]);
});

describe('a key', () => {
  const openAccount = async (): Promise<ApiKey> => {
    const account_id = createAccountId();
    await accounts.createAccount({ account_id, name: 'shop', plan: 'max', created_at: AT, overrides: {} });
    return createKey(account_id);
  };
  const readStored = async (key: ApiKey) => {
    const Keys = [toApiKeyKey(key.key_hash), toAccountApiKeyKey(key.account_id, key.key_hash)];
    const found = Keys.map((Key) => stage.db.send(new GetCommand({ TableName: TABLES.service, Key })));
    return (await Promise.all(found)).map(({ Item: { pk: _, sk: __, ...item } = {} }) => item);
  };

  it('is stored once, and only in an account that exists', async () => {
    const key = await openAccount();
    expect(await keys.addKey({ ...key, account_id: createAccountId() }, 0)).toBe(false);
    expect(await keys.addKey(key, 0)).toBe(true);
    await expect(keys.addKey({ ...key, hint: 'afn_2' }, 1)).rejects.toThrow('is stored already');
    expect(await accounts.findKey(key.key_hash)).toMatchObject({ hint: 'afn_1' });
    expect(await keys.listKeys(createAccountId())).toBeUndefined();
  });

  it('is created and changed only by a caller that has seen all changes of the account’s keys', async () => {
    const first = await openAccount();
    const second = createKey(first.account_id);
    const before = await keys.listKeys(first.account_id);
    expect(before).toEqual({ keys: [], seen: 0 });
    expect([await keys.addKey(first, 0), await keys.addKey(second, 0)]).toEqual([true, false]);
    expect(await keys.addKey(second, 1)).toBe(true);
    expect(await keys.changeKey(first, { name: 'a' }, 1)).toBe(false);
    expect(await keys.changeKey(first, { name: 'a' }, 2)).toBe(true);
    const after = await keys.listKeys(first.account_id);
    expect([after?.keys.length, after?.seen]).toEqual([2, 3]);
  });

  it('is deleted by the table 90 days after its end, which may change, and never without an end', async () => {
    const key = await openAccount();
    const computeDeletionTime = (end: number): number => end / 1_000 + 90 * 86_400;
    const readDeletionTimes = async () => (await readStored(key)).map(({ expires_at_s }) => expires_at_s);
    await keys.addKey({ ...key, expires_at: toIsoTime(NOW) }, 0);
    expect(await readDeletionTimes()).toEqual([computeDeletionTime(NOW), computeDeletionTime(NOW)]);
    await keys.changeKey(key, { expires_at: null }, 1);
    expect(await readDeletionTimes()).toEqual([undefined, undefined]);
    await keys.changeKey(key, { name: 'Ana' }, 2);
    expect(await readDeletionTimes()).toEqual([undefined, undefined]);
    await keys.changeKey(key, { revoked_at: toIsoTime(NOW + 5_000) }, 3);
    expect(await readDeletionTimes()).toEqual([
      computeDeletionTime(NOW + 5_000),
      computeDeletionTime(NOW + 5_000),
    ]);
    expect((await keys.listKeys(key.account_id))?.keys).toMatchObject([{ name: 'Ana' }]);
  });

  it('is revoked if it exists, and keeps the time at which it was first revoked', async () => {
    const key = await openAccount();
    const revoked_at = AT;
    await expect(keys.changeKey(key, { revoked_at }, 0)).rejects.toThrow('was deleted meanwhile');
    expect(await accounts.findKey(key.key_hash)).toBeUndefined();
    await keys.addKey(key, 0);
    await keys.changeKey(key, { revoked_at, revoked_by: 'first' }, 1);
    await keys.changeKey(key, { revoked_at: toIsoTime(NOW + 1), revoked_by: 'second' }, 2);
    expect(await readStored(key)).toMatchObject(Array(2).fill({ revoked_at, revoked_by: 'first' }));
  });

  it('is read together with its account, and shows that it was revoked', async () => {
    const key = await openAccount();
    const findBoth = () => accounts.findAccountKey(key.account_id, key.key_hash);
    const missing = accounts.findAccountKey(createAccountId(), key.key_hash);
    expect(await missing).toEqual({ key: undefined, account: undefined });
    await keys.addKey(key, 0);
    expect(await findBoth()).toMatchObject({ key: { hint: 'afn_1' }, account: { name: 'shop' } });
    await keys.changeKey(key, { revoked_at: AT }, 1);
    expect((await findBoth()).key).toMatchObject({ revoked_at: AT });
  });

  it('records its last use at most once an hour, never backwards, and only if it exists', async () => {
    const key = await openAccount();
    const HOUR_MS = 3_600_000;
    const readLastUse = async () => (await accounts.findKey(key.key_hash))?.last_used_at;
    await accounts.noteUse(key, NOW);
    expect(await accounts.findKey(key.key_hash)).toBeUndefined();
    await keys.addKey(key, 0);
    await accounts.noteUse(key, NOW);
    // The function has read the key before.
    await accounts.noteUse(key, NOW - 1_000);
    expect(await readLastUse()).toBe(AT);
    await accounts.noteUse({ ...key, last_used_at: AT }, NOW + HOUR_MS - 1);
    expect(await readLastUse()).toBe(AT);
    await accounts.noteUse({ ...key, last_used_at: AT }, NOW + HOUR_MS);
    expect(await readLastUse()).toBe(toIsoTime(NOW + HOUR_MS));
  });
});

function createSource(account_id: string, rest: Partial<SourceItem> = {}): SourceItem {
  return {
    account_id,
    source_id: ulid(),
    kind: 'shopify',
    name: 'first',
    dataset_id: 'shop',
    customer_identifier: 'email',
    created_at: AT,
    activated_as: ulid(),
    paused: false,
    accepted: 0,
    duplicates: 0,
    ignored: 0,
    ...rest,
  };
}

describe('a source', () => {
  it('is created once, and stays deleted despite a later change or event', async () => {
    const source = createSource(createAccountId());
    const ref = { accountId: source.account_id, sourceId: source.source_id };
    await sources.create(source);
    await sources.create({ ...source, name: 'second' });
    expect(await sources.find(source.source_id)).toMatchObject({ name: 'first' });
    await sources.remove(ref);
    expect(await sources.change(ref, { paused: true }, { seen: source })).toBeUndefined();
    await sources.noteEvent(source, 'accepted', { at: NOW });
    await sources.noteRefused(source, NOW);
    expect(await sources.get(ref)).toBeUndefined();
  });

  it('has its secret replaced only by a request that has read the current one', async () => {
    const source = createSource(createAccountId());
    const ref = { accountId: source.account_id, sourceId: source.source_id };
    const sealText = (text: string) => ({
      sealed: v.parse(sealedSecret, Buffer.from(text).toString('base64')),
    });
    const change = async (secret: string, seen: string | undefined) => {
      const former = seen === undefined ? undefined : sealText(seen);
      const set = { secret: sealText(secret) };
      const changed = (await sources.change(ref, set, { seen: { ...source, secret: former } }))?.secret;
      return typeof changed === 'object' ? Buffer.from(changed.sealed, 'base64').toString() : changed;
    };
    await sources.create(source);
    expect([await change('a', undefined), await change('b', undefined)]).toEqual(['a', undefined]);
    expect([await change('b', 'x'), await change('b', 'a'), await change('c', 'a')]).toEqual([
      undefined,
      'b',
      undefined,
    ]);
    expect(
      await sources.change(ref, { secret: null }, { seen: { ...source, secret: sealText('b') } }),
    ).toBeDefined();
    expect(await sources.get(ref)).not.toHaveProperty('secret');
  });

  it('is changed only by a request that has read its current name and state', async () => {
    const source = createSource(createAccountId());
    const ref = { accountId: source.account_id, sourceId: source.source_id };
    await sources.create(source);
    expect(await sources.change(ref, { name: 'b' }, { seen: source })).toMatchObject({ name: 'b' });
    expect(await sources.change(ref, { name: 'c' }, { seen: source })).toBeUndefined();
    const renamed = { ...source, name: 'b' };
    expect(await sources.change(ref, { paused: true }, { seen: renamed })).toMatchObject({ paused: true });
    expect(await sources.change(ref, { name: 'c' }, { seen: renamed })).toBeUndefined();
    expect(await sources.change(ref, { name: 'c' }, { seen: { ...renamed, paused: true } })).toBeDefined();
  });

  it('has a wrong signature noted at most once a minute', async () => {
    const source = createSource(createAccountId());
    const ref = { accountId: source.account_id, sourceId: source.source_id };
    await sources.create(source);
    const noteRefusedAt = async (last_refused_at: string | undefined, at: number) => {
      await sources.noteRefused({ ...source, ...(last_refused_at && { last_refused_at }) }, at);
      return (await sources.get(ref))?.last_refused_at;
    };
    expect(await noteRefusedAt(undefined, NOW)).toBe(AT);
    expect(await noteRefusedAt(AT, NOW + 59_999)).toBe(AT);
    expect(await noteRefusedAt(AT, NOW + 60_000)).toBe(toIsoTime(NOW + 60_000));
  });
});

describe('a delivery', () => {
  const entry: Delivery = { attempt: 1, trigger: 'redelivery', at: AT, outcome: 'delivered', duration_ms: 1 };

  it('is logged under the next free number, and never replaced', async () => {
    const log = createDeliveryLog(stage.db, TABLES.service);
    const key = { accountId: createAccountId(), reportId: ulid() };
    const added = [await log.add(key, entry), await log.add(key, { ...entry, duration_ms: 2 })];
    expect(added.map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect((await log.list(key)).map(({ duration_ms }) => duration_ms)).toEqual([1, 2]);
  });

  it('is not logged if its report was deleted meanwhile, and restores no part of the report', async () => {
    const log = createDeliveryLog(stage.db, TABLES.service);
    const key = { accountId: createAccountId(), reportId: ulid() };
    await log.add(key, { ...entry, trigger: 'schedule' });
    expect(await log.list(key)).toEqual([]);
  });
});
