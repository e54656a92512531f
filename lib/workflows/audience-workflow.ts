// The workflow of an audience's run: one function, again and again, until the run has ended. It waits for reports between two
// steps; its state holds only ids.
import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { ENVIRONMENT, EnvironmentOf, WebhookReceivers } from '../../src/wiring/environment.ts';
import type { ServiceTables } from '../data/service-tables.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { createSteppedWorkflow } from './stepped-workflow.ts';

export interface AudienceWorkflowProps {
  readonly tables: ServiceTables;
  readonly reportWorkflow: StateMachine;
  readonly deliveryWorkflow: StateMachine;
  /** As JSON text. */
  readonly plans: string;
  readonly webhookReceivers: WebhookReceivers;
  readonly logRetention: RetentionDays;
  readonly key: IKey | undefined;
}

export class AudienceWorkflow extends Construct {
  readonly workflow: StateMachine;
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: AudienceWorkflowProps) {
    super(scope, id);
    const { tables, reportWorkflow, deliveryWorkflow, plans, webhookReceivers, logRetention, key } = props;
    const environment: EnvironmentOf<typeof ENVIRONMENT.runAudience> = {
      SERVICE_TABLE: tables.service.tableName,
      BUCKET: tables.bucket.bucketName,
      PLANS: plans,
      REPORT_WORKFLOW_ARN: reportWorkflow.stateMachineArn,
      DELIVERY_WORKFLOW_ARN: deliveryWorkflow.stateMachineArn,
      WEBHOOK_RECEIVERS: webhookReceivers,
    };
    this.function = new ServiceFunction(this, 'RunAudience', {
      entry: 'audience/run',
      description: "A step of an audience's run",
      environment,
      // Below READING_MS, for which an erasure waits.
      timeout: Duration.minutes(15),
      // Three lists of a million customers and the members before and after take about 600 MB.
      memoryMb: 1_769,
      logRetention,
      key,
    });
    this.allow(tables, [reportWorkflow, deliveryWorkflow]);
    this.workflow = createSteppedWorkflow(this, {
      function: this.function,
      // Reports may wait an hour for imports, longer for their turn, and take hours in partitions.
      timeout: Duration.hours(12),
      logRetention,
      key,
    });
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
