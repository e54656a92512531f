// Tests the data folder: one local cloud uses it at a time, it is free after any end, and damaged data are refused.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCloudFile, writeCloudFile } from '../../../../apps/local-cloud/cloud-file.ts';
import { LOCAL_CREDENTIALS } from '../../../../apps/local-cloud/engines/dynamodb.ts';
import { lockFolder } from '../../../../apps/local-cloud/folder-lock.ts';
import { SmallStack } from '../small-stack.ts';

const stack = new SmallStack();
const FOLDER_LOCK = new URL('../../../../apps/local-cloud/folder-lock.ts', import.meta.url).href;
const client = { region: 'us-east-1', credentials: LOCAL_CREDENTIALS };

beforeAll(() => {
  stack.add('Orders', 'AWS::DynamoDB::Table', {
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  });
  stack.add('Work', 'AWS::SQS::Queue');
});
afterAll(() => stack.remove());

it('starts only one of two local clouds on the same data folder', async () => {
  const dataDir = join(stack.dir, 'two');
  const starts = await Promise.allSettled([stack.start({ dataDir }), stack.start({ dataDir })]);
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = starts.find(({ status }) => status === 'rejected');
  expect(String(refused?.status === 'rejected' && refused.reason)).toContain(
    `a local cloud is running on ${dataDir} already`,
  );
});

it('refuses data of another version with a remedy', () => {
  const dataDir = join(stack.dir, 'version');
  lockFolder(dataDir).release(true);
  lockFolder(dataDir).release(true);
  writeFileSync(join(dataDir, 'data-version'), '2');
  const advice = 'have version 2, and this local cloud uses version 1: move the folder away';
  expect(() => lockFolder(dataDir)).toThrow(advice);
  rmSync(join(dataDir, 'data-version'));
  expect(() => lockFolder(dataDir)).toThrow('have version 0');
});

it('closes the data folder to other users at each start', () => {
  const dataDir = join(stack.dir, 'open');
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  lockFolder(dataDir).release(true);
  expect((statSync(dataDir).mode & 0o777).toString(8)).toBe('700');
});

it('locks the data folder for other processes, until its own process is killed', async () => {
  const dataDir = join(stack.dir, 'killed');
  const code = `
    const { lockFolder } = await import(${JSON.stringify(FOLDER_LOCK)});
    lockFolder(${JSON.stringify(dataDir)});
    console.log('locked');
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  expect(() => lockFolder(dataDir)).toThrow('is running');
  child.kill('SIGKILL');
  await ended;
  const lock = lockFolder(dataDir);
  expect(lock.endedUncleanly).toBe(true);
  lock.release(true);
  const next = lockFolder(dataDir);
  expect(next.endedUncleanly).toBe(false);
  next.release(true);
});

describe('lockFolder', () => {
  it('refuses the path of a file with a remedy', () => {
    const file = join(stack.dir, 'file');
    writeFileSync(file, '');
    expect(() => lockFolder(file)).toThrow(
      `${file} is a file, but a folder of this name must store the data: move`,
    );
    expect(() => lockFolder(join(file, 'below'))).toThrow('move the file away');
  });

  it('refuses a damaged lock with a remedy', () => {
    const dataDir = join(stack.dir, 'garbage');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'lock.sqlite'), 'garbage '.repeat(500));
    expect(() => lockFolder(dataDir)).toThrow(
      `${join(dataDir, 'lock.sqlite')} is damaged: delete this file. It holds no data.`,
    );
    expect(readCloudFile(dataDir)).toBeUndefined();
    rmSync(join(dataDir, 'lock.sqlite'));
    lockFolder(dataDir).release(true);
  });

  it.skipIf(process.platform !== 'linux')('refuses a read-only folder with a remedy', () => {
    expect(() => lockFolder('/sys/order-analytics')).toThrow(
      /^\/sys\/order-analytics can't be written \(E\w+\): make it writable for this user/,
    );
  });
});

it('considers a local cloud stopped if only its address was left behind', () => {
  const dataDir = join(stack.dir, 'left');
  const endpoints = { dynamodb: '', sqs: '', s3: '', stepFunctions: '', keys: '' };
  const lock = lockFolder(dataDir);
  writeCloudFile(dataDir, { url: 'http://127.0.0.1:4000', endpoints, outputs: {} });
  expect(readCloudFile(dataDir)?.url).toBe('http://127.0.0.1:4000');
  lock.release(false);
  expect(readCloudFile(dataDir)).toBeUndefined();
});

describe.each(['dynamodb.sqlite', 'queues/fauxqs.db'])('a damaged %s', (name) => {
  const dataDir = join(stack.dir, name.replaceAll(/\W/g, '-'));
  const file = join(dataDir, name);
  const copy = `${dataDir}.copy`;

  beforeAll(async () => {
    const cloud = await stack.start({ dataDir });
    const db = new DynamoDBClient({ ...client, endpoint: cloud.endpoints.dynamodb });
    const sqs = new SQSClient({ ...client, endpoint: cloud.endpoints.sqs });
    const text = 'x'.repeat(20_000);
    for (let i = 0; i < 20; i++) {
      const item = { pk: { S: String(i) }, text: { S: text } };
      await db.send(new PutItemCommand({ TableName: 'Orders', Item: item }));
      const QueueUrl = `${cloud.endpoints.sqs}/000000000000/Work`;
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: text }));
    }
    db.destroy();
    sqs.destroy();
    await cloud.stop();
    copyFileSync(file, copy);
  });

  const damages: [string, () => void][] = [
    [
      'pages are overwritten',
      () => {
        const handle = openSync(file, 'r+');
        // Overwrites the second page to the last, and keeps the header and the schema on the first one.
        writeSync(handle, Buffer.alloc(statSync(file).size - 4_096, 0xa5), 0, undefined, 4_096);
        closeSync(handle);
      },
    ],
    [
      'it is another kind of file',
      () => copyFileSync(join(import.meta.dirname, 'data-folder.test.ts'), file),
    ],
  ];
  it.each(damages)('is refused at the start with a remedy if %s', async (_, damage) => {
    damage();
    const start = stack.start({ dataDir });
    await expect(start).rejects.toThrow(`${file} is damaged`);
    await expect(start).rejects.toThrow('delete the data folder');
    copyFileSync(copy, file);
    await (await stack.start({ dataDir })).stop();
    expect(readFileSync(file).length).toBeGreaterThan(8_192);
  });
});
