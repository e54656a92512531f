// The workflow of an audience's run: one function, again and again, until the run has ended. It waits for reports between two
// steps; its state holds only ids.
import { Duration } from 'aws-cdk-lib';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { ENVIRONMENT, EnvironmentOf } from '../../src/wiring/environment.ts';
import type { ServiceTables } from '../data/service-tables.ts';
import { SteppedWorkflow, type SteppedWorkflowProps } from './stepped-workflow.ts';

export interface AudienceWorkflowProps extends SteppedWorkflowProps {
  readonly reportWorkflow: StateMachine;
  readonly deliveryWorkflow: StateMachine;
  /** As JSON text. */
  readonly plans: string;
}

export class AudienceWorkflow extends SteppedWorkflow {
  constructor(scope: Construct, id: string, props: AudienceWorkflowProps) {
    const { tables, reportWorkflow, deliveryWorkflow } = props;
    super(scope, id, props, {
      functionId: 'RunAudience',
      entry: 'audience/run',
      description: "A step of an audience's run",
      environment: {
        SERVICE_TABLE: tables.service.tableName,
        BUCKET: tables.bucket.bucketName,
        PLANS: props.plans,
        REPORT_WORKFLOW_ARN: reportWorkflow.stateMachineArn,
        DELIVERY_WORKFLOW_ARN: deliveryWorkflow.stateMachineArn,
        WEBHOOK_RECEIVERS: props.webhookReceivers,
      } satisfies EnvironmentOf<typeof ENVIRONMENT.runAudience>,
      // Below READING_MS, for which an erasure waits.
      timeout: Duration.minutes(15),
      // Three lists of a million customers and the members before and after take about 600 MB.
      memoryMb: 1_769,
      // Reports may wait an hour for imports, longer for their turn, and take hours in partitions.
      workflowTimeout: Duration.hours(12),
    });
    this.allow(tables, [reportWorkflow, deliveryWorkflow]);
  }

  private allow(tables: ServiceTables, started: readonly StateMachine[]): void {
    const { function: fn } = this;
    // The audience, its destinations and its run; the key and account of the run; reports, those that it requests, and the month's count;
    // erasures in progress.
    fn.allow(
      ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:Query'],
      tables.service.tableArn,
    );
    for (const { stateMachineArn } of started) fn.allow(['states:StartExecution'], stateMachineArn);
    for (const prefix of ['customers/', 'audiences/']) fn.allowPrefix('s3:GetObject', tables.bucket, prefix);
    for (const action of ['s3:PutObject', 's3:DeleteObject'])
      fn.allowPrefix(action, tables.bucket, 'audiences/');
    // Lists an audience's files; without this permission, S3 returns 403 instead of 404 for a missing object.
    fn.allow(['s3:ListBucket'], tables.bucket.bucketArn);
  }
}
