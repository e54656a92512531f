// Runs every minute: requests the reports of the schedules that are due, refreshes the audiences that are, and wakes the webhook
// endpoints of accounts in which something has ended.
import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { ENVIRONMENT, EnvironmentOf } from '../src/wiring/environment.ts';
import type { ServiceTables } from './data/service-tables.ts';
import { ServiceFunction } from './functions/service-function.ts';

export interface ScheduleRunnerProps {
  readonly tables: ServiceTables;
  readonly workflow: StateMachine;
  readonly audienceWorkflow: StateMachine;
  readonly eventWorkflow: StateMachine;
  /** As JSON text. */
  readonly plans: string;
  readonly webhookReceivers: 'public_https' | 'any';
  readonly logRetention: RetentionDays;
  readonly key: IKey | undefined;
}

export class ScheduleRunner extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: ScheduleRunnerProps) {
    super(scope, id);
    const { tables, workflow, audienceWorkflow, eventWorkflow, plans, webhookReceivers, logRetention, key } =
      props;
    const environment: EnvironmentOf<typeof ENVIRONMENT.runSchedules> = {
      SERVICE_TABLE: tables.service.tableName,
      PLANS: plans,
      REPORT_WORKFLOW_ARN: workflow.stateMachineArn,
      AUDIENCE_WORKFLOW_ARN: audienceWorkflow.stateMachineArn,
      EVENT_WORKFLOW_ARN: eventWorkflow.stateMachineArn,
      WEBHOOK_RECEIVERS: webhookReceivers,
    };
    this.function = new ServiceFunction(this, 'RunSchedules', {
      entry: 'schedule/run-schedules',
      description: 'Requests reports that are due, refreshes audiences, wakes webhook endpoints',
      environment,
      timeout: Duration.minutes(5),
      memoryMb: 512,
      logRetention,
      key,
    });
    this.function.allow(
      [
        'dynamodb:GetItem',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
        // Events that have entered the log of their account.
        'dynamodb:DeleteItem',
        'dynamodb:Query',
      ],
      tables.service.tableArn,
    );
    this.function.allow(['dynamodb:Query'], tables.indexArn());
    for (const { stateMachineArn } of [workflow, audienceWorkflow, eventWorkflow])
      this.function.allow(['states:StartExecution'], stateMachineArn);
    const { functionArn } = this.function.lambda;
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
      inlinePolicies: {
        Invoke: new PolicyDocument({
          statements: [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionArn] })],
        }),
      },
    });
    new CfnSchedule(this, 'EveryMinute', {
      scheduleExpression: 'rate(1 minute)',
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: functionArn,
        roleArn: role.roleArn,
        input: '{}',
        // The next minute's call takes what is due.
        retryPolicy: { maximumEventAgeInSeconds: 60, maximumRetryAttempts: 0 },
      },
    });
  }
}
