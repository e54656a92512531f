// Runs every minute: requests the reports of due schedules, refreshes due audiences, compares shops, and
// wakes the webhook endpoints of accounts with new events.
import { Duration, Stack } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { createFunction, type Shared } from './functions/grants.ts';
import type { ServiceFunction } from './functions/service-function.ts';

export class ScheduleRunner extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, shared: Shared) {
    super(scope, id);
    this.function = createFunction(this, 'RunSchedules', shared, {
      entry: 'schedule/run-schedules',
      description:
        'Requests reports that are due, refreshes audiences, wakes webhook endpoints, compares shops',
      timeout: Duration.minutes(5),
      memoryMb: 512,
      table: [
        'dynamodb:GetItem',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
        // Deletes events that have entered the log of their account.
        'dynamodb:DeleteItem',
        'dynamodb:Query',
      ],
      findsUnfinished: true,
      starts: ['report', 'audience', 'event', 'pull'],
    });
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
        // No retry: the next minute's call processes the rest.
        retryPolicy: { maximumEventAgeInSeconds: 60, maximumRetryAttempts: 0 },
      },
    });
  }
}

// Runs every five minutes: restarts or fails work that stopped before it was complete.

const WORKFLOWS = ['report', 'export', 'audience', 'delivery', 'event', 'pull', 'erasure'] as const;

export class Reconciler extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, shared: Shared) {
    super(scope, id);
    this.function = createFunction(this, 'Reconcile', shared, {
      entry: 'schedule/reconcile',
      description: 'Finishes or fails work that stopped before it was complete',
      timeout: Duration.minutes(5),
      memoryMb: 512,
      table: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:Query'],
      findsUnfinished: true,
      starts: WORKFLOWS,
      describesRuns: WORKFLOWS,
    });
    new Rule(this, 'Schedule', {
      schedule: Schedule.rate(Duration.minutes(5)),
      targets: [new LambdaTarget(this.function.lambda, { retryAttempts: 2 })],
    });
  }
}
