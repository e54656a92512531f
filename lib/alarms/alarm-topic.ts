// The one topic for alarms and budget notifications. Only CloudWatch and AWS Budgets of this account may
// publish to it.
import { Aws } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

export interface AlarmTopicProps {
  /** Email address subscribed to the topic; undefined for no subscription. */
  readonly email: string | undefined;
  readonly key: IKey | undefined;
}

/** The services that send alarms and notifications of the monthly budget. */
const PUBLISHERS = ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com'];

export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { email, key }: AlarmTopicProps) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { enforceSSL: true, ...(key && { masterKey: key }) });
    const principals = PUBLISHERS.map((service) => new ServicePrincipal(service));
    // The two services work for every AWS account: the condition admits only this one.
    const conditions = { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } };
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions,
      }),
    );
    // Encrypted topics need this: without access to the key, the two services cannot publish.
    key?.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        resources: ['*'],
        conditions,
      }),
    );
    if (email !== undefined) this.topic.addSubscription(new EmailSubscription(email));
  }
}

// Notifies the topic when the month's cost reaches 80 % of the budget or is forecast to exceed it. Costs are found by
// the stack's tag, which must be activated as a cost allocation tag first (docs/deploying.md).

/** Tag on every resource of a stack; its value is the stage. */
export const STAGE_TAG = 'order-analytics-stage';

export interface MonthlyBudgetProps {
  readonly stage: string;
  readonly amountUsd: number;
  readonly topic: ITopic;
}

export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, { stage, amountUsd, topic }: MonthlyBudgetProps) {
    super(scope, id);
    const createNotice = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: {
        notificationType,
        threshold,
        thresholdType: 'PERCENTAGE',
        comparisonOperator: 'GREATER_THAN',
      },
      subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
    });
    const budget = new CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: amountUsd, unit: 'USD' },
        costFilters: { TagKeyValue: [`user:${STAGE_TAG}$${stage}`] },
      },
      notificationsWithSubscribers: [createNotice('ACTUAL', 80), createNotice('FORECASTED', 100)],
    });
    // The topic's policy must exist before the budget is created.
    budget.node.addDependency(topic);
  }
}
