// Tests what an erasure removes from the files of a destination, and how long it waits for a worker that may be writing
// one.
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { createEmptyMembership } from '../../../../src/analysis/audiences/membership.ts';
import { buildList } from '../../../../src/analysis/customer-lists/build-list.ts';
import { createCustomerIds, hash64 } from '../../../../src/analysis/customer-lists/customer-ids.ts';
import { decodeList, encodeList } from '../../../../src/analysis/customer-lists/list-file.ts';
import {
  type DestinationItem,
  toDestinationRef,
} from '../../../../src/service/destinations/destination-item.ts';
import { eraseFromDestinations } from '../../../../src/service/erasures/erase-destinations.ts';
import { sealedSecret } from '../../../../src/service/secrets/sealed-secrets.ts';
import { createCopiesInMemory } from '../../stores/tables/audiences/lists-in-memory.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const AUDIENCE = { accountId: 'acc', audienceId: 'aud' };
const COPY = { members_file: 'm', run_id: 'r', as_of: 'now', file: 'copy', customers: 2 };

async function createWorld(isReplaced: boolean) {
  let now = NOW;
  const copies = createCopiesInMemory(() => now);
  const item: DestinationItem = {
    ...{ account_id: 'acc', audience_id: 'aud', destination_id: 'd', dataset_id: 'default' },
    ...{ kind: 'webhook', name: 'shop', secret: v.parse(sealedSecret, 'AAAA'), is_paused: false },
    ...{ created_at: 'now', version: 1, woken: 1, runs: 0, content: 0, sequence: 0, copy: COPY },
  };
  const forgotten: string[] = [];
  const list = buildList({
    reportType: 'AUDIENCE',
    ids: createCustomerIds(['ann', 'bob']),
    groups: [],
    figures: {},
  });
  await copies.put({ ...toDestinationRef(item), file: 'copy' }, encodeList(list));
  const deps = {
    destinations: {
      list: async () => [item],
      replaceFiles: async () => (isReplaced ? item : undefined),
      remove: async () => undefined,
    },
    forgotten: {
      add: async (_: unknown, { customer_id }: { readonly customer_id: string }) =>
        void forgotten.push(customer_id),
      removeAll: async () => undefined,
    },
    copies,
    newFileId: () => 'without',
    clock: () => now,
  };
  return {
    copies,
    forgotten,
    ref: toDestinationRef(item),
    pass: (ms: number): void => {
      now += ms;
    },
    erase: () => eraseFromDestinations(deps, AUDIENCE, createEmptyMembership(), [hash64('ann')]),
  };
}

it('replaces a file by one without the customer, whom the destination has to delete', async () => {
  const { copies, forgotten, ref, erase } = await createWorld(true);
  expect(await erase()).toBe(true);
  expect([...copies.objects.keys()]).toEqual(['d/without']);
  const left = await copies.find({ ...ref, file: 'without' });
  expect(left && decodeList(left).head.rows).toBe(1);
  expect(forgotten).toEqual(['ann']);
});

it('keeps only the former file if a worker has changed the destination meanwhile', async () => {
  const { copies, erase } = await createWorld(false);
  expect(await erase()).toBe(false);
  expect([...copies.objects.keys()]).toEqual(['d/copy']);
});

it('waits for 20 minutes while a worker may be about to name a file, and then deletes it', async () => {
  const { copies, ref, pass, erase } = await createWorld(true);
  await copies.put({ ...ref, file: 'unnamed' }, new Uint8Array());
  pass(20 * 60_000 - 1);
  expect(await erase()).toBe(false);
  expect(copies.objects.has('d/unnamed')).toBe(true);
  pass(1);
  expect(await erase()).toBe(true);
  expect([...copies.objects.keys()]).toEqual(['d/without']);
});
