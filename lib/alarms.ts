// One topic for all alarms, and the alarms that no single construct can raise about itself.
import { Aws, Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { OrderIntake } from './order-intake.ts';
import type { ServiceFunction } from './service-function.ts';

export interface AlarmsProps {
  readonly intake: OrderIntake;
  readonly api: HttpApi;
  readonly workflow: StateMachine;
  readonly functions: readonly ServiceFunction[];
  /** Subscribed to the topic; undefined for nobody. */
  readonly email: string | undefined;
}

export class Alarms extends Construct {
  constructor(scope: Construct, id: string, { intake, api, workflow, functions, email }: AlarmsProps) {
    super(scope, id);
    const topic = new Topic(this, 'Topic', { enforceSSL: true });
    topic.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );
    if (email !== undefined) topic.addSubscription(new EmailSubscription(email));
    const common = {
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    };
    const period = Duration.minutes(5);
    const alarms: Alarm[] = [
      ...functions.map(({ errorAlarm }) => errorAlarm),
      intake.deadLetters
        .metricApproximateNumberOfMessagesVisible({ period })
        .createAlarm(this, 'DeadLetters', {
          ...common,
          threshold: 1,
          alarmDescription: 'Chunks could not be applied. See docs/runbook.md#dead-letters',
        }),
      intake.queue.metricApproximateAgeOfOldestMessage({ period }).createAlarm(this, 'OldestChunk', {
        ...common,
        threshold: 1_800,
        alarmDescription: 'A chunk waits for more than 30 minutes. See docs/runbook.md#oldest-chunk',
      }),
      api.metricServerError({ period }).createAlarm(this, 'ServerErrors', {
        ...common,
        threshold: 5,
        alarmDescription: 'The API answers 5xx. See docs/runbook.md#server-errors',
      }),
      workflow.metricFailed({ period }).createAlarm(this, 'FailedWorkflows', {
        ...common,
        threshold: 1,
        alarmDescription: 'A report workflow failed. See docs/runbook.md#failed-workflows',
      }),
    ];
    for (const alarm of alarms) alarm.addAlarmAction(new SnsAction(topic));
  }
}
