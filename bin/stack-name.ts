// The names of a stage's stacks, for building them and for looking them up.

export function toStackName(stage: string): string {
  return `OrderAnalytics-${stage}`;
}

/** The stack of the edge's rules, in us-east-1. */
export function toEdgeStackName(stage: string): string {
  return `${toStackName(stage)}-edge`;
}
