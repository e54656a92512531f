// What differs between stages, in one place. `local` is what a laptop runs; it can't be deployed.
import type { PlanLimits, PlanName } from '../src/core/accounts/plans.ts';
import type { WebhookTargets } from '../src/wiring/environment.ts';

export const STAGES = ['local', 'dev', 'prod'] as const;
export type Stage = (typeof STAGES)[number];

export interface StageConfig {
  readonly stage: Stage;
  /** Keep tables and bucket when the stack is deleted, and refuse to delete the tables. */
  readonly retainData: boolean;
  /** `any` lets webhooks go to http and to private addresses: the local stage only. */
  readonly webhookTargets: WebhookTargets;
  readonly logRetentionDays: 7 | 30 | 90;
  /** MB for the function that computes reports. A million line items take about 500. */
  readonly computeMemoryMb: number;
  /** Chunks applied at once: bounds what a backfill can cost in a minute. */
  readonly ingestConcurrency: number;
  /** Model or inference profile of Bedrock that words the insights; undefined: rules only, and no permission. */
  readonly bedrockModelId: string | undefined;
  /** Where alarms go; undefined for no subscription. */
  readonly alarmEmail: string | undefined;
  readonly plans: Readonly<Record<PlanName, PlanLimits>>;
}

/** Throws for a stage that isn't known. */
export function stageConfig(
  stage: string,
  overrides: { plans: Readonly<Record<PlanName, PlanLimits>>; alarmEmail?: string; bedrockModelId?: string },
): StageConfig {
  const known = STAGES.find((name) => name === stage);
  if (known === undefined) throw new Error(`stage: expected one of ${STAGES.join(', ')}, got ${stage}`);
  return {
    stage: known,
    retainData: known === 'prod',
    webhookTargets: known === 'local' ? 'any' : 'public_https',
    logRetentionDays: known === 'prod' ? 90 : 30,
    computeMemoryMb: 3_008,
    ingestConcurrency: 10,
    bedrockModelId: overrides.bedrockModelId,
    alarmEmail: overrides.alarmEmail,
    plans: overrides.plans,
  };
}
