// The CDK app for a set of stages. Entry points differ in where they get their context; what they build is this.
import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { bundleFunctions } from '../lib/function-bundles.ts';
import { ServiceStack } from '../lib/service-stack.ts';
import { stageConfig } from '../lib/stage-config.ts';
import { DEFAULT_PLANS, PLAN_NAMES, type PlanLimits, type PlanName } from '../src/core/accounts/plans.ts';
import { stackName } from './stack-name.ts';

/** Context: `alarmEmail`, `bedrockModelId`, and `plans` with what differs from the defaults, e.g. {"max":{"monthlyReports":1000}}. */
export function addStacks(app: App, stages: readonly string[]): void {
  bundleFunctions();
  const alarmEmail: unknown = app.node.tryGetContext('alarmEmail');
  const bedrockModelId: unknown = app.node.tryGetContext('bedrockModelId');
  const plans = plansWith(app.node.tryGetContext('plans'));
  for (const stage of stages) {
    const overrides = {
      plans,
      ...(typeof alarmEmail === 'string' && { alarmEmail }),
      ...(typeof bedrockModelId === 'string' && { bedrockModelId }),
    };
    new ServiceStack(app, stackName(stage), { config: stageConfig(stage, overrides) });
  }
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}

function plansWith(overrides: Partial<Record<PlanName, Partial<PlanLimits>>> | undefined) {
  return Object.fromEntries(
    PLAN_NAMES.map((name) => [name, { ...DEFAULT_PLANS[name], ...overrides?.[name] }]),
  ) as Record<PlanName, PlanLimits>;
}
