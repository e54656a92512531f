// The construct OrderAnalytics in the stack of another app: the effect of each prop.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Fn, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { BackupVault } from 'aws-cdk-lib/aws-backup';
import { ManagedPolicy } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { afterAll, describe, expect, it } from 'vitest';
import { bundleFunctions } from '../../lib/bundles/function-bundles.ts';
import { OrderAnalytics } from '../../lib/order-analytics.ts';
import type { OrderAnalyticsProps } from '../../lib/order-analytics-props.ts';
import { IS_DEEP } from '../../tools/harness/depth.ts';

const WEB_ACL = 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/Acl/0a1b2c3d';
const CERTIFICATE = 'arn:aws:acm:eu-west-1:111122223333:certificate/11111111-2222-3333-4444-555555555555';

bundleFunctions();

const outdir = mkdtempSync(join(tmpdir(), 'construct-'));
afterAll(() => rmSync(outdir, { recursive: true }));

function synthesizeConstruct(props: (stack: Stack) => OrderAnalyticsProps) {
  const app = new App({
    outdir,
    // The validation takes four seconds to start.
    builtinCloudFormationValidation: IS_DEEP,
    context: { 'aws:cdk:disable-asset-staging': true },
  });
  const stack = new Stack(app, 'Shop');
  const service = new OrderAnalytics(stack, 'Analytics', props(stack));
  return { service, template: Template.fromStack(stack) };
}

describe('OrderAnalytics without alarms, dashboard and retained data', () => {
  const { template, service } = synthesizeConstruct(() => ({
    alarms: false,
    dashboard: false,
    retainData: false,
  }));

  it('creates no alarm, dashboard or topic, and tables that are deleted with the stack', () => {
    for (const type of ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::Dashboard', 'AWS::SNS::Topic'])
      expect(Object.keys(template.findResources(type))).toEqual([]);
    expect(service.alarmTopic).toBeUndefined();
    const tables = Object.values(template.findResources('AWS::DynamoDB::Table'));
    expect(tables.length).toBeGreaterThan(0);
    expect(tables.map(({ DeletionPolicy }) => DeletionPolicy)).toEqual(tables.map(() => 'Delete'));
  });

  it('keeps logs for 90 days, and names metrics after the stack', () => {
    template.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 90 });
    template.allResourcesProperties('AWS::Lambda::Function', {
      Environment: { Variables: { POWERTOOLS_SERVICE_NAME: Match.stringLikeRegexp('^Shop/') } },
    });
    expect(template.toJSON().Outputs ?? {}).toEqual({});
  });
});

describe('OrderAnalytics with resources of the operator', () => {
  const { template, service } = synthesizeConstruct((stack) => ({
    name: 'lists',
    key: new Key(stack, 'Mine'),
    alarmTopic: new Topic(stack, 'Pager'),
    logRetention: RetentionDays.ONE_WEEK,
    permissionsBoundary: ManagedPolicy.fromManagedPolicyName(stack, 'Boundary', 'boundary'),
    customDomain: {
      name: 'orders.example.com',
      certificateArn: CERTIFICATE,
    },
    plans: { max: { monthlyReports: 7 } },
  }));

  it('sets the boundary, log retention, service name, plans and domain', () => {
    template.allResourcesProperties('AWS::IAM::Role', { PermissionsBoundary: Match.anyValue() });
    template.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 7 });
    template.allResourcesProperties('AWS::Lambda::Function', {
      Environment: { Variables: { POWERTOOLS_SERVICE_NAME: Match.stringLikeRegexp('^lists/') } },
    });
    template.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: { PLANS: Match.stringLikeRegexp('"max":\\{[^}]*"monthlyReports":7') } },
    });
    const url = JSON.stringify(Stack.of(service).resolve(service.apiUrl));
    expect(url).toMatch(/^\{"Fn::Join":.*https:.*AnalyticsHttpDomain.*\/api\/v1/);
  });

  it('encrypts tables, queues and logs with the given key, and creates no data key', () => {
    const json = JSON.stringify(template.findResources('AWS::KMS::Key'));
    expect(json).not.toContain('Data of');
    const mine = Match.objectLike({ 'Fn::GetAtt': [Match.stringLikeRegexp('^Mine'), 'Arn'] });
    template.allResourcesProperties('AWS::Logs::LogGroup', { KmsKeyId: mine });
    template.allResourcesProperties('AWS::SQS::Queue', { KmsMasterKeyId: mine });
    template.allResourcesProperties('AWS::DynamoDB::Table', { SSESpecification: { KMSMasterKeyId: mine } });
    template.hasResourceProperties('AWS::KMS::Key', {
      KeyPolicy: {
        Statement: Match.arrayWith([
          Match.objectLike({ Condition: Match.objectLike({ ArnLike: Match.anyValue() }) }),
        ]),
      },
    });
  });

  it('notifies the given topic of alarms, and creates no other', () => {
    expect(Object.keys(template.findResources('AWS::SNS::Topic'))).toEqual([expect.stringMatching(/^Pager/)]);
    template.allResourcesProperties('AWS::CloudWatch::Alarm', {
      AlarmActions: [Match.objectLike({ Ref: Match.stringLikeRegexp('^Pager') })],
    });
  });
});

