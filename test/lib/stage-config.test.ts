// What a deployment may choose, and what it may not.
import { App } from 'aws-cdk-lib';
import { describe, expect, it, vi } from 'vitest';
import { requireSaved } from '../../bin/saved-context.ts';
import { readStageContext, SAVED_KEYS } from '../../bin/stage-context.ts';
import { bundleFunctions } from '../../lib/bundles/function-bundles.ts';
import { ServiceStack } from '../../lib/service-stack.ts';
import { createStageConfig } from '../../lib/stage/stage-config.ts';
import { DEFAULT_PLANS } from '../../src/contract/plans.ts';
import { MORE_SETTINGS, SETTINGS, synthesizeStage } from './template.ts';

/** Nothing is written here; an App without a folder makes one below /tmp, and leaves it there. */
const OUT_DIR = 'cdk.out';
const CERTIFICATE = 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000';

function choices(context: Readonly<Record<string, unknown>>, stage = 'prod') {
  return readStageContext(new App({ outdir: OUT_DIR, context: { ...context } }).node, stage);
}

describe('a stage', () => {
  it('that is unknown is rejected', () => {
    expect(() => createStageConfig('staging', { plans: DEFAULT_PLANS })).toThrow(
      'expected one of local, dev, prod, got staging',
    );
  });

  it.each(['dev', 'prod'])('%s sends no webhook to any address', (stage) => {
    bundleFunctions();
    const config = {
      ...createStageConfig(stage, { plans: DEFAULT_PLANS }),
      webhookReceivers: 'any',
    } as const;
    expect(() => new ServiceStack(new App({ outdir: OUT_DIR }), 'Stack', { config })).toThrow(
      `webhookReceivers: ${stage} sends webhooks to public https addresses only`,
    );
  });
});

describe('context', () => {
  it('is the defaults where nothing is given', () => {
    expect(choices({})).toEqual({ plans: DEFAULT_PLANS });
  });

  it('may be text, as the command line has it', () => {
    expect(
      choices({ monthlyBudgetUsd: '50', ingestConcurrency: '20', plans: '{"max":{"monthlyReports":9}}' }),
    ).toEqual({
      monthlyBudgetUsd: 50,
      ingestConcurrency: 20,
      plans: { ...DEFAULT_PLANS, max: { ...DEFAULT_PLANS.max, monthlyReports: 9 } },
    });
  });

  it('of one stage wins over that of all, and leaves the other alone', () => {
    const context = { alarmEmail: 'all@example.com', prod: { alarmEmail: 'prod@example.com' } };
    expect(choices(context, 'prod')).toMatchObject({ alarmEmail: 'prod@example.com' });
    expect(choices(context, 'dev')).toMatchObject({ alarmEmail: 'all@example.com' });
  });

  it.each([
    [{ encryption: 'none' }, 'encryption: '],
    [{ alarmEmail: 'nobody' }, 'alarmEmail: '],
    [{ monthlyBudgetUsd: '0' }, 'monthlyBudgetUsd: '],
    [{ monthlyBudgetUsd: '' }, 'monthlyBudgetUsd: '],
    [{ ingestConcurrency: 1 }, 'ingestConcurrency: '],
    [{ plans: { maks: {} } }, 'plans.maks: '],
    [{ plans: '{"max":{"monthlyReports":-1}}' }, 'plans.max.monthlyReports: '],
    [{ prod: { alarmMail: 'ops@example.com' } }, 'alarmMail: '],
    [{ ordersTable: 'restored' }, 'ordersTable and serviceTable go together'],
    [{ certificateArn: CERTIFICATE }, 'domainName and certificateArn go together'],
    [
      { domainName: 'api.example.com', certificateArn: 'arn:aws:iam::1:x' },
      'certificateArn: expected the ARN of',
    ],
    [{ warmWriteUnits: 40_000 }, 'warmReadUnits and warmWriteUnits go together'],
    [{ warmReadUnits: 12_000, warmWriteUnits: 1_000 }, 'warmWriteUnits: '],
    [
      { warmReadUnits: 40_001, warmWriteUnits: 4_000 },
      "warmReadUnits: expected 12000, which a new table supports, to 40000, DynamoDB's quota of a table, received 40001",
    ],
    [{ computeMemoryMb: 20_000 }, 'computeMemoryMb: '],
    [{ extractMaxLines: -1 }, 'extractMaxLines: '],
    [{ partitionThresholdLines: -1 }, 'partitionThresholdLines: '],
    [{ linesPerPartition: 0 }, 'linesPerPartition: '],
    [{ partitionConcurrency: 41 }, 'partitionConcurrency: '],
    [{ bedrockModelId: 'arn:aws:bedrock:eu-west-1::foundation-model/x' }, 'bedrockModelId: '],
    [{ encyption: 'kms' }, 'got encyption'],
  ])('%j is refused by its key', (context, problem) => {
    expect(() => choices(context)).toThrow(problem);
  });

  it('refuses a certificate of another region than the stage’s, where that is known', () => {
    const context = { domainName: 'api.example.com', certificateArn: CERTIFICATE };
    vi.stubEnv('CDK_DEFAULT_REGION', 'us-east-1');
    expect(() => choices(context)).toThrow('certificateArn: expected a certificate in the region');
    vi.stubEnv('CDK_DEFAULT_REGION', 'eu-central-1');
    expect(choices(context)).toMatchObject({ customDomain: { name: 'api.example.com' } });
    vi.unstubAllEnvs();
  });

  it('refuses what does not fit the environment of a function, at synthesis', () => {
    const corsOrigins = Array.from({ length: 200 }, (_, i) => `https://console-${i}.shop.example.com`);
    expect(() => synthesizeStage('dev', { corsOrigins })).toThrow(
      /^http\/\S+: the environment has \d+ bytes, of which CORS_ORIGINS has \d+; AWS takes 4096/,
    );
    expect(() => synthesizeStage('dev', { corsOrigins: corsOrigins.slice(0, 40) })).not.toThrow();
  });

  it('names functions that are there', () => {
    expect(() => synthesizeStage('dev', { reservedConcurrency: { Compute: 1 } })).toThrow(
      /^reservedConcurrency: expected one of SubmitOrders, .*, got Compute$/,
    );
  });
});

