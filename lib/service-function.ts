// A Lambda function as all of ours are: arm64 on Node 24, a role of its own that may write its own log and nothing
// else until it is granted, a log that ends, and tracing.
import { type Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  Architecture,
  CfnFunction,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { METRIC_NAMESPACE, type MetricName } from '../src/observability/metrics.ts';
import { acknowledge, logicalIdOf } from './acknowledge.ts';
import { keyActions } from './data-key.ts';
import { bundlePath } from './function-bundles.ts';

export interface ServiceFunctionProps {
  /** Path of the entry below functions/, without its ending: `http/submit-orders`. */
  readonly entry: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeout: Duration;
  /** MB; processor share grows with it. */
  readonly memoryMb: number;
  readonly logRetention: RetentionDays;
  /** Of the data and the log; undefined where AWS's own keys encrypt them. */
  readonly key: IKey | undefined;
  readonly description: string;
}

export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction;
  readonly timeout: Duration;
  readonly memoryMb: number;
  readonly log: LogGroup;
  /** What the function calls itself in its log and in what it measures. */
  private readonly service: string;
  private readonly key: IKey | undefined;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    // With the stack: stages that share an account don't share their metrics.
    this.service = `${Stack.of(this).stackName}/${props.entry}`;
    this.timeout = props.timeout;
    this.memoryMb = props.memoryMb;
    this.key = props.key;
    this.log = new LogGroup(this, 'Log', {
      retention: props.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
      ...(props.key && { encryptionKey: props.key }),
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.log.grantWrite(role);
    this.lambda = new LambdaFunction(this, 'Function', {
      code: Code.fromAsset(bundlePath(props.entry)),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      environment: { ...props.environment, POWERTOOLS_SERVICE_NAME: this.service },
      timeout: props.timeout,
      memorySize: props.memoryMb,
      role,
      logGroup: this.log,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.ACTIVE,
      description: props.description,
    });
    acknowledge(
      role,
      'AwsSolutions-IAM5[Resource::*]',
      'xray:PutTraceSegments and xray:PutTelemetryRecords take no resource.',
    );
  }

  /**
   * Keeps so many concurrent runs for this function, and gives it no more. They are taken from the account's quota,
   * of which AWS leaves at least 100 unreserved: a small quota refuses the deployment.
   */
  reserve(concurrency: number): void {
    const resource = this.lambda.node.defaultChild;
    if (!(resource instanceof CfnFunction)) throw new Error(`${this.node.path} has no CfnFunction`);
    resource.reservedConcurrentExecutions = concurrency;
  }

  /** What the function measures itself; docs/metrics.md says which function measures what. */
  measured(metricName: MetricName, statistic: string, label: string): Metric {
    return new Metric({
      namespace: METRIC_NAMESPACE,
      metricName,
      dimensionsMap: { service: this.service },
      statistic,
      label,
    });
  }

  /** Allows exactly these actions on exactly these resources, and what they take of the data's key. */
  allow(actions: readonly string[], ...resources: readonly string[]): void {
    this.lambda.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));
    const ofKey = keyActions(actions);
    if (this.key === undefined || ofKey.length === 0) return;
    this.lambda.addToRolePolicy(new PolicyStatement({ actions: ofKey, resources: [this.key.keyArn] }));
  }

  /** Allows the actions where the condition holds. */
  allowIf(conditions: Readonly<Record<string, object>>, actions: readonly string[], resource: string): void {
    this.lambda.addToRolePolicy(
      new PolicyStatement({ actions: [...actions], resources: [resource], conditions: { ...conditions } }),
    );
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
