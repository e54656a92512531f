// Data: recoverable and protected, wherever it lies. cdk-nag refuses a bucket that is public or not encrypted, and calls without TLS.
import { beforeAll, describe, expect, it } from 'vitest';
import { LARGEST, MORE_SETTINGS, type StageTemplate, synthesizeStage } from './template.ts';

/** Policy of tables, which CloudFormation cannot delete while they are protected. */
const KEPT_PROTECTED = { dev: 'Delete', prod: 'Retain' } as const;

describe.each(['dev', 'prod'] as const)('%s', (stage) => {
  let template: StageTemplate;
  beforeAll(() => {
    template = synthesizeStage(stage);
  });

  it('can restore every table to any second, and in prod keeps it beyond the stack', () => {
    const tables = template.of('AWS::DynamoDB::Table');
    expect(tables.map(({ path }) => path).sort()).toEqual(['Data/Orders', 'Data/Service']);
    for (const { path, properties, deletionPolicy } of tables) {
      expect([path, properties, deletionPolicy]).toMatchObject([
        path,
        {
          BillingMode: 'PAY_PER_REQUEST',
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          DeletionProtectionEnabled: stage === 'prod',
        },
        KEPT_PROTECTED[stage],
      ]);
    }
  });

  it('lets nobody outside the account and its alarms in by a resource policy', () => {
    const types = ['AWS::S3::BucketPolicy', 'AWS::SQS::QueuePolicy', 'AWS::SNS::TopicPolicy'];
    const allowed = types.flatMap((type) =>
      template.statements(type).filter(({ effect }) => effect === 'Allow'),
    );
    expect(allowed).toEqual([
      {
        effect: 'Allow',
        actions: ['sns:Publish'],
        resources: ['AlarmTopic/Topic'],
        principal: { Service: ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com'] },
        condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ]);
  });

  it('gives every queue a dead-letter queue but the last one, and two weeks to be looked at', () => {
    const queues = template.of('AWS::SQS::Queue');
    const ends = queues.filter(({ properties }) => properties.RedrivePolicy === undefined);
    expect([queues.length, ends.map(({ path }) => path)]).toEqual([3, ['Intake/LastResort']]);
    for (const { properties } of queues) expect(properties.MessageRetentionPeriod).toBe(14 * 86_400);
  });

  it('tags every resource that can be with its stage, so that its cost is found', () => {
    const tags = (properties: Record<string, unknown>): string => JSON.stringify(properties.Tags ?? '');
    for (const type of [
      'AWS::DynamoDB::Table',
      'AWS::S3::Bucket',
      'AWS::SQS::Queue',
      'AWS::SNS::Topic',
      'AWS::Lambda::Function',
      'AWS::StepFunctions::StateMachine',
      'AWS::ApiGatewayV2::Api',
      'AWS::Logs::LogGroup',
      'AWS::CloudWatch::Alarm',
    ]) {
      const all = template.of(type);
      expect(all.length).toBeGreaterThan(0);
      for (const { path, properties } of all) {
        expect([path, tags(properties)]).toEqual([path, expect.stringContaining('order-analytics-stage')]);
        expect(tags(properties)).toContain(stage);
      }
    }
  });
});

it.each([
  ['a canary and an edge', LARGEST],
  ['nightly backups', MORE_SETTINGS],
])('a first deployment that fails leaves nothing but protected tables: with %s', (_, settings) => {
  const kept = synthesizeStage('prod', settings);
  const policies = new Map<string | undefined, Set<string>>();
  for (const type of kept.types())
    for (const { deletionPolicy, properties } of kept.of(type)) {
      if (deletionPolicy === undefined || deletionPolicy === 'Delete') continue;
      const isProtected = properties.DeletionProtectionEnabled === true;
      expect([type, deletionPolicy]).toEqual([type, isProtected ? 'Retain' : 'RetainExceptOnCreate']);
      policies.set(deletionPolicy, (policies.get(deletionPolicy) ?? new Set()).add(type));
    }
  expect([...(policies.get('Retain') ?? [])]).toEqual(['AWS::DynamoDB::Table']);
  expect([...(policies.get('RetainExceptOnCreate') ?? [])]).toContain('AWS::S3::Bucket');
});

describe('restored tables', () => {
  const restored = synthesizeStage('prod', {
    ordersTable: 'orders-restored',
    serviceTable: 'service-restored',
  });

  it('are what the functions and the operator work on', () => {
    const environments = restored.functions().map(({ properties }) => properties.Environment.Variables);
    const named = (variable: string) => new Set(environments.flatMap(({ [variable]: name }) => name ?? []));
    expect(named('SERVICE_TABLE')).toEqual(new Set(['service-restored']));
    expect(named('ORDERS_TABLE')).toEqual(new Set(['orders-restored']));
    expect(restored.outputs).toMatchObject({
      OrdersTable: 'orders-restored',
      ServiceTable: 'service-restored',
    });
  });

  it('are what the functions are allowed on, index included, and nothing else is', () => {
    const tables = restored
      .roleStatements()
      .filter(({ actions }) => actions.some((action) => action.startsWith('dynamodb:')))
      .flatMap(({ resources }) => resources);
    const arn = 'arn:AWS::Partition:dynamodb:AWS::Region:AWS::AccountId:table';
    expect(new Set(tables)).toEqual(
      new Set([
        `${arn}/orders-restored`,
        `${arn}/orders-restored/index/by_customer`,
        `${arn}/service-restored`,
        `${arn}/service-restored/index/unfinished`,
      ]),
    );
  });

  it("leave the stack's own tables as they are", () => {
    const own = synthesizeStage('prod').of('AWS::DynamoDB::Table');
    expect(restored.of('AWS::DynamoDB::Table')).toEqual(own);
  });

  it('are the ones that alarms and dashboard watch', () => {
    const watched = [...restored.of('AWS::CloudWatch::Alarm'), ...restored.of('AWS::CloudWatch::Dashboard')];
    const text = JSON.stringify(watched.map(({ properties }) => properties));
    expect(text).toContain('orders-restored');
    for (const { id } of restored.of('AWS::DynamoDB::Table')) expect(text).not.toContain(id);
  });
});

describe('nightly backups', () => {
  it('are off by default', () => {
    expect(
      synthesizeStage('prod')
        .types()
        .filter((type) => type.startsWith('AWS::Backup')),
    ).toEqual([]);
  });

  it('keep both tables as long as is set, and a copy elsewhere', () => {
    const template = synthesizeStage('prod', MORE_SETTINGS);
    const [plan] = template.of('AWS::Backup::BackupPlan');
    const kept = { DeleteAfterDays: 30 };
    expect(plan?.properties.BackupPlan).toMatchObject({
      BackupPlanRule: [
        {
          Lifecycle: kept,
          CopyActions: [{ DestinationBackupVaultArn: MORE_SETTINGS.backup.copyTo, Lifecycle: kept }],
        },
      ],
    });
    const [selection] = template.of('AWS::Backup::BackupSelection');
    const text = JSON.stringify(selection?.properties);
    for (const { id } of template.of('AWS::DynamoDB::Table')) expect(text).toContain(id);
  });

  it('lie in a vault that is named by the id of the stack, which a second creation changes', () => {
    const [vault] = synthesizeStage('prod', MORE_SETTINGS).of('AWS::Backup::BackupVault');
    expect(vault?.properties.BackupVaultName).toEqual({
      'Fn::Join': [
        '-',
        [
          'backups',
          { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] },
          expect.stringMatching(/^[0-9a-f]{5}$/),
        ],
      ],
    });
  });

  it('name a vault by its ARN', () => {
    expect(() => synthesizeStage('prod', { backup: { copyTo: 'copies' } })).toThrow(
      'backup.copyTo: expected the ARN',
    );
  });
});
