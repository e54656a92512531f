// Tables, queues, buckets and backups of a stage: recovery, retention, access and tags. cdk-nag refuses public or
// unencrypted buckets, and calls without TLS.
import { beforeAll, describe, expect, it } from 'vitest';
import { LARGEST, MORE_SETTINGS, type StageTemplate, synthesizeStage } from './template.ts';

/** Deletion policy of tables: CloudFormation cannot delete a protected one, so that prod retains it. */
const KEPT_PROTECTED = { dev: 'Delete', prod: 'Retain' } as const;

describe.each(['dev', 'prod'] as const)('the data of %s', (stage) => {
  let template: StageTemplate;
  beforeAll(() => {
    template = synthesizeStage(stage);
  });

  it('has point-in-time recovery on every table, and tables that outlive the stack in prod only', () => {
    const tables = template.findByType('AWS::DynamoDB::Table');
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

  it('has one resource policy that allows access: alarms and budgets of the account publish to the topic', () => {
    const types = ['AWS::S3::BucketPolicy', 'AWS::SQS::QueuePolicy', 'AWS::SNS::TopicPolicy'];
    const allowed = types.flatMap((type) =>
      template.listStatements(type).filter(({ effect }) => effect === 'Allow'),
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

  it('has a dead-letter queue for every queue except the last, and keeps messages for 14 days', () => {
    const queues = template.findByType('AWS::SQS::Queue');
    const ends = queues.filter(({ properties }) => properties.RedrivePolicy === undefined);
    expect([queues.length, ends.map(({ path }) => path)]).toEqual([3, ['Intake/LastResort']]);
    for (const { properties } of queues) expect(properties.MessageRetentionPeriod).toBe(14 * 86_400);
  });

  it('has the stage as a tag on every taggable resource', () => {
    const formatTags = (properties: Record<string, unknown>): string => JSON.stringify(properties.Tags ?? '');
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
      const all = template.findByType(type);
      expect(all.length).toBeGreaterThan(0);
      for (const { path, properties } of all) {
        expect([path, formatTags(properties)]).toEqual([
          path,
          expect.stringContaining('order-analytics-stage'),
        ]);
        expect(formatTags(properties)).toContain(stage);
      }
    }
  });
});

it.each([
  ['a canary and an edge', LARGEST],
  ['nightly backups', MORE_SETTINGS],
])('retains only protected tables after a failed first deployment with %s', (_, settings) => {
  const kept = synthesizeStage('prod', settings);
  const policies = new Map<string | undefined, Set<string>>();
  for (const type of kept.listTypes())
    for (const { deletionPolicy, properties } of kept.findByType(type)) {
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

  it('are named in the environment of the functions and in the outputs', () => {
    const environments = restored.listFunctions().map(({ properties }) => properties.Environment.Variables);
    const listValues = (variable: string) =>
      new Set(environments.flatMap(({ [variable]: name }) => name ?? []));
    expect(listValues('SERVICE_TABLE')).toEqual(new Set(['service-restored']));
    expect(listValues('ORDERS_TABLE')).toEqual(new Set(['orders-restored']));
    expect(restored.outputs).toMatchObject({
      OrdersTable: 'orders-restored',
      ServiceTable: 'service-restored',
    });
  });

  it('are the only tables that roles allow, including their indexes', () => {
    const tables = restored
      .listRoleStatements()
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

  it("leave the stack's own tables unchanged", () => {
    const own = synthesizeStage('prod').findByType('AWS::DynamoDB::Table');
    expect(restored.findByType('AWS::DynamoDB::Table')).toEqual(own);
  });

  it("replace the stack's own tables in the alarms and the dashboard", () => {
    const watched = [
      ...restored.findByType('AWS::CloudWatch::Alarm'),
      ...restored.findByType('AWS::CloudWatch::Dashboard'),
    ];
    const text = JSON.stringify(watched.map(({ properties }) => properties));
    expect(text).toContain('orders-restored');
    for (const { id } of restored.findByType('AWS::DynamoDB::Table')) expect(text).not.toContain(id);
  });
});

describe('nightly backups', () => {
  it('are off by default', () => {
    expect(
      synthesizeStage('prod')
        .listTypes()
        .filter((type) => type.startsWith('AWS::Backup')),
    ).toEqual([]);
  });

  it('keep both tables, and copies in another vault, for the configured days', () => {
    const template = synthesizeStage('prod', MORE_SETTINGS);
    const [plan] = template.findByType('AWS::Backup::BackupPlan');
    const kept = { DeleteAfterDays: 30 };
    expect(plan?.properties.BackupPlan).toMatchObject({
      BackupPlanRule: [
        {
          Lifecycle: kept,
          CopyActions: [{ DestinationBackupVaultArn: MORE_SETTINGS.backup.copyTo, Lifecycle: kept }],
        },
      ],
    });
    const [selection] = template.findByType('AWS::Backup::BackupSelection');
    const text = JSON.stringify(selection?.properties);
    for (const { id } of template.findByType('AWS::DynamoDB::Table')) expect(text).toContain(id);
  });

  it('use a vault whose name contains the id of the stack, which differs in a second creation', () => {
    const [vault] = synthesizeStage('prod', MORE_SETTINGS).findByType('AWS::Backup::BackupVault');
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

  it('are refused if copyTo is not an ARN', () => {
    expect(() => synthesizeStage('prod', { backup: { copyTo: 'copies' } })).toThrow(
      'backup.copyTo: expected the ARN',
    );
  });
});

describe('the tables of orders', () => {
  const settings = { openTable: true, openTableScanGb: 100 };

  it('are in AWS Glue, with a partition a month of an account and a dataset that the query names', () => {
    const template = synthesizeStage('prod', settings);
    const [table] = template.findByType('AWS::Glue::Table');
    expect(table?.properties).toMatchObject({
      TableInput: {
        Name: 'order_lines',
        Parameters: {
          'projection.account.type': 'injected',
          'projection.dataset.type': 'injected',
          'projection.month.type': 'date',
        },
        PartitionKeys: ['account', 'dataset', 'month'].map((Name) => ({ Name, Type: 'string' })),
        StorageDescriptor: {
          Columns: [
            { Name: 'order_id', Type: 'string' },
            { Name: 'customer_id', Type: 'string' },
            { Name: 'order_date', Type: 'timestamp' },
            { Name: 'product_name', Type: 'string' },
            { Name: 'product_sku', Type: 'string' },
            { Name: 'unit_price', Type: 'decimal(38,18)' },
            { Name: 'quantity', Type: 'bigint' },
            { Name: 'amount', Type: 'decimal(38,8)' },
            { Name: 'custom_fields', Type: 'map<string,string>' },
            { Name: 'import_id', Type: 'string' },
          ],
        },
      },
    });
    const path = ['account', 'dataset', 'month'].map((name) => `${name}=$\{${name}}`).join('/');
    expect(JSON.stringify(table?.properties)).toContain(`/tables/${path}/`);
  });

  it('have a workgroup that stops a query at the limit, and keeps its results for a day', () => {
    const template = synthesizeStage('prod', settings);
    expect(template.findByType('AWS::Athena::WorkGroup').map(({ properties }) => properties)).toMatchObject([
      {
        WorkGroupConfiguration: {
          EnforceWorkGroupConfiguration: true,
          BytesScannedCutoffPerQuery: 100_000_000_000,
        },
      },
    ]);
    const [bucket] = template.findByType('AWS::S3::Bucket');
    expect(JSON.stringify(bucket?.properties)).toContain('{"ExpirationInDays":1,"Prefix":"athena/"');
  });

  it('cost nothing in a stage that keeps none', () => {
    const template = synthesizeStage('prod');
    expect(template.findByType('AWS::Glue::Table')).toEqual([]);
    expect(synthesizeStage('prod', { openTable: true }).findByType('AWS::Athena::WorkGroup')).toEqual([]);
  });
});
