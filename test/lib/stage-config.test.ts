// Settings of a deployment: defaults, precedence, and values that are refused.
import { App } from 'aws-cdk-lib';
import { describe, expect, it, vi } from 'vitest';
import { requireSaved } from '../../bin/saved-context.ts';
import { readStageContext, SAVED_KEYS } from '../../bin/stage-context.ts';
import { bundleFunctions } from '../../lib/bundles/function-bundles.ts';
import { ServiceStack } from '../../lib/service-stack.ts';
import { createStageConfig } from '../../lib/stage/stage-config.ts';
import { DEFAULT_PLANS } from '../../src/contract/plans.ts';
import { MORE_SETTINGS, SETTINGS, synthesizeStage } from './template.ts';

/** Nothing is written here. An App without a folder creates a temporary one and leaves it behind. */
const OUT_DIR = 'cdk.out';
const CERTIFICATE = 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000';

function readContext(context: Readonly<Record<string, unknown>>, stage = 'prod') {
  return readStageContext(new App({ outdir: OUT_DIR, context: { ...context } }).node, stage);
}

describe('a stage', () => {
  it('is refused if its name is unknown', () => {
    expect(() => createStageConfig('staging', { plans: DEFAULT_PLANS })).toThrow(
      'expected one of local, dev, prod, got staging',
    );
  });

  it.each(['dev', 'prod'])('%s is refused if it may send webhooks to any address', (stage) => {
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
  it('is optional', () => {
    expect(readContext({})).toEqual({ plans: DEFAULT_PLANS });
  });

  it('may be given as text, as on the command line', () => {
    expect(
      readContext({ monthlyBudgetUsd: '50', ingestConcurrency: '20', plans: '{"max":{"monthlyReports":9}}' }),
    ).toEqual({
      monthlyBudgetUsd: 50,
      ingestConcurrency: 20,
      plans: { ...DEFAULT_PLANS, max: { ...DEFAULT_PLANS.max, monthlyReports: 9 } },
    });
  });

  it('overrides common settings by those of a stage in that stage only', () => {
    const context = { alarmEmail: 'all@example.com', prod: { alarmEmail: 'prod@example.com' } };
    expect(readContext(context, 'prod')).toMatchObject({ alarmEmail: 'prod@example.com' });
    expect(readContext(context, 'dev')).toMatchObject({ alarmEmail: 'all@example.com' });
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
    [{ openTableHours: 2 }, 'openTableHours: requires openTable: true'],
    [{ openTable: false, openTableScanGb: 1 }, 'openTableScanGb: requires openTable: true'],
    [{ openTable: true, openTableHours: 25 }, 'openTableHours'],
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
  ])('is refused with the name of its key: %j', (context, problem) => {
    expect(() => readContext(context)).toThrow(problem);
  });

  it('is refused with a certificate of another region if the region of the stage is known', () => {
    const context = { domainName: 'api.example.com', certificateArn: CERTIFICATE };
    vi.stubEnv('CDK_DEFAULT_REGION', 'us-east-1');
    expect(() => readContext(context)).toThrow('certificateArn: expected a certificate in the region');
    vi.stubEnv('CDK_DEFAULT_REGION', 'eu-central-1');
    expect(readContext(context)).toMatchObject({ customDomain: { name: 'api.example.com' } });
    vi.unstubAllEnvs();
  });

  it('is refused at synthesis if it exceeds the environment of a function', () => {
    const corsOrigins = Array.from({ length: 200 }, (_, i) => `https://console-${i}.shop.example.com`);
    expect(() => synthesizeStage('dev', { corsOrigins })).toThrow(
      /^http\/\S+: the environment has \d+ bytes, of which CORS_ORIGINS has \d+; AWS takes 4096/,
    );
    expect(() => synthesizeStage('dev', { corsOrigins: corsOrigins.slice(0, 40) })).not.toThrow();
  });

  it('is refused if reservedConcurrency names an unknown function', () => {
    expect(() => synthesizeStage('dev', { reservedConcurrency: { Compute: 1 } })).toThrow(
      /^reservedConcurrency: expected one of SubmitOrders, .*, got Compute$/,
    );
  });
});

describe('settings of a deployment', () => {
  const createNode = (context: Readonly<Record<string, unknown>>) =>
    new App({ outdir: OUT_DIR, context: { ...context } }).node;
  const saved = JSON.stringify({ context: { encryption: 'kms', prod: { monthlyBudgetUsd: 50 } } });

  it('are accepted if cdk.json has them', () => {
    const context = { encryption: 'kms', prod: { monthlyBudgetUsd: 50 } };
    expect(() => requireSaved(createNode(context), SAVED_KEYS, saved)).not.toThrow();
  });

  it.each([
    [{ encryption: 'aws' }, 'encryption'],
    [{ encryption: 'kms', ordersTable: 'restored' }, 'ordersTable'],
    [{ encryption: 'kms', prod: { monthlyBudgetUsd: 60 } }, 'prod'],
  ])(
    'are refused if cdk.json lacks them, because the next deployment would drop them: %j',
    (context, key) => {
      expect(() => requireSaved(createNode(context), SAVED_KEYS, saved)).toThrow(
        `context: ${key} differs from cdk.json`,
      );
    },
  );

  it('size the function that computes reports and warm the Orders table', () => {
    const template = synthesizeStage('prod', MORE_SETTINGS);
    const compute = template.listFunctions().find(({ name }) => name === 'ComputeReport');
    expect(compute?.properties).toMatchObject({
      MemorySize: 10_240,
      Environment: { Variables: { EXTRACT_MAX_LINES: '0' } },
    });
    const warmed = template
      .findByType('AWS::DynamoDB::Table')
      .flatMap(({ path, properties }) =>
        properties.WarmThroughput ? [[path, properties.WarmThroughput]] : [],
      );
    expect(warmed).toEqual([['Data/Orders', { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 40_000 }]]);
  });

  it('limit queue consumers to 6 of the 10 concurrent executions of a new account', () => {
    const limits = synthesizeStage('prod')
      .findByType('AWS::Lambda::EventSourceMapping')
      .map(({ properties }) => properties.ScalingConfig);
    expect(limits).toEqual([{ MaximumConcurrency: 4 }, { MaximumConcurrency: 2 }]);
  });
});

describe('the monthly budget', () => {
  it('is off by default', () => {
    expect(synthesizeStage('prod').findByType('AWS::Budgets::Budget')).toEqual([]);
  });

  it("counts resources with the stage's tag, and notifies the topic at 80 % and at a forecast of 100 %", () => {
    const template = synthesizeStage('prod', SETTINGS);
    const [topic] = template.findByType('AWS::SNS::Topic');
    const subscribers = [{ SubscriptionType: 'SNS', Address: { Ref: topic?.id } }];
    expect(template.findByType('AWS::Budgets::Budget')).toMatchObject([
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

  it('sends email to the configured address only', () => {
    expect(synthesizeStage('prod').findByType('AWS::SNS::Subscription')).toEqual([]);
    expect(synthesizeStage('prod', SETTINGS).findByType('AWS::SNS::Subscription')).toMatchObject([
      { properties: { Protocol: 'email', Endpoint: 'ops@example.com' } },
    ]);
  });
});
