// Tests how many sources an account may have, and how their secrets are stored.

import { ulid } from 'ulid';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { SourceLimitError } from '../../../src/contract/errors/errors.ts';
import { DEFAULT_PLANS } from '../../../src/contract/plans.ts';
import { MAX_SOURCES } from '../../../src/contract/schema/limits.ts';
import { sealedSecret } from '../../../src/service/secrets/sealed-secrets.ts';
import { createManageSources } from '../../../src/service/sources/manage-sources.ts';
import {
  createSourceStore,
  type SourceItem,
  type StoredSecret,
} from '../../../src/service/sources/sources.ts';
import { NO_CONNECTIONS } from '../../../tools/harness/no-connections.ts';
import { NO_DATABASE } from '../orders/stores-in-memory.ts';

function createSourceItem(): SourceItem {
  return {
    account_id: 'acc',
    source_id: ulid(),
    kind: 'shopify',
    name: 'shop',
    dataset_id: 'shop',
    customer_identifier: 'email',
    created_at: '2026-03-01T00:00:00.000Z',
    activated_as: ulid(),
    paused: false,
    accepted: 0,
    duplicates: 0,
    ignored: 0,
  };
}

const CALLER = { accountId: 'acc', keyHash: '', limits: DEFAULT_PLANS.max };
const throwUnexpected = () => {
  throw new Error('no secret is expected');
};

it('creates sources up to the limit, and returns an existing one for a repeated request', async () => {
  const known = Array.from({ length: MAX_SOURCES - 1 }, createSourceItem);
  const { create } = createManageSources({
    sources: {
      ...createSourceStore(NO_DATABASE, ''),
      list: async () => known,
      create: async (item) => void known.push(item),
    },
    connections: NO_CONNECTIONS,
    erasures: { mark: async () => undefined },
    sealSecret: throwUnexpected,
    openSecret: throwUnexpected,
    newSourceId: ulid,
    clock: () => 0,
  });
  const request = { kind: 'shopify', dataset_id: 'shop' } as const;
  const { item } = await create(CALLER, request, undefined);
  await expect(create(CALLER, request, undefined)).rejects.toThrow(SourceLimitError);
  expect((await create(CALLER, request, item.source_id)).item).toBe(item);
  expect(known).toHaveLength(MAX_SOURCES);
});

it('stores no secret in plain text, and keeps the former one when the same is sent again', async () => {
  let stored = createSourceItem();
  const { create, update } = createManageSources({
    sources: {
      ...createSourceStore(NO_DATABASE, ''),
      list: async () => [],
      get: async () => stored,
      create: async (item) => {
        stored = item;
      },
      change: async (_, { secret, former_secret }) => {
        stored = { ...stored, ...(secret && { secret }), ...(former_secret && { former_secret }) };
        return stored;
      },
    },
    connections: NO_CONNECTIONS,
    erasures: { mark: async () => undefined },
    sealSecret: async (secret, { accountId, kind, id }) =>
      v.parse(sealedSecret, Buffer.from([accountId, kind, id, secret].join(' ')).toString('base64')),
    openSecret: async (sealed) => getSecret({ sealed }),
    newSourceId: ulid,
    clock: () => 0,
  });
  const decodeSecret = (stored?: StoredSecret) => Buffer.from(stored?.sealed ?? '', 'base64').toString();
  const getSecret = (stored?: StoredSecret) => decodeSecret(stored).split(' ').at(-1) ?? '';
  const { item } = await create(CALLER, { kind: 'shopify', dataset_id: 'shop', secret: 'first' }, undefined);
  expect(JSON.stringify(stored)).not.toContain('first');
  expect(decodeSecret(stored.secret)).toBe(`acc source ${item.source_id} first`);
  const ref = { accountId: 'acc', sourceId: item.source_id };
  for (const secret of ['second', 'second']) {
    await update(CALLER, ref, { secret, name: undefined, status: undefined });
    expect([stored.secret, stored.former_secret?.secret].map(getSecret)).toEqual(['second', 'first']);
    expect(JSON.stringify(stored)).not.toMatch(/first|second/);
  }
});
