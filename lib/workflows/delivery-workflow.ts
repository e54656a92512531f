// The workflow of a destination of an audience: requests, again and again, until the destination is in step. It waits while the
// destination is down or at work.
import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { ENVIRONMENT, EnvironmentOf, WebhookReceivers } from '../../src/wiring/environment.ts';
import type { SecretsKey } from '../data/secrets-key.ts';
import type { ServiceTables } from '../data/service-tables.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { createSteppedWorkflow } from './stepped-workflow.ts';

export interface DeliveryWorkflowProps {
  readonly tables: ServiceTables;
  readonly secrets: SecretsKey;
  readonly webhookReceivers: WebhookReceivers;
  readonly logRetention: RetentionDays;
  readonly key: IKey | undefined;
}

export class DeliveryWorkflow extends Construct {
  readonly workflow: StateMachine;
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: DeliveryWorkflowProps) {
    super(scope, id);
    const { tables, secrets, webhookReceivers, logRetention, key } = props;
    const environment: EnvironmentOf<typeof ENVIRONMENT.deliver> = {
      SERVICE_TABLE: tables.service.tableName,
      BUCKET: tables.bucket.bucketName,
      SECRETS_KEY: secrets.arn,
      WEBHOOK_RECEIVERS: webhookReceivers,
    };
    this.function = new ServiceFunction(this, 'Deliver', {
      entry: 'audience/deliver',
      description: 'Sends changes of an audience to a destination',
      environment,
      // Below LEASE_MS, after which another worker may send.
      timeout: Duration.minutes(2),
      // The members, what the destination has and what it is to have: about 300 MB for a million customers.
      memoryMb: 1_769,
      logRetention,
      key,
    });
    this.allow(tables);
    secrets.allowOpening(this.function);
    this.workflow = createSteppedWorkflow(this, {
      function: this.function,
      // A destination may be down for three days. An execution has 25,000 events, nine a step: one that ends before it is
      // in step is followed by another.
      timeout: Duration.days(7),
      logRetention,
      key,
    });
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
