// Permissions of a function's role besides writing its own log, as data; and creates the functions of the
// service from them.
import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { ENVIRONMENT } from '../../src/service/wiring/environment.ts';
import { acknowledge, getLogicalId } from '../acknowledge.ts';
import type { SecretsKey } from '../data/secrets-key.ts';
import type { ServiceTables } from '../data/service-tables.ts';
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

type TableActions = readonly `dynamodb:${string}`[];
/** Prefixes of object keys. */
type Prefixes = readonly `${string}/`[];
export type WorkflowName = 'report' | 'export' | 'audience' | 'delivery' | 'event' | 'pull' | 'erasure';
type QueueName = 'ingest' | 'dead letters';

export interface Grants {
  /** Actions on the Service table. */
  readonly table?: TableActions;
  /** Queries the index of unfinished work. */
  readonly findsUnfinished?: true;
  readonly orders?: TableActions;
  /** Queries the index of orders by customer. */
  readonly findsOrdersOfCustomers?: true;
  readonly reads?: Prefixes;
  readonly writes?: Prefixes;
  readonly deletes?: Prefixes;
  /** Uploads in parts, which it aborts when one fails. */
  readonly aborts?: Prefixes;
  /**
   * Lists the bucket; or gets 404 instead of 403 for a missing object, which needs the same permission of S3.
   */
  readonly lists?: true;
  readonly starts?: readonly WorkflowName[];
  /** Stops executions of the workflow, whose names are unknown before they start. */
  readonly stopsRuns?: WorkflowName;
  readonly describesRuns?: readonly WorkflowName[];
  readonly sendsTo?: QueueName;
  /** Shortens the wait of a failed message in the queue. */
  readonly returnsTo?: QueueName;
  /** Encrypts secrets of accounts. */
  readonly seals?: true;
  /** Decrypts secrets of accounts. */
  readonly opens?: true;
  /** Sends e-mails, if the deployment does. */
  readonly mails?: true;
}

type Variable = {
  [Name in keyof typeof ENVIRONMENT]: keyof (typeof ENVIRONMENT)[Name]['entries'];
}[keyof typeof ENVIRONMENT];

/** Resources that the constructs of the service share. Each construct adds those that later ones use. */
export interface Shared extends Pick<ServiceFunctionProps, 'logRetention' | 'key'> {
  readonly tables: ServiceTables;
  readonly secrets: SecretsKey;
  readonly workflows: { [Name in WorkflowName]?: StateMachine };
  readonly queues: { [Name in QueueName]?: Queue };
  /** Lets a function send e-mails; undefined if the deployment sends none. */
  readonly mail: { allow(fn: ServiceFunction): void } | undefined;
  /** Environment variables of functions, without the ARNs of workflows. */
  readonly variables: { [Name in Variable]?: string };
}

export interface FunctionSpec
  extends Grants,
    Omit<ServiceFunctionProps, 'environment' | 'logRetention' | 'key'> {}

/** Name of a function: that of its environment in `ENVIRONMENT`. */
export type FunctionName = Capitalize<keyof typeof ENVIRONMENT>;

/** Gives the function the variables that it reads. Throws for one that nothing has set before. */
export function createFunction(
  scope: Construct,
  name: FunctionName,
  shared: Shared,
  spec: FunctionSpec,
): ServiceFunction {
  const { entry, description, timeout, memoryMb, ...grants } = spec;
  const { logRetention, key } = shared;
  const environment = createEnvironment(name, shared);
  const fn = new ServiceFunction(scope, name, {
    ...{ entry, description, timeout, memoryMb },
    ...{ environment, logRetention, key },
  });
  grant(fn, shared, grants);
  return fn;
}

function createEnvironment(name: FunctionName, { variables, workflows }: Shared): Record<string, string> {
  const values: Readonly<Record<string, string | undefined>> = {
    ...variables,
    ...Object.fromEntries(
      Object.entries(workflows).map(([one, { stateMachineArn }]) => [
        `${one.toUpperCase()}_WORKFLOW_ARN`,
        stateMachineArn,
      ]),
    ),
  };
  const schema = Object.entries(ENVIRONMENT).find(
    ([one]) => one === name[0]?.toLowerCase() + name.slice(1),
  )?.[1];
  return Object.fromEntries(
    Object.keys(schema?.entries ?? {}).map((variable) => [
      variable,
      requireMade(values[variable], `${name}: ${variable}`),
    ]),
  );
}

function requireMade<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`${what} is used before it is made`);
  return value;
}

function grant(
  fn: ServiceFunction,
  { tables, secrets, workflows, queues, mail }: Shared,
  grants: Grants,
): void {
  const { service, orders, bucket } = tables;
  const allow = (actions: readonly string[] | undefined, resource: string): void => {
    if (actions !== undefined) fn.allow(actions, resource);
  };
  allow(grants.table, service.tableArn);
  allow(grants.findsUnfinished && ['dynamodb:Query'], tables.indexArn());
  allow(grants.orders, orders.tableArn);
  allow(grants.findsOrdersOfCustomers && ['dynamodb:Query'], tables.customerIndexArn());
  const objects = {
    's3:GetObject': grants.reads,
    's3:PutObject': grants.writes,
    's3:DeleteObject': grants.deletes,
    's3:AbortMultipartUpload': grants.aborts,
  };
  for (const [action, prefixes = []] of Object.entries(objects)) {
    // One statement: IAM limits the characters of a role's policies.
    if (prefixes.length > 0)
      fn.allow([action], ...prefixes.map((prefix) => bucket.arnForObjects(`${prefix}*`)));
    for (const prefix of prefixes) {
      acknowledge(
        fn,
        `AwsSolutions-IAM5[Resource::<${getLogicalId(bucket)}.Arn>/${prefix}*]`,
        `The objects below ${prefix}, and no others: their names contain the account and the report.`,
      );
    }
  }
  allow(grants.lists && ['s3:ListBucket'], bucket.bucketArn);
  for (const name of grants.starts ?? [])
    fn.allow(['states:StartExecution'], requireMade(workflows[name], name).stateMachineArn);
  const { stopsRuns, describesRuns = [] } = grants;
  if (stopsRuns !== undefined)
    allowExecutions(fn, 'states:StopExecution', requireMade(workflows[stopsRuns], stopsRuns));
  for (const name of describesRuns)
    allowExecutions(fn, 'states:DescribeExecution', requireMade(workflows[name], name));
  const { sendsTo, returnsTo } = grants;
  if (sendsTo !== undefined) fn.allow(['sqs:SendMessage'], requireMade(queues[sendsTo], sendsTo).queueArn);
  if (returnsTo !== undefined)
    fn.allow(['sqs:ChangeMessageVisibility'], requireMade(queues[returnsTo], returnsTo).queueArn);
  allow(grants.seals && ['kms:Encrypt'], secrets.arn);
  allow(grants.opens && ['kms:Decrypt'], secrets.arn);
  if (grants.mails && mail !== undefined) mail.allow(fn);
}

function allowExecutions(fn: ServiceFunction, action: `states:${string}`, workflow: StateMachine): void {
  const executions = Stack.of(fn).formatArn({
    service: 'states',
    resource: 'execution',
    resourceName: `${workflow.stateMachineName}:*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  fn.allow([action], executions);
  acknowledge(
    fn,
    `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:<${getLogicalId(workflow)}.Name>:*]`,
    'Executions of this one workflow, which are named by the reports, exports, runs, destinations, webhook endpoints, sources and erasures.',
  );
}
