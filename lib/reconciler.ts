// Runs every five minutes: restarts or fails work that stopped before it was complete.
import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { ENVIRONMENT, EnvironmentOf } from '../src/wiring/environment.ts';
import type { ServiceTables } from './data/service-tables.ts';
import { ServiceFunction } from './functions/service-function.ts';
import { allowExecutions } from './workflows/allow-executions.ts';

export interface ReconcilerProps {
  readonly tables: ServiceTables;
  readonly workflow: StateMachine;
  readonly exportWorkflow: StateMachine;
  readonly audienceWorkflow: StateMachine;
  readonly deliveryWorkflow: StateMachine;
  readonly eventWorkflow: StateMachine;
  readonly erasureWorkflow: StateMachine;
  readonly logRetention: RetentionDays;
  readonly key: IKey | undefined;
}

export class Reconciler extends Construct {
  readonly function: ServiceFunction;

  constructor(
    scope: Construct,
    id: string,
    {
      tables,
      workflow,
      exportWorkflow,
      audienceWorkflow,
      deliveryWorkflow,
      eventWorkflow,
      erasureWorkflow,
      logRetention,
      key,
    }: ReconcilerProps,
  ) {
    super(scope, id);
    const environment: EnvironmentOf<typeof ENVIRONMENT.reconcile> = {
      SERVICE_TABLE: tables.service.tableName,
      REPORT_WORKFLOW_ARN: workflow.stateMachineArn,
      EXPORT_WORKFLOW_ARN: exportWorkflow.stateMachineArn,
      AUDIENCE_WORKFLOW_ARN: audienceWorkflow.stateMachineArn,
      DELIVERY_WORKFLOW_ARN: deliveryWorkflow.stateMachineArn,
      EVENT_WORKFLOW_ARN: eventWorkflow.stateMachineArn,
      ERASURE_WORKFLOW_ARN: erasureWorkflow.stateMachineArn,
    };
    this.function = new ServiceFunction(this, 'Reconcile', {
      entry: 'schedule/reconcile',
      description: 'Finishes or fails work that stopped before it was complete',
      environment,
      timeout: Duration.minutes(5),
      memoryMb: 512,
      logRetention,
      key,
    });
    this.function.allow(
      ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:Query'],
      tables.service.tableArn,
    );
    this.function.allow(['dynamodb:Query'], tables.indexArn());
    for (const machine of [
      ...[workflow, exportWorkflow, audienceWorkflow],
      ...[deliveryWorkflow, eventWorkflow, erasureWorkflow],
    ])
      this.allowRuns(machine);
    new Rule(this, 'Schedule', {
      schedule: Schedule.rate(Duration.minutes(5)),
      targets: [new LambdaTarget(this.function.lambda, { retryAttempts: 2 })],
    });
  }

  /** May start and describe executions of a workflow. */
  private allowRuns(workflow: StateMachine): void {
    this.function.allow(['states:StartExecution'], workflow.stateMachineArn);
    allowExecutions(this.function, ['states:DescribeExecution'], workflow);
  }
}
