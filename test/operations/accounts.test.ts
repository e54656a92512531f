// Keys that are revoked by the hint that an operator sees, and the limits of those that are created.
import { expect, it } from 'vitest';
import { createOperations } from '../../src/operations/accounts.ts';
import { type ApiKey, createAccountStore } from '../../src/stores/accounts/accounts.ts';
import { NO_DATABASE } from '../ingest/stores-in-memory.ts';

const keyOf = (key_hash: string, hint: string): ApiKey => ({
  key_hash,
  account_id: 'acc',
  hint,
  created_at: '2026-03-01T00:00:00.000Z',
});

it('revokes the one key that a hint names, and none if several have it', async () => {
  const revoked: string[] = [];
  const keys = [keyOf('1', 'afn_abc'), keyOf('2', 'afn_abc'), keyOf('3', 'afn_xyz')];
  const { revokeKey } = createOperations({
    accounts: {
      ...createAccountStore(NO_DATABASE, ''),
      listKeys: async () => keys,
      revokeKey: async ({ key_hash }) => void revoked.push(key_hash),
    },
    newId: String,
    randomInt: () => 0,
    clock: () => 0,
  });
  await expect(revokeKey('acc', 'afn_abc')).rejects.toThrow('more than one key matches');
  await expect(revokeKey('acc', 'afn_none')).rejects.toThrow('has no such key');
  expect(revoked).toEqual([]);
  await revokeKey('acc', 'afn_xyz');
  await revokeKey('acc', '2');
  expect(revoked).toEqual(['3', '2']);
});

it('creates a publishable key for 1 to 10 origins', async () => {
  const created: number[] = [];
  const { createKey } = createOperations({
    accounts: {
      ...createAccountStore(NO_DATABASE, ''),
      getAccount: async () => ({ account_id: 'acc', name: 'a', plan: 'max', created_at: '', overrides: {} }),
      listKeys: async () => [],
      addKey: async ({ publishable }) => void created.push(publishable?.origins.length ?? 0),
    },
    newId: String,
    randomInt: () => 0,
    clock: () => 0,
  });
  const create = (count: number) =>
    createKey('acc', { origins: Array.from({ length: count }, (_, at) => `https://shop${at}.example`) });
  await create(10);
  await expect(create(11)).rejects.toThrow('needs 1 to 10 origins');
  await expect(create(0)).rejects.toThrow('needs 1 to 10 origins');
  expect(created).toEqual([10]);
});
