// A workflow that is one function, called again and again until it says that its work has ended. Its state holds only ids.
import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import {
  Choice,
  Condition,
  type StateMachine,
  Succeed,
  type TaskStateBase,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import type { ServiceFunction } from '../functions/service-function.ts';
import { createWorkflow } from './workflow.ts';

export interface SteppedWorkflowProps {
  /** Answers `outcome`, `again` until it has ended, and `wait_seconds`. After its retries, it is called with `error`. */
  readonly function: ServiceFunction;
  readonly timeout: Duration;
  readonly logRetention: RetentionDays;
  readonly key: IKey | undefined;
}

export function createSteppedWorkflow(
  scope: Construct,
  { function: fn, timeout, logRetention, key }: SteppedWorkflowProps,
): StateMachine {
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
  return createWorkflow(scope, { definition: step, timeout, functions: [fn], logRetention, key });
}
