// Permissions are part of their role instead of a resource of their own: a stack has at most 500 resources. Whatever is
// allowed until synthesis is moved, also by constructs of the CDK and by apps that contain the service.
import { AspectPriority, Aspects, type IAspect } from 'aws-cdk-lib';
import { CfnRole, Policy, Role } from 'aws-cdk-lib/aws-iam';
import type { IConstruct } from 'constructs';

const POLICY_NAME = 'Allowed';

/** Where the CDK collects what a role is allowed. */
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
