// The version of the stored data, in an item of the Service table, and the guard that keeps a release from writing data
// of a version that it does not know: after a migration, the release before it must not run again.
import { type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { OwnError } from '../../core/errors.ts';
import { documentClient, dynamoDbClient } from '../aws/clients.ts';
import { updateIf } from '../aws/items.ts';
import { dataVersionKey } from './service-table.ts';

/** What `stage migrate` of this release leads to. */
export const DATA_VERSION = 2;
/** The oldest version that this release reads and writes, so that it can be deployed before the migration. 0: no item. */
const OLDEST_DATA_VERSION = 0;

/** This release and the stored data do not fit together; the message says which of them to change. */
class DataVersionError extends OwnError {
  override readonly name = 'DataVersionError';
}

/** Throws DataVersionError. */
export function requireKnown(version: number): void {
  if (version > DATA_VERSION) {
    throw new DataVersionError(
      `the stored data is of version ${version}, this release knows ${DATA_VERSION}: deploy the release that migrated it`,
    );
  }
  if (version < OLDEST_DATA_VERSION) {
    throw new DataVersionError(
      `the stored data is of version ${version}, this release needs ${OLDEST_DATA_VERSION}: run stage migrate of the release before`,
    );
  }
}

export function createDataVersions(client: DynamoDBClient, serviceTable: string) {
  const db = documentClient(client);
  return {
    /** 0 where none was recorded. */
    async read(): Promise<number> {
      const { pk, sk } = dataVersionKey;
      const { Item } = await client.send(
        new GetItemCommand({
          TableName: serviceTable,
          Key: { pk: { S: pk }, sk: { S: sk } },
          ConsistentRead: true,
        }),
      );
      return Number(Item?.data_version?.N ?? 0);
    },

    /** False where another process has changed the version meanwhile. */
    async raise(from: number, to: number): Promise<boolean> {
      const { met } = await updateIf(db, serviceTable, dataVersionKey, {
        set: { data_version: to },
        condition: from === 0 ? 'attribute_not_exists(pk)' : 'data_version = :from',
        values: { from },
      });
      return met;
    },
  };
}
export type DataVersions = ReturnType<typeof createDataVersions>;

const READS = /^(Get|BatchGet|TransactGet|Query|Scan|Describe)/;

/** A client that looks at the version before its first write: once per process, one small read. */
export function guardedClient(
  serviceTable: string,
  client: DynamoDBClient = dynamoDbClient(),
): DynamoDBDocumentClient {
  const versions = createDataVersions(client, serviceTable);
  let known: Promise<void> | undefined;
  const check = async (): Promise<void> => requireKnown(await versions.read());
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (!READS.test(commandName)) {
          known ??= check();
          await known.catch((error: unknown) => {
            // It may be right by the next call: the data is being migrated, or could not be read.
            known = undefined;
            throw error;
          });
        }
        return next(args);
      },
    { step: 'initialize', name: 'dataVersion', priority: 'high' },
  );
  return documentClient(client);
}
