// Tests the items that a key created, on real tables: a revoked key creates and changes nothing any more, so that a
// later list is complete; every kind is paused, and stays paused.

import { randomInt } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createAccountStore } from '../../../../src/service/accounts/accounts.ts';
import { createKeyStore } from '../../../../src/service/accounts/api-keys.ts';
import { createAuditLog } from '../../../../src/service/accounts/audit-log.ts';
import type { Writer } from '../../../../src/service/accounts/authors.ts';
import { type AudienceItem, createAudienceStore } from '../../../../src/service/audiences/audiences.ts';
import type { DestinationItem } from '../../../../src/service/destinations/destination-item.ts';
import { createDestinationStore } from '../../../../src/service/destinations/destinations.ts';
import { createKeyOperations } from '../../../../src/service/operations/keys.ts';
import { wireMadeByKeys } from '../../../../src/service/operations/made-by-keys.ts';
import { createScheduleStore, type ScheduleItem } from '../../../../src/service/schedules/schedules.ts';
import { sealedSecret } from '../../../../src/service/secrets/sealed-secrets.ts';
import { createSourceStore, type SourceItem } from '../../../../src/service/sources/sources.ts';
import { createEndpointStore, type EndpointItem } from '../../../../src/service/webhooks/endpoints.ts';
import { TABLES, useTables } from './use-tables.ts';

const stage = useTables();
const AT = '2026-03-01T12:00:00.000Z';
const SECRET = v.parse(sealedSecret, 'AAAA');

async function openAccount() {
  const account_id = ulid();
  const overrides = {};
  await createAccountStore(stage.db, TABLES.service).createAccount({
    ...{ account_id, name: 'shop', plan: 'max', created_at: AT, overrides },
  });
  const keys = createKeyOperations({
    keys: createKeyStore(stage.db, TABLES.service),
    made: wireMadeByKeys(stage.db, TABLES.service),
    newId: ulid,
    randomInt,
    clock: Date.now,
  });
  const { item } = await keys.create(account_id, { kind: 'secret', name: 'Leaked' }, 'operator');
  const by: Writer = { keyHash: item.key_hash, author: { key_id: item.key_id ?? '', name: 'Leaked' } };
  return { account_id, keys, keyId: item.key_id ?? '', by };
}

function createStores() {
  return {
    audiences: createAudienceStore(stage.db, TABLES.service),
    destinations: createDestinationStore(stage.db, TABLES.service),
    endpoints: createEndpointStore(stage.db, TABLES.service),
    schedules: createScheduleStore(stage.db, TABLES.service),
    sources: createSourceStore(stage.db, TABLES.service),
  };
}

const KINDS = ['audience', 'destination', 'endpoint', 'schedule', 'source'] as const;
type Kind = (typeof KINDS)[number];

