// The props that another app sets on the service, in types of the CDK and of the language alone: the
// documented interface of `order-analytics/cdk`.
import type { IManagedPolicy } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { StageConfig } from './stage/stage-config.ts';

/** Limits of accounts that have a plan. */
export interface PlanProps {
  /** Whether the API admits keys of such accounts. */
  readonly apiAccess?: boolean;
  /** Stored line items over all datasets. */
  readonly maxStoredRows?: number;
  /** Reports per calendar month, UTC. */
  readonly monthlyReports?: number;
  /** Reports that are computed at the same time. */
  readonly concurrentReports?: number;
  /** Exports of orders per calendar month, UTC. */
  readonly monthlyOrderExports?: number;
  /** Bytes of their files per calendar month, UTC. */
  readonly monthlyExportBytes?: number;
  readonly maxAudiences?: number;
  /** Destinations of all audiences together. */
  readonly maxDestinations?: number;
  /** Webhook endpoints, 10 at most. */
  readonly maxWebhookEndpoints?: number;
  /** Customers of one audience, including those held out. */
  readonly maxAudienceMembers?: number;
}

export interface OrderAnalyticsProps {
  /**
   * Name in metrics and logs. Two services in one account need two names.
   * @default the name of the stack
   */
  readonly name?: string;
  /**
   * Keep tables, bucket and keys when the stack is deleted, and protect the tables from deletion.
   * @default true
   */
  readonly retainData?: boolean;
  /**
   * Your key for tables, bucket, queues and logs; functions are allowed exactly the actions that they need. A
   * key that is imported by its ARN must let CloudWatch Logs use it, and the alarm topic if there is one:
   * docs/deploying.md.
   * @default keys that AWS owns, at no cost
   */
  readonly key?: IKey;
  /**
   * `kms`: a key of the stack, rotated every year: 1 USD a month, 1 USD more after each of the first two
   * rotations, and 0.03 USD per 10,000 requests. Not valid with `key`.
   * @default aws, keys that AWS owns
   */
  readonly encryption?: 'aws' | 'kms';
  /**
   * Whether alarms are created: most of the service's cost while it is idle.
   * @default true
   */
  readonly alarms?: boolean;
  /**
   * Topic for alarms and budget notifications. Its policy must let CloudWatch, and AWS Budgets, publish.
   * @default a topic of its own
   */
  readonly alarmTopic?: ITopic;
  /** Email address subscribed to the service's own topic. */
  readonly alarmEmail?: string;
  /**
   * Whether a CloudWatch dashboard is created: the first three of an account are free.
   * @default true
   */
  readonly dashboard?: boolean;
  /** Monthly budget in USD. The topic is notified at 80 % of it, by the tag order-analytics-stage. */
  readonly monthlyBudgetUsd?: number;
  /**
   * Retention of all logs.
   * @default RetentionDays.THREE_MONTHS
   */
  readonly logRetention?: RetentionDays;
  /** Permissions boundary of all roles that are created. */
  readonly permissionsBoundary?: IManagedPolicy;
  /**
   * Host name of the API; its DNS record must point to `domainTarget`. The certificate must be in the stack's
   * region, with an edge in us-east-1.
   */
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
   * Address from which digests are sent by e-mail, of a domain that is a verified identity of SES in the
   * stack's region. 0.10 USD per 1,000 e-mails. Adds 10 resources.
   * @default none are sent
   */
  readonly mailFrom?: string;
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
  /**
   * CloudFront in front of the API refuses floods before a function starts, and serves the console.
   * `webAclArn` is that of an `EdgeWebAcl` in a stack of yours in us-east-1. Both together cost 8 USD a
   * month, 1.60 USD per million requests and 0.085 USD per GB. `directAccess` decides about requests to the
   * API's own addresses: `closed` refuses them; `open` keeps the addresses until callers have moved. With a
   * custom domain, the ARN of its certificate in the stack's region keeps them.
   * @default none
   */
  readonly edge?: { readonly webAclArn: string; readonly directAccess: string };
  /**
   * 5, 10, 15 or 30: minutes in which a tenth of the requests to the ten busiest endpoints tries a new
   * version, which is rolled back when an alarm is raised. Requires `alarms`; adds 33 resources and that many
   * minutes to each deployment, and costs nothing.
   * @default none: a deployment replaces all functions at once
   */
  readonly canaryMinutes?: 5 | 10 | 15 | 30;
  /**
   * AWS Backup keeps a copy of both tables from every night for `days` days (35 at most, which is the
   * default), and another in the vault `copyTo`, usually in another region. Costs about 0.10 USD per GB and
   * month in each vault, and 0.02 USD for each GB copied to another region. Erased data stays in the copies
   * until they expire.
   * @default none beside point-in-time recovery, which reaches 35 days back
   */
  readonly backup?: { readonly days?: number; readonly copyTo?: string };
  /**
   * Restored tables that the service uses instead of its own, which stay unchanged. Both or neither.
   * @default the tables of the stack
   */
  readonly ordersTable?: string;
  readonly serviceTable?: string;
  /**
   * Units per second that the Orders table supports from its first request on; both or neither. AWS charges
   * once for units above its own default.
   * @default 12,000 to read, 4,000 to write
   */
  readonly warmReadUnits?: number;
  readonly warmWriteUnits?: number;
  /**
   * Requests per second of each route, by all callers together: routes that accept orders, others that check
   * a key, routes without a key, and single ones by their keys, such as `GET /api/v1/reports`. Bounds the
   * cost of a flood.
   * @default 500, 500, 100
   */
  readonly apiThrottle?: {
    readonly ingest?: number;
    readonly keyed?: number;
    readonly open?: number;
    readonly routes?: Readonly<Record<string, number>>;
  };
  /**
   * Requests a minute with one publishable key: from one address, and in total.
   * @default 120 and 1,200, which are 52 million requests in a month at most
   */
  readonly publishableLimits?: { readonly perAddress?: number; readonly perKey?: number };
  /**
   * Reports of all accounts that are computed at the same time; the others wait in turn. 1 to 200.
   * @default 20, for what a new table reads
   */
  readonly computingReports?: number;
  /**
   * Whether each dataset is kept as a table of Parquet files in the bucket, with a table of AWS Glue. A refresh costs
   * about 0.005 USD per million line items of the dataset.
   * @default false
   */
  readonly openTable?: boolean;
  /**
   * Hours that these tables may be behind their orders, 1 to 24. Requires `openTable`.
   * @default 1
   */
  readonly openTableHours?: number;
  /**
   * GB that a query may scan in a workgroup of Amazon Athena for these tables, at 5 USD per TB. Requires `openTable`.
   * @default no workgroup
   */
  readonly openTableScanGb?: number;
  /**
   * Line items of the largest dataset whose orders a report keeps in the bucket for the next one; 0 for none.
   * @default 10,000,000
   */
  readonly extractMaxLines?: number;
  /**
   * Line items of a dataset above which a report is computed in partitions, by several functions.
   * @default 10,000,000
   */
  readonly partitionThresholdLines?: number;
  /**
   * Line items of a partition, which one function with `computeMemoryMb` computes.
   * @default 5,000,000
   */
  readonly linesPerPartition?: number;
  /**
   * Functions of one report in partitions that run at once, 1 to 40.
   * @default 4, which suits a new AWS account
   */
  readonly partitionConcurrency?: number;
  /** @internal A whole stage, which replaces all props that are not constructs of the CDK. */
  readonly config?: StageConfig;
}
