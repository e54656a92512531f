// The names of a stage's stacks, for building them and for looking them up.

export function stackName(stage: string): string {
  return `OrderAnalytics-${stage}`;
}

/** The rules of the edge, in us-east-1. */
export function edgeStackName(stage: string): string {
  return `${stackName(stage)}-edge`;
}
