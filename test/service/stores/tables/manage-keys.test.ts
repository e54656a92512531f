// Tests keys that an account's admin keys and the operator manage at the same time, on a real table.
import { randomInt } from 'node:crypto';
import { monotonicFactory, ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashApiKey } from '../../../../src/analysis/accounts/api-key.ts';
import { createAccountStore } from '../../../../src/service/accounts/accounts.ts';
import { createKeyStore } from '../../../../src/service/accounts/api-keys.ts';
import {
  createKeyOperations,
  type KeyManager,
  type KeyOperations,
  type KeyRequest,
} from '../../../../src/service/operations/keys.ts';
import { TABLES, useTables } from './use-tables.ts';

const NOTHING_MADE = { list: async () => [], pause: async () => [] };

const stage = useTables();
const START = Date.parse('2026-03-01T12:00:00Z');
const DAY_MS = 86_400_000;
const toIsoTime = (ms: number): string => new Date(ms).toISOString();

let now = START;
let accountId = '';
let keys: KeyOperations;
const newId = monotonicFactory();
const openKeyStore = () => createKeyStore(stage.db, TABLES.service);
const openAccountStore = () => createAccountStore(stage.db, TABLES.service);
beforeEach(async () => {
  now = START;
  accountId = `acc_${ulid()}`;
  await openAccountStore().createAccount({
    account_id: accountId,
    name: 'shop',
    plan: 'max',
    created_at: '',
    overrides: {},
  });
  keys = createKeyOperations({
    made: NOTHING_MADE,
    keys: openKeyStore(),
    newId,
    randomInt,
    clock: () => now,
  });
});

interface Made extends Exclude<KeyManager, string> {
  readonly id: string;
  readonly key: string;
}

async function make(request: KeyRequest, by: KeyManager = 'operator'): Promise<Made> {
  const { item, key = '' } = await keys.create(accountId, request, by);
  return { keyHash: hashApiKey(key), id: item.key_id, key };
}
const makeAdmin = (expiresAt?: number): Promise<Made> => make({ kind: 'admin', expiresAt });
const countLive = async (kind: 'read_only' | 'admin'): Promise<number> =>
  (await keys.list(accountId)).filter(
    (key) => key[kind === 'admin' ? 'admin' : 'read_only'] && key.revoked_at === undefined,
  ).length;

describe('an admin key', () => {
  it('creates keys with a name and an end, and is recorded in them as their creator', async () => {
    const owner = await makeAdmin();
    const { item, key } = await keys.create(
      accountId,
      { kind: 'read_only', name: 'Ana', expiresAt: START + DAY_MS },
      owner,
    );
    expect(key).toMatch(/^afn_ro_/);
    expect(item).toMatchObject({ name: 'Ana', created_by: owner.id, expires_at: toIsoTime(START + DAY_MS) });
    expect(await keys.get(accountId, item.key_id)).toEqual(JSON.parse(JSON.stringify(item)));
    const byOperator = await keys.get(accountId, owner.id);
    expect(byOperator.created_by).toBeUndefined();
  });

  it('creates no key with more permissions than its own, or a later end', async () => {
    const owner = await makeAdmin(START + DAY_MS);
    await expect(make({ kind: 'admin' }, owner)).rejects.toThrow('created by the operator');
    await expect(make({ kind: 'secret', expiresAt: START + DAY_MS + 1 }, owner)).rejects.toThrow(
      `expected a time up to ${toIsoTime(START + DAY_MS)}`,
    );
    const { id } = await make({ kind: 'secret' }, owner);
    const readExpiry = async (keyId: string) => (await keys.get(accountId, keyId)).expires_at;
    expect(await readExpiry(id)).toBe(toIsoTime(START + DAY_MS));
    for (const one of [id, owner.id]) {
      const later = keys.change(accountId, one, { expiresAt: START + 2 * DAY_MS }, owner, () => undefined);
      await expect(later).rejects.toThrow('expected a time up to');
      await keys.change(accountId, one, { expiresAt: null }, owner, () => undefined);
      expect(await readExpiry(one)).toBe(toIsoTime(START + DAY_MS));
    }
  });

  it('manages keys of its own account while it is valid; no other kind of key does', async () => {
    const owner = await makeAdmin();
    const brief = await makeAdmin(START + 1_000);
    const secret = await make({ kind: 'secret' }, owner);
    const target = await make({ kind: 'read_only' }, owner);
    now += 1_000;
    for (const by of [brief, secret, { keyHash: 'unknown' }]) {
      await expect(make({ kind: 'read_only' }, by)).rejects.toThrow('has expired or was revoked');
      await expect(keys.revoke(accountId, target.id, by)).rejects.toThrow('has expired or was revoked');
    }
    const other = `acc_${ulid()}`;
    await openAccountStore().createAccount({
      account_id: other,
      name: 'other',
      plan: 'max',
      created_at: '',
      overrides: {},
    });
    await expect(keys.create(other, { kind: 'secret' }, owner)).rejects.toThrow('has expired or was revoked');
    await expect(keys.revoke(other, target.id, 'operator')).rejects.toThrow('Key not found');
    expect(await keys.list(other)).toEqual([]);
    await expect(keys.list(`acc_${ulid()}`)).rejects.toThrow('there is no account');
  });

  it('cannot be ended unless another one is valid as long', async () => {
    const first = await makeAdmin();
    const brief = await makeAdmin(START + DAY_MS);
    await expect(keys.revoke(accountId, first.id, first)).rejects.toThrow('No other admin key');
    const cut = keys.change(accountId, first.id, { expiresAt: START + DAY_MS }, first, () => undefined);
    await expect(cut).rejects.toThrow('No other admin key');
    expect((await keys.change(accountId, first.id, { name: 'Owner' }, first, () => undefined)).name).toBe(
      'Owner',
    );
    const second = await makeAdmin();
    await keys.change(accountId, first.id, { expiresAt: START + DAY_MS }, second, () => undefined);
    await keys.revoke(accountId, brief.id, second);
    await keys.revoke(accountId, first.id, second);
    await expect(keys.revoke(accountId, second.id, second)).rejects.toThrow('No other admin key');
    expect((await keys.revoke(accountId, second.id, 'operator')).item.revoked_by).toBeUndefined();
    expect(await countLive('admin')).toBe(0);
  });

  it('remains if two revoke each other at the same time, as one revocation fails', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await makeAdmin(), await makeAdmin()];
      const done = await Promise.allSettled([
        keys.revoke(accountId, a.id, b),
        keys.revoke(accountId, b.id, a),
      ]);
      expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await countLive('admin')).toBe(1);
      const left = (await keys.list(accountId)).find((key) => key.revoked_at === undefined);
      await keys.revoke(accountId, left === undefined ? '' : left.key_id, 'operator');
    }
  });
});

