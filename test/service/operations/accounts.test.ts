// Tests how an operator revokes a key by its hint, with the keys that it created, and the limits of new keys.
import { expect, it } from 'vitest';
import { createAccountStore } from '../../../src/service/accounts/accounts.ts';
import type { ApiKey } from '../../../src/service/accounts/api-key-item.ts';
import { createOperations } from '../../../src/service/operations/accounts.ts';
import { NO_DATABASE } from '../orders/stores-in-memory.ts';

const createKey = (key_hash: string, hint: string, created_by?: string): ApiKey => ({
  key_hash,
  key_id: `id-${key_hash}`,
  account_id: 'acc',
  hint,
  created_at: '2026-03-01T00:00:00.000Z',
  ...(created_by && { created_by }),
});

function createTestOperations(keys: readonly ApiKey[]) {
  const revoked: string[] = [];
  const created: number[] = [];
  const operations = createOperations({
    accounts: createAccountStore(NO_DATABASE, ''),
    keys: {
      listKeys: async () => ({ keys, seen: 0 }),
      changeKey: async ({ key_hash }) => revoked.push(key_hash) > 0,
      addKey: async ({ publishable }) => created.push(publishable?.origins.length ?? 0) > 0,
    },
    made: { list: async () => [], pause: async () => [] },
    newId: String,
    randomInt: () => 0,
    clock: () => 0,
  });
  return { operations, revoked, created };
}

it('revokes the only key that a hint, an id or a hash names, and none if several match', async () => {
  const keys = [createKey('1', 'afn_abc'), createKey('2', 'afn_abc'), createKey('3', 'afn_xyz')];
  const { operations, revoked } = createTestOperations(keys);
  await expect(operations.revokeKey('acc', 'afn_abc')).rejects.toThrow('more than one key matches');
  await expect(operations.revokeKey('acc', 'afn_none')).rejects.toThrow('has no such key');
  expect(revoked).toEqual([]);
  await operations.revokeKey('acc', 'afn_xyz');
  await operations.revokeKey('acc', '2');
  await operations.revokeKey('acc', 'id-1');
  expect(revoked).toEqual(['3', '2', '1']);
});

it('revokes an admin key together with the keys that it created, unless the operator keeps them', async () => {
  const keys = [
    { ...createKey('1', 'afn_adm_1'), admin: true as const },
    createKey('2', 'afn_2', 'id-1'),
    { ...createKey('3', 'afn_3', 'id-1'), revoked_at: '2026-03-02T00:00:00.000Z' },
    createKey('4', 'afn_4', 'id-9'),
    createKey('5', 'afn_5'),
  ];
  const { operations, revoked } = createTestOperations(keys);
  expect((await operations.revokeKey('acc', 'afn_adm_1', 'keep')).created).toMatchObject([
    { id: 'id-2', status: 'active' },
    { id: 'id-3', status: 'revoked' },
  ]);
  expect(revoked).toEqual(['1']);
  await operations.revokeKey('acc', 'afn_adm_1');
  expect(revoked).toEqual(['1', '1', '2']);
});

it('creates a publishable key for 1 to 10 origins', async () => {
  const { operations, created } = createTestOperations([]);
  const create = (count: number) =>
    operations.createKey('acc', {
      origins: Array.from({ length: count }, (_, at) => `https://shop${at}.example`),
    });
  await create(10);
  await expect(create(11)).rejects.toThrow('needs 1 to 10 origins');
  await expect(create(0)).rejects.toThrow('needs 1 to 10 origins');
  expect(created).toEqual([10]);
});
