// The workflow of a destination of an audience: requests, again and again, until the destination is in step. It waits while the
// destination is down or at work.
import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { ENVIRONMENT, EnvironmentOf } from '../../src/wiring/environment.ts';
import type { ServiceTables } from '../data/service-tables.ts';
import { LONGER_THAN_DOWN, type SendingWorkflowProps, SteppedWorkflow } from './stepped-workflow.ts';

export class DeliveryWorkflow extends SteppedWorkflow {
  constructor(scope: Construct, id: string, props: SendingWorkflowProps) {
    const { tables, secrets } = props;
    super(scope, id, props, {
      functionId: 'Deliver',
      entry: 'audience/deliver',
      description: 'Sends changes of an audience to a destination',
      environment: {
        SERVICE_TABLE: tables.service.tableName,
        BUCKET: tables.bucket.bucketName,
        SECRETS_KEY: secrets.arn,
        WEBHOOK_RECEIVERS: props.webhookReceivers,
      } satisfies EnvironmentOf<typeof ENVIRONMENT.deliver>,
      // Below LEASE_MS, after which another worker may send.
      timeout: Duration.minutes(2),
      // The members, what the destination has and what it is to have: about 300 MB for a million customers.
      memoryMb: 1_769,
      workflowTimeout: LONGER_THAN_DOWN,
    });
    this.allow(tables);
    secrets.allowOpening(this.function);
  }

  private allow(tables: ServiceTables): void {
    const { function: fn } = this;
    // The destination, its deliveries and those whom it is to forget; the audience; erasures in progress; leases.
    fn.allow(
      [
        'dynamodb:GetItem',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
        'dynamodb:DeleteItem',
        'dynamodb:Query',
      ],
      tables.service.tableArn,
    );
    for (const prefix of ['audiences/', 'deliveries/']) fn.allowPrefix('s3:GetObject', tables.bucket, prefix);
    for (const action of ['s3:PutObject', 's3:DeleteObject'])
      fn.allowPrefix(action, tables.bucket, 'deliveries/');
    // Lists the files of a destination that is gone; without this permission, S3 returns 403 instead of 404.
    fn.allow(['s3:ListBucket'], tables.bucket.bucketArn);
  }
}
