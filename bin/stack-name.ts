// The name of a stage's stack, for whoever builds it and whoever looks it up.

export function stackName(stage: string): string {
  return `OrderAnalytics-${stage}`;
}
