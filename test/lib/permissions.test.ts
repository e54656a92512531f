// Which models a function may call. What each function may do besides is held against the calls of each run of the engines
// (test/permissions); cdk-nag refuses wildcards and managed policies without a reason.
import { Duration } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { describe, expect, it } from 'vitest';
import { allowModel } from '../../lib/functions/model-permission.ts';
import { ServiceFunction } from '../../lib/functions/service-function.ts';
import { type StageTemplate, stackOf, synthesizeStage } from './template.ts';

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
