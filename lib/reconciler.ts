// Runs every five minutes: restarts or fails work that stopped before it was complete.
import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { createFunction, type Shared } from './functions/grants.ts';
import type { ServiceFunction } from './functions/service-function.ts';

const WORKFLOWS = ['report', 'export', 'audience', 'delivery', 'event', 'erasure'] as const;

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