describe('settings of a deployment', () => {
  const node = (context: Readonly<Record<string, unknown>>) =>
    new App({ outdir: OUT_DIR, context: { ...context } }).node;
  const saved = JSON.stringify({ context: { encryption: 'kms', prod: { monthlyBudgetUsd: 50 } } });

  it('are taken from cdk.json', () => {
    const context = { encryption: 'kms', prod: { monthlyBudgetUsd: 50 } };
    expect(() => requireSaved(node(context), SAVED_KEYS, saved)).not.toThrow();
  });

  it.each([
    [{ encryption: 'aws' }, 'encryption'],
    [{ encryption: 'kms', ordersTable: 'restored' }, 'ordersTable'],
    [{ encryption: 'kms', prod: { monthlyBudgetUsd: 60 } }, 'prod'],
  ])('from the command line are refused, because the next deployment would drop them: %j', (context, key) => {
    expect(() => requireSaved(node(context), SAVED_KEYS, saved)).toThrow(
      `context: ${key} differs from cdk.json`,
    );
  });

  it('size the function that computes reports and warm the Orders table', () => {
    const template = synthesizeStage('prod', MORE_SETTINGS);
    const compute = template.functions().find(({ name }) => name === 'ComputeReport');
    expect(compute?.properties).toMatchObject({
      MemorySize: 10_240,
      Environment: { Variables: { EXTRACT_MAX_LINES: '0' } },
    });
    const warmed = template
      .of('AWS::DynamoDB::Table')
      .flatMap(({ path, properties }) =>
        properties.WarmThroughput ? [[path, properties.WarmThroughput]] : [],
      );
    expect(warmed).toEqual([['Data/Orders', { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 40_000 }]]);
  });

  it('leave a new account with ten concurrent executions room for the API', () => {
    const limits = synthesizeStage('prod')
      .of('AWS::Lambda::EventSourceMapping')
      .map(({ properties }) => properties.ScalingConfig);
    expect(limits).toEqual([{ MaximumConcurrency: 4 }, { MaximumConcurrency: 2 }]);
  });
});

describe('the monthly budget', () => {
  it('is off unless a figure is given', () => {
    expect(synthesizeStage('prod').of('AWS::Budgets::Budget')).toEqual([]);
  });

  it("counts what carries the stage's tag, and tells the topic at 80 % and when 100 % are foreseen", () => {
    const template = synthesizeStage('prod', SETTINGS);
    const [topic] = template.of('AWS::SNS::Topic');
    const subscribers = [{ SubscriptionType: 'SNS', Address: { Ref: topic?.id } }];
    expect(template.of('AWS::Budgets::Budget')).toMatchObject([
      {
        properties: {
          Budget: {
            BudgetType: 'COST',
            TimeUnit: 'MONTHLY',
            BudgetLimit: { Amount: 100, Unit: 'USD' },
            CostFilters: { TagKeyValue: ['user:order-analytics-stage$prod'] },
          },
          NotificationsWithSubscribers: [
            {
              Notification: { NotificationType: 'ACTUAL', Threshold: 80, ThresholdType: 'PERCENTAGE' },
              Subscribers: subscribers,
            },
            {
              Notification: { NotificationType: 'FORECASTED', Threshold: 100, ThresholdType: 'PERCENTAGE' },
              Subscribers: subscribers,
            },
          ],
        },
      },
    ]);
  });

  it('sends mail to the named addresses only', () => {
    expect(synthesizeStage('prod').of('AWS::SNS::Subscription')).toEqual([]);
    expect(synthesizeStage('prod', SETTINGS).of('AWS::SNS::Subscription')).toMatchObject([
      { properties: { Protocol: 'email', Endpoint: 'ops@example.com' } },
    ]);
  });
});
