// What differs between stages, in one place. `local` is what a laptop runs; it can't be deployed.
import type { PlanLimits, PlanName } from '../src/core/accounts/plans.ts';
import type { WebhookTargets } from '../src/wiring/environment.ts';
import type { ApiThrottle, CustomDomain } from './analytics-api.ts';
import type { RestoredTables, WarmThroughput } from './service-tables.ts';

export const STAGES = ['local', 'dev', 'prod'] as const;
export type Stage = (typeof STAGES)[number];

/** `aws`: keys that AWS owns, at no cost. `kms`: one key of the operator's own. */
export type Encryption = 'aws' | 'kms';

export interface StageConfig {
  readonly stage: Stage;
  /** Keep tables, bucket and key when the stack is deleted, and refuse to delete the tables. */
  readonly retainData: boolean;
  /** `any` lets webhooks go to http and to private addresses: the local stage only. */
  readonly webhookTargets: WebhookTargets;
  readonly logRetentionDays: 7 | 30 | 90;
  /** MB for the function that computes reports: bounds the dataset that one report can read. */
  readonly computeMemoryMb: number;
  /** Batches of chunks applied at once: bounds what a backfill can cost in a minute. */
  readonly ingestConcurrency: number;
  /** Dead letters kept at once: few, so that a flood of them doesn't take what live ingest needs. */
  readonly deadLetterConcurrency: number;
  /**
   * Reads that `Prefer: wait` may hold at once, of all accounts together: each takes one of the account's concurrent
   * executions. A new AWS account has ten.
   */
  readonly maxHeldReads: number;
  /** Bounds what a flood of requests, with or without a key, can cost in a minute. */
  readonly apiThrottle: ApiThrottle;
  /**
   * Concurrent runs kept for a function and denied beyond, by its name. None unless given: what is reserved is taken
   * from the account's quota, and an account of a small quota refuses it.
   */
  readonly reservedConcurrency: Readonly<Record<string, number>>;
  readonly encryption: Encryption;
  /** Model or inference profile of Bedrock that words the insights; undefined: rules only, and no permission. */
  readonly bedrockModelId: string | undefined;
  /** Where alarms go; undefined for no subscription. */
  readonly alarmEmail: string | undefined;
  /** The topic is told at 80 % of it; undefined for no budget. */
  readonly monthlyBudgetUsd: number | undefined;
  readonly customDomain: CustomDomain | undefined;
  readonly restoredTables: RestoredTables | undefined;
  /** Undefined: what AWS gives a new on-demand table, 4,000 write and 12,000 read units a second. */
  readonly warmThroughput: WarmThroughput | undefined;
  readonly plans: Readonly<Record<PlanName, PlanLimits>>;
}

/** What a deployment chooses for itself. */
export interface StageChoices {
  readonly plans: StageConfig['plans'];
  readonly alarmEmail?: string | undefined;
  readonly bedrockModelId?: string | undefined;
  readonly computeMemoryMb?: number | undefined;
  readonly customDomain?: CustomDomain | undefined;
  readonly encryption?: Encryption | undefined;
  readonly ingestConcurrency?: number | undefined;
  readonly maxHeldReads?: number | undefined;
  readonly monthlyBudgetUsd?: number | undefined;
  readonly reservedConcurrency?: StageConfig['reservedConcurrency'] | undefined;
  readonly restoredTables?: RestoredTables | undefined;
  readonly warmThroughput?: WarmThroughput | undefined;
}

/**
 * A new AWS account runs ten functions at once in all. Four for ingest and two for dead letters leave the API room; an
 * account with a larger quota raises it.
 */
const DEFAULT_INGEST_CONCURRENCY = 4;

/** Throws for a stage that isn't known. */
export function stageConfig(stage: string, choices: StageChoices): StageConfig {
  const known = STAGES.find((name) => name === stage);
  if (known === undefined) throw new Error(`stage: expected one of ${STAGES.join(', ')}, got ${stage}`);
  return {
    stage: known,
    retainData: known === 'prod',
    webhookTargets: known === 'local' ? 'any' : 'public_https',
    logRetentionDays: known === 'prod' ? 90 : 30,
    computeMemoryMb: choices.computeMemoryMb ?? 3_008,
    ingestConcurrency: choices.ingestConcurrency ?? DEFAULT_INGEST_CONCURRENCY,
    deadLetterConcurrency: 2,
    maxHeldReads: choices.maxHeldReads ?? 3,
    apiThrottle: { rateLimit: 500, burstLimit: 1_000 },
    reservedConcurrency: choices.reservedConcurrency ?? {},
    encryption: choices.encryption ?? 'aws',
    bedrockModelId: choices.bedrockModelId,
    alarmEmail: choices.alarmEmail,
    monthlyBudgetUsd: choices.monthlyBudgetUsd,
    customDomain: choices.customDomain,
    restoredTables: choices.restoredTables,
    warmThroughput: choices.warmThroughput,
    plans: choices.plans,
  };
}
