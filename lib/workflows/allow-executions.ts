// Permissions on the executions of one workflow, whose names are known only when they start.
import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { acknowledge, logicalIdOf } from '../acknowledge.ts';
import type { ServiceFunction } from '../functions/service-function.ts';

export function allowExecutions(
  fn: ServiceFunction,
  actions: readonly `states:${string}`[],
  workflow: StateMachine,
): void {
  const executions = Stack.of(fn).formatArn({
    service: 'states',
    resource: 'execution',
    resourceName: `${workflow.stateMachineName}:*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  fn.allow(actions, executions);
  acknowledge(
    fn,
    `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:<${logicalIdOf(workflow)}.Name>:*]`,
    'Executions of this one workflow, which are named by the reports, exports, runs, destinations, webhook endpoints and erasures.',
  );
}
