// How many sources an account may have.
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { DEFAULT_PLANS } from '../../src/core/accounts/plans.ts';
import { SourceLimitError } from '../../src/core/errors.ts';
import { MAX_SOURCES } from '../../src/schema/limits.ts';
import { createManageSources } from '../../src/sources/manage-sources.ts';
import type { SourceItem } from '../../src/stores/sources/source-item.ts';
import { createSourceStore } from '../../src/stores/sources/sources.ts';
import { NO_DATABASE } from '../ingest/stores-in-memory.ts';

function sourceItem(): SourceItem {
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

it('as many as the limit, and no more; one that exists is returned again', async () => {
  const known = Array.from({ length: MAX_SOURCES - 1 }, sourceItem);
  const { create } = createManageSources({
    sources: {
      ...createSourceStore(NO_DATABASE, ''),
      list: async () => known,
      create: async (item) => void known.push(item),
    },
    erasures: { mark: async () => undefined },
    newSourceId: ulid,
    clock: () => 0,
  });
  const request = { kind: 'shopify', dataset_id: 'shop' } as const;
  const { item } = await create(CALLER, request, undefined);
  await expect(create(CALLER, request, undefined)).rejects.toThrow(SourceLimitError);
  expect((await create(CALLER, request, item.source_id)).item).toBe(item);
  expect(known).toHaveLength(MAX_SOURCES);
});
