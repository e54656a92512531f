// X-Ray, as a setting: it records the first request of each second and 5 % of the others, at 5 US dollars a million traces.
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnStateMachine, type StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { acknowledge } from './acknowledge.ts';
import type { ServiceFunction } from './functions/service-function.ts';

const WRITE = ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'];
const SAMPLE = ['xray:GetSamplingRules', 'xray:GetSamplingTargets'];

export function trace(functions: readonly ServiceFunction[], workflows: readonly StateMachine[]): void {
  for (const { lambda, node } of functions) {
    const resource = lambda.node.defaultChild;
    if (!(resource instanceof CfnFunction)) throw new Error(`${node.path} has no CfnFunction`);
    resource.tracingConfig = { mode: 'Active' };
    lambda.addToRolePolicy(new PolicyStatement({ actions: WRITE, resources: ['*'] }));
    if (lambda.role !== undefined)
      acknowledge(lambda.role, 'AwsSolutions-IAM5[Resource::*]', `${WRITE.join(' and ')} take no resource.`);
  }
  for (const workflow of workflows) {
    const resource = workflow.node.defaultChild;
    if (!(resource instanceof CfnStateMachine))
      throw new Error(`${workflow.node.path} has no CfnStateMachine`);
    resource.tracingConfiguration = { enabled: true };
    workflow.addToRolePolicy(new PolicyStatement({ actions: [...WRITE, ...SAMPLE], resources: ['*'] }));
  }
}
