// The export workflow: one function writes the file, and a second call notes that it could not.
import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Errors, type StateMachine, type TaskStateBase } from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { Construct } from 'constructs';
import type { ENVIRONMENT, EnvironmentOf } from '../../src/wiring/environment.ts';
import type { ServiceTables } from '../data/service-tables.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { PASSING } from './report-pipeline.ts';
import { createWorkflow } from './workflow.ts';

export interface ExportWorkflowProps {
  readonly tables: ServiceTables;
  readonly logRetention: RetentionDays;
  readonly key: IKey | undefined;
}

export class ExportWorkflow extends Construct {
  readonly workflow: StateMachine;
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, { tables, logRetention, key }: ExportWorkflowProps) {
    super(scope, id);
    const environment: EnvironmentOf<typeof ENVIRONMENT.writeExport> = {
      SERVICE_TABLE: tables.service.tableName,
      BUCKET: tables.bucket.bucketName,
    };
    this.function = new ServiceFunction(this, 'WriteExport', {
      entry: 'export/write',
      description: 'Writes the file of an export',
      environment,
      timeout: Duration.minutes(15),
      // The itemsets of a report with tens of millions of rules take about 1 GB; two processors compress beside them.
      memoryMb: 3_008,
      logRetention,
      key,
    });
    this.allow(tables);
    const write = this.task('Write', PASSING);
    write.addCatch(this.task('Fail', [Errors.ALL]), { errors: ['States.ALL'], resultPath: '$.error' });
    this.workflow = createWorkflow(this, {
      definition: write,
      // Below LONGEST_RUN_MS of the stored exports.
      timeout: Duration.minutes(55),
      functions: [this.function],
      logRetention,
      key,
    });
  }

  private task(name: string, errors: readonly string[]): TaskStateBase {
    return new LambdaInvoke(this, name, {
      lambdaFunction: this.function.lambda,
      payloadResponseOnly: true,
      retryOnServiceExceptions: false,
    })
      .addRetry({
        // 10 s, 20 s, 40 s, then every minute: about ten minutes.
        errors: ['Lambda.TooManyRequestsException'],
        interval: Duration.seconds(10),
        maxAttempts: 12,
        backoffRate: 2,
        maxDelay: Duration.minutes(1),
      })
      .addRetry({
        // 2 s, 4 s, 8 s, 16 s: a run may have taken minutes before the fault.
        errors: [...errors],
        interval: Duration.seconds(2),
        maxAttempts: 4,
        backoffRate: 2,
      });
  }

  private allow(tables: ServiceTables): void {
    const { function: fn } = this;
    // The report, the export, its slot, and the erasures in progress; an export whose report is erased.
    fn.allow(
      ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      tables.service.tableArn,
    );
    for (const prefix of ['reports/', 'customers/', 'rules/']) {
      fn.allowPrefix('s3:GetObject', tables.bucket, prefix);
    }
    // Without this permission, S3 returns 403 instead of 404 for a missing object.
    fn.allow(['s3:ListBucket'], tables.bucket.bucketArn);
    for (const action of ['s3:PutObject', 's3:AbortMultipartUpload', 's3:DeleteObject']) {
      fn.allowPrefix(action, tables.bucket, 'exports/');
    }
  }
}
