// Runs all checks of a deployed stage in parallel: each reads, none changes anything.
import { CostExplorerClient, ListCostAllocationTagsCommand } from '@aws-sdk/client-cost-explorer';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';

export interface CheckedStage {
  readonly ordersTable: string;
  readonly serviceTable: string;
  readonly alarmTopicArn: string;
  readonly ingestConcurrency: number;
  /** Executions that all functions of the stage reserve together. */
  readonly reservedConcurrency: number;
  /** Every resource of the stack carries it. */
  readonly budgetTag: string;
}

export interface DoctorClients {
  readonly lambda: LambdaClient;
  readonly ssm: SSMClient;
  readonly sns: SNSClient;
  readonly dynamoDb: DynamoDBClient;
  readonly costExplorer: CostExplorerClient;
}

/** Uses the credentials and region of the environment. Cost Explorer has an endpoint in one region only. */
export function createDoctorClients(): DoctorClients {
  return {
    lambda: new LambdaClient({}),
    ssm: new SSMClient({}),
    sns: new SNSClient({}),
    dynamoDb: new DynamoDBClient({}),
    costExplorer: new CostExplorerClient({ region: 'us-east-1' }),
  };
}

/** `now`: epoch milliseconds. */
export function runChecks(clients: DoctorClients, stage: CheckedStage, now: number): Promise<DoctorCheck[]> {
  return Promise.all([
    checkConcurrency(clients.lambda, stage.ingestConcurrency),
    checkReservations(clients.lambda, stage.reservedConcurrency),
    checkBootstrap(clients.ssm),
    checkAlarmReceiver(clients.sns, stage.alarmTopicArn),
    checkBudgetTag(clients.costExplorer, stage.budgetTag),
    checkThroughput(clients.dynamoDb, stage.ordersTable),
    checkBackup(clients.dynamoDb, stage.ordersTable, now),
    checkBackup(clients.dynamoDb, stage.serviceTable, now),
  ]);
}

// Defines what a check of a deployed stage reports: one line each, with a remedy if there is a problem.

type CheckResult = 'ok' | 'warning' | 'problem' | 'unknown';

export interface DoctorCheck {
  readonly name: string;
  readonly result: CheckResult;
  /** The figure that was found and, unless it is ok, the remedy. */
  readonly finding: string;
}

/** Reports a check as unknown, with the reason, if its call was refused or failed: the others still run. */
async function runCheck(name: string, look: () => Promise<Omit<DoctorCheck, 'name'>>): Promise<DoctorCheck> {
  try {
    return { name, ...(await look()) };
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { name, result: 'unknown', finding: `check failed: ${reason}` };
  }
}

const reportOk = (finding: string): Omit<DoctorCheck, 'name'> => ({ result: 'ok', finding });
const reportWarning = (finding: string): Omit<DoctorCheck, 'name'> => ({ result: 'warning', finding });
const reportProblem = (finding: string): Omit<DoctorCheck, 'name'> => ({ result: 'problem', finding });

// Checks the AWS account that a stage is deployed to: Lambda's quota, the bootstrap stack, the budget's tag.

/** Concurrent executions that the HTTP functions and the states of reports need besides ingest, at least. */
const ROOM_FOR_API = 4;
const DEAD_LETTER_CONCURRENCY = 2;
/** The CDK's modern bootstrap: assets and roles as this app's stacks use them. */
const BOOTSTRAP_PARAMETER = '/cdk-bootstrap/hnb659fds/version';
const MIN_BOOTSTRAP_VERSION = 21;

function checkConcurrency(lambda: LambdaClient, ingestConcurrency: number): Promise<DoctorCheck> {
  return runCheck('concurrent executions', async () => {
    const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
    const quota = AccountLimit?.ConcurrentExecutions ?? 0;
    const unreserved = AccountLimit?.UnreservedConcurrentExecutions ?? quota;
    const forIngest = ingestConcurrency + DEAD_LETTER_CONCURRENCY;
    const left = unreserved - forIngest;
    const figures = `${unreserved} of ${quota} unreserved; ingest takes up to ${forIngest}, which leaves ${left}`;
    if (left < ROOM_FOR_API) {
      return reportProblem(
        `${figures}: the API will answer 5xx under load. Lower ingestConcurrency, or ask for a larger quota (Service Quotas, AWS Lambda, concurrent executions)`,
      );
    }
    if (quota < 100)
      return reportWarning(`${figures}: enough to try out; ask for a larger quota before production`);
    return reportOk(figures);
  });
}

/** `reserved`: executions that the stage itself has reserved of the account's quota. */
function checkReservations(lambda: LambdaClient, reserved: number): Promise<DoctorCheck> {
  return runCheck('concurrency settings', async () => {
    const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
    const quota = AccountLimit?.ConcurrentExecutions ?? 0;
    const unreserved = AccountLimit?.UnreservedConcurrentExecutions ?? quota;
    const elsewhere = Math.max(0, quota - unreserved - reserved);
    const recipe = computeConcurrencyRecipe(quota, elsewhere);
    if (recipe === undefined)
      return reportOk(`with a quota of ${quota}, ${elsewhere} of it reserved elsewhere, reserve nothing`);
    return reportOk(
      `that suit a quota of ${quota}, ${elsewhere} of it reserved elsewhere: ${JSON.stringify(recipe)}`,
    );
  });
}

