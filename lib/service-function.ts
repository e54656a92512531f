// A Lambda function as all of ours are: arm64 on Node 24, a role of its own that may write its own log and nothing
// else until it is granted, a log that ends, tracing, and an alarm on errors.
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { type Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge, logicalIdOf } from './acknowledge.ts';
import { bundlePath } from './function-bundles.ts';

export interface ServiceFunctionProps {
  /** Path of the entry below functions/, without its ending: `http/submit-orders`. */
  readonly entry: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeout: Duration;
  /** MB; processor share grows with it. */
  readonly memoryMb: number;
  readonly logRetention: RetentionDays;
  readonly description: string;
}

export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction;
  readonly errorAlarm: Alarm;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Log', {
      retention: props.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    this.lambda = new LambdaFunction(this, 'Function', {
      code: Code.fromAsset(bundlePath(props.entry)),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      environment: { ...props.environment, POWERTOOLS_SERVICE_NAME: props.entry },
      timeout: props.timeout,
      memorySize: props.memoryMb,
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.ACTIVE,
      description: props.description,
    });
    acknowledge(
      role,
      'AwsSolutions-IAM5[Resource::*]',
      'xray:PutTraceSegments and xray:PutTelemetryRecords take no resource.',
    );
    this.errorAlarm = this.lambda.metricErrors({ period: Duration.minutes(5) }).createAlarm(this, 'Errors', {
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `${props.entry} failed. See docs/runbook.md#function-errors`,
    });
  }

  /** Allows exactly these actions on exactly these resources. */
  allow(actions: readonly string[], ...resources: readonly string[]): void {
    this.lambda.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));
  }

  /** Allows actions on what lies below a prefix of a bucket, and accepts the wildcard that this takes. */
  allowPrefix(action: string, bucket: Bucket, prefix: string): void {
    this.allow([action], bucket.arnForObjects(`${prefix}*`));
    const bucketId = logicalIdOf(bucket);
    acknowledge(
      this,
      `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${prefix}*]`,
      `The objects below ${prefix}, and no others: their names hold account and report.`,
    );
  }
}
