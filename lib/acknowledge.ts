// Accepting a cdk-nag finding takes its full id and a reason; both stay with the construct.
import { CfnElement, Stack, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

export function acknowledge(construct: IConstruct, id: string, reason: string): void {
  Validations.of(construct).acknowledge({ id, reason });
}

/** The logical id of a construct's own resource, as findings name it. */
export function logicalIdOf(construct: IConstruct): string {
  const resource = construct.node.defaultChild;
  if (!CfnElement.isCfnElement(resource))
    throw new Error(`${construct.node.path} has no resource of its own`);
  return Stack.of(construct).getLogicalId(resource);
}
