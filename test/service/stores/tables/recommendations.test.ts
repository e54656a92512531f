// Tests the conditions under which versions of recommendations are served and removed, on a real table.

import { BatchGetCommand, BatchWriteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { encodeTime, ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { computeCustomerDigest } from '../../../../src/analysis/erasure/erasure.ts';
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

/** `watch`: sees each command before it is sent. */
function createShop(watch: (command: object) => void = () => undefined) {
  const accountId = ulid();
  const sent = stage.db;
  const db: typeof stage.db = Object.create(sent, {
    send: {
      async value(command: Parameters<typeof sent.send>[0]) {
        watch(command);
        return sent.send(command);
      },
    },
  });
  const store = createRecommendationStore(db, TABLES.service);
  const reader = createServedEvidence(db, TABLES.service);
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
    write: (reportId: string, persons?: readonly (readonly string[])[]) =>
      store.write(createRef(reportId), { ...evidence, persons }),
    findPerson: async (customer: string, reportId?: string) => {
      const looked = { products: ['tea'], customer };
      const found =
        reportId === undefined
          ? await reader.find({ accountId, datasetId: 'shop' }, looked)
          : await reader.ofReport(createRef(reportId), looked);
      return found?.personIds;
    },
    erase: (...customers: string[]) =>
      store.erasePersons(
        { accountId, datasetId: 'shop' },
        new Set(customers.map((id) => computeCustomerDigest(accountId, 'shop', id))),
      ),
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

describe('the persons of a version', () => {
  const PERSONS = [
    ['ann', 'ann@web.de', 'till-4'],
    ['bo', 'bo@web.de'],
  ];

  it('are found by each of their ids, and only with the version that is served', async () => {
    const { store, ref, write, findPerson } = createShop();
    const [older, newer] = [createId(NOW), createId(NOW + 1)];
    await write(older, PERSONS);
    await write(newer);
    await store.activate(ref(older));
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await Promise.all(['ann', 'till-4', 'bo@web.de', 'zoe'].map((id) => findPerson(id)))).toEqual([
        PERSONS[0],
        PERSONS[0],
        PERSONS[1],
        [],
      ]);
    await store.activate(ref(newer));
    expect([await findPerson('ann'), await findPerson('ann', older)]).toEqual([[], PERSONS[0]]);
  });

  it('are not requested from a version without any, nor is the evidence of a cached product', async () => {
    const commands: object[] = [];
    const { store, ref, write, findPerson } = createShop((command) => void commands.push(command));
    const id = createId(NOW);
    await write(id);
    await store.activate(ref(id));
    await findPerson('ann');
    commands.length = 0;
    await findPerson('ann');
    const requests = commands.map(
      (command) => command instanceof BatchGetCommand && command.input.RequestItems,
    );
    // The pointer alone.
    expect(requests).toMatchObject([{ [TABLES.service]: { Keys: { length: 1 } } }]);
  });

  it('are removed from every version, with all of their ids, when one of the ids is erased', async () => {
    const { store, ref, write, findPerson, erase } = createShop();
    const [older, newer] = [createId(NOW), createId(NOW + 1)];
    for (const id of [older, newer]) await write(id, PERSONS);
    await store.activate(ref(newer));
    await erase('till-4', 'unknown');
    for (const version of [undefined, older]) {
      for (const id of ['ann', 'ann@web.de', 'till-4']) expect(await findPerson(id, version)).toEqual([]);
      expect(await findPerson('bo', version)).toEqual(PERSONS[1]);
    }
    expect(await store.served(ref(newer))).toMatchObject({ reportId: newer, products: 1 });
  });

  it('are removed with the version', async () => {
    const { store, ref, write, findPerson } = createShop();
    const id = createId(NOW);
    await write(id, PERSONS);
    await store.remove(ref(id));
    await write(id);
    expect(await findPerson('ann', id)).toEqual([]);
  });

  it('are removed by the ids that are left when an erasure stopped after the others', async () => {
    let left = Infinity;
    const { store, ref, write, findPerson, erase } = createShop((command) => {
      if (command instanceof BatchWriteCommand && left-- === 0) throw new Error('stopped');
    });
    const id = createId(NOW);
    await write(id, PERSONS);
    await store.activate(ref(id));
    left = 1;
    await expect(erase('till-4')).rejects.toThrow('stopped');
    left = Infinity;
    expect([await findPerson('ann'), await findPerson('till-4')]).toEqual([[], PERSONS[0]]);
    await erase('till-4');
    expect(await findPerson('till-4')).toEqual([]);
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
