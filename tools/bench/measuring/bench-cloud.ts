// Starts a local cloud on disk for benches, with an account whose limits are out of reach.
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { LOCAL_CREDENTIALS, startDynamoDb } from '../../../apps/local-cloud/engines/dynamodb.ts';
import type { LogSink } from '../../../apps/local-cloud/functions/functions.ts';
import { type LocalCloud, startLocalCloud } from '../../../apps/local-cloud/local-cloud.ts';
import { loadLocalAssembly } from '../../../bin/local-assembly.ts';
import { createAccountStore } from '../../../src/service/accounts/accounts.ts';
import { createKeyStore } from '../../../src/service/accounts/api-keys.ts';
import { createDocumentClient, NativeJsonProtocol } from '../../../src/service/aws/clients.ts';
import { createOperations } from '../../../src/service/operations/accounts.ts';
import { wireMadeByKeys } from '../../../src/service/operations/made-by-keys.ts';
import { countUnits, type DynamoDbUnits } from './dynamodb-units.ts';

export interface BenchCloud {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly accountId: string;
  /** The engine's endpoint. */
  readonly endpoint: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** A client that is connected directly to the engine. */
  readonly db: DynamoDBDocumentClient;
  /** With `likeAws`: the refusals so far. */
  readonly refusals: () => LocalCloud['refusals'];
  /** The units that AWS would bill, if counting is on. */
  readonly units: DynamoDbUnits | undefined;
  stop(): Promise<void>;
}

export interface BenchCloudOptions {
  /** Routes all calls to the engine through a counter, which slows them down. */
  readonly isCounting?: boolean;
  /** Refuses what AWS refuses a new account. */
  readonly likeAws?: boolean;
  /** With `likeAws`: applies the rules of the edge before the API. */
  readonly hasEdge?: boolean;
}

export async function openBenchCloud(
  dir: string,
  log: LogSink,
  { isCounting = false, likeAws = false, hasEdge = false }: BenchCloudOptions = {},
): Promise<BenchCloud> {
  const { template, edge, assemblyDir } = await loadLocalAssembly();
  const engine = await startDynamoDb({
    file: join(dir, 'dynamodb.sqlite'),
    endpoint: process.env.DYNAMODB_ENDPOINT,
    onLoss: console.error,
  });
  const counter = isCounting ? await countUnits(engine.endpoint) : undefined;
  const cloud = await startLocalCloud({
    template,
    assemblyDir,
    dataDir: join(dir, 'data'),
    dynamoDbEndpoint: counter?.endpoint ?? engine.endpoint,
    likeAws,
    edge: hasEdge ? edge : undefined,
    callersAreCalled: hasEdge,
    log,
  });
  const client = new DynamoDBClient({
    endpoint: engine.endpoint,
    region: 'us-east-1',
    credentials: LOCAL_CREDENTIALS,
    protocol: NativeJsonProtocol,
  });
  const db = createDocumentClient(client);
  const operations = createOperations({
    accounts: createAccountStore(db, cloud.outputs.ServiceTable ?? ''),
    keys: createKeyStore(db, cloud.outputs.ServiceTable ?? ''),
    made: wireMadeByKeys(db, cloud.outputs.ServiceTable ?? ''),
    newId: ulid,
    randomInt,
    clock: Date.now,
  });
  const account = await operations.createAccount('bench', 'max', {
    requestsPerMinute: 1_000_000,
    maxStoredRows: 1_000_000_000,
    monthlyReports: 1_000_000,
  });
  return {
    apiUrl: cloud.outputs.ApiUrl ?? '',
    accountId: account.account_id,
    endpoint: engine.endpoint,
    apiKey: await operations.createKey(account.account_id),
    outputs: cloud.outputs,
    db,
    refusals: () => cloud.refusals,
    units: counter?.units,
    async stop() {
      client.destroy();
      await cloud.stop();
      await counter?.stop();
      await engine.stop();
    },
  };
}
