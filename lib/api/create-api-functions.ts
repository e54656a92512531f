// Creates the functions of the HTTP API by their table, each with the rights that its row names.

import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { OPERATIONS, type OperationId } from '../../src/contract/operations.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { allowExecutions } from '../workflows/allow-executions.ts';
import type { ApiFunction } from './api-function.ts';
import { type ApiFunctionsProps, endpoints, environmentOfAll, type Variables } from './api-functions.ts';

export interface ApiFunctions {
  readonly answeredBy: ReadonlyMap<OperationId, ServiceFunction>;
  readonly consolePages: ServiceFunction;
  readonly unknownRoute: ServiceFunction;
  readonly agentTools: ServiceFunction;
}

/** Permissions that every endpoint needs before its own work: API key and account, rate window, last use. */
const ADMISSION_ACTIONS = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:UpdateItem'];

/** Throws for an operation that no function answers. */
export function createApiFunctions(scope: Construct, props: ApiFunctionsProps): ApiFunctions {
  const { tables, logRetention, key } = props;
  const create = (
    name: string,
    entry: string,
    { description, environment, memoryMb = 512 }: Pick<ApiFunction, 'environment' | 'memoryMb'> & Described,
  ): ServiceFunction =>
    new ServiceFunction(scope, name, {
      entry: `http/${entry}`,
      description,
      environment,
      memoryMb,
      timeout: Duration.seconds(29),
      logRetention,
      key,
    });

  const answeredBy = new Map<OperationId, ServiceFunction>();
  for (const one of endpoints(props)) {
    const description = describe(one.answers);
    const fn = create(one.name, one.entry, { ...one, description });
    fn.allow([...ADMISSION_ACTIONS, ...(one.table ?? [])], tables.service.tableArn);
    if (one.readsOrders) {
      fn.allow(['dynamodb:BatchGetItem', 'dynamodb:Query'], tables.orders.tableArn);
      fn.allow(['dynamodb:Query'], tables.customerIndexArn());
    }
    if (one.starts !== undefined) fn.allow(['states:StartExecution'], one.starts.stateMachineArn);
    if (one.stops && one.starts !== undefined) allowExecutions(fn, ['states:StopExecution'], one.starts);
    if (one.sendsTo !== undefined) fn.allow(['sqs:SendMessage'], one.sendsTo.queueArn);
    for (const prefix of [one.reads ?? []].flat()) fn.allowPrefix('s3:GetObject', tables.bucket, prefix);
    for (const prefix of one.deletes ?? []) fn.allowPrefix('s3:DeleteObject', tables.bucket, prefix);
    if (one.seals) props.secrets.allowSealing(fn);
    if (one.opens) props.secrets.allowOpening(fn);
    if (one.missesObjects) fn.allow(['s3:ListBucket'], tables.bucket.bucketArn);
    for (const operation of one.answers) answeredBy.set(operation, fn);
  }
  const unanswered = OPERATIONS.filter(({ operationId }) => !answeredBy.has(operationId));
  if (unanswered.length > 0) {
    throw new Error(`no function answers ${unanswered.map(({ operationId }) => operationId).join(', ')}`);
  }

  // Serves files beside its code: it reads no table, and no environment.
  const consolePages = create('Console', 'console', {
    description: 'GET /console: the pages for a browser',
    environment: {},
  });
  const unknownRoute = create('UnknownRoute', 'unknown-route', {
    description: 'Answers 404',
    environment: environmentOfAll(props),
    memoryMb: 256,
  });
  unknownRoute.allow(ADMISSION_ACTIONS, tables.service.tableArn);
  // Calls operations with the key of its caller: whatever they read or change, it has no rights to.
  const agentTools = create('CallTools', 'call-tools', {
    description: 'POST /mcp: the tools of agents',
    environment: { ...environmentOfAll(props), API_URL: props.apiUrl } satisfies Variables<'callTools'>,
    memoryMb: 1_024,
  });
  agentTools.allow(ADMISSION_ACTIONS, tables.service.tableArn);
  return { answeredBy, consolePages, unknownRoute, agentTools };
}

/** What Lambda allows. */
const LONGEST_DESCRIPTION = 256;

/** By path, which takes fewer characters. */
function describe(answers: readonly OperationId[]): string {
  const methods = new Map<string, string[]>();
  for (const { operationId, method, path } of OPERATIONS)
    if (answers.includes(operationId)) methods.set(path, [...(methods.get(path) ?? []), method]);
  const all = [...methods].map(([path, of]) => `${of.join(' ')} ${path}`).join(', ');
  return all.length > LONGEST_DESCRIPTION ? `${all.slice(0, LONGEST_DESCRIPTION - 1)}…` : all;
}

interface Described {
  readonly description: string;
}
