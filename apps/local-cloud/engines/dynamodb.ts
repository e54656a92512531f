// Creates the template's DynamoDB tables, on dynoxide or on a running engine. A table in the data folder must have the
// keys and indexes of the template; otherwise the start fails with a clear error.
import {
  type AttributeDefinition,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  type KeySchemaElement,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { REGION } from '../template.ts';
import { startDynoxide } from './dynoxide.ts';

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
        Projection: v.object({
          ProjectionType: v.picklist(['ALL', 'KEYS_ONLY', 'INCLUDE']),
          NonKeyAttributes: v.optional(v.array(v.string()), []),
        }),
      }),
    ),
    [],
  ),
});
export type TableProperties = v.InferOutput<typeof tableProperties>;

export const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

const ENGINE_TIMEOUT_MS = 5_000;

export interface LocalDynamoDb {
  readonly endpoint: string;
  /** Creates the table, or adds the indexes that an existing table lacks. */
  createTable(name: string, properties: TableProperties): Promise<void>;
  /** See Dynoxide; false for an engine that others run. */
  wasDown(since: number): Promise<boolean>;
  stop(): Promise<void>;
}

/** `endpoint`: a running engine. `file`: the SQLite file; undefined keeps everything in memory. */
export async function startDynamoDb(options: {
  readonly file: string | undefined;
  readonly endpoint: string | undefined;
  readonly onRestart?: (message: string) => void;
  /** Called if the engine exited unexpectedly and cannot be restarted. */
  readonly onLoss: (message: string) => void;
}): Promise<LocalDynamoDb> {
  if (options.endpoint !== undefined) await requireResponse(options.endpoint);
  const engine = options.endpoint === undefined ? await startDynoxide(options) : undefined;
  const endpoint = options.endpoint ?? engine?.endpoint ?? '';
  const client = new DynamoDBClient({ endpoint, region: REGION, credentials: LOCAL_CREDENTIALS });

  async function describe(name: string): Promise<TableDescription | undefined> {
    try {
      return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  }

  async function create(name: string, properties: TableProperties): Promise<void> {
    const indexes = toIndexes(properties);
    await client.send(
      new CreateTableCommand({
        TableName: name,
        KeySchema: properties.KeySchema,
        AttributeDefinitions: properties.AttributeDefinitions,
        BillingMode: 'PAY_PER_REQUEST',
        ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
      }),
    );
  }

  async function bringUpToDate(
    name: string,
    kept: TableDescription,
    properties: TableProperties,
  ): Promise<void> {
    refuseOtherKeys(name, kept.KeySchema, properties.KeySchema);
    const attributes: AttributeDefinition[] = properties.AttributeDefinitions;
    for (const index of toIndexes(properties)) {
      const found = kept.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === index.IndexName);
      if (found !== undefined) {
        refuseOtherKeys(`${name}/${index.IndexName}`, found.KeySchema, index.KeySchema);
        continue;
      }
      await client.send(
        new UpdateTableCommand({
          TableName: name,
          AttributeDefinitions: attributes,
          GlobalSecondaryIndexUpdates: [{ Create: index }],
        }),
      );
    }
  }

  return {
    endpoint,
    wasDown: async (since) => (await engine?.wasDown(since)) ?? false,
    async createTable(name, properties) {
      const kept = await describe(name);
      await (kept === undefined ? create(name, properties) : bringUpToDate(name, kept, properties));
    },
    async stop() {
      client.destroy();
      await engine?.stop();
    },
  };
}

/** Checks first, because a client would try again and again, and then name no address. */
async function requireResponse(endpoint: string): Promise<void> {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(ENGINE_TIMEOUT_MS) });
  } catch {
    throw new Error(`nothing responds at DYNAMODB_ENDPOINT=${endpoint}: start the DynamoDB engine first`);
  }
}

function toIndexes({ GlobalSecondaryIndexes }: TableProperties) {
  return GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => ({
    IndexName,
    KeySchema,
    Projection: {
      ProjectionType: Projection.ProjectionType,
      // The engine refuses an empty list.
      ...(Projection.NonKeyAttributes.length > 0 && { NonKeyAttributes: Projection.NonKeyAttributes }),
    },
  }));
}

function refuseOtherKeys(
  name: string,
  kept: readonly KeySchemaElement[] = [],
  wanted: readonly KeySchemaElement[] = [],
): void {
  const formatKeys = (keys: readonly KeySchemaElement[]): string =>
    keys.map(({ AttributeName, KeyType }) => `${KeyType} ${AttributeName}`).join(', ');
  if (formatKeys(kept) === formatKeys(wanted)) return;
  throw new Error(
    `the table ${name} is stored with the keys ${formatKeys(kept)}, but the template has ${formatKeys(wanted)}: delete the data folder`,
  );
}
