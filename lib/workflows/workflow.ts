// A state machine as all workflows here are: logged without what it carries.
import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, type IChainable, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { acknowledge, logicalIdOf } from '../acknowledge.ts';
import type { ServiceFunction } from '../functions/service-function.ts';
import { vendedLogName } from '../vended-log-name.ts';

export interface WorkflowProps {
  readonly definition: IChainable;
  readonly timeout: Duration;
  /** Those that its states invoke. */
  readonly functions: readonly ServiceFunction[];
  readonly logRetention: RetentionDays;
  readonly key: IKey | undefined;
}

export function createWorkflow(
  scope: Construct,
  { definition, timeout, functions, logRetention, key }: WorkflowProps,
): StateMachine {
  const log = new LogGroup(scope, 'Log', {
    logGroupName: vendedLogName(scope),
    retention: logRetention,
    removalPolicy: RemovalPolicy.DESTROY,
    ...(key && { encryptionKey: key }),
  });
  const workflow = new StateMachine(scope, 'Workflow', {
    definitionBody: DefinitionBody.fromChainable(definition),
    timeout,
    logs: { destination: log, level: LogLevel.ALL, includeExecutionData: false },
  });
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
  for (const { lambda } of functions) {
    acknowledge(
      workflow,
      `AwsSolutions-IAM5[Resource::<${logicalIdOf(lambda)}.Arn>:*]`,
      'LambdaInvoke grants the versions of the functions that this workflow runs, too. None are published.',
    );
  }
  return workflow;
}