/** Returns functions that create, change and read an item of a kind. */
function createItem(kind: Kind, account_id: string, by: Writer) {
  const { audiences, destinations, endpoints, schedules, sources } = createStores();
  const id = ulid();
  const common = { account_id, name: kind, created_at: AT, created_by: by.author, dataset_id: 'default' };
  const leased = { version: 1, woken: 1, runs: 0 };
  const ref = { accountId: account_id };
  if (kind === 'audience') {
    const item: AudienceItem = {
      ...{ ...common, audience_id: id, conditions: [{ report: { report_type: 'RFM' } }], hold_out: 0 },
      ...{ hold_out_key: '', refresh: 'schedule', expression: 'rate(1 day)', time_zone: 'UTC', next_run: 1 },
      ...{ key_hash: by.keyHash, activated_as: ulid(), version: 1, run_id: ulid() },
    };
    return {
      id,
      create: (writer?: Writer) => audiences.create(item, writer),
      change: (writer?: Writer) => audiences.replace({ ...item, name: 'new' }, writer),
      read: () => audiences.get({ ...ref, audienceId: id }),
      paused: { paused: { because: 'key_revoked' } },
    };
  }
  if (kind === 'destination') {
    const item: DestinationItem = {
      ...{ ...common, audience_id: id, destination_id: id, kind: 'webhook', secret: SECRET },
      ...{ is_paused: false, ...leased, content: 0, sequence: 0 },
    };
    return {
      id,
      create: (writer?: Writer) => destinations.create(item, writer),
      change: (writer?: Writer) => destinations.changeSettings(item, { name: 'new' }, AT, writer),
      read: () => destinations.get({ ...ref, audienceId: id, destinationId: id }),
      paused: { is_paused: true, paused_because: 'key_revoked' },
    };
  }
  if (kind === 'endpoint') {
    const item: EndpointItem = {
      ...{ ...common, endpoint_id: id, url: 'https://example.com', sent_until: 0, ...leased },
      ...{ kind: 'webhook', language: 'en' },
      secrets: [{ secret_id: ulid(), sealed: SECRET }],
    };
    return {
      id,
      create: (writer?: Writer) => endpoints.create(item, 5, writer),
      change: (writer?: Writer) => endpoints.changeSettings(item, { name: 'new' }, AT, writer),
      read: () => endpoints.get({ ...ref, endpointId: id }),
      paused: { paused: { because: 'key_revoked' } },
    };
  }
  if (kind === 'schedule') {
    const item: ScheduleItem = {
      ...{ ...common, schedule_id: id, expression: 'rate(1 day)', time_zone: 'UTC', next_run: 1 },
      ...{ report: { dataset_id: 'default', report_type: 'RFM' }, only_if_changed: false, version: 1 },
      ...{ key_hash: by.keyHash, activated_as: ulid(), started: 0, skipped: 0, failed: 0, recent: [] },
    };
    return {
      id,
      create: (writer?: Writer) => schedules.create(item, writer),
      change: (writer?: Writer) => schedules.replace({ ...item, name: 'new' }, writer),
      read: () => schedules.get({ ...ref, scheduleId: id }),
      paused: { paused: 'key_revoked' },
    };
  }
  const item: SourceItem = {
    ...{ ...common, source_id: id, kind: 'shopify', customer_identifier: 'email', activated_as: ulid() },
    ...{ paused: false, accepted: 0, duplicates: 0, ignored: 0 },
  };
  return {
    id,
    create: (writer?: Writer) => sources.create(item, writer),
    change: (writer?: Writer) =>
      sources.change(
        { ...ref, sourceId: id },
        { name: 'new' },
        { seen: item, ...(writer && { by: writer }) },
      ),
    read: () => sources.get({ ...ref, sourceId: id }),
    paused: { paused: true, paused_because: 'key_revoked' },
  };
}

describe.each(KINDS)('an item of the kind %s', (kind) => {
  it('is neither created nor changed with a key that was revoked after the request was admitted', async () => {
    const { account_id, keys, keyId, by } = await openAccount();
    const [earlier, late] = [createItem(kind, account_id, by), createItem(kind, account_id, by)];
    await earlier.create(by);
    await keys.revoke(account_id, keyId, 'operator', 'keep');
    await expect(earlier.change(by)).rejects.toThrow('The API key was revoked.');
    await expect(late.create(by)).rejects.toThrow('The API key was revoked.');
    expect([await late.read(), await earlier.read()]).toMatchObject([undefined, { name: kind }]);
    // Writes of the service itself still succeed.
    expect(await earlier.change()).toBeTruthy();
  });

  it('is listed and paused with the key that created it, and listed as paused the next time', async () => {
    const { account_id, keys, keyId, by } = await openAccount();
    const [item, other] = [
      createItem(kind, account_id, by),
      createItem(kind, account_id, { keyHash: 'other', author: { key_id: ulid() } }),
    ];
    await item.create(by);
    await other.create();
    const createListed = (status: string) => [{ kind, id: item.id, by: 'created', status, name: kind }];
    expect(await keys.created(account_id, keyId)).toMatchObject(createListed('active'));
    expect((await keys.revoke(account_id, keyId, 'operator', 'keep')).created).toMatchObject(
      createListed('active'),
    );
    expect((await keys.revoke(account_id, keyId, 'operator')).created).toMatchObject(createListed('paused'));
    expect(await item.read()).toMatchObject(item.paused);
    // It is neither due nor running any more.
    for (const name of ['next_run', 'run_id']) expect(await item.read()).not.toHaveProperty(name);
    expect((await keys.revoke(account_id, keyId, 'operator')).created).toMatchObject(createListed('paused'));
    for (const name of Object.keys(item.paused))
      expect(await other.read()).not.toHaveProperty(name, 'key_revoked');
    expect(await keys.created(account_id, keyId)).toHaveLength(1);
  });

  it('is paused if its key is revoked while a request with the key changes it', async () => {
    const { account_id, keys, keyId, by } = await openAccount();
    const item = createItem(kind, account_id, by);
    await item.create(by);
    await Promise.allSettled([keys.revoke(account_id, keyId, 'operator'), item.change(by)]);
    expect(await item.read()).toMatchObject(item.paused);
  });
});