describe('OrderAnalytics with an edge, a canary and backups whose names are known at deployment only', () => {
  const { template } = synthesizeConstruct((stack) => ({
    edge: { webAclArn: Fn.importValue('acl'), directAccess: 'closed' },
    canaryMinutes: 10,
    backup: { days: 7, copyTo: new BackupVault(stack, 'Elsewhere').backupVaultArn },
    ordersTable: Fn.importValue('orders'),
    serviceTable: 'restored-service',
    apiThrottle: { routes: { 'GET /api/v1/reports': 50 } },
    publishableLimits: { perKey: 7 },
    encryption: 'kms',
  }));

  it('attaches the web ACL to the distribution, and serves the API by its secret stage with the throttle', () => {
    template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: { WebACLId: { 'Fn::ImportValue': 'acl' } },
    });
    template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      StageName: { 'Fn::Select': Match.anyValue() },
      RouteSettings: Match.objectLike({
        'GET /api/v1/reports': Match.objectLike({ ThrottlingRateLimit: 50 }),
      }),
    });
  });

  it('shifts versions over ten minutes, and backs up both restored tables for seven days with copies', () => {
    template.allResourcesProperties('AWS::CodeDeploy::DeploymentGroup', {
      DeploymentConfigName: Match.stringLikeRegexp('10Minutes$'),
    });
    const kept = Match.objectLike({ DeleteAfterDays: 7 });
    template.hasResourceProperties('AWS::Backup::BackupPlan', {
      BackupPlan: {
        BackupPlanRule: [
          Match.objectLike({ Lifecycle: kept, CopyActions: [Match.objectLike({ Lifecycle: kept })] }),
        ],
      },
    });
    const backups = JSON.stringify(template.findResources('AWS::Backup::BackupSelection'));
    expect(backups).toMatch(/"Fn::ImportValue":"orders".*restored-service/);
  });

  it('passes the restored tables and limits to functions, and encrypts tables with KMS', () => {
    template.hasResourceProperties('AWS::Lambda::Function', {
      Environment: {
        Variables: { ORDERS_TABLE: { 'Fn::ImportValue': 'orders' }, SERVICE_TABLE: 'restored-service' },
      },
    });
    expect(JSON.stringify(template.findResources('AWS::Lambda::Function'))).toMatch(/perKey\\":7/);
    template.hasResourceProperties('AWS::DynamoDB::Table', { SSESpecification: { SSEEnabled: true } });
  });
});

describe('OrderAnalytics with invalid props', () => {
  it.each<[OrderAnalyticsProps, RegExp]>([
    [{ name: 'two words' }, /^name: .*two words/],
    [{ computeMemoryMb: 100 }, /^computeMemoryMb: .*>=512 but received 100$/],
    [{ ingestConcurrency: 1 }, /^ingestConcurrency: .*received 1$/],
    [{ backup: { days: 36 } }, /^backup.days: .*received 36$/],
    [{ backup: { copyTo: 'arn:aws:s3:::x' } }, /^backup.copyTo: expected the ARN of a vault/],
    [
      { edge: { webAclArn: 'arn:aws:s3:::x', directAccess: 'closed' } },
      /^webAclArn: expected the output WebAclArn/,
    ],
    [{ ordersTable: 'restored' }, /^ordersTable and serviceTable go together/],
    [{ warmReadUnits: 12_000, warmWriteUnits: 1 }, /^warmWriteUnits: .*received 1$/],
    [{ canaryMinutes: 5, alarms: false }, /^canaryMinutes: requires alarms/],
    [
      {
        edge: { webAclArn: WEB_ACL, directAccess: 'closed' },
        customDomain: { name: 'a.example', certificateArn: CERTIFICATE },
      },
      /^certificateArn: expected a certificate in us-east-1/,
    ],
    [{ reservedConcurrency: { Nobody: 1 } }, /^reservedConcurrency: .*got Nobody/],
  ])('refuses %j', (props, expected) => {
    expect(() => new OrderAnalytics(new Stack(new App({ outdir }), 'Shop'), 'Analytics', props)).toThrow(
      expected,
    );
  });
});