function checkBootstrap(ssm: SSMClient): Promise<DoctorCheck> {
  return runCheck('CDK bootstrap', async () => {
    const { Parameter } = await ssm.send(new GetParameterCommand({ Name: BOOTSTRAP_PARAMETER }));
    const version = Number(Parameter?.Value);
    if (version >= MIN_BOOTSTRAP_VERSION) return reportOk(`version ${version}`);
    return reportProblem(
      `version ${version}, ${MIN_BOOTSTRAP_VERSION} or later is needed: run npx cdk bootstrap again`,
    );
  });
}

/** The budget counts costs by this tag, which takes effect only after the payer's account has activated it. */
function checkBudgetTag(costExplorer: CostExplorerClient, tag: string): Promise<DoctorCheck> {
  return runCheck('budget tag', async () => {
    const { CostAllocationTags = [] } = await costExplorer.send(
      new ListCostAllocationTagsCommand({ TagKeys: [tag] }),
    );
    const status = CostAllocationTags.find(({ TagKey }) => TagKey === tag)?.Status;
    if (status === 'Active') return reportOk(`${tag} is an active cost allocation tag`);
    return reportWarning(
      `${tag} is not an active cost allocation tag, so a budget counts nothing: activate it under Billing, Cost allocation tags`,
    );
  });
}

// Computes which concurrent executions of an account a stage should reserve, as settings for cdk.json. A reservation is
// also a function's maximum: it bounds what a flood of requests without a key can use, and keeps room for orders. At
// the quota of 1,000 the shares are those of docs/deploying.md.
/** AWS refuses reservations that leave fewer executions unreserved; one more is kept. */
const LEFT_UNRESERVED = 100;
/** Below this quota, no reservation is worthwhile: unreserved executions serve any function. */
const LEAST_QUOTA = 300;

interface ConcurrencyRecipe {
  readonly reservedConcurrency: Readonly<Record<string, number>>;
  readonly ingestConcurrency: number;
  readonly maxHeldReads: number;
  readonly partitionConcurrency: number;
}

/**
 * `quota`: concurrent executions of the account in the region. `reservedElsewhere`: executions that other stacks have
 * reserved. Returns undefined if nothing should be reserved.
 */
export function computeConcurrencyRecipe(
  quota: number,
  reservedElsewhere: number,
): ConcurrencyRecipe | undefined {
  const free = quota - reservedElsewhere;
  if (free < LEAST_QUOTA) return undefined;
  const computeShare = (part: number, most: number): number => Math.min(most, Math.floor(free * part));
  const recipe = {
    reservedConcurrency: {
      SubmitOrders: computeShare(0.05, 500),
      ComputeReport: computeShare(0.02, 200),
      Console: computeShare(0.02, 50),
      Reference: computeShare(0.01, 20),
      UnknownRoute: computeShare(0.01, 20),
    },
    ingestConcurrency: computeShare(0.02, 200),
    maxHeldReads: computeShare(0.1, 100),
    partitionConcurrency: computeShare(0.04, 40),
  };
  const reserved = Object.values(recipe.reservedConcurrency).reduce((sum, one) => sum + one, 0);
  return free - reserved < LEFT_UNRESERVED ? undefined : recipe;
}

// Checks what a stage has deployed: subscribers of its alarms, throughput of its tables, restorable times of its
// backups.

/** A latest restorable time older than this means that continuous backups have stopped. */
const STALE_BACKUP_MS = 60 * 60_000;

function checkAlarmReceiver(sns: SNSClient, topicArn: string): Promise<DoctorCheck> {
  return runCheck('alarm receiver', async () => {
    const { Subscriptions = [] } = await sns.send(
      new ListSubscriptionsByTopicCommand({ TopicArn: topicArn }),
    );
    const waiting = Subscriptions.filter(({ SubscriptionArn }) => SubscriptionArn === 'PendingConfirmation');
    const confirmed = Subscriptions.length - waiting.length;
    const endpoints = waiting.map(({ Endpoint }) => Endpoint).join(', ');
    if (waiting.length > 0)
      return reportProblem(
        `${endpoints} has not confirmed: open the mail from AWS Notifications and confirm it`,
      );
    if (confirmed === 0)
      return reportWarning('nobody receives the alarms: set alarmEmail in cdk.json and deploy');
    return reportOk(`${confirmed} confirmed`);
  });
}

function checkThroughput(dynamoDb: DynamoDBClient, table: string): Promise<DoctorCheck> {
  return runCheck('Orders table throughput', async () => {
    const { Table } = await dynamoDb.send(new DescribeTableCommand({ TableName: table }));
    const { WriteUnitsPerSecond = 0, ReadUnitsPerSecond = 0, Status } = Table?.WarmThroughput ?? {};
    const figures = `${WriteUnitsPerSecond} write and ${ReadUnitsPerSecond} read units a second at once`;
    if (Status === 'UPDATING') return reportWarning(`${figures}, being raised: wait before a large backfill`);
    return reportOk(figures);
  });
}

function checkBackup(dynamoDb: DynamoDBClient, table: string, now: number): Promise<DoctorCheck> {
  return runCheck(`backup of ${table}`, async () => {
    const { ContinuousBackupsDescription } = await dynamoDb.send(
      new DescribeContinuousBackupsCommand({ TableName: table }),
    );
    const recovery = ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
    const latest = recovery?.LatestRestorableDateTime;
    if (recovery?.PointInTimeRecoveryStatus !== 'ENABLED' || latest === undefined)
      return reportProblem('point-in-time recovery is off: deploy the stage again');
    const finding = `restorable until ${latest.toISOString()}`;
    return now - latest.getTime() > STALE_BACKUP_MS
      ? reportProblem(`${finding}, which is more than an hour ago: ask AWS Support`)
      : reportOk(finding);
  });
}
