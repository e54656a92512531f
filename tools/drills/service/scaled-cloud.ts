// Starts the whole local cloud with minutes that last two seconds: the workflow's waits and the queues' visibility
// timeouts are scaled alike, and the connections to its engines can be cut.

import { randomInt } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SFNClient } from '@aws-sdk/client-sfn';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import * as v from 'valibot';
import { LOCAL_CREDENTIALS } from '../../../apps/local-cloud/engines/dynamodb.ts';
import { listen } from '../../../apps/local-cloud/free-port.ts';
import type { LocalCloudOptions } from '../../../apps/local-cloud/local-cloud-options.ts';
import { ACCOUNT, REGION } from '../../../apps/local-cloud/template.ts';
import { loadLocalAssembly } from '../../../bin/local-assembly.ts';
import type { Synthesized } from '../../../bin/read-assembly.ts';
import { createAccountStore } from '../../../src/service/accounts/accounts.ts';
import { createKeyStore } from '../../../src/service/accounts/api-keys.ts';
import { createDocumentClient } from '../../../src/service/aws/clients.ts';
import { isConditionFailed } from '../../../src/service/aws/dynamodb-errors.ts';
import { createOperations } from '../../../src/service/operations/accounts.ts';
import { wireMadeByKeys } from '../../../src/service/operations/made-by-keys.ts';
import { reconcile } from '../../../src/service/operations/reconcile.ts';
import { type WorkflowVariable, wireReconcile } from '../../../src/service/operations/wire-reconcile.ts';
import { createDeliveryLog } from '../../../src/service/reports/deliveries.ts';
import { toIdempotencyKey } from '../../../src/service/tables/service-table.ts';
import { createCallLog } from '../../harness/call-log.ts';
import { createRandom, drawBelow } from '../../harness/random/random.ts';
import type { Engines } from '../ingest/engines.ts';
import { MINUTE_MS } from '../ingest/run.ts';

// Ways to break a proxy to an engine: connections are refused, or never answered, or their responses are lost after the
// engine has done the work.
export const WAYS_TO_BREAK = ['refused', 'silent', 'answers lost'] as const;
/** Every connection is cut after some answers, in the middle of the next. */
type Break = (typeof WAYS_TO_BREAK)[number] | 'cut now and then';
/** The most parts of answers that a connection carries before it is cut. */
const MOST_PARTS = 40;

export interface BreakableProxy {
  readonly endpoint: string;
  /** Cuts open connections. `seed`: decides where later ones are cut. */
  breakDown(how: Break, seed: number): void;
  repair(): void;
  stop(): Promise<void>;
}

async function startBreakableProxy(endpoint: string): Promise<BreakableProxy> {
  const port = Number(new URL(endpoint).port);
  const open = new Set<Socket>();
  let broken: Break | undefined;
  let random = createRandom(0);

  const keep = (socket: Socket): Socket => {
    open.add(socket);
    return socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
  };
  const cutAll = (): void => {
    for (const socket of open) socket.resetAndDestroy();
  };
  const server = createServer((client) => {
    keep(client);
    if (broken === 'refused') return void client.resetAndDestroy();
    // Requests are neither read nor answered.
    if (broken === 'silent') return;
    const engine = keep(connect(port, '127.0.0.1'));
    client.pipe(engine);
    if (broken === undefined) engine.pipe(client);
    else if (broken === 'cut now and then') {
      let left = 1 + drawBelow(random, MOST_PARTS);
      engine.on('data', (part: Buffer) => {
        if (left-- > 0) return void client.write(part);
        client.write(part.subarray(0, part.length / 2), () => client.resetAndDestroy());
      });
    }
    // The engine has responded, so the work is done: the connection is cut now.
    else engine.once('data', () => client.resetAndDestroy());
    client.on('close', () => engine.destroy());
    engine.on('close', () => client.destroy());
  });
  const own = await listen(server, 0);
  return {
    endpoint: `http://127.0.0.1:${own}`,
    breakDown(how, seed) {
      broken = how;
      random = createRandom(seed);
      cutAll();
    },
    repair() {
      broken = undefined;
      cutAll();
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      cutAll();
      await closed;
    },
  };
}

export const SCALED_MINUTE_MS = 2_000;
const SCALE = SCALED_MINUTE_MS / MINUTE_MS;

const resources = v.looseObject({
  Resources: v.record(
    v.string(),
    v.looseObject({ Type: v.string(), Properties: v.optional(v.record(v.string(), v.unknown())) }),
  ),
});