describe('limits of keys', () => {
  it('hold for concurrent requests, of which one gets the last place', async () => {
    const owner = await makeAdmin();
    for (let at = 0; at < 19; at++) await make({ kind: 'read_only' }, owner);
    const done = await Promise.allSettled([1, 2, 3].map(() => make({ kind: 'read_only' }, owner)));
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await countLive('read_only')).toBe(20);
    await expect(make({ kind: 'read_only' })).rejects.toThrow('has 20 live read-only keys');
    expect((await make({ kind: 'secret' }, owner)).key).toMatch(/^afn_/);
  });

  it('do not count expired keys', async () => {
    const limited = { kind: 'secret', expiresAt: START + 1_000 } as const;
    await make(limited);
    await make({ kind: 'secret' });
    await expect(make({ kind: 'secret' })).rejects.toThrow('has 2 live secret keys');
    now += 1_000;
    await make({ kind: 'secret' });
    await expect(make({ kind: 'secret', expiresAt: now })).rejects.toThrow('expected a time in the future');
  });

  it('let admin keys create 30 keys in 24 hours, including revoked ones, and do not limit the operator by time', async () => {
    const owner = await makeAdmin();
    for (let at = 0; at < 30; at++) {
      const { id } = await make({ kind: 'secret' }, owner);
      await keys.revoke(accountId, id, owner);
    }
    await expect(make({ kind: 'secret' }, owner)).rejects.toThrow('created 30 keys in the last 24 hours');
    await make({ kind: 'secret' });
    now += DAY_MS - 1;
    await expect(make({ kind: 'secret' }, owner)).rejects.toThrow('in the last 24 hours');
    now += 1;
    await make({ kind: 'secret' }, owner);
  });
});

it('revokes a key once for two concurrent requests, and refuses to change it afterwards', async () => {
  const [one, two] = [await makeAdmin(), await makeAdmin()];
  const { id } = await make({ kind: 'read_only' }, one);
  const [first, second] = await Promise.all([one, two].map((by) => keys.revoke(accountId, id, by)));
  expect(first?.item.revoked_by).toBe(second?.item.revoked_by);
  expect((await keys.get(accountId, id)).revoked_by).toBe(first?.item.revoked_by);
  const rename = keys.change(accountId, id, { name: 'x' }, one, () => undefined);
  await expect(rename).rejects.toThrow('The key has ended');
});

it('creates no second key for a repeated request, and does not show the first', async () => {
  const owner = await makeAdmin();
  const id = newId(now);
  const create = () => keys.create(accountId, { kind: 'read_only' }, owner, id);
  const [first, second] = [await create(), await create()];
  expect([first.key === undefined, second.key]).toEqual([false, undefined]);
  expect(await countLive('read_only')).toBe(1);
});

it('changes nothing for a client that has read another version', async () => {
  const owner = await makeAdmin();
  const change = keys.change(accountId, owner.id, { name: 'x' }, owner, () => {
    throw new Error('another version');
  });
  await expect(change).rejects.toThrow('another version');
  expect((await keys.get(accountId, owner.id)).name).toBeUndefined();
});
