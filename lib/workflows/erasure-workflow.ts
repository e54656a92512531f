// The erasure workflow: it waits until every write accepted before the erasure has ended or sees its marks, then erases
// slice by slice. Its state holds only ids.
import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Choice, Condition, type StateMachine, Succeed, Wait, WaitTime } from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { Construct } from 'constructs';
import type { ENVIRONMENT, EnvironmentOf } from '../../src/wiring/environment.ts';
import type { ServiceTables } from '../data/service-tables.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { createWorkflow } from './workflow.ts';

export interface ErasureWorkflowProps {
  readonly tables: ServiceTables;
  readonly logRetention: RetentionDays;
  readonly key: IKey | undefined;
  /** The longest timeout of a function that writes orders, reports or dead letters. */
  readonly longestWriter: Duration;
}

const MARGIN_SECONDS = 15;

export class ErasureWorkflow extends Construct {
  readonly workflow: StateMachine;
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: ErasureWorkflowProps) {
    super(scope, id);
    const { tables, logRetention, key, longestWriter } = props;
    const environment: EnvironmentOf<typeof ENVIRONMENT.erase> = {
      SERVICE_TABLE: tables.service.tableName,
      ORDERS_TABLE: tables.orders.tableName,
      BUCKET: tables.bucket.bucketName,
    };
    this.function = new ServiceFunction(this, 'Erase', {
      entry: 'erasure/erase',
      description: 'Erases datasets and customers',
      environment,
      timeout: Duration.minutes(15),
      memoryMb: 1_769,
      logRetention,
      key,
    });
    this.allow(tables);

    const erase = new LambdaInvoke(this, 'Erase a slice', {
      lambdaFunction: this.function.lambda,
      payloadResponseOnly: true,
      retryOnServiceExceptions: false,
    }).addRetry({
      // 5 s, 10 s, 20 s, … 10 min: half an hour in total. Every slice can be repeated, whatever the error was.
      errors: ['States.ALL'],
      interval: Duration.seconds(5),
      maxAttempts: 9,
      backoffRate: 2,
      maxDelay: Duration.minutes(10),
    });
    const again = new Choice(this, 'Anything left?')
      .when(
        Condition.stringEquals('$.outcome', 'again'),
        new Wait(this, 'Wait before the next slice', { time: WaitTime.secondsPath('$.wait_seconds') }).next(
          erase,
        ),
      )
      .otherwise(new Succeed(this, 'Erased'));
    erase.next(again);
    // Writers that started before the marks were written have ended by then; all others read the marks before each
    // write.
    const settle = new Wait(this, 'Wait for writers that missed the marks', {
      time: WaitTime.duration(longestWriter.plus(Duration.seconds(MARGIN_SECONDS))),
    });
    this.workflow = createWorkflow(this, {
      definition: settle.next(erase),
      // A run that fails is followed by another: the reconciler checks every five minutes.
      timeout: Duration.days(2),
      functions: [this.function],
      logRetention,
      key,
    });
  }

  private allow(tables: ServiceTables): void {
    const { function: fn } = this;
    fn.allow(['dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:DeleteItem'], tables.orders.tableArn);
    fn.allow(
      [
        'dynamodb:GetItem',
        'dynamodb:Query',
        'dynamodb:UpdateItem',
        'dynamodb:DeleteItem',
        'dynamodb:BatchWriteItem',
        'dynamodb:ConditionCheckItem',
      ],
      tables.service.tableArn,
    );
    for (const prefix of [
      'reports/',
      'drafts/',
      'members/',
      'customers/',
      'rules/',
      'profiles/',
      'exports/',
      'partitions/',
      'dead-letters/',
      'audiences/',
      'deliveries/',
    ]) {
      fn.allowPrefix('s3:DeleteObject', tables.bucket, prefix);
    }
    for (const prefix of ['members/', 'customers/', 'dead-letters/', 'audiences/', 'deliveries/']) {
      fn.allowPrefix('s3:GetObject', tables.bucket, prefix);
      fn.allowPrefix('s3:PutObject', tables.bucket, prefix);
    }
    fn.allowPrefix('s3:PutObject', tables.bucket, 'extracts/');
    // Lists dead letters; without this permission, S3 returns 403 instead of 404 for a missing object.
    fn.allow(['s3:ListBucket'], tables.bucket.bucketArn);
  }
}
