// Provides the target of the end-to-end suite: a local cloud on free ports, or a deployed stage.
import { randomInt } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { LOCAL_CREDENTIALS } from '../../apps/local-cloud/engines/dynamodb.ts';
import type { LogSink } from '../../apps/local-cloud/functions/functions.ts';
import { type LocalCloud, startLocalCloud } from '../../apps/local-cloud/local-cloud.ts';
import { parseTemplate } from '../../apps/local-cloud/template.ts';
import { loadLocalAssembly } from '../../bin/local-assembly.ts';
import type { AccountOverrides, PlanName } from '../../src/contract/plans.ts';
import { createAccountStore } from '../../src/service/accounts/accounts.ts';
import { createKeyStore } from '../../src/service/accounts/api-keys.ts';
import { createDocumentClient } from '../../src/service/aws/clients.ts';
import { createOperations, type Operations } from '../../src/service/operations/accounts.ts';
import { wireMadeByKeys } from '../../src/service/operations/made-by-keys.ts';
import { createCallLog } from './call-log.ts';

export interface Target {
  /** The address that ends in /api/v1. */
  readonly baseUrl: string;
  /** Key of an account that the suite may fill with test data. */
  readonly apiKey: string;
  /** Undefined on a deployed stage. */
  readonly local: LocalSide | undefined;
  stop(): Promise<void>;
}

export interface LocalSide {
  readonly cloud: RunningCloud;
  readonly operations: Operations;
  /** Access to the engine's tables, for tests that store what no request would. */
  readonly db: DynamoDBDocumentClient;
  /** Routes of the template: `GET /api/v1/reports/{id}`, `$default`. */
  readonly routeKeys: readonly string[];
  newAccount(plan: PlanName, overrides?: AccountOverrides): Promise<{ accountId: string; apiKey: string }>;
}

/** The values that another process needs to use a local cloud. */
export type RunningCloud = Pick<LocalCloud, 'url' | 'endpoints' | 'outputs'>;

export interface OwnTarget extends Target {
  readonly local: LocalSide;
  readonly running: RunningCloud;
  /** Invokes the function whose logical id contains this. */
  invoke(part: string, event: unknown): Promise<unknown>;
}

const UNHURRIED: AccountOverrides = { requestsPerMinute: 1_000_000 };

/** Returns the deployed stage of SMOKE_URL and SMOKE_KEY, if they are set. */
export function findDeployedTarget(): Target | undefined {
  const { SMOKE_URL, SMOKE_KEY } = process.env;
  if (SMOKE_URL === undefined || SMOKE_KEY === undefined) return undefined;
  return {
    baseUrl: SMOKE_URL.replace(/\/$/, ''),
    apiKey: SMOKE_KEY,
    local: undefined,
    stop: async () => undefined,
  };
}

/** Only Linux assigns the whole of 127.0.0.0/8 to the machine. */
export const HAS_OWN_ADDRESSES = process.platform === 'linux';

/** Calls a shared cloud by an address that no other suite uses: requests without a key are limited by address. */
export function withOwnAddress(shared: RunningCloud): RunningCloud {
  if (!HAS_OWN_ADDRESSES) return shared;
  const address = `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
  const own = (url: string): string => url.replace('//127.0.0.1:', `//${address}:`);
  const { url, outputs } = shared;
  return { ...shared, url: own(url), outputs: { ...outputs, ApiUrl: own(outputs.ApiUrl ?? '') } };
}

/**
 * A run calls most functions again and again, with minutes between: a worker that had ended would start again, for 0.15 s
 * of processor time.
 */
const LONGER_THAN_A_RUN_MS = 600_000;

/** All accounts together hold three reads by default, for which suites would compete. */
function raiseHeldReads(template: unknown): unknown {
  const text = JSON.stringify(template, (name, value) => (name === 'MAX_HELD_READS' ? '100' : value));
  return JSON.parse(text);
}

/** Creates an account on a running local cloud; `stop` leaves the cloud running. */
export async function createTarget(running: RunningCloud): Promise<Target & Pick<OwnTarget, 'local'>> {
  const { template } = await loadLocalAssembly();
  const client = new DynamoDBClient({
    endpoint: running.endpoints.dynamodb,
    region: 'us-east-1',
    credentials: LOCAL_CREDENTIALS,
  });
  const db = createDocumentClient(client);
  const operations = createOperations({
    accounts: createAccountStore(db, running.outputs.ServiceTable ?? ''),
    keys: createKeyStore(db, running.outputs.ServiceTable ?? ''),
    made: wireMadeByKeys(db, running.outputs.ServiceTable ?? ''),
    newId: ulid,
    randomInt,
    clock: Date.now,
  });
  const routeKeys = Object.values(parseTemplate(template).Resources)
    .filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Route')
    .map(({ Properties }) => String(Properties.RouteKey));
  const createAccount = async (plan: PlanName, overrides: AccountOverrides = UNHURRIED) => {
    const { account_id: accountId } = await operations.createAccount('test', plan, overrides);
    return { accountId, apiKey: await operations.createKey(accountId) };
  };
  const { apiKey } = await createAccount('max');
  return {
    baseUrl: running.outputs.ApiUrl ?? '',
    apiKey,
    local: { cloud: running, operations, db, routeKeys, newAccount: createAccount },
    stop: async () => client.destroy(),
  };
}

export interface TargetOptions {
  /** Receives the functions' log, line by line. */
  readonly log?: LogSink | undefined;
  /** Default: the engine of DYNAMODB_ENDPOINT, if it is set. */
  readonly engine?: 'embedded' | undefined;
  /** With the limits of a new AWS account, such as ten executions at once. */
  readonly likeAws?: boolean | undefined;
  /** Settings of the stage, in place of those of the test run. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** For many suites at a time that do not affect each other: see `withOwnAddress`. */
  readonly isShared?: boolean | undefined;
}

export async function startTarget({
  log = () => undefined,
  engine,
  likeAws,
  settings,
  isShared = false,
}: TargetOptions = {}): Promise<OwnTarget> {
  const { template, assemblyDir } = await loadLocalAssembly(settings && JSON.stringify(settings));
  const cloud = await startLocalCloud({
    template: isShared ? raiseHeldReads(template) : template,
    callersAreCalled: isShared && HAS_OWN_ADDRESSES,
    assemblyDir,
    waitScale: 0.01,
    ...(isShared && { idleMs: LONGER_THAN_A_RUN_MS }),
    log,
    likeAws,
    ...createCallLog(),
    dynamoDbEndpoint: engine === 'embedded' ? undefined : process.env.DYNAMODB_ENDPOINT,
  });
  const { url, endpoints, outputs } = cloud;
  const running = { url, endpoints, outputs };
  const target = await createTarget(running);
  return {
    ...target,
    running,
    async invoke(part, event) {
      const ids = Object.entries(parseTemplate(template).Resources).filter(
        ([id, { Type }]) => Type === 'AWS::Lambda::Function' && id.includes(part),
      );
      const [found] = ids;
      if (found === undefined || ids.length > 1)
        throw new Error(`${ids.length} functions have ${part} in their id`);
      return cloud.invoke(found[0], event);
    },
    async stop() {
      await target.stop();
      await cloud.stop();
    },
  };
}
