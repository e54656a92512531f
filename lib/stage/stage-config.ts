// All differences between stages, in one place. `local` is the stage that runs on a laptop; it cannot be deployed.
import type { PlanLimits, PlanName } from '../../src/contract/plans.ts';
import type { WebhookTargets } from '../../src/service/wiring/environment.ts';
import type { ApiThrottle } from '../api/analytics-api.ts';
import type { BackupConfig } from '../data/nightly-backup.ts';
import type { RestoredTables, WarmThroughput } from '../data/service-tables.ts';
import type { CustomDomain } from '../edge/edge.ts';
import { DEFAULT_EDGE_LIMITS, type EdgeLimits } from '../edge/web-acl.ts';
import type { CanaryMinutes } from '../functions/canary.ts';

export const STAGES = ['local', 'dev', 'prod'] as const;
export type Stage = (typeof STAGES)[number];

/** `aws`: keys that AWS owns, at no cost. `kms`: a customer-managed key. */
type Encryption = 'aws' | 'kms';

/** How a report on many line items is computed in partitions. */
interface Partitioning {
  /** Line items above which the reports of a dataset are computed in partitions; 0: always. */
  readonly thresholdLines: number;
  readonly linesPerPartition: number;
  /** Functions of one report that run at once. */
  readonly concurrency: number;
}

/** Requests per minute with a publishable key. */
interface PublishableLimits {
  /** Limit of one address: a visitor, or everyone behind a shared address. */
  readonly perAddress: number;
  /** Limit of all addresses together: bounds the cost of one key. */
  readonly perKey: number;
}

export interface StageConfig {
  readonly stage: Stage;
  /** Keep tables, bucket and key when the stack is deleted, and enable deletion protection for the tables. */
  readonly retainData: boolean;
  /** `any` allows webhooks to http and to private addresses: only for the local stage. */
  readonly webhookReceivers: WebhookTargets;
  readonly logRetentionDays: 7 | 30 | 90;
  /** MB of memory for the function that computes reports: limits the size of a dataset that a report can read. */
  readonly computeMemoryMb: number;
  /** Line items of the largest dataset whose orders are kept as an extract for the next report; 0: none is. */
  readonly extractMaxLines: number;
  /** How reports on many line items are computed. */
  readonly partitioning: Partitioning;
  /**
   * Reports of all accounts that are computed at the same time: they share the read capacity of the Orders
   * table.
   */
  readonly computingReports: number;
  /** Batches of chunks applied concurrently: limits what a backfill can cost per minute. */
  readonly ingestConcurrency: number;
  /** Dead letters stored concurrently: few, so that a flood of them leaves capacity for live ingest. */
  readonly deadLetterConcurrency: number;
  /**
   * Reads that `Prefer: wait` may hold at once, of all accounts together: each takes one of the account's concurrent
   * executions. A new AWS account has ten.
   */
  readonly maxHeldReads: number;
  /** Bounds the cost per minute of a flood of requests, with or without a key. */
  readonly apiThrottle: ApiThrottle;
  /**
   * Reserved concurrency by function name, which is also that function's maximum. Empty by default: reservations come
   * out of the account's quota, and AWS refuses them if the quota is small.
   */
  readonly reservedConcurrency: Readonly<Record<string, number>>;
  readonly encryption: Encryption;
  /**
   * Bedrock model or inference profile that chooses the insights of market basket reports; undefined:
   * insights from rules only, and no permission.
   */
  readonly bedrockModelId: string | undefined;
  /** Email address for alarms; undefined for no subscription. */
  readonly alarmEmail: string | undefined;
  /** Monthly budget in USD, with a notification at 80 %; undefined for no budget. */
  readonly monthlyBudgetUsd: number | undefined;
  /** Address of the sender of digests by e-mail, of a domain that SES has verified; undefined: none are sent. */
  readonly mailFrom: string | undefined;
  readonly customDomain: CustomDomain | undefined;
  /**
   * Minutes in which a tenth of the requests tries a new version of the busiest functions; undefined: none
   * does.
   */
  readonly canaryMinutes: CanaryMinutes | undefined;
  /** CloudFront in front of the API, which refuses floods before a function starts; undefined for none. */
  readonly edge: EdgeConfig | undefined;
  /** Origins whose pages may use the whole API: a console of the operator's own. Not needed for publishable keys. */
  readonly corsOrigins: readonly string[];
  readonly publishableLimits: PublishableLimits;
  /** Whether each dataset is kept as a table of Parquet files. */
  readonly openTable: boolean;
  /** Hours that these tables may be behind. */
  readonly openTableHours: number;
  /** GB that a query of the workgroup in Athena may scan; undefined: no workgroup. */
  readonly openTableScanGb: number | undefined;
  readonly restoredTables: RestoredTables | undefined;
  /** Copies of AWS Backup; undefined: point-in-time recovery alone, in the stage's region. */
  readonly backup: BackupConfig | undefined;
  /** Whether X-Ray records a share of the requests. */
  readonly tracing: boolean;
  /** Undefined: the AWS default for a new on-demand table, 4,000 write and 12,000 read units per second. */
  readonly warmThroughput: WarmThroughput | undefined;
  readonly plans: Readonly<Record<PlanName, PlanLimits>>;
}

