// What a deployment may choose, and what it may not.
import { App } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { stageContext } from '../../bin/stage-context.ts';
import { bundleFunctions } from '../../lib/function-bundles.ts';
import { ServiceStack } from '../../lib/service-stack.ts';
import { stageConfig } from '../../lib/stage-config.ts';
import { DEFAULT_PLANS } from '../../src/core/accounts/plans.ts';
import { synthesizeStage } from './template.ts';

function choices(context: Readonly<Record<string, unknown>>, stage = 'prod') {
  return stageContext(new App({ context: { ...context } }).node, stage);
}

describe('a stage', () => {
  it('that nobody knows is refused', () => {
    expect(() => stageConfig('staging', { plans: DEFAULT_PLANS })).toThrow(
      'expected one of local, dev, prod, got staging',
    );
  });

  it.each(['dev', 'prod'])('%s sends no webhook to any address', (stage) => {
    bundleFunctions();
    const config = { ...stageConfig(stage, { plans: DEFAULT_PLANS }), webhookTargets: 'any' } as const;
    expect(() => new ServiceStack(new App(), 'Stack', { config })).toThrow(
      `webhookTargets: ${stage} sends webhooks to public https addresses only`,
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
    [{ certificateArn: 'arn:aws:acm:1' }, 'domainName and certificateArn go together'],
  ])('%j is refused by its key', (context, problem) => {
    expect(() => choices(context)).toThrow(problem);
  });

  it('names functions that are there', () => {
    expect(() => synthesizeStage('dev', { reservedConcurrency: { Compute: 1 } })).toThrow(
      /^reservedConcurrency: expected one of SubmitOrders, .*, got Compute$/,
    );
  });
});

describe('the monthly budget', () => {
  it('is off unless a figure is given', () => {
    expect(synthesizeStage('prod').of('AWS::Budgets::Budget')).toEqual([]);
  });

  it("counts what carries the stage's tag, and tells the topic at 80 % and when 100 % are foreseen", () => {
    const template = synthesizeStage('prod', { monthlyBudgetUsd: 50 });
    const [topic] = template.of('AWS::SNS::Topic');
    const subscribers = [{ SubscriptionType: 'SNS', Address: { Ref: topic?.id } }];
    expect(template.of('AWS::Budgets::Budget')).toMatchObject([
      {
        properties: {
          Budget: {
            BudgetType: 'COST',
            TimeUnit: 'MONTHLY',
            BudgetLimit: { Amount: 50, Unit: 'USD' },
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

  it('mails nobody but who is named', () => {
    expect(synthesizeStage('prod').of('AWS::SNS::Subscription')).toEqual([]);
    expect(
      synthesizeStage('prod', { alarmEmail: 'ops@example.com' }).of('AWS::SNS::Subscription'),
    ).toMatchObject([{ properties: { Protocol: 'email', Endpoint: 'ops@example.com' } }]);
  });
});
