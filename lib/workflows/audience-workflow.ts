// The workflow of an audience's run: one function, again and again, until the run has ended. It waits for reports between two
// steps; its state holds only ids.
import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import {
  Choice,
  Condition,
  type StateMachine,
  Succeed,
  type TaskStateBase,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { Construct } from 'constructs';
import type { ENVIRONMENT, EnvironmentOf, WebhookReceivers } from '../../src/wiring/environment.ts';
import { ServiceFunction } from '../service-function.ts';
import type { ServiceTables } from '../service-tables.ts';
import { createWorkflow } from './workflow.ts';

export interface AudienceWorkflowProps {
  readonly tables: ServiceTables;
  readonly reportWorkflow: StateMachine;
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
    const { tables, reportWorkflow, plans, webhookReceivers, logRetention, key } = props;
    const environment: EnvironmentOf<typeof ENVIRONMENT.runAudience> = {
      SERVICE_TABLE: tables.service.tableName,
      BUCKET: tables.bucket.bucketName,
      PLANS: plans,
      REPORT_WORKFLOW_ARN: reportWorkflow.stateMachineArn,
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
    this.allow(tables, reportWorkflow);
    const step = this.task('Step');
    const ended = new Succeed(this, 'Ended');
    step.next(
      new Choice(this, 'Has it ended?')
        .when(
          Condition.stringEquals('$.outcome', 'again'),
          new Wait(this, 'Wait before the next step', { time: WaitTime.secondsPath('$.wait_seconds') }).next(
            step,
          ),
        )
        .otherwise(ended),
    );
    step.addCatch(this.task('Fail').next(ended), { errors: ['States.ALL'], resultPath: '$.error' });
    this.workflow = createWorkflow(this, {
      definition: step,
      // Reports may wait an hour for imports, longer for their turn, and take hours in partitions.
      timeout: Duration.hours(12),
      functions: [this.function],
      logRetention,
      key,
    });
  }

  private task(name: string): TaskStateBase {
    return new LambdaInvoke(this, name, {
      lambdaFunction: this.function.lambda,
      payloadResponseOnly: true,
      retryOnServiceExceptions: false,
    }).addRetry({
      // 2 s, 4 s, 8 s, … 1 min: about five minutes. Every step can be repeated, whatever the error was.
      errors: ['States.ALL'],
      interval: Duration.seconds(2),
      maxAttempts: 9,
      backoffRate: 2,
      maxDelay: Duration.minutes(1),
    });
  }

  private allow(tables: ServiceTables, reportWorkflow: StateMachine): void {
    const { function: fn } = this;
    // The audience and its run; the key and account of the run; reports, those that it requests, and the month's count;
    // erasures in progress.
    fn.allow(
      ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:Query'],
      tables.service.tableArn,
    );
    fn.allow(['states:StartExecution'], reportWorkflow.stateMachineArn);
    for (const prefix of ['customers/', 'audiences/']) fn.allowPrefix('s3:GetObject', tables.bucket, prefix);
    for (const action of ['s3:PutObject', 's3:DeleteObject'])
      fn.allowPrefix(action, tables.bucket, 'audiences/');
    // Lists an audience's files; without this permission, S3 returns 403 instead of 404 for a missing object.
    fn.allow(['s3:ListBucket'], tables.bucket.bucketArn);
  }
}
