// A version that is removed while it is read: DynamoDB may return a batch in parts, between which anything can happen.
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { documentClient } from '../../../src/stores/aws/clients.ts';
import { packEvidence } from '../../../src/stores/recommendations/evidence-item.ts';
import {
  createServedEvidence,
  productKey,
  versionKey,
} from '../../../src/stores/recommendations/served-evidence.ts';
import { recommendationsKey } from '../../../src/stores/tables/service-table.ts';

const TABLE = 'service';
const [removed, current] = [ulid(1_000), ulid(2_000)];
const ref = (reportId: string) => ({ accountId: 'acc_1', datasetId: 'default', reportId });
const pointer = (active: string) => ({ ...recommendationsKey('acc_1', 'default'), active, newest: current });
const version = (reportId: string, baskets: number) => ({
  ...versionKey(ref(reportId)),
  product_identifier: 'name',
  products: 1,
  summary: JSON.stringify({ baskets, leastBaskets: 1, minConfidence: 0, pairs: 0, popular: [] }),
});
const tea = (reportId: string, baskets: number) => ({
  ...productKey(ref(reportId), 'tea'),
  ...packEvidence({ product: 'tea', baskets, pairs: [], against: [] }),
});

it('answers from the version that replaced one that was removed between two parts of a batch', async () => {
  const mock = mockClient(DynamoDBDocumentClient);
  mock
    .on(GetCommand)
    .resolvesOnce({ Item: pointer(removed) })
    .resolves({ Item: pointer(current) });
  mock
    .on(BatchGetCommand)
    .resolvesOnce({
      Responses: { [TABLE]: [pointer(removed), version(removed, 1)] },
      UnprocessedKeys: { [TABLE]: { Keys: [productKey(ref(removed), 'tea')] } },
    })
    .resolvesOnce({ Responses: { [TABLE]: [] } })
    .resolves({ Responses: { [TABLE]: [pointer(current), version(current, 2), tea(current, 2)] } });
  const served = await createServedEvidence(documentClient(), TABLE).find(
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

it('finds that nothing is served any more when the only version is removed while it is read', async () => {
  const mock = mockClient(DynamoDBDocumentClient);
  mock
    .on(GetCommand)
    .resolvesOnce({ Item: pointer(removed) })
    .resolves({});
  mock.on(BatchGetCommand).resolves({ Responses: { [TABLE]: [pointer(removed)] } });
  const asked = { accountId: 'acc_1', datasetId: 'default' };
  expect(
    await createServedEvidence(documentClient(), TABLE).find(asked, { products: ['tea'] }),
  ).toBeUndefined();
  mock.restore();
});

it('previews a complete version that is not served, and none that is incomplete or being removed by then', async () => {
  const mock = mockClient(DynamoDBDocumentClient);
  mock.on(BatchGetCommand).resolves({ Responses: { [TABLE]: [pointer(current), tea(removed, 1)] } });
  const { summary, ...incomplete } = version(removed, 1);
  const preview = (Item: Record<string, unknown> | undefined) => {
    mock.on(GetCommand).resolves({ Item });
    return createServedEvidence(documentClient(), TABLE).ofReport(ref(removed), { products: ['tea'] });
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
