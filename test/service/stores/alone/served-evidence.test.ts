// Tests a version that is removed while it is read: DynamoDB may return a batch in parts, and the table may change
// between them.

import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { ulid } from 'ulid';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { ProductEvidence } from '../../../../src/analysis/recommendations/evidence.ts';
import { createDocumentClient } from '../../../../src/service/aws/clients.ts';
import {
  evidenceItem,
  packEvidence,
  packPopular,
  popularItem,
} from '../../../../src/service/recommendations/evidence-item.ts';
import { createRecommendationStore } from '../../../../src/service/recommendations/recommendations.ts';
import {
  createServedEvidence,
  toProductKey,
  toVersionKey,
} from '../../../../src/service/recommendations/served-evidence.ts';
import { toRecommendationsKey } from '../../../../src/service/tables/service-table.ts';
import { NO_DATABASE } from '../../orders/stores-in-memory.ts';

const TABLE = 'service';
const [removed, current] = [ulid(1_000), ulid(2_000)];
const createRef = (reportId: string) => ({ accountId: 'acc_1', datasetId: 'default', reportId });
const createPointerItem = (active: string) => ({
  ...toRecommendationsKey('acc_1', 'default'),
  active,
  newest: current,
});
const createVersionItem = (reportId: string, baskets: number) => ({
  ...toVersionKey(createRef(reportId)),
  product_identifier: 'name',
  products: 1,
  summary: JSON.stringify({ baskets, leastBaskets: 1, minConfidence: 0, pairs: 0, popular: [] }),
});
const createTeaItem = (reportId: string, baskets: number) => ({
  ...toProductKey(createRef(reportId), 'tea'),
  ...packEvidence({ product: 'tea', baskets, pairs: [], against: [] }),
});

it('answers from the new version if the old one was removed between two parts of a batch', async () => {
  const mock = mockClient(DynamoDBDocumentClient);
  mock
    .on(GetCommand)
    .resolvesOnce({ Item: createPointerItem(removed) })
    .resolves({ Item: createPointerItem(current) });
  mock
    .on(BatchGetCommand)
    .resolvesOnce({
      Responses: { [TABLE]: [createPointerItem(removed), createVersionItem(removed, 1)] },
      UnprocessedKeys: { [TABLE]: { Keys: [toProductKey(createRef(removed), 'tea')] } },
    })
    .resolvesOnce({ Responses: { [TABLE]: [] } })
    .resolves({
      Responses: {
        [TABLE]: [createPointerItem(current), createVersionItem(current, 2), createTeaItem(current, 2)],
      },
    });
  const served = await createServedEvidence(createDocumentClient(), TABLE).find(
    { accountId: 'acc_1', datasetId: 'default' },
    { products: ['tea'] },
  );
  expect(served).toMatchObject({
    reportId: current,
    summary: { baskets: 2 },
    products: [{ product: 'tea', baskets: 2 }],
  });
  mock.restore();
});

it('returns nothing when the only version is removed during the read', async () => {
  const mock = mockClient(DynamoDBDocumentClient);
  mock
    .on(GetCommand)
    .resolvesOnce({ Item: createPointerItem(removed) })
    .resolves({});
  mock.on(BatchGetCommand).resolves({ Responses: { [TABLE]: [createPointerItem(removed)] } });
  const asked = { accountId: 'acc_1', datasetId: 'default' };
  expect(
    await createServedEvidence(createDocumentClient(), TABLE).find(asked, { products: ['tea'] }),
  ).toBeUndefined();
  mock.restore();
});

it('previews a complete version that is not served, and none that is incomplete or being removed', async () => {
  const mock = mockClient(DynamoDBDocumentClient);
  mock
    .on(BatchGetCommand)
    .resolves({ Responses: { [TABLE]: [createPointerItem(current), createTeaItem(removed, 1)] } });
  const { summary, ...incomplete } = createVersionItem(removed, 1);
  const preview = (Item: Record<string, unknown> | undefined) => {
    mock.on(GetCommand).resolves({ Item });
    return createServedEvidence(createDocumentClient(), TABLE).ofReport(createRef(removed), {
      products: ['tea'],
    });
  };
  expect(await preview({ ...incomplete, summary })).toMatchObject({
    reportId: removed,
    summary: { baskets: 1 },
    products: [{ product: 'tea', baskets: 1 }],
  });
  for (const none of [undefined, incomplete, { ...incomplete, summary, removing: true }])
    expect(await preview(none)).toBeUndefined();
  mock.restore();
});

