// The name of a stage's stack, for building it and for looking it up.

export function stackName(stage: string): string {
  return `OrderAnalytics-${stage}`;
}
