// The workflow of a webhook endpoint: events, one after the other, until nothing is left to send. It waits while the receiver is down.
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

export interface EventWorkflowProps {
  readonly tables: ServiceTables;
  readonly secrets: SecretsKey;
  readonly webhookReceivers: WebhookReceivers;
  readonly logRetention: RetentionDays;
  readonly key: IKey | undefined;
}

export class EventWorkflow extends Construct {
  readonly workflow: StateMachine;
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: EventWorkflowProps) {
    super(scope, id);
    const { tables, secrets, webhookReceivers, logRetention, key } = props;
    const environment: EnvironmentOf<typeof ENVIRONMENT.sendEvents> = {
      SERVICE_TABLE: tables.service.tableName,
      SECRETS_KEY: secrets.arn,
      WEBHOOK_RECEIVERS: webhookReceivers,
    };
    this.function = new ServiceFunction(this, 'SendEvents', {
      entry: 'webhook/send-events',
      description: 'Sends the events of an account to a webhook endpoint',
      environment,
      // Below LEASE_MS, after which another worker may send.
      timeout: Duration.minutes(2),
      // It waits for receivers: small events, and the time is paid by memory.
      memoryMb: 256,
      logRetention,
      key,
    });
    // The endpoint, the log of events, attempts, and leases of functions.
    this.function.allow(
      ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:Query'],
      tables.service.tableArn,
    );
    secrets.allowOpening(this.function);
    this.workflow = createSteppedWorkflow(this, {
      function: this.function,
      // An endpoint may be down for three days. An execution has 25,000 events, nine a step: one that ends before everything is
      // sent is followed by another.
      timeout: Duration.days(7),
      logRetention,
      key,
    });
  }
}
