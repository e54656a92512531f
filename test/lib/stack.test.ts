// Rules over the whole tree: new code obeys without being told.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { synthesize } from '../../bin/synth.ts';
import { bundleSize } from '../../lib/function-bundles.ts';
import { stageConfig } from '../../lib/stage-config.ts';
import { DEFAULT_PLANS } from '../../src/core/accounts/plans.ts';

type Resource = { Properties: Record<string, unknown>; DeletionPolicy?: string };
type Resources = Record<string, Resource>;
type Statement = { Action: string | string[]; Resource: unknown; Effect: string };

const outDir = mkdtempSync(join(tmpdir(), 'order-analytics-'));
afterAll(() => rmSync(outDir, { recursive: true, force: true }));

// Synthesizing fails on any cdk-nag finding that isn't accepted with a reason.
const stacks: Record<string, Template> = {};
beforeAll(() => {
  for (const stage of ['dev', 'prod', 'local']) {
    const { template } = synthesize(stage, join(outDir, stage));
    stacks[stage] = Template.fromJSON(template as Record<string, unknown>);
  }
});

function find(stage: string, type: string): Resources {
  return stacks[stage]?.findResources(type) as Resources;
}

describe.each(['dev', 'prod'])('%s', (stage) => {
  it('runs every function on arm64 and Node 24, traced, with a log that ends', () => {
    const functions = Object.values(find(stage, 'AWS::Lambda::Function'));
    expect(functions).toHaveLength(21);
    for (const { Properties } of functions) {
      expect(Properties).toMatchObject({
        Architectures: ['arm64'],
        Runtime: 'nodejs24.x',
        TracingConfig: { Mode: 'Active' },
        LoggingConfig: { LogFormat: 'JSON', LogGroup: expect.anything() },
      });
    }
    for (const { Properties } of Object.values(find(stage, 'AWS::Logs::LogGroup'))) {
      expect(Properties.RetentionInDays).toBe(stage === 'prod' ? 90 : 30);
    }
  });

  it('gives every function a role of its own and an alarm on its errors that tells someone', () => {
    const functions = Object.entries(find(stage, 'AWS::Lambda::Function'));
    const roles = functions.map(([, { Properties }]) => JSON.stringify(Properties.Role));
    expect(new Set(roles).size).toBe(functions.length);
    const alarms = Object.values(find(stage, 'AWS::CloudWatch::Alarm'));
    for (const [id] of functions) {
      const own = alarms.filter(({ Properties }) =>
        JSON.stringify(Properties.Dimensions ?? '').includes(`"${id}"`),
      );
      expect([id, own.length]).toEqual([id, 1]);
    }
    for (const { Properties } of alarms) {
      expect(Properties.AlarmActions).toHaveLength(1);
      expect(Properties.AlarmDescription).toContain('docs/runbook.md#');
    }
  });

  it('allows no wildcard action, and no managed policy', () => {
    for (const { Properties } of Object.values(find(stage, 'AWS::IAM::Policy'))) {
      const { Statement: statements } = Properties.PolicyDocument as { Statement: Statement[] };
      for (const { Action } of statements) {
        for (const action of [Action].flat()) expect(action).not.toContain('*');
      }
    }
    for (const { Properties } of Object.values(find(stage, 'AWS::IAM::Role'))) {
      expect(Properties.ManagedPolicyArns).toBeUndefined();
    }
  });

  it.each([
    // Reads the report, writes its deliveries.
    ['NotifyReceiver', ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem']],
    // Admission; imports, datasets and idempotency records, which expire instead of being deleted; row counters.
    [
      'SubmitOrders',
      ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem', 'sqs:SendMessage'],
    ],
    // Admission; reports and idempotency records.
    [
      'CreateReport',
      ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'states:StartExecution'],
    ],
    // Admission; whether the dataset is there, its running erasures, job and marks, the end of the dataset.
    [
      'DeleteDataset',
      [
        'dynamodb:DeleteItem',
        'dynamodb:GetItem',
        'dynamodb:PutItem',
        'dynamodb:Query',
        'dynamodb:UpdateItem',
        'states:StartExecution',
      ],
    ],
    // Admission; job and marks.
    [
      'DeleteCustomer',
      ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'states:StartExecution'],
    ],
    // Admission; the report, its deliveries and its body.
    ['GetReport', ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem', 's3:GetObject']],
  ])('allows %s what it does, and nothing else', (name, expected) => {
    const policies = Object.entries(find(stage, 'AWS::IAM::Policy')).filter(([id]) => id.includes(name));
    const statements = policies.flatMap(
      ([, { Properties }]) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement,
    );
    const common = [
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      'xray:PutTelemetryRecords',
      'xray:PutTraceSegments',
    ];
    expect([...new Set(statements.flatMap(({ Action }) => Action))].sort()).toEqual(
      [...expected, ...common].sort(),
    );
  });

  it('gives every queue a dead-letter queue but the last one', () => {
    const queues = Object.values(find(stage, 'AWS::SQS::Queue'));
    const ends = queues.filter(({ Properties }) => Properties.RedrivePolicy === undefined);
    expect([queues.length, ends.length]).toEqual([3, 1]);
    for (const { Properties } of queues) expect(Properties.MessageRetentionPeriod).toBe(14 * 86_400);
  });

  it('keeps data recoverable, and in prod beyond the stack', () => {
    for (const { Properties, DeletionPolicy } of Object.values(find(stage, 'AWS::DynamoDB::Table'))) {
      expect(Properties).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        DeletionProtectionEnabled: stage === 'prod',
      });
      expect(DeletionPolicy).toBe(stage === 'prod' ? 'Retain' : 'Delete');
    }
    for (const { Properties } of Object.values(find(stage, 'AWS::S3::Bucket'))) {
      expect(Properties.PublicAccessBlockConfiguration).toMatchObject({
        BlockPublicAcls: true,
        RestrictPublicBuckets: true,
      });
    }
  });

  it('sends webhooks to public https only', () => {
    for (const { Properties } of Object.values(find(stage, 'AWS::Lambda::Function'))) {
      const { Variables } = Properties.Environment as { Variables: Record<string, unknown> };
      expect([undefined, 'public_https']).toContain(Variables.WEBHOOK_TARGETS);
    }
  });
});

