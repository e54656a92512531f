// The base of all Lambda functions: arm64 on Node 24, its own role that may only write its own log until it is granted
// more, and a log with limited retention.
import {
  AspectPriority,
  Aspects,
  type Duration,
  type IAspect,
  Names,
  RemovalPolicy,
  Token,
} from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnRole, Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  Architecture,
  CfnFunction,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct, type IConstruct } from 'constructs';
import { METRIC_NAMESPACE, type MetricName } from '../../src/service/observability/metrics.ts';
import { getBundlePath } from '../bundles/function-bundles.ts';
import { listKeyActions } from '../data/data-key.ts';
import { getServiceName } from '../service-name.ts';

export interface ServiceFunctionProps {
  /** First folder below functions/ and name of the file: `http/submit-orders`. */
  readonly entry: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeout: Duration;
  /** MB; the CPU share grows with it. */
  readonly memoryMb: number;
  readonly logRetention: RetentionDays;
  /** Key of the data and the log; undefined if keys owned by AWS encrypt them. */
  readonly key: IKey | undefined;
  readonly description: string;
}

/** Bytes of all names and values. AWS refuses a function above this limit in the middle of a deployment. */
const MAX_ENVIRONMENT_BYTES = 4_096;
/** Assumed length of a value known at deployment only: no ARN, URL or name of this stack is longer. */
const LONGEST_REFERENCE = 200;

export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction;
  readonly timeout: Duration;
  readonly memoryMb: number;
  readonly log: LogGroup;
  /** The function's name in its log and its metrics. */
  private readonly service: string;
  private readonly key: IKey | undefined;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    // Includes the stack: stages that share an account do not share metrics.
    this.service = `${getServiceName(this)}/${props.entry}`;
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
    const environment = { ...props.environment, POWERTOOLS_SERVICE_NAME: this.service };
    requireSmall(environment, props.entry);
    this.lambda = new LambdaFunction(this, 'Function', {
      code: Code.fromAsset(getBundlePath(props.entry)),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      environment,
      timeout: props.timeout,
      memorySize: props.memoryMb,
      role,
      logGroup: this.log,
      loggingFormat: LoggingFormat.JSON,
      description: props.description,
      // Some functions have versions (lib/functions/canary.ts). A version left by a failed deployment blocks
      // the next deployment of the same code.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
    });
  }

  /**
   * Reserves this many concurrent runs for the function, which are also its maximum. They reduce the
   * account's quota, of which AWS keeps at least 100 unreserved: with a small quota the deployment fails.
   */
  reserve(concurrency: number): void {
    const resource = this.lambda.node.defaultChild;
    if (!(resource instanceof CfnFunction)) throw new Error(`${this.node.path} has no CfnFunction`);
    resource.reservedConcurrentExecutions = concurrency;
  }

  /** The metrics that the function publishes itself; docs/metrics.md lists them by function. */
  measured(metricName: MetricName, statistic: string, label: string): Metric {
    return new Metric({
      namespace: METRIC_NAMESPACE,
      metricName,
      dimensionsMap: { service: this.service },
      statistic,
      label,
    });
  }

  /** Allows exactly these actions on exactly these resources, and the key actions that they need. */
  allow(actions: readonly string[], ...resources: readonly string[]): void {
    this.lambda.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));
    const ofKey = listKeyActions(actions);
    if (this.key === undefined || ofKey.length === 0) return;
    this.lambda.addToRolePolicy(new PolicyStatement({ actions: ofKey, resources: [this.key.keyArn] }));
  }

  /** Allows the actions if the condition holds. */
  allowIf(conditions: Readonly<Record<string, object>>, actions: readonly string[], resource: string): void {
    this.lambda.addToRolePolicy(
      new PolicyStatement({ actions: [...actions], resources: [resource], conditions: { ...conditions } }),
    );
  }

  /**
   * Feeds messages of the queue to the function. Lambda polls with its role; the CDK's own event source would
   * also grant permissions that no poller needs.
   */
  consume(queue: Queue, { batchSize, maxConcurrency }: { batchSize: number; maxConcurrency: number }): void {
    this.allow(['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'], queue.queueArn);
    this.lambda.addEventSourceMapping(`SqsEventSource:${Names.nodeUniqueId(queue.node)}`, {
      eventSourceArn: queue.queueArn,
      batchSize,
      reportBatchItemFailures: true,
      maxConcurrency,
    });
  }
}

function requireSmall(environment: Readonly<Record<string, string>>, entry: string): void {
  const sizes = Object.entries(environment).map(([name, value]) => ({
    name,
    bytes: name.length + (Token.isUnresolved(value) ? LONGEST_REFERENCE : Buffer.byteLength(value)),
  }));
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0);
  if (bytes <= MAX_ENVIRONMENT_BYTES) return;
  const largest = sizes.reduce((most, size) => (size.bytes > most.bytes ? size : most));
  throw new Error(
    `${entry}: the environment has ${bytes} bytes, of which ${largest.name} has ${largest.bytes}; AWS takes ${MAX_ENVIRONMENT_BYTES}: shorten that setting`,
  );
}

// Makes permissions part of their role instead of a resource of their own: a stack has at most 500 resources.
// Moves every permission granted until synthesis, also by constructs of the CDK and by apps that contain the
// service.

const POLICY_NAME = 'Allowed';

/** Name under which the CDK collects the permissions of a role. */
const SEPARATE_POLICY = 'DefaultPolicy';

export function inlinePolicies(scope: IConstruct): void {
  Aspects.of(scope).add(mover, { priority: AspectPriority.MUTATING });
}

const mover: IAspect = {
  visit(role: IConstruct): void {
    if (!(role instanceof Role)) return;
    const policy = role.node.tryFindChild(SEPARATE_POLICY);
    const resource = role.node.defaultChild;
    if (!(policy instanceof Policy) || !(resource instanceof CfnRole)) return;
    if (resource.policies !== undefined) throw new Error(`${role.node.path} has other inline policies`);
    resource.policies = [{ policyName: POLICY_NAME, policyDocument: policy.document }];
    role.node.tryRemoveChild(SEPARATE_POLICY);
  },
};
