// What an app of others chooses of the service. Types of the CDK and of the language alone: this is what `order-analytics/cdk`
// documents.
import type { IManagedPolicy } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { StageConfig } from './stage-config.ts';

/** Limits of accounts that have a plan. */
export interface PlanProps {
  /** Whether keys of such accounts are let in. */
  readonly apiAccess?: boolean;
  /** Stored line items over all datasets. */
  readonly maxStoredRows?: number;
  /** In a calendar month, UTC. */
  readonly monthlyReports?: number;
  /** Reports that are computed at the same time. */
  readonly concurrentReports?: number;
}

export interface OrderAnalyticsProps {
  /**
   * Under which the service measures and logs. Two in one account need two names.
   * @default the name of the stack
   */
  readonly name?: string;
  /**
   * Keep tables, bucket and keys when the stack is deleted, and protect the tables from deletion.
   * @default true
   */
  readonly retainData?: boolean;
  /**
   * Your key for tables, bucket, queues and logs; functions are allowed exactly the actions that they need. A key that is imported
   * by its ARN must let CloudWatch Logs use it, and the alarm topic if there is one: docs/deploying.md.
   * @default keys that AWS owns, at no cost
   */
  readonly key?: IKey;
  /**
   * Whether alarms are created: most of what the service costs while nobody calls it.
   * @default true
   */
  readonly alarms?: boolean;
  /**
   * Where alarms and the budget notify. Its policy must let CloudWatch, and AWS Budgets, publish.
   * @default a topic of its own
   */
  readonly alarmTopic?: ITopic;
  /** Subscribed to the service's own topic. */
  readonly alarmEmail?: string;
  /**
   * Whether a CloudWatch dashboard is created: the first three of an account are free.
   * @default true
   */
  readonly dashboard?: boolean;
  /** The topic is notified at 80 % of it, by the tag order-analytics-stage. */
  readonly monthlyBudgetUsd?: number;
  /**
   * Of all logs.
   * @default RetentionDays.THREE_MONTHS
   */
  readonly logRetention?: RetentionDays;
  /** For all roles that are created. */
  readonly permissionsBoundary?: IManagedPolicy;
  /** The API answers at this name; its DNS record leads to `domainTarget`. The certificate is of the stack's region. */
  readonly customDomain?: { readonly name: string; readonly certificateArn: string };
  /** Changes to the limits of plans. */
  readonly plans?: Readonly<Partial<Record<'free' | 'pro' | 'max' | 'agency' | 'enterprise', PlanProps>>>;
  /** Origins whose pages may use the whole API. Not needed for publishable keys. */
  readonly corsOrigins?: readonly string[];
  /**
   * Bedrock model or inference profile that chooses insights.
   * @default none, and no permission to call one
   */
  readonly bedrockModelId?: string;
  /**
   * MB of the function that computes reports: bounds the dataset that a report can read. 512 to 10,240.
   * @default 3008
   */
  readonly computeMemoryMb?: number;
  /**
   * Batches of orders that are applied at once; at least 2.
   * @default 4, which suits a new AWS account
   */
  readonly ingestConcurrency?: number;
  /**
   * Reads that `Prefer: wait` may hold at once, of all accounts together.
   * @default 3
   */
  readonly maxHeldReads?: number;
  /** By function name, such as ComputeReport; comes out of the account's quota. */
  readonly reservedConcurrency?: Readonly<Record<string, number>>;
  /**
   * Whether X-Ray records a share of the requests.
   * @default false
   */
  readonly tracing?: boolean;
  /** @internal A whole stage, which decides about all that is not a construct of the CDK. */
  readonly config?: StageConfig;
}
