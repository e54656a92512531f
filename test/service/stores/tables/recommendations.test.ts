// Tests the conditions under which versions of recommendations are served and removed, on a real table.

import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { encodeTime, ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { createRecommendationStore } from '../../../../src/service/recommendations/recommendations.ts';
import { createServedEvidence } from '../../../../src/service/recommendations/served-evidence.ts';
import { toRecommendationVersionKey } from '../../../../src/service/tables/service-table.ts';
import { TABLES, useTables } from './use-tables.ts';

const stage = useTables();
const NOW = Date.parse('2026-03-01T12:00:00Z');
const DAY_MS = 86_400_000;
const SUMMARY = { baskets: 1, leastBaskets: 1, minConfidence: 0, pairs: 0, popular: [] };
const PRODUCT = { product: 'tea', baskets: 1, pairs: [], against: [] };
function* yieldOneProduct() {
  yield PRODUCT;
}
function* yieldOneValue() {
  yield {
    field: 'category',
    value: 'drinks',
    popular: [{ product: 'tea', baskets: 1, values: [{ field: 'category', value: 'drinks' }] }],
  };
}
const createId = (at: number): string => encodeTime(at, 10) + ulid().slice(10);

function createShop() {
  const accountId = ulid();
  const store = createRecommendationStore(stage.db, TABLES.service);
  const reader = createServedEvidence(stage.db, TABLES.service);
  const createRef = (reportId: string) => ({ accountId, datasetId: 'shop', reportId });
  const evidence = {
    products: yieldOneProduct,
    summary: () => SUMMARY,
    fields: ['category'],
    popularByValue: yieldOneValue,
    productIdentifier: 'name',
  } as const;
  const toVersionKey = (reportId: string) => ({ ...toRecommendationVersionKey(accountId, 'shop', reportId) });
  return {
    store,
    ref: createRef,
    write: (reportId: string) => store.write(createRef(reportId), evidence),
    served: async () =>
      (await reader.find({ accountId, datasetId: 'shop' }, { products: ['tea'] }))?.reportId,
    async exists(reportId: string): Promise<boolean> {
      const { Item } = await stage.db.send(
        new GetCommand({ TableName: TABLES.service, Key: toVersionKey(reportId) }),
      );
      return Item !== undefined;
    },
    /** Leaves the items of a report that fails while it writes. */
    async writePart(reportId: string): Promise<void> {
      const Item = { ...toVersionKey(reportId), product_identifier: 'name' };
      await stage.db.send(new PutCommand({ TableName: TABLES.service, Item }));
    },
  };
}

it('does not replace the version of a report by that of an older one that finishes late', async () => {
  const { store, ref, write, served } = createShop();
  const [older, newer] = [createId(NOW), createId(NOW + 1)];
  for (const id of [older, newer]) await write(id);
  await store.activate(ref(newer));
  await store.activate(ref(older));
  expect(await served()).toBe(newer);
  expect(await store.switchTo(ref(older))).toMatchObject({ products: 1 });
  expect(await served()).toBe(older);
});

it('does not serve the version of an erased report when the report is published again', async () => {
  const { store, ref, write, served } = createShop();
  const id = createId(NOW);
  await write(id);
  await store.activate(ref(id));
  await store.remove(ref(id));
  await store.activate(ref(id));
  expect(await served()).toBeUndefined();
});

it('switches to a version only while the one that was read is still served', async () => {
  const { store, ref, write } = createShop();
  const [first, second, third] = [createId(NOW), createId(NOW + 1), createId(NOW + 2)];
  for (const id of [first, second, third]) await write(id);
  expect(await store.served(ref(first))).toBeUndefined();
  expect(await store.switchTo(ref(second), first)).toBe('changed');
  await store.activate(ref(first));
  expect(await store.switchTo(ref(second), first)).toMatchObject({ reportId: second });
  expect(await store.switchTo(ref(third), first)).toBe('changed');
  const served = { reportId: second, products: 1, fields: ['category'] };
  expect(await store.served(ref(first))).toEqual(served);
  expect(await store.switchTo(ref(createId(NOW + 3)), second)).toBeUndefined();
});

it('stops only the served version, which can be chosen again', async () => {
  const { store, ref, write, served } = createShop();
  const [first, second] = [createId(NOW), createId(NOW + 1)];
  for (const id of [first, second]) await write(id);
  await store.activate(ref(first));
  expect([await store.stop(ref(second)), await served()]).toEqual([false, first]);
  expect([await store.stop(ref(first)), await served()]).toEqual([true, undefined]);
  expect(await store.switchTo(ref(first))).toMatchObject({ reportId: first });
  expect(await served()).toBe(first);
});

describe('a version', () => {
  it('stays while it is served, although old ones are removed', async () => {
    const { store, ref, write, exists } = createShop();
    const ids = Array.from({ length: 6 }, (_, at) => createId(NOW + at));
    const [first = ''] = ids;
    await write(first);
    await store.activate(ref(first));
    for (const id of ids.slice(1)) await write(id);
    expect(await Promise.all(ids.map(exists))).toEqual([true, false, true, true, true, true]);
    await store.switchTo(ref(ids[5] ?? ''));
    await write(createId(NOW + 6));
    expect(await exists(first)).toBe(false);
  });

  it('is kept for a day while it is incomplete, then removed', async () => {
    const { write, writePart, exists } = createShop();
    const [recent, abandoned] = [createId(NOW - DAY_MS + 1), createId(NOW - DAY_MS)];
    await writePart(recent);
    await writePart(abandoned);
    await write(createId(NOW));
    expect([await exists(recent), await exists(abandoned)]).toEqual([true, false]);
  });

  it('is removed with its erased report, while another one continues to be served', async () => {
    const { store, ref, write, served, exists } = createShop();
    const [older, newer] = [createId(NOW), createId(NOW + 1)];
    for (const id of [older, newer]) await write(id);
    await store.activate(ref(newer));
    await store.remove(ref(older));
    expect([await served(), await exists(older)]).toEqual([newer, false]);
    await store.remove(ref(newer));
    expect([await served(), await exists(newer)]).toEqual([undefined, false]);
  });

  it('leaves nothing behind when it is removed without having been written', async () => {
    const { store, ref, exists } = createShop();
    const id = createId(NOW);
    await store.remove(ref(id));
    expect([await exists(id), await store.switchTo(ref(id))]).toEqual([false, undefined]);
  });
});

it('serves another version from the request after the switch, even if an instance caches the former one', async () => {
  const { store, ref, write, served } = createShop();
  const [older, newer] = [createId(NOW), createId(NOW + 1)];
  for (const id of [older, newer]) await write(id);
  await store.activate(ref(older));
  expect(await served()).toBe(older);
  await createRecommendationStore(stage.db, TABLES.service).activate(ref(newer));
  expect(await served()).toBe(newer);
});

it('returns the best sellers of a value of the fields of a version, and none for a value that no product has', async () => {
  const { store, ref, write } = createShop();
  const id = createId(NOW);
  await write(id);
  expect(await store.switchTo(ref(id))).toEqual({ reportId: id, products: 1, fields: ['category'] });
  const reader = createServedEvidence(stage.db, TABLES.service);
  const found = await reader.find(ref(id), {
    products: ['tea'],
    values: [
      { field: 'category', value: 'drinks' },
      { field: 'category', value: 'none' },
    ],
  });
  expect(found).toMatchObject({
    fields: ['category'],
    popular: [[{ product: 'tea', baskets: 1, values: [{ field: 'category', value: 'drinks' }] }]],
  });
});
