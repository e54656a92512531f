// DynamoDB on dynoxide, a child process over SQLite. It ends with this process, whatever ends it.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  type AttributeDefinition,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  type KeySchemaElement,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { freePort } from './free-port.ts';
import { REGION } from './template.ts';

const keySchema = v.array(v.object({ AttributeName: v.string(), KeyType: v.picklist(['HASH', 'RANGE']) }));
export const tableProperties = v.object({
  KeySchema: keySchema,
  AttributeDefinitions: v.array(
    v.object({ AttributeName: v.string(), AttributeType: v.picklist(['S', 'N', 'B']) }),
  ),
  GlobalSecondaryIndexes: v.optional(
    v.array(
      v.object({
        IndexName: v.string(),
        KeySchema: keySchema,
        Projection: v.object({ ProjectionType: v.picklist(['ALL', 'KEYS_ONLY', 'INCLUDE']) }),
      }),
    ),
    [],
  ),
});
export type TableProperties = v.InferOutput<typeof tableProperties>;

export const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

export interface LocalDynamoDb {
  readonly endpoint: string;
  /** Changes nothing when the table is there. */
  createTable(name: string, properties: TableProperties): Promise<void>;
  stop(): Promise<void>;
}

/** `endpoint`: an engine that runs already. `file`: the SQLite file; undefined keeps everything in memory. */
export async function startDynamoDb(options: {
  readonly file: string | undefined;
  readonly endpoint: string | undefined;
}): Promise<LocalDynamoDb> {
  const child = options.endpoint === undefined ? await spawnEngine(options.file) : undefined;
  const endpoint = options.endpoint ?? child?.endpoint ?? '';
  const client = new DynamoDBClient({ endpoint, region: REGION, credentials: LOCAL_CREDENTIALS });
  return {
    endpoint,
    async createTable(name, { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes }) {
      try {
        await client.send(new DescribeTableCommand({ TableName: name }));
        return;
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
      }
      const keys: KeySchemaElement[] = KeySchema;
      const attributes: AttributeDefinition[] = AttributeDefinitions;
      await client.send(
        new CreateTableCommand({
          TableName: name,
          KeySchema: keys,
          AttributeDefinitions: attributes,
          BillingMode: 'PAY_PER_REQUEST',
          ...(GlobalSecondaryIndexes.length > 0 && { GlobalSecondaryIndexes }),
        }),
      );
    },
    async stop() {
      client.destroy();
      await child?.stop();
    },
  };
}

/** The engine's binary, from the optional dependency of this platform. */
function engineBinary(): string {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    const binary = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'dynoxide');
    if (existsSync(binary)) return binary;
  } catch {
    // Not installed: said below.
  }
  throw new Error(
    `there is no DynamoDB engine for this platform: install the package ${name}, ` +
      'or run another one (such as DynamoDB Local) and name it with DYNAMODB_ENDPOINT=http://127.0.0.1:8000',
  );
}

async function spawnEngine(file: string | undefined) {
  const binary = engineBinary();
  // npm may unpack it without the right to run.
  chmodSync(binary, 0o755);
  const port = await freePort();
  const args = ['serve', '--host', '127.0.0.1', '--port', String(port), ...(file ? ['--db-path', file] : [])];
  const child = spawn(binary, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr?.on('data', (part: Buffer) => {
    complaint = (complaint + part.toString()).slice(-2_000);
  });
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', kill);
  const endpoint = `http://127.0.0.1:${port}`;
  await untilUp(child, endpoint, () => complaint);
  return {
    endpoint,
    async stop(): Promise<void> {
      process.off('exit', kill);
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const timer = setTimeout(kill, 2_000);
      await ended;
      clearTimeout(timer);
    },
  };
}

async function untilUp(child: ChildProcess, endpoint: string, complaint: () => string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) throw new Error(`the DynamoDB engine ended at once: ${complaint()}`);
    try {
      await fetch(endpoint, { signal: AbortSignal.timeout(500) });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
  throw new Error(`the DynamoDB engine did not answer within 5 s: ${complaint()}`);
}
