// A workflow that is one function, called again and again until it says that its work has ended. Its state holds only ids.
import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import {
  Choice,
  Condition,
  type IChainable,
  type StateMachine,
  Succeed,
  type TaskStateBase,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { Construct } from 'constructs';
import type { WebhookReceivers } from '../../src/wiring/environment.ts';
import type { SecretsKey } from '../data/secrets-key.ts';
import type { ServiceTables } from '../data/service-tables.ts';
import { ServiceFunction, type ServiceFunctionProps } from '../functions/service-function.ts';
import { createWorkflow } from './workflow.ts';

export interface SteppedWorkflowProps {
  readonly tables: ServiceTables;
  readonly webhookReceivers: WebhookReceivers;
  readonly logRetention: RetentionDays;
  readonly key: IKey | undefined;
}

/** Of a workflow that sends with secrets of accounts. */
export interface SendingWorkflowProps extends SteppedWorkflowProps {
  readonly secrets: SecretsKey;
}

/**
 * A receiver may be down for three days. An execution has 25,000 events, nine a step: one that ends before everything is
 * sent is followed by another.
 */
export const LONGER_THAN_DOWN = Duration.days(7);

/** Answers `outcome`, `again` until it has ended, and `wait_seconds`. After its retries, it is called with `error`. */
interface SteppedFunction extends Omit<ServiceFunctionProps, 'logRetention' | 'key'> {
  readonly functionId: string;
  readonly workflowTimeout: Duration;
}

export class SteppedWorkflow extends Construct {
  readonly workflow: StateMachine;
  readonly function: ServiceFunction;

  constructor(
    scope: Construct,
    id: string,
    { logRetention, key }: SteppedWorkflowProps,
    { functionId, workflowTimeout, ...props }: SteppedFunction,
  ) {
    super(scope, id);
    this.function = new ServiceFunction(this, functionId, { ...props, logRetention, key });
    this.workflow = createWorkflow(this, {
      definition: stepsOf(this, this.function),
      timeout: workflowTimeout,
      functions: [this.function],
      logRetention,
      key,
    });
  }
}

function stepsOf(scope: Construct, fn: ServiceFunction): IChainable {
  const task = (name: string): TaskStateBase =>
    new LambdaInvoke(scope, name, {
      lambdaFunction: fn.lambda,
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
  const step = task('Step');
  const ended = new Succeed(scope, 'Ended');
  step.next(
    new Choice(scope, 'Has it ended?')
      .when(
        Condition.stringEquals('$.outcome', 'again'),
        new Wait(scope, 'Wait before the next step', { time: WaitTime.secondsPath('$.wait_seconds') }).next(
          step,
        ),
      )
      .otherwise(ended),
  );
  step.addCatch(task('Fail').next(ended), { errors: ['States.ALL'], resultPath: '$.error' });
  return step;
}
