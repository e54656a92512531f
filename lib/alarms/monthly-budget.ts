// Notifies the topic when the month's cost reaches 80 % of the budget or is forecast to exceed it. Costs are found by
// the stack's tag, which must be activated as a cost allocation tag first (docs/deploying.md).
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

/** On every resource of a stack; the value is its stage. */
export const STAGE_TAG = 'order-analytics-stage';

export interface MonthlyBudgetProps {
  readonly stage: string;
  readonly amountUsd: number;
  readonly topic: ITopic;
}

export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, { stage, amountUsd, topic }: MonthlyBudgetProps) {
    super(scope, id);
    const notice = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
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
      notificationsWithSubscribers: [notice('ACTUAL', 80), notice('FORECASTED', 100)],
    });
    // The topic's policy must exist before the budget is created.
    budget.node.addDependency(topic);
  }
}
