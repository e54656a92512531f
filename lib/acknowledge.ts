// Accepting a cdk-nag finding requires its full id and a reason; both are kept next to the construct.
import { CfnElement, Stack, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

export function acknowledge(construct: IConstruct, id: string, reason: string): void {
  Validations.of(construct).acknowledge({ id, reason });
}

/** The logical id of the construct's own resource, as used in findings. */
export function getLogicalId(construct: IConstruct): string {
  const resource = construct.node.defaultChild;
  if (!CfnElement.isCfnElement(resource)) throw new Error(`${construct.node.path} has no default resource`);
  return Stack.of(construct).getLogicalId(resource);
}