/** An unfinished message is redelivered after six minutes: twelve seconds here. */
function scaleQueues(template: unknown): unknown {
  const parsed = v.parse(resources, template);
  const scaled = Object.entries(parsed.Resources).map(([id, resource]) => {
    const seconds = Number(resource.Properties?.VisibilityTimeout);
    if (resource.Type !== 'AWS::SQS::Queue' || Number.isNaN(seconds)) return [id, resource];
    const VisibilityTimeout = Math.max(1, Math.round(seconds * SCALE));
    return [id, { ...resource, Properties: { ...resource.Properties, VisibilityTimeout } }];
  });
  return { ...parsed, Resources: Object.fromEntries(scaled) };
}

/** `more`: further options that a drill needs. */
export async function startScaledCloud(
  { openCloud }: Pick<Engines, 'openCloud'>,
  more: (assembly: Synthesized) => Partial<LocalCloudOptions> = () => ({}),
) {
  const assembly = await loadLocalAssembly();
  const { template, assemblyDir } = assembly;
  const proxies = new Map<string, BreakableProxy>();
  const own = new Map<string, string>();
  const options: LocalCloudOptions = {
    template: scaleQueues(template),
    assemblyDir,
    waitScale: SCALE,
    ...createCallLog(),
    async through(engine, endpoint) {
      const proxy = await startBreakableProxy(endpoint);
      proxies.set(engine, proxy);
      own.set(engine, endpoint);
      return proxy.endpoint;
    },
    ...more(assembly),
  };
  const cloud = await openCloud(options);
  const connection = { region: REGION, credentials: LOCAL_CREDENTIALS };
  // The drill itself bypasses the cut connections.
  const dynamo = new DynamoDBClient({ ...connection, endpoint: own.get('dynamodb') ?? '' });
  const sfn = new SFNClient({ ...connection, endpoint: cloud.endpoints.stepFunctions });
  const db = createDocumentClient(dynamo);
  const table = cloud.outputs.ServiceTable ?? '';
  const toMachineArn = (id: string): string => `arn:aws:states:${REGION}:${ACCOUNT}:stateMachine:${id}`;
  const machineIds = Object.entries(v.parse(resources, options.template).Resources)
    .filter(([, { Type }]) => Type === 'AWS::StepFunctions::StateMachine')
    .map(([id]) => id);
  /** Logical ids begin with the plural of what the workflow does: `ReportsWorkflow0A1B2C3D`. */
  const findMachine = (name: WorkflowVariable): string =>
    toMachineArn(machineIds.find((id) => id.toUpperCase().startsWith(name.slice(0, -1))) ?? '');
  const stores = {
    ...wireReconcile(db, table, sfn, findMachine),
    deliveries: createDeliveryLog(db, table),
  };
  const operations = createOperations({
    accounts: createAccountStore(db, table),
    keys: createKeyStore(db, table),
    made: wireMadeByKeys(db, table),
    newId: ulid,
    randomInt,
    clock: Date.now,
  });

  return {
    cloud,
    db,
    stores,
    baseUrl: cloud.outputs.ApiUrl ?? '',
    ordersTable: cloud.outputs.OrdersTable ?? '',
    proxy(engine: 'dynamodb' | 'queues'): BreakableProxy {
      const proxy = proxies.get(engine);
      if (proxy === undefined) throw new Error(`no connection to ${engine}`);
      return proxy;
    },

    async newAccount(): Promise<{ accountId: string; apiKey: string }> {
      const overrides = { requestsPerMinute: 1_000_000 };
      const { account_id: accountId } = await operations.createAccount('drill', 'max', overrides);
      return { accountId, apiKey: await operations.createKey(accountId) };
    },

    /** Runs the five-minute schedule as if everything that exists now were old. */
    reconcileLater: () => reconcile({ ...stores, clock: () => Date.now() + 10 * MINUTE_MS }),

    /** Lets a minute pass for the claim of an Idempotency-Key whose request has its response. */
    async passMinute(accountId: string, key: string): Promise<void> {
      try {
        await db.send(
          new UpdateCommand({
            TableName: table,
            Key: toIdempotencyKey(accountId, key),
            UpdateExpression: 'SET expires_at = expires_at - :minute',
            ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(answer_status)',
            ExpressionAttributeValues: { ':minute': MINUTE_MS },
          }),
        );
      } catch (error) {
        if (!isConditionFailed(error)) throw error;
      }
    },

    async stop(): Promise<void> {
      for (const proxy of proxies.values()) proxy.repair();
      await cloud.stop();
      for (const proxy of proxies.values()) await proxy.stop();
      for (const client of [dynamo, sfn]) client.destroy();
    },
  };
}
export type ScaledCloud = Awaited<ReturnType<typeof startScaledCloud>>;
