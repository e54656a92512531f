// Kills the engine of the tables: it is restarted with its file; without a file, the caller is notified.
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../../../apps/local-cloud/engines/dynamodb.ts';
import type { LocalCloud } from '../../../../apps/local-cloud/local-cloud.ts';
import { findEnginePid, SmallStack, waitUntil } from '../small-stack.ts';

const stack = new SmallStack();
const Key = { pk: { S: 'kept' } };

beforeAll(() => {
  stack.add('Orders', 'AWS::DynamoDB::Table', {
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  });
});
afterAll(() => stack.remove());

async function killEngine(cloud: LocalCloud): Promise<void> {
  const pid = await waitUntil(30, async () => findEnginePid(cloud));
  process.kill(pid, 'SIGKILL');
  await waitUntil(5, async () => (findEnginePid(cloud) === pid ? undefined : true));
}

const createClient = ({ endpoints }: LocalCloud) =>
  new DynamoDBClient({ endpoint: endpoints.dynamodb, region: 'us-east-1', credentials: LOCAL_CREDENTIALS });

describe.skipIf(process.platform === 'win32' || process.env.DYNAMODB_ENDPOINT !== undefined)(
  'a killed engine',
  () => {
    it('is restarted with all confirmed data', async () => {
      const cloud = await stack.start({ dataDir: join(stack.dir, 'kept') });
      const db = createClient(cloud);
      await db.send(new PutItemCommand({ TableName: 'Orders', Item: Key }));
      await killEngine(cloud);
      const { Item } = await waitUntil(30, () =>
        db.send(new GetItemCommand({ TableName: 'Orders', Key })).catch(() => undefined),
      );
      expect(Item).toEqual(Key);
      await expect.poll(() => stack.logged.join()).toContain('was started again');
      db.destroy();
    });

    it('makes requests that fail because of it a 503 with Retry-After, never a 500', async () => {
      stack.addFunction(
        'Read',
        `export const handler = () =>
          fetch(process.env.AWS_ENDPOINT_URL_DYNAMODB).then(() => 'read', () => ({ statusCode: 500 }));`,
      );
      stack.addRoute('GET /read', 'Read');
      const cloud = await stack.start({ dataDir: join(stack.dir, 'read') });
      const answers: [number, string | null][] = [];
      const countRead = (): number => answers.filter(([status]) => status === 200).length;
      let isReading = true;
      async function read(): Promise<void> {
        while (isReading) {
          const { status, headers } = await fetch(`${cloud.url}/read`);
          answers.push([status, headers.get('retry-after')]);
        }
      }
      const reading = [read(), read()];
      await expect.poll(countRead).toBeGreaterThan(10);
      await killEngine(cloud);
      const before = countRead();
      await expect.poll(countRead).toBeGreaterThan(before + 10);
      isReading = false;
      await Promise.all(reading);
      expect(answers.filter(([status]) => status !== 200)).toContainEqual([503, '5']);
      expect(answers.filter(([status]) => ![200, 503].includes(status))).toEqual([]);
    });

    it('is reported as lost after its fourth kill, or after the first without a file', async () => {
      for (const dataDir of [undefined, join(stack.dir, 'again')]) {
        let lost = 0;
        const cloud = await stack.start({ dataDir, onEngineLost: () => lost++ });
        const kills = dataDir === undefined ? 1 : 4;
        for (let kill = 0; kill < kills; kill++) {
          expect(lost).toBe(0);
          await killEngine(cloud);
        }
        await expect.poll(() => lost, { timeout: 10_000 }).toBe(1);
        await cloud.stop();
      }
    });
  },
);
