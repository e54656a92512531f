// Checks of the AWS account that a stage is deployed to: Lambda's quota, the bootstrap stack, the budget's tag.
import { type CostExplorerClient, ListCostAllocationTagsCommand } from '@aws-sdk/client-cost-explorer';
import { GetAccountSettingsCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { GetParameterCommand, type SSMClient } from '@aws-sdk/client-ssm';
import { type Check, checked, ok, problem, warning } from './check.ts';

/** What the HTTP functions and the states of reports need beside ingest, at least. */
const ROOM_FOR_API = 4;
const DEAD_LETTER_CONCURRENCY = 2;
/** The CDK's modern bootstrap: assets and roles as this app's stacks use them. */
const BOOTSTRAP_PARAMETER = '/cdk-bootstrap/hnb659fds/version';
const MIN_BOOTSTRAP_VERSION = 21;

export function checkConcurrency(lambda: LambdaClient, ingestConcurrency: number): Promise<Check> {
  return checked('concurrent executions', async () => {
    const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
    const quota = AccountLimit?.ConcurrentExecutions ?? 0;
    const unreserved = AccountLimit?.UnreservedConcurrentExecutions ?? quota;
    const forIngest = ingestConcurrency + DEAD_LETTER_CONCURRENCY;
    const left = unreserved - forIngest;
    const figures = `${unreserved} of ${quota} unreserved; ingest takes up to ${forIngest}, which leaves ${left}`;
    if (left < ROOM_FOR_API) {
      return problem(
        `${figures}: the API will answer 5xx under load. Lower ingestConcurrency, or ask for a larger quota (Service Quotas, AWS Lambda, concurrent executions)`,
      );
    }
    if (quota < 100)
      return warning(`${figures}: enough to try out; ask for a larger quota before production`);
    return ok(figures);
  });
}

/** `reserved`: what the stage itself has reserved, of the account's reservations. */
export function checkReservations(lambda: LambdaClient, reserved: number): Promise<Check> {
  return checked('concurrency settings', async () => {
    const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
    const quota = AccountLimit?.ConcurrentExecutions ?? 0;
    const unreserved = AccountLimit?.UnreservedConcurrentExecutions ?? quota;
    const elsewhere = Math.max(0, quota - unreserved - reserved);
    const recipe = concurrencyRecipe(quota, elsewhere);
    if (recipe === undefined)
      return ok(`with a quota of ${quota}, ${elsewhere} of it reserved elsewhere, reserve nothing`);
    return ok(
      `that suit a quota of ${quota}, ${elsewhere} of it reserved elsewhere: ${JSON.stringify(recipe)}`,
    );
  });
}

export function checkBootstrap(ssm: SSMClient): Promise<Check> {
  return checked('CDK bootstrap', async () => {
    const { Parameter } = await ssm.send(new GetParameterCommand({ Name: BOOTSTRAP_PARAMETER }));
    const version = Number(Parameter?.Value);
    if (version >= MIN_BOOTSTRAP_VERSION) return ok(`version ${version}`);
    return problem(
      `version ${version}, ${MIN_BOOTSTRAP_VERSION} or later is needed: run npx cdk bootstrap again`,
    );
  });
}

/** The budget counts by this tag, and sees it only once the payer's account has activated it. */
export function checkBudgetTag(costExplorer: CostExplorerClient, tag: string): Promise<Check> {
  return checked('budget tag', async () => {
    const { CostAllocationTags = [] } = await costExplorer.send(
      new ListCostAllocationTagsCommand({ TagKeys: [tag] }),
    );
    const status = CostAllocationTags.find(({ TagKey }) => TagKey === tag)?.Status;
    if (status === 'Active') return ok(`${tag} is an active cost allocation tag`);
    return warning(
      `${tag} is not an active cost allocation tag, so a budget counts nothing: activate it under Billing, Cost allocation tags`,
    );
  });
}

// What a stage may take of an account's concurrent executions, as settings for cdk.json. A reservation is a function's
// maximum, too: it bounds what a flood of requests that need no key can take, and keeps room for orders. At the quota of 1,000
// the shares are those of docs/deploying.md.
/** AWS refuses reservations that leave the functions without one less than this. */
const LEFT_UNRESERVED = 100;
/** Below it, no share is worth a reservation: what is not reserved serves whoever needs it. */
const LEAST_QUOTA = 300;

export interface ConcurrencyRecipe {
  readonly reservedConcurrency: Readonly<Record<string, number>>;
  readonly ingestConcurrency: number;
  readonly maxHeldReads: number;
  readonly partitionConcurrency: number;
}

/**
 * `quota`: concurrent executions of the account in the region. `reservedElsewhere`: what other stacks have reserved of them.
 * Undefined where nothing should be reserved.
 */
export function concurrencyRecipe(quota: number, reservedElsewhere: number): ConcurrencyRecipe | undefined {
  const free = quota - reservedElsewhere;
  if (free < LEAST_QUOTA) return undefined;
  const share = (part: number, most: number): number => Math.min(most, Math.floor(free * part));
  const recipe = {
    reservedConcurrency: {
      SubmitOrders: share(0.05, 500),
      ComputeReport: share(0.02, 200),
      Console: share(0.02, 50),
      Reference: share(0.01, 20),
      UnknownRoute: share(0.01, 20),
    },
    ingestConcurrency: share(0.02, 200),
    maxHeldReads: share(0.1, 100),
    partitionConcurrency: share(0.04, 40),
  };
  const reserved = Object.values(recipe.reservedConcurrency).reduce((sum, one) => sum + one, 0);
  return free - reserved < LEFT_UNRESERVED ? undefined : recipe;
}
