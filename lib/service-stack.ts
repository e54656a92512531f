// A stage as a stack of its own, with the outputs that the command line looks up.
import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { OrderAnalytics } from './order-analytics.ts';
import type { StageConfig } from './stage/stage-config.ts';

export interface ServiceStackProps extends StackProps {
  readonly config: StageConfig;
}

export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { config, ...props }: ServiceStackProps) {
    super(scope, id, { ...props, terminationProtection: config.retainData });
    // Below `Default`, resources have the logical ids that they had as children of the stack.
    new OrderAnalytics(this, 'Default', { config }).addOutputs(this);
  }
}