it('bundles every HTTP function below 500 kB', () => {
  for (const name of [
    'submit-orders',
    'get-imports',
    'create-report',
    'list-reports',
    'get-report',
    'list-datasets',
    'delete-dataset',
    'delete-customer',
    'get-erasure',
    'list-erasures',
    'unknown-route',
  ]) {
    expect([name, bundleSize(`http/${name}`) < 500_000]).toEqual([name, true]);
  }
});

it('refuses a stage that it does not know', () => {
  expect(() => stageConfig('staging', { plans: DEFAULT_PLANS })).toThrow(
    'expected one of local, dev, prod, got staging',
  );
});

describe('insights by a model', () => {
  const bedrock = (context: Readonly<Record<string, unknown>>): string[] => {
    const { template } = synthesize(
      'dev',
      join(outDir, `bedrock-${JSON.stringify(context).length}`),
      context,
    );
    const policies = Template.fromJSON(template as Record<string, unknown>).findResources('AWS::IAM::Policy');
    return Object.values(policies as Resources)
      .flatMap(({ Properties }) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement)
      .filter(({ Action }) => JSON.stringify(Action).includes('bedrock'))
      .map(({ Action, Resource }) => `${JSON.stringify(Action)} ${JSON.stringify(Resource)}`);
  };

  it('is off, without any permission, unless a model is named', () => {
    expect(bedrock({})).toEqual([]);
  });

  it('may call the one model that is named', () => {
    const [statement, ...others] = bedrock({ bedrockModelId: 'amazon.nova-lite-v1:0' });
    expect(others).toEqual([]);
    expect(statement).toMatch(/^"bedrock:InvokeModel" .*::foundation-model\/amazon\.nova-lite-v1:0/);
    expect(statement).not.toContain('*');
  });

  it('may call an inference profile and its model', () => {
    const statements = bedrock({ bedrockModelId: 'eu.amazon.nova-lite-v1:0' }).join('\n');
    expect(statements).toContain(':inference-profile/eu.amazon.nova-lite-v1:0');
    expect(statements).toContain(':foundation-model/amazon.nova-lite-v1:0');
  });
});
