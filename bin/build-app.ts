// The CDK app for a set of stages. Entry points differ in where they get their context; what they build is this.
import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { bundleFunctions } from '../lib/function-bundles.ts';
import { ServiceStack } from '../lib/service-stack.ts';
import { stageConfig } from '../lib/stage-config.ts';
import { stackName } from './stack-name.ts';
import { stageContext } from './stage-context.ts';

/** What each stage may be given: bin/stage-context.ts and docs/deploying.md. */
export function addStacks(app: App, stages: readonly string[]): void {
  bundleFunctions();
  for (const stage of stages) {
    new ServiceStack(app, stackName(stage), { config: stageConfig(stage, stageContext(app.node, stage)) });
  }
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}
