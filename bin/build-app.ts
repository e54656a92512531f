// Builds the CDK app for a set of stages. Entry points differ only in where their context comes from.
import type { App } from 'aws-cdk-lib';
import { bundleFunctions } from '../lib/bundles/function-bundles.ts';
import { DeployRoleStack, EdgeStack, ServiceStack } from '../lib/service-stack.ts';
import { createStageConfig } from '../lib/stage/stage-config.ts';
import { toEdgeStackName, toStackName } from './stack-name.ts';
import { readStageContext } from './stage-context.ts';

/** Adds one stack per stage. The context keys of a stage: bin/stage-context.ts and docs/deploying.md. */
export function addStacks(app: App, stages: readonly string[]): void {
  bundleFunctions();
  const repository: unknown = app.node.tryGetContext('githubRepository');
  for (const stage of stages) {
    const config = createStageConfig(stage, readStageContext(app.node, stage));
    new ServiceStack(app, toStackName(stage), { config });
    if (config.edge !== undefined)
      new EdgeStack(app, toEdgeStackName(stage), { stage: config.stage, limits: config.edge.limits });
    if (typeof repository === 'string') {
      new DeployRoleStack(app, `${toStackName(stage)}-deploy-role`, { repository, stage: config.stage });
    }
  }
}
