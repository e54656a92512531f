// The target of the end-to-end suite: its own local cloud on free ports, or a deployed stage.
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { synthesize } from '../bin/synth.ts';
import { LOCAL_CREDENTIALS } from '../local/dynamodb.ts';
import type { LogSink } from '../local/functions.ts';
import { type LocalCloud, startLocalCloud } from '../local/local-cloud.ts';
import { parseTemplate } from '../local/template.ts';
import type { AccountOverrides, PlanName } from '../src/core/accounts/plans.ts';
import { createOperations, type Operations } from '../src/operations/accounts.ts';
import { createAccountStore } from '../src/stores/accounts.ts';
import { documentClient } from '../src/stores/clients.ts';

export interface Target {
  /** Ends in /api/v1. */
  readonly baseUrl: string;
  /** Key of an account that the suite may fill with test data. */
  readonly apiKey: string;
  /** Only available on a local cloud; undefined on a deployed stage. */
  readonly local: LocalSide | undefined;
  stop(): Promise<void>;
}

export interface LocalSide {
  readonly cloud: LocalCloud;
  readonly operations: Operations;
  /** The engine's tables, for tests that store what no request would. */
  readonly db: DynamoDBDocumentClient;
  /** Routes of the template: `GET /api/v1/reports/{id}`, `$default`. */
  readonly routeKeys: readonly string[];
  /** Logical id of the function whose id contains this. */
  functionId(part: string): string;
  newAccount(plan: PlanName, overrides?: AccountOverrides): Promise<{ accountId: string; apiKey: string }>;
}

const UNHURRIED: AccountOverrides = { requestsPerMinute: 1_000_000 };

/** `log`: receives the functions' log, line by line. */
export async function startTarget(log: LogSink = () => undefined): Promise<Target> {
  const { SMOKE_URL, SMOKE_KEY } = process.env;
  if (SMOKE_URL !== undefined && SMOKE_KEY !== undefined) {
    return {
      baseUrl: SMOKE_URL.replace(/\/$/, ''),
      apiKey: SMOKE_KEY,
      local: undefined,
      stop: async () => undefined,
    };
  }
  const assemblyDir = mkdtempSync(join(tmpdir(), 'order-analytics-'));
  const { template } = synthesize('local', assemblyDir);
  const cloud = await startLocalCloud({
    template,
    assemblyDir,
    waitScale: 0.01,
    log,
    dynamoDbEndpoint: process.env.DYNAMODB_ENDPOINT,
  });
  const client = new DynamoDBClient({
    endpoint: cloud.endpoints.dynamodb,
    region: 'us-east-1',
    credentials: LOCAL_CREDENTIALS,
  });
  const db = documentClient(client);
  const operations = createOperations({
    accounts: createAccountStore(db, cloud.outputs.ServiceTable ?? ''),
    newId: ulid,
    randomInt,
    clock: Date.now,
  });
  const routeKeys = Object.values(parseTemplate(template).Resources)
    .filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Route')
    .map(({ Properties }) => String(Properties.RouteKey));
  const functionId = (part: string): string => {
    const ids = Object.entries(parseTemplate(template).Resources).filter(
      ([id, { Type }]) => Type === 'AWS::Lambda::Function' && id.includes(part),
    );
    const [found] = ids;
    if (found === undefined || ids.length > 1)
      throw new Error(`${ids.length} functions have ${part} in their id`);
    return found[0];
  };
  const newAccount = async (plan: PlanName, overrides: AccountOverrides = UNHURRIED) => {
    const { account_id: accountId } = await operations.createAccount('test', plan, overrides);
    return { accountId, apiKey: await operations.createKey(accountId) };
  };
  const { apiKey } = await newAccount('max');
  return {
    baseUrl: cloud.outputs.ApiUrl ?? '',
    apiKey,
    local: { cloud, operations, db, routeKeys, functionId, newAccount },
    async stop() {
      client.destroy();
      await cloud.stop();
      rmSync(assemblyDir, { recursive: true, force: true });
    },
  };
}
