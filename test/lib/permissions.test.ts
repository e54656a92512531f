// Who may do what: every function with all its actions and what they are allowed on. A permission that isn't in the
// table is a mistake, and so is one that is there no more.
import { Duration } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { beforeAll, describe, expect, it } from 'vitest';
import { allowModel } from '../../lib/functions/model-permission.ts';
import { ServiceFunction } from '../../lib/functions/service-function.ts';
import { ALLOWED } from './allowed.ts';
import { type StageTemplate, stackOf, synthesizeStage } from './template.ts';

describe.each(['dev', 'prod'])('%s', (stage) => {
  let template: StageTemplate;
  beforeAll(() => {
    template = synthesizeStage(stage);
  });

  it('has no function that is missing from the table', () => {
    const names = template.functions().map(({ name }) => name);
    expect(names.sort()).toEqual(Object.keys(ALLOWED).sort());
  });

  it.each(Object.entries(ALLOWED))('allows %s what it does, and nothing else', (name, expected) => {
    const allowed = template.allowed(name);
    const [log, ...otherLogs] = Object.entries(allowed).filter(([resource]) =>
      resource.endsWith(`/${name}/Log`),
    );
    expect([log?.[1], otherLogs]).toEqual([['logs:CreateLogStream', 'logs:PutLogEvents'], []]);
    const rest = Object.entries(allowed).filter(([resource]) => resource !== log?.[0]);
    const sorted = Object.entries(expected).map(([resource, actions]) => [resource, [...actions].sort()]);
    expect(Object.fromEntries(rest)).toEqual(Object.fromEntries(sorted));
  });

  it('names every action and, but for what is accepted with a reason, every resource', () => {
    const objects =
      /^Data\/Bodies\/(?:audiences|customers|dead-letters|deliveries|drafts|exports|extracts|members|partitions|profiles|reports|rules)\/\*$/;
    const executions =
      /:execution:(?:Reports|Erasure|Exports|Audiences|Deliveries|Events)\/Workflow\.Name:\*$/;
    const versions = /^(?:Reports|Erasure|Exports|Audiences|Deliveries|Events)\/(?:\w+\/)+Function:\*$/;
    // Their APIs know no resource.
    const withoutResource = /^(?:logs:\w*(?:LogDelivery|LogDeliveries|ResourcePolic|DescribeLogGroups))/;
    for (const { effect, actions, resources } of template.roleStatements()) {
      expect(effect).toBe('Allow');
      for (const action of actions) expect(action).toMatch(/^[a-z0-9]+:[A-Za-z]+$/);
      for (const resource of resources.filter((one) => one.includes('*'))) {
        if (resource === '*') for (const action of actions) expect(action).toMatch(withoutResource);
        else expect([objects, executions, versions].some((known) => known.test(resource))).toBe(true);
      }
    }
  });

  it('attaches no managed policy, and lets services only take a role on', () => {
    for (const { path, properties } of template.of('AWS::IAM::Role')) {
      expect([path, properties.ManagedPolicyArns]).toEqual([path, undefined]);
      expect([path, properties.AssumeRolePolicyDocument]).toMatchObject([
        path,
        {
          Statement: [
            {
              Principal: { Service: expect.stringMatching(/^(?:lambda|scheduler|states)\.amazonaws\.com$/) },
              Action: 'sts:AssumeRole',
            },
          ],
        },
      ]);
    }
  });
});

describe('insights by a model', () => {
  const bedrock = (template: StageTemplate): string[] =>
    template
      .roleStatements()
      .filter(({ actions }) => actions.some((action) => action.startsWith('bedrock:')))
      .map(({ actions, resources, condition }) =>
        [`${actions} ${resources}`, ...(condition === undefined ? [] : [JSON.stringify(condition)])].join(
          ' if ',
        ),
      );

  it('is off, without any permission, unless a model is named', () => {
    expect(bedrock(synthesizeStage('dev'))).toEqual([]);
  });

  it('may call the one model that is named', () => {
    expect(bedrock(synthesizeStage('dev', { bedrockModelId: 'amazon.nova-lite-v1:0' }))).toEqual([
      'bedrock:InvokeModel arn:AWS::Partition:bedrock:AWS::Region::foundation-model/amazon.nova-lite-v1:0',
    ]);
  });

  it.each(['us', 'eu', 'jp', 'au', 'us-gov', 'apac', 'global'])(
    'may call an inference profile of %s, and its model through that profile only',
    (geography) => {
      const [profile, model, ...rest] = bedrock(
        stackOf((stack) => {
          const fn = new ServiceFunction(stack, 'PublishReport', {
            ...{ entry: 'report/publish', description: 'one that calls a model', environment: {} },
            ...{
              timeout: Duration.minutes(1),
              memoryMb: 256,
              logRetention: RetentionDays.ONE_DAY,
              key: undefined,
            },
          });
          allowModel(fn, `${geography}.amazon.nova-lite-v1:0`);
        }),
      );
      const arn = `:inference-profile/${geography}.amazon.nova-lite-v1:0`;
      expect(profile).toMatch(new RegExp(`^bedrock:InvokeModel arn:.*${arn}$`));
      expect(model).toContain(':bedrock:*::foundation-model/amazon.nova-lite-v1:0 if ');
      expect(model).toContain('bedrock:InferenceProfileArn');
      expect(model).toContain(arn);
      expect(rest).toEqual([]);
    },
  );

  it('may call an application inference profile, and any model through that profile only', () => {
    const arn = 'arn:aws:bedrock:eu-central-1:111122223333:application-inference-profile/a1b2c3';
    expect(bedrock(synthesizeStage('dev', { bedrockModelId: arn }))).toEqual([
      `bedrock:InvokeModel ${arn}`,
      `bedrock:InvokeModel arn:AWS::Partition:bedrock:*::foundation-model/* if ${JSON.stringify({
        StringEquals: { 'bedrock:InferenceProfileArn': arn },
      })}`,
    ]);
  });
});