const SUMMARY = { baskets: 1, leastBaskets: 1, minConfidence: 0, rules: 0, pairs: 0, popular: [] };

it('does not switch to a version that is removed after it was found', async () => {
  const db = mockClient(DynamoDBDocumentClient);
  const Item = { sk: 'r1', products: 1, product_identifier: 'name', summary: JSON.stringify(SUMMARY) };
  db.on(GetCommand).resolves({ Item });
  db.on(TransactWriteCommand).rejects(
    new TransactionCanceledException({
      $metadata: {},
      message: 'cancelled',
      CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, { Code: 'None' }],
    }),
  );
  const store = createRecommendationStore(NO_DATABASE, 'table');
  expect(await store.switchTo({ accountId: 'acc', datasetId: 'shop', reportId: 'r1' })).toBeUndefined();
  const [sent] = db.commandCalls(TransactWriteCommand);
  expect(sent?.args[0].input.TransactItems?.[0]?.ConditionCheck).toMatchObject({
    ConditionExpression: 'attribute_exists(summary) AND attribute_not_exists(removing)',
  });
  db.restore();
});

// Tests evidence as items, and back: with and without values of fields, and cut if it would be too large.

const drinks = { field: 'category', value: 'drinks' };
const acme = { field: 'brand', value: 'drinks' };
const evidence: ProductEvidence = {
  product: 'tea',
  baskets: 9,
  reorderRate: 0.25,
  pairs: [
    { product: 'milk', together: 3, baskets: 5, score: 120_000, values: [drinks] },
    { product: 'cup', together: 2, baskets: 4, score: 90_000, values: [acme, drinks] },
    { product: 'soap', together: 2, baskets: 4, score: 1, values: [] },
  ],
  against: [{ product: 'coffee', score: -40_000 }],
};

it('reads evidence with values of fields as it was written', () => {
  expect(v.parse(evidenceItem, packEvidence(evidence))).toEqual(evidence);
});

it('cuts scores together with their pairs if there are too many', () => {
  const pairs = Array.from({ length: 100 }, (_, at) => ({
    ...{ product: `${at} ${'x'.repeat(1_000)}`, together: 2, baskets: 3, score: 1_000 - at },
    values: [],
  }));
  const read = v.parse(evidenceItem, packEvidence({ ...evidence, pairs }));
  expect(read.pairs.length).toBeGreaterThan(5);
  expect(read.pairs).toEqual(pairs.slice(0, read.pairs.length));
});

it('drops the weaker entries of a list that is too large with its values', () => {
  const popular = Array.from({ length: 100 }, (_, at) => ({
    product: `p${at}`,
    baskets: 1_000 - at,
    values: Array.from({ length: 8 }, (__, i) => ({ field: 'note', value: `${at} ${i} ${'x'.repeat(500)}` })),
  }));
  const packed = packPopular({ ...drinks, popular });
  expect(JSON.stringify(packed).length).toBeLessThan(100_000);
  const read = v.parse(popularItem, packed);
  expect(read.length).toBeGreaterThan(5);
  expect(read).toEqual(popular.slice(0, read.length));
});

it('refuses rows that lack a cell or have a wrong one', () => {
  const isRead = (pairs: unknown): boolean =>
    v.safeParse(evidenceItem, { product: 'tea', baskets: 9, pairs: JSON.stringify(pairs), scores: '[]' })
      .success;
  expect([isRead([['milk', 3, 5]]), isRead([])]).toEqual([true, true]);
  expect([isRead([['milk', 3]]), isRead([[3, 3, 5]]), isRead([['milk', '3', 5]]), isRead(['milk'])]).toEqual([
    ...[false, false, false, false],
  ]);
});
