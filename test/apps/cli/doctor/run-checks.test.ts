// Tests the findings of `doctor`. No engine has the APIs that it calls, so each response is a mock in AWS's format.
import { CostExplorerClient, ListCostAllocationTagsCommand } from '@aws-sdk/client-cost-explorer';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { App } from 'aws-cdk-lib';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, it } from 'vitest';
import {
  type CheckedStage,
  computeConcurrencyRecipe,
  createDoctorClients,
  runChecks,
} from '../../../../apps/cli/doctor/run-checks.ts';
import { readStageContext } from '../../../../bin/stage-context.ts';
import { synthesizeStage } from '../../../lib/template.ts';

const lambda = mockClient(LambdaClient);
const ssm = mockClient(SSMClient);
const sns = mockClient(SNSClient);
const dynamoDb = mockClient(DynamoDBClient);
const costExplorer = mockClient(CostExplorerClient);
// The mocks are restored because other files share this process.
afterAll(() => {
  for (const mock of [lambda, ssm, sns, dynamoDb, costExplorer]) mock.restore();
});

const TOPIC = 'arn:aws:sns:eu-central-1:111122223333:alarms';
const NOW = Date.parse('2026-03-01T12:00:00Z');
const STAGE: CheckedStage = {
  ordersTable: 'orders',
  serviceTable: 'service',
  alarmTopicArn: TOPIC,
  ingestConcurrency: 4,
  reservedConcurrency: 0,
  budgetTag: 'order-analytics-stage',
};

function mockQuota(concurrent: number, unreserved = concurrent): void {
  lambda.on(GetAccountSettingsCommand).resolves({
    AccountLimit: { ConcurrentExecutions: concurrent, UnreservedConcurrentExecutions: unreserved },
  });
}

function mockBackup(latest: string): void {
  dynamoDb.on(DescribeContinuousBackupsCommand).resolves({
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: {
        PointInTimeRecoveryStatus: 'ENABLED',
        LatestRestorableDateTime: new Date(latest),
      },
    },
  });
}

beforeEach(() => {
  for (const mock of [lambda, ssm, sns, dynamoDb, costExplorer]) mock.reset();
  mockQuota(1_000);
  ssm
    .on(GetParameterCommand, { Name: '/cdk-bootstrap/hnb659fds/version' })
    .resolves({ Parameter: { Value: '28' } });
  sns.on(ListSubscriptionsByTopicCommand, { TopicArn: TOPIC }).resolves({
    Subscriptions: [{ SubscriptionArn: `${TOPIC}:1`, Endpoint: 'ops@example.com' }],
  });
  costExplorer.on(ListCostAllocationTagsCommand, { TagKeys: ['order-analytics-stage'] }).resolves({
    CostAllocationTags: [{ TagKey: 'order-analytics-stage', Type: 'UserDefined', Status: 'Active' }],
  });
  dynamoDb.on(DescribeTableCommand, { TableName: 'orders' }).resolves({
    Table: {
      WarmThroughput: { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 4_000, Status: 'ACTIVE' },
    },
  });
  mockBackup('2026-03-01T11:55:00Z');
});

async function findResult(name: string): Promise<string> {
  const checks = await runChecks(createDoctorClients(), STAGE, NOW);
  const check = checks.find((candidate) => candidate.name === name);
  return check === undefined ? 'no such check' : `${check.result}: ${check.finding}`;
}

it('reports every check of a healthy stage as ok', async () => {
  const checks = await runChecks(createDoctorClients(), STAGE, NOW);
  expect(checks.map(({ name, result }) => `${name}: ${result}`)).toEqual([
    'concurrent executions: ok',
    'concurrency settings: ok',
    'CDK bootstrap: ok',
    'alarm receiver: ok',
    'budget tag: ok',
    'Orders table throughput: ok',
    'backup of orders: ok',
    'backup of service: ok',
  ]);
});

it('warns that a new account with ten concurrent executions suits trials only', async () => {
  mockQuota(10);
  expect(await findResult('concurrent executions')).toMatch(/^warning: 10 of 10 unreserved; .* leaves 4/);
});

