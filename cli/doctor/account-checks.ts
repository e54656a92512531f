// Checks of the AWS account that a stage is deployed to: Lambda's quota, the bootstrap stack, the budget's tag.
import { type CostExplorerClient, ListCostAllocationTagsCommand } from '@aws-sdk/client-cost-explorer';
import { GetAccountSettingsCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { GetParameterCommand, type SSMClient } from '@aws-sdk/client-ssm';
import { type Check, checked, ok, problem, warning } from './check.ts';
import { concurrencyRecipe } from './concurrency-recipe.ts';

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
