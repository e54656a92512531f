// A release writes only data of a version that it knows, and looks once.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, test } from 'vitest';
import { MIGRATIONS, type Migration, migrate } from '../../src/operations/migrate.ts';
import {
  DATA_VERSION,
  type DataVersions,
  guardedClient,
  requireKnown,
} from '../../src/stores/tables/data-version.ts';

const KEY = { pk: 'acct', sk: 'account' };
const put = new PutCommand({ TableName: 'service', Item: KEY });
const get = new GetCommand({ TableName: 'service', Key: KEY });

/** A client of an engine that answers with these versions, one after the other, and the operations that reach it. */
function engine(...versions: (number | Error)[]) {
  const reached: string[] = [];
  const answer = (operation: string) => {
    const version = operation === 'GetItem' ? versions.shift() : undefined;
    if (version instanceof Error) throw version;
    return version === undefined ? {} : { Item: { data_version: { N: String(version) } } };
  };
  const client = new DynamoDBClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    maxAttempts: 1,
    requestHandler: {
      async handle({ headers }: { headers: Record<string, string> }) {
        const operation = headers['x-amz-target']?.split('.').at(-1) ?? '';
        reached.push(operation);
        const body = Buffer.from(JSON.stringify(answer(operation)));
        return { response: { statusCode: 200, headers: {}, body } };
      },
    },
  });
  return { db: guardedClient('service', client), reached };
}

describe('a client of a function that writes', () => {
  it('looks at the version before its first write and not again', async () => {
    const { db, reached } = engine(DATA_VERSION);
    await Promise.all([db.send(put), db.send(put)]);
    await db.send(put);
    expect(reached).toEqual(['GetItem', 'PutItem', 'PutItem', 'PutItem']);
  });

  it('reads without looking', async () => {
    const { db, reached } = engine(DATA_VERSION + 1);
    await db.send(get);
    expect(reached).toEqual(['GetItem']);
  });

  it('writes where no version was recorded yet', async () => {
    const { db, reached } = engine();
    await db.send(put);
    expect(reached).toEqual(['GetItem', 'PutItem']);
  });

  it('writes nothing where a later release has migrated the data, and looks again at the next write', async () => {
    const { db, reached } = engine(DATA_VERSION + 1, new Error('throttled'), DATA_VERSION);
    await expect(db.send(put)).rejects.toThrow(
      `version ${DATA_VERSION + 1}, this release knows ${DATA_VERSION}`,
    );
    await expect(db.send(put)).rejects.toThrow('throttled');
    expect(reached).not.toContain('PutItem');
    await db.send(put);
    expect(reached.at(-1)).toBe('PutItem');
  });
});

test('data that is older than a release can read is refused', () => {
  expect(() => requireKnown(-1)).toThrow('run stage migrate of the release before');
});

describe('stage migrate', () => {
  function stored(version: number): DataVersions & { version: number } {
    return {
      version,
      async read() {
        return this.version;
      },
      async raise(from, to) {
        if (this.version !== from) return false;
        this.version = to;
        return true;
      },
    };
  }
  const none = (): void => {};

  it('records the version of this release, once', async () => {
    const versions = stored(0);
    expect(await migrate(versions, none)).toEqual({ from: 0, to: DATA_VERSION });
    expect(await migrate(versions, none)).toEqual({ from: DATA_VERSION, to: DATA_VERSION });
    expect(versions.version).toBe(DATA_VERSION);
  });

  it('runs what is missing in order, and after a failure continues with what failed', async () => {
    const ran: number[] = [];
    let isBroken = true;
    const migrations: Migration[] = [1, 2, 3].map((to) => ({
      to,
      about: `to ${to}`,
      run: async () => {
        if (to === 3 && isBroken) throw new Error('interrupted');
        ran.push(to);
      },
    }));
    const versions = stored(1);
    await expect(migrate(versions, none, migrations)).rejects.toThrow('interrupted');
    expect(versions.version).toBe(2);
    isBroken = false;
    expect(await migrate(versions, none, migrations)).toEqual({ from: 2, to: 3 });
    expect(ran).toEqual([2, 3]);
  });

  it('stops when another migration was faster', async () => {
    const versions = stored(0);
    const racing: Migration = { to: 1, about: 'race', run: async () => void (await versions.raise(0, 1)) };
    await expect(migrate(versions, none, [racing])).rejects.toThrow('another migration is running');
  });

  it('refuses data of a later release', async () => {
    await expect(migrate(stored(DATA_VERSION + 1), none)).rejects.toThrow('use the release that migrated it');
  });

  it('has a migration for every version', () => {
    expect(MIGRATIONS.map(({ to }) => to)).toEqual(Array.from({ length: DATA_VERSION }, (_, at) => at + 1));
  });
});

test('the guarded client is a document client', () => {
  expect(engine(1).db).toBeInstanceOf(DynamoDBDocumentClient);
});