export interface EdgeConfig {
  readonly limits: EdgeLimits;
  /** Output of the edge's own stack; undefined until that is deployed, when there is no edge yet. */
  readonly webAclArn: string | undefined;
  /** `closed`, `open`, or the certificate with which the custom domain stays open beside the edge. */
  readonly directAccess: string | undefined;
}

/** 1,200 a minute are 52 million a month: docs/deploying.md states the cost. */
const DEFAULT_PUBLISHABLE_LIMITS: PublishableLimits = { perAddress: 120, perKey: 1_200 };

/** One page of the console asks for some 20 files. */
const DEFAULT_API_THROTTLE: ApiThrottle = { ingest: 500, keyed: 500, open: 100, routes: {} };

/** The longest reach of point-in-time recovery. */
const DEFAULT_BACKUP_DAYS = 35;

/** The part of the configuration that a deployment chooses. */
export interface StageChoices {
  readonly plans: StageConfig['plans'];
  readonly alarmEmail?: string | undefined;
  readonly apiThrottle?: { readonly [K in keyof ApiThrottle]?: ApiThrottle[K] | undefined } | undefined;
  readonly backup?: { readonly days?: number | undefined; readonly copyTo?: string | undefined } | undefined;
  readonly bedrockModelId?: string | undefined;
  readonly canaryMinutes?: CanaryMinutes | undefined;
  readonly computeMemoryMb?: number | undefined;
  readonly computingReports?: number | undefined;
  readonly corsOrigins?: readonly string[] | undefined;
  readonly customDomain?: CustomDomain | undefined;
  readonly directAccess?: string | undefined;
  readonly edge?: boolean | undefined;
  readonly edgeLimits?: { readonly [K in keyof EdgeLimits]?: number | undefined } | undefined;
  readonly extractMaxLines?: number | undefined;
  readonly openTable?: boolean | undefined;
  readonly openTableHours?: number | undefined;
  readonly openTableScanGb?: number | undefined;
  readonly partitionThresholdLines?: number | undefined;
  readonly linesPerPartition?: number | undefined;
  readonly partitionConcurrency?: number | undefined;
  readonly encryption?: Encryption | undefined;
  readonly ingestConcurrency?: number | undefined;
  readonly mailFrom?: string | undefined;
  readonly maxHeldReads?: number | undefined;
  readonly monthlyBudgetUsd?: number | undefined;
  readonly publishableLimits?: { readonly [K in keyof PublishableLimits]?: number | undefined } | undefined;
  readonly reservedConcurrency?: StageConfig['reservedConcurrency'] | undefined;
  readonly restoredTables?: RestoredTables | undefined;
  readonly tracing?: boolean | undefined;
  readonly warmThroughput?: WarmThroughput | undefined;
  readonly webAclArn?: string | undefined;
}