it('lists an item under the key that changed it last, even if another created it', async () => {
  const { account_id, keys, keyId, by } = await openAccount();
  const { sources } = createStores();
  const source = createItem('source', account_id, { keyHash: 'other', author: { key_id: ulid() } });
  await source.create();
  const seen = await sources.get({ accountId: account_id, sourceId: source.id });
  if (seen === undefined) throw new Error('it was created');
  const ref = { accountId: account_id, sourceId: source.id };
  await sources.change(ref, { name: 'turned', ...(by.author && { updated_by: by.author }) }, { seen, by });
  expect((await keys.revoke(account_id, keyId, 'operator')).created).toMatchObject([
    { id: source.id, by: 'changed', status: 'paused' },
  ]);
});

it('revokes the keys that an admin key created, and pauses their items', async () => {
  const { account_id, keys } = await openAccount();
  const { item: admin } = await keys.create(account_id, { kind: 'admin' }, 'operator');
  const manager = { keyHash: admin.key_hash };
  const { item: planted } = await keys.create(account_id, { kind: 'secret', name: 'Planted' }, manager);
  const by = { keyHash: planted.key_hash, author: { key_id: planted.key_id ?? '' } };
  const source = createItem('source', account_id, by);
  await source.create(by);
  const { created } = await keys.revoke(account_id, admin.key_id ?? '', 'operator');
  expect(created.map(({ kind, name, status }) => [kind, name, status])).toEqual([
    ['key', 'Planted', 'revoked'],
    ['source', 'source', 'paused'],
  ]);
  expect((await keys.get(account_id, planted.key_id ?? '')).revoked_at).toBeDefined();
});

describe('the audit list', () => {
  const createEntry = (at: number, key_id: string) => ({
    ...{ at: new Date(Date.parse(AT) + at).toISOString(), route: 'DELETE /api/v1/keys/{id}' },
    ...{ resource: `/keys/${at}`, key: { key_id } },
  });

  it('returns the newest entries first, page by page, for one key or all keys of one account', async () => {
    const audit = createAuditLog(stage.db, TABLES.service);
    const account = ulid();
    for (let at = 0; at < 5; at++) await audit.add(account, createEntry(at, at % 2 === 0 ? 'even' : 'odd'));
    await audit.add(`${account}1`, createEntry(9, 'even'));
    const listShown = async (page: { limit: number; before?: string | undefined; keyId?: string }) => {
      const { entries, next } = await audit.list(account, page);
      return { next, resources: entries.map(({ resource }) => Number(resource.slice(6))) };
    };
    const first = await listShown({ limit: 3 });
    expect([first.resources, (await listShown({ limit: 3, before: first.next })).resources]).toEqual([
      [4, 3, 2],
      [1, 0],
    ]);
    expect((await listShown({ limit: 5 })).next).toBeUndefined();
    const even = await listShown({ limit: 2, keyId: 'even' });
    expect([even.resources, await listShown({ limit: 2, keyId: 'even', before: even.next })]).toEqual([
      [4, 2],
      { resources: [0], next: undefined },
    ]);
  });

  it('skips at most about a thousand entries of other keys in one page', async () => {
    let read = 0;
    const page = Array.from({ length: 101 }, (_, at) => ({
      ...createEntry(at, 'other'),
      entry_id: ulid(at),
    }));
    const audit = createAuditLog(
      Object.assign(Object.create(stage.db), {
        send: async () => {
          read += page.length;
          return { Items: page, LastEvaluatedKey: {} };
        },
      }),
      TABLES.service,
    );
    const { entries, next } = await audit.list('acc', { limit: 100, keyId: 'mine' });
    expect([entries, next, read]).toEqual([[], page.at(-1)?.entry_id, 1_010]);
  });

  it('deletes each entry after 90 days', async () => {
    const audit = createAuditLog(stage.db, TABLES.service);
    const account = ulid();
    await audit.add(account, createEntry(0, 'k'));
    const { Items } = await stage.db.send(
      new QueryCommand({
        TableName: TABLES.service,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `${account}#audit` },
      }),
    );
    expect(Items?.[0]?.expires_at_s).toBe(Date.parse(AT) / 1_000 + 90 * 86_400);
  });
});