it('reports a problem if ingest and reservations leave too few executions for the API', async () => {
  mockQuota(1_000, 9);
  expect(await findResult('concurrent executions')).toMatch(/^problem: 9 of 1000 unreserved; .* leaves 3/);
});

it('suggests settings that fit the quota minus the reservations of other stacks', async () => {
  expect(await findResult('concurrency settings')).toBe(
    'ok: that suit a quota of 1000, 0 of it reserved elsewhere: {"reservedConcurrency":{"SubmitOrders":50,"ComputeReport":20,"Console":20,"Reference":10,"UnknownRoute":10},"ingestConcurrency":20,"maxHeldReads":100,"partitionConcurrency":40}',
  );
  mockQuota(1_000, 600);
  expect(await findResult('concurrency settings')).toMatch(
    / 400 of it reserved elsewhere: .*"SubmitOrders":30,/,
  );
  mockQuota(10);
  expect(await findResult('concurrency settings')).toBe(
    'ok: with a quota of 10, 0 of it reserved elsewhere, reserve nothing',
  );
});

it('suggests only functions of the stage, and values that AWS and the settings accept, for any quota', () => {
  for (let quota = 0; quota <= 20_000; quota += 250) {
    const recipe = computeConcurrencyRecipe(quota, 0);
    if (recipe === undefined) continue;
    const reserved = Object.values(recipe.reservedConcurrency).reduce((sum, one) => sum + one, 0);
    expect(quota - reserved).toBeGreaterThanOrEqual(100);
    const node = new App({ outdir: 'cdk.out', context: { ...recipe } }).node;
    expect(readStageContext(node, 'prod')).toMatchObject(recipe);
  }
  const functions = synthesizeStage('prod')
    .listFunctions()
    .map(({ name }) => name);
  const recipe = computeConcurrencyRecipe(1_000, 0);
  expect(functions).toEqual(expect.arrayContaining(Object.keys(recipe?.reservedConcurrency ?? {})));
  expect(recipe).toBeDefined();
});

it('reports a bootstrap stack that is too old', async () => {
  ssm.on(GetParameterCommand).resolves({ Parameter: { Value: '14' } });
  expect(await findResult('CDK bootstrap')).toBe(
    'problem: version 14, 21 or later is needed: run npx cdk bootstrap again',
  );
});

it('reports an unconfirmed address, and a topic without addresses', async () => {
  sns.on(ListSubscriptionsByTopicCommand).resolves({
    Subscriptions: [{ SubscriptionArn: 'PendingConfirmation', Endpoint: 'ops@example.com' }],
  });
  expect(await findResult('alarm receiver')).toMatch(/^problem: ops@example.com has not confirmed/);
  sns.on(ListSubscriptionsByTopicCommand).resolves({ Subscriptions: [] });
  expect(await findResult('alarm receiver')).toMatch(/^warning: nobody receives the alarms/);
});

it('warns of a budget tag that is not active', async () => {
  costExplorer.on(ListCostAllocationTagsCommand).resolves({ CostAllocationTags: [] });
  expect(await findResult('budget tag')).toMatch(/^warning: order-analytics-stage is not an active/);
});

it('reports backups that have stopped or are off', async () => {
  mockBackup('2026-03-01T10:00:00Z');
  expect(await findResult('backup of orders')).toMatch(/^problem: restorable until 2026-03-01T10:00:00.000Z/);
  dynamoDb.on(DescribeContinuousBackupsCommand).resolves({});
  expect(await findResult('backup of service')).toMatch(/^problem: point-in-time recovery is off/);
});

it('reports a check as unknown if its call is refused, and still runs the others', async () => {
  costExplorer.on(ListCostAllocationTagsCommand).rejects(
    Object.assign(new Error('not authorized to perform ce:ListCostAllocationTags'), {
      name: 'AccessDeniedException',
    }),
  );
  expect(await findResult('budget tag')).toBe(
    'unknown: check failed: AccessDeniedException: not authorized to perform ce:ListCostAllocationTags',
  );
  expect(await findResult('CDK bootstrap')).toBe('ok: version 28');
});
