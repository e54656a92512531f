// Reads the recommendations for next products from a real table: all of them, or none with the reason.
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { createReadModel } from '../../../../src/service/recommendations/read-model.ts';
import { createRecommendationStore } from '../../../../src/service/recommendations/recommendations.ts';
import { createReportItem } from '../../../../tools/harness/report-item.ts';
import { TABLES, useTables } from './use-tables.ts';

const stage = useTables();
const SUMMARY = { baskets: 4, leastBaskets: 1, minConfidence: 0, pairs: 0, popular: [] };
const PRODUCTS = Array.from({ length: 40 }, (_, at) => `product ${at}`);

async function serve({ productIdentifier = 'name' as 'name' | 'sku', names = PRODUCTS } = {}) {
  const accountId = ulid();
  const store = createRecommendationStore(stage.db, TABLES.service);
  const reportId = ulid();
  const ref = { accountId, datasetId: 'shop', reportId };
  await store.write(ref, {
    *products() {
      for (const [at, product] of names.entries())
        yield { product, baskets: 100 - at, pairs: [], against: [{ product: 'product 0', score: -at }] };
    },
    *popularByValue() {
      yield { field: 'category', value: 'drinks', popular: [{ product: 'product 1', baskets: 1 }] };
    },
    ...{ summary: () => SUMMARY, fields: ['category'], productIdentifier },
  });
  const requestedWith = (next_products: boolean, from: string | undefined = reportId) =>
    createReportItem({
      ...{ account_id: accountId, dataset_id: 'shop' },
      ...(from !== '' && { next_products_from: from }),
      request: { report_type: 'RFM', dataset_id: 'shop', params: { next_products } },
    });
  return { store, ref, requestedWith };
}
const getReason = (found: { readonly note?: { readonly code: string } | undefined } | undefined) =>
  found?.note?.code;

it('reads all products of the recommendations, best sellers first, for reports that request it', async () => {
  const { ref, requestedWith } = await serve();
  const readModel = createReadModel(stage.db, TABLES.service);
  expect(await readModel(requestedWith(false))).toBeUndefined();
  const found = await readModel(requestedWith(true));
  expect(found?.source).toEqual({ reportId: ref.reportId, products: PRODUCTS });
  expect(found?.model?.lists.other).toEqual(new Uint32Array(40));
  expect(found?.model?.lists.score[39]).toBe(-39);
});

it('states that nothing was served, that it was replaced, or that it names products otherwise', async () => {
  const { store, ref, requestedWith } = await serve();
  const readModel = createReadModel(stage.db, TABLES.service);
  expect(getReason(await readModel(requestedWith(true, '')))).toBe('next_products_not_served');
  const { requestedWith: requestedBySku } = await serve({ productIdentifier: 'sku' });
  expect(getReason(await readModel(requestedBySku(true)))).toBe('next_products_named_otherwise');
  await store.remove(ref);
  expect(getReason(await readModel(requestedWith(true)))).toBe('next_products_replaced');
});

it('reads nothing of recommendations that are removed in the meantime', async () => {
  const { store, ref, requestedWith } = await serve();
  let reads = 0;
  const db: typeof stage.db = Object.create(stage.db, {
    send: {
      async value(command: Parameters<typeof stage.db.send>[0]) {
        // After the version and half of the shards.
        if (++reads === 9) await store.remove(ref);
        return stage.db.send(command);
      },
    },
  });
  expect(getReason(await createReadModel(db, TABLES.service)(requestedWith(true)))).toBe(
    'next_products_replaced',
  );
  expect(reads).toBeGreaterThan(9);
});
