// The construct in a stack of somebody else's: what each prop changes.
import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { ManagedPolicy } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { describe, expect, it } from 'vitest';
import { bundleFunctions } from '../../lib/bundles/function-bundles.ts';
import { OrderAnalytics } from '../../lib/order-analytics.ts';
import type { OrderAnalyticsProps } from '../../lib/order-analytics-props.ts';

bundleFunctions();

function synthesized(props: (stack: Stack) => OrderAnalyticsProps) {
  const stack = new Stack(new App({ context: { 'aws:cdk:disable-asset-staging': true } }), 'Shop');
  const service = new OrderAnalytics(stack, 'Analytics', props(stack));
  return { service, template: Template.fromStack(stack) };
}

describe('with nothing of the operator', () => {
  const { template, service } = synthesized(() => ({ alarms: false, dashboard: false, retainData: false }));

  it('alarms, dashboard and topic are left out, and no table is protected', () => {
    for (const type of ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::Dashboard', 'AWS::SNS::Topic'])
      expect(Object.keys(template.findResources(type))).toEqual([]);
    expect(service.alarmTopic).toBeUndefined();
    const tables = Object.values(template.findResources('AWS::DynamoDB::Table'));
    expect(tables.length).toBeGreaterThan(0);
    expect(tables.map(({ DeletionPolicy }) => DeletionPolicy)).toEqual(tables.map(() => 'Delete'));
  });

  it('logs are kept for 90 days, and functions measure under the name of the stack', () => {
    template.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 90 });
    template.allResourcesProperties('AWS::Lambda::Function', {
      Environment: { Variables: { POWERTOOLS_SERVICE_NAME: Match.stringLikeRegexp('^Shop/') } },
    });
    expect(template.toJSON().Outputs ?? {}).toEqual({});
  });
});

describe('with what the operator brings', () => {
  const { template, service } = synthesized((stack) => ({
    name: 'lists',
    key: new Key(stack, 'Mine'),
    alarmTopic: new Topic(stack, 'Pager'),
    logRetention: RetentionDays.ONE_WEEK,
    permissionsBoundary: ManagedPolicy.fromManagedPolicyName(stack, 'Boundary', 'boundary'),
    customDomain: {
      name: 'orders.example.com',
      certificateArn: 'arn:aws:acm:eu-west-1:111122223333:certificate/11111111-2222-3333-4444-555555555555',
    },
    plans: { max: { monthlyReports: 7 } },
  }));

  it('every role has the boundary, every log its retention, every function its name and plans', () => {
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

  it('tables, bucket, queues and logs use the key, and no other key of data is created', () => {
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

  it('alarms notify the topic, and there is no other', () => {
    expect(Object.keys(template.findResources('AWS::SNS::Topic'))).toEqual([expect.stringMatching(/^Pager/)]);
    template.allResourcesProperties('AWS::CloudWatch::Alarm', {
      AlarmActions: [Match.objectLike({ Ref: Match.stringLikeRegexp('^Pager') })],
    });
  });
});

describe('values that can’t be', () => {
  it.each<[OrderAnalyticsProps, RegExp]>([
    [{ name: 'two words' }, /^name: .*two words/],
    [{ computeMemoryMb: 100 }, /^computeMemoryMb: .*512 to 10240, got 100/],
    [{ ingestConcurrency: 1 }, /^ingestConcurrency: .*got 1$/],
    [{ reservedConcurrency: { Nobody: 1 } }, /^reservedConcurrency: .*got Nobody/],
  ])('%j', (props, expected) => {
    expect(() => new OrderAnalytics(new Stack(new App(), 'Shop'), 'Analytics', props)).toThrow(expected);
  });
});