/**
 * A new AWS account runs ten functions concurrently in total. Four for ingest and two for dead letters leave
 * room for the API; an account with a larger quota raises them.
 */
const DEFAULT_INGEST_CONCURRENCY = 4;

/** As for ingest: a report in partitions must leave room for the API in a new account. */
const DEFAULT_PARTITION_CONCURRENCY = 4;

/**
 * A new table reads 12,000 units a second, and five million line items take 150,000: twenty such reports at
 * once take four of the fifteen minutes that a function has.
 */
const DEFAULT_COMPUTING_REPORTS = 20;

/** Throws for an unknown stage. */
export function createStageConfig(stage: string, choices: StageChoices): StageConfig {
  const known = STAGES.find((name) => name === stage);
  if (known === undefined) throw new Error(`stage: expected one of ${STAGES.join(', ')}, got ${stage}`);
  return {
    stage: known,
    retainData: known === 'prod',
    webhookReceivers: known === 'local' ? 'any' : 'public_https',
    logRetentionDays: known === 'prod' ? 90 : 30,
    computeMemoryMb: choices.computeMemoryMb ?? 3_008,
    extractMaxLines: choices.extractMaxLines ?? 10_000_000,
    partitioning: {
      thresholdLines: choices.partitionThresholdLines ?? 10_000_000,
      linesPerPartition: choices.linesPerPartition ?? 5_000_000,
      concurrency: choices.partitionConcurrency ?? DEFAULT_PARTITION_CONCURRENCY,
    },
    computingReports: choices.computingReports ?? DEFAULT_COMPUTING_REPORTS,
    ingestConcurrency: choices.ingestConcurrency ?? DEFAULT_INGEST_CONCURRENCY,
    deadLetterConcurrency: 2,
    maxHeldReads: choices.maxHeldReads ?? 3,
    apiThrottle: {
      ingest: choices.apiThrottle?.ingest ?? DEFAULT_API_THROTTLE.ingest,
      keyed: choices.apiThrottle?.keyed ?? DEFAULT_API_THROTTLE.keyed,
      open: choices.apiThrottle?.open ?? DEFAULT_API_THROTTLE.open,
      routes: choices.apiThrottle?.routes ?? DEFAULT_API_THROTTLE.routes,
    },
    reservedConcurrency: choices.reservedConcurrency ?? {},
    encryption: choices.encryption ?? 'aws',
    bedrockModelId: choices.bedrockModelId,
    alarmEmail: choices.alarmEmail,
    monthlyBudgetUsd: choices.monthlyBudgetUsd,
    // The local cloud keeps e-mails in a folder.
    mailFrom: choices.mailFrom ?? (known === 'local' ? 'digest@example.com' : undefined),
    customDomain: choices.customDomain,
    canaryMinutes: choices.canaryMinutes,
    edge:
      // The local cloud's drills test the rules of the edge.
      choices.edge === true || known === 'local'
        ? {
            limits: {
              perAddress: choices.edgeLimits?.perAddress ?? DEFAULT_EDGE_LIMITS.perAddress,
              withoutKey: choices.edgeLimits?.withoutKey ?? DEFAULT_EDGE_LIMITS.withoutKey,
            },
            webAclArn: choices.webAclArn,
            directAccess: choices.directAccess,
          }
        : undefined,
    corsOrigins: choices.corsOrigins ?? [],
    publishableLimits: {
      perAddress: choices.publishableLimits?.perAddress ?? DEFAULT_PUBLISHABLE_LIMITS.perAddress,
      perKey: choices.publishableLimits?.perKey ?? DEFAULT_PUBLISHABLE_LIMITS.perKey,
    },
    openTable: choices.openTable ?? false,
    openTableHours: choices.openTableHours ?? 1,
    openTableScanGb: choices.openTableScanGb,
    restoredTables: choices.restoredTables,
    backup: choices.backup && {
      days: choices.backup.days ?? DEFAULT_BACKUP_DAYS,
      copyTo: choices.backup.copyTo,
    },
    tracing: choices.tracing ?? false,
    warmThroughput: choices.warmThroughput,
    plans: choices.plans,
  };
}
