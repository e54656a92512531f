// State machines as tables of states, in the Amazon States Language. Their logs omit the data of the states.
import { type Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { Shared } from '../functions/grants.ts';
import type { ServiceFunction } from '../functions/service-function.ts';
import { toVendedLogName } from '../service-name.ts';

export interface WorkflowStates {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, object>>;
}

export interface Retry {
  readonly ErrorEquals: readonly string[];
  readonly IntervalSeconds: number;
  readonly MaxAttempts: number;
  readonly BackoffRate?: number;
  readonly MaxDelaySeconds?: number;
}

export const EVERY_ERROR = 'States.ALL';

/** Errors of Lambda itself, and those that a state reports as transient. */
export const PASSING = [
  'Lambda.ClientExecutionTimeoutException',
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'PassingFaultError',
];

/** 10 s, 20 s, 40 s, then every minute, if the account's concurrency or the function's reservation is exhausted. */
export function retryThrottled(MaxAttempts: number): Retry {
  return {
    ErrorEquals: ['Lambda.TooManyRequestsException'],
    IntervalSeconds: 10,
    MaxAttempts,
    BackoffRate: 2,
    MaxDelaySeconds: 60,
  };
}

/** Invokes the function; `then` is the next state. */
export function createTask(
  fn: ServiceFunction,
  then: string,
  retries: readonly Retry[],
  rest: object = {},
): object {
  return { Type: 'Task', Resource: fn.lambda.functionArn, Retry: retries, Next: then, ...rest };
}

/** The state that follows an error. */
export function catchErrors(Next: string, ResultPath: string | null = '$.error'): object {
  return { Catch: [{ ErrorEquals: [EVERY_ERROR], ResultPath, Next }] };
}

export function createWait(path: string, Next: string): object {
  return { Type: 'Wait', SecondsPath: path, Next };
}

/** Takes the first rule that holds. */
export function createChoice(otherwise: string, ...Choices: readonly object[]): object {
  return { Type: 'Choice', Choices, Default: otherwise };
}

interface WorkflowProps {
  readonly states: WorkflowStates;
  readonly lasts: Duration;
  /** Functions that the states invoke. */
  readonly functions: readonly ServiceFunction[];
}

export function createWorkflow(
  scope: Construct,
  { logRetention, key }: Shared,
  { states, lasts, functions }: WorkflowProps,
): StateMachine {
  const log = new LogGroup(scope, 'Log', {
    logGroupName: toVendedLogName(scope),
    retention: logRetention,
    removalPolicy: RemovalPolicy.DESTROY,
    ...(key && { encryptionKey: key }),
  });
  const workflow = new StateMachine(scope, 'Workflow', {
    definitionBody: DefinitionBody.fromString(
      Stack.of(scope).toJsonString({ ...states, TimeoutSeconds: lasts.toSeconds() }),
    ),
    logs: { destination: log, level: LogLevel.ALL, includeExecutionData: false },
  });
  workflow.addToRolePolicy(
    new PolicyStatement({
      actions: ['lambda:InvokeFunction'],
      resources: functions.map(({ lambda }) => lambda.functionArn),
    }),
  );
  acknowledge(
    workflow,
    'AwsSolutions-IAM5[Resource::*]',
    'Log delivery and, if the stage is traced, X-Ray actions of Step Functions take no resource.',
  );
  acknowledge(
    workflow,
    'AwsSolutions-SF2',
    'Traces cost 5 USD a million: the setting `tracing` turns them on.',
  );
  return workflow;
}
