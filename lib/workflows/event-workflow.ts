// The workflow of a webhook endpoint: events, one after the other, until nothing is left to send. It waits while the receiver is down.
import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { ENVIRONMENT, EnvironmentOf } from '../../src/wiring/environment.ts';
import { LONGER_THAN_DOWN, type SendingWorkflowProps, SteppedWorkflow } from './stepped-workflow.ts';

export class EventWorkflow extends SteppedWorkflow {
  constructor(scope: Construct, id: string, props: SendingWorkflowProps) {
    const { tables, secrets } = props;
    super(scope, id, props, {
      functionId: 'SendEvents',
      entry: 'webhook/send-events',
      description: 'Sends the events of an account to a webhook endpoint',
      environment: {
        SERVICE_TABLE: tables.service.tableName,
        SECRETS_KEY: secrets.arn,
        WEBHOOK_RECEIVERS: props.webhookReceivers,
      } satisfies EnvironmentOf<typeof ENVIRONMENT.sendEvents>,
      // Below LEASE_MS, after which another worker may send.
      timeout: Duration.minutes(2),
      // It waits for receivers: small events, and the time is paid by memory.
      memoryMb: 256,
      workflowTimeout: LONGER_THAN_DOWN,
    });
    // The endpoint, the log of events, attempts, and leases of functions.
    this.function.allow(
      ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:Query'],
      tables.service.tableArn,
    );
    secrets.allowOpening(this.function);
  }
}
