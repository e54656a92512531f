// Tests the local cloud: the templates and ports that it refuses, its data after a restart, its processes after a stop,
// and its readers of templates and rates.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, it } from 'vitest';
import { readCloudFile } from '../../../apps/local-cloud/cloud-file.ts';
import { listen } from '../../../apps/local-cloud/free-port.ts';
import { parseRateMs } from '../../../apps/local-cloud/functions/schedules.ts';
import { startLocalCloud } from '../../../apps/local-cloud/local-cloud.ts';
import { createResolver } from '../../../apps/local-cloud/template.ts';
import { loadLocalAssembly } from '../../../bin/local-assembly.ts';
import { createDocumentClient } from '../../../src/service/aws/clients.ts';

const dir = mkdtempSync(join(tmpdir(), 'order-analytics-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const { template, assemblyDir } = await loadLocalAssembly();

it('refuses an unknown resource type, and names it', async () => {
  const strange = { Resources: { Net: { Type: 'AWS::EC2::VPC', Properties: {} } } };
  await expect(startLocalCloud({ template: strange, assemblyDir })).rejects.toThrow(
    'resource type AWS::EC2::VPC (Net)',
  );
});

it('reports that its port is in use, and starts nothing', async () => {
  const taken = createServer();
  const port = await listen(taken, 0);
  await expect(startLocalCloud({ template, assemblyDir, port, dataDir: join(dir, 'taken') })).rejects.toThrow(
    `port ${port} is in use`,
  );
  taken.close();
  expect(countEngines()).toBe(0);
});

it('keeps its data over a restart, and leaves nothing running', async () => {
  const dataDir = join(dir, 'data');
  const first = await startLocalCloud({ template, assemblyDir, dataDir });
  const TableName = first.outputs.ServiceTable ?? '';
  const item = { pk: 'p', sk: 's', value: 42 };
  await createDocumentClient(new DynamoDBClient({ endpoint: first.endpoints.dynamodb })).send(
    new PutCommand({ TableName, Item: item }),
  );
  expect(readCloudFile(dataDir)?.url).toBe(first.url);
  await first.stop();
  expect(readCloudFile(dataDir)).toBeUndefined();
  expect(countEngines()).toBe(0);
  await expect(fetch(first.url)).rejects.toThrow();

  const second = await startLocalCloud({ template, assemblyDir, dataDir });
  const db = createDocumentClient(new DynamoDBClient({ endpoint: second.endpoints.dynamodb }));
  const { Item } = await db.send(new GetCommand({ TableName, Key: { pk: 'p', sk: 's' } }));
  await second.stop();
  expect(Item).toEqual(item);
});

it('resolves the intrinsic functions of CloudFormation', () => {
  const resolve = createResolver(new Map([['Table', { ref: 'orders', attributes: { Arn: 'arn:t' } }]]));
  expect(
    resolve({
      a: { Ref: 'Table' },
      b: { 'Fn::Join': ['/', [{ 'Fn::GetAtt': ['Table', 'Arn'] }, 'x']] },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: Fn::Sub's own placeholders
      c: { 'Fn::Sub': 'in ${AWS::Region}: ${Table.Arn}' },
      d: { 'Fn::Select': [1, { 'Fn::Split': [':', { 'Fn::GetAtt': ['Table', 'Arn'] }] }] },
    }),
  ).toEqual({ a: 'orders', b: 'arn:t/x', c: 'in us-east-1: arn:t', d: 't' });
  expect(() => resolve({ 'Fn::ImportValue': 'x' })).toThrow('Fn::ImportValue');
  expect(() => resolve({ Ref: 'Nobody' })).toThrow('Nobody');
});

it('parses rate expressions, and refuses cron expressions', () => {
  expect(parseRateMs('rate(5 minutes)')).toBe(300_000);
  expect(() => parseRateMs('cron(0 12 * * ? *)')).toThrow('rate(…)');
});

/** Counts the DynamoDB engines on this test's data folders. */
function countEngines(): number {
  const list = execFileSync('ps', ['ax', '-o', 'args=']).toString();
  return list.split('\n').filter((line) => line.includes('dynoxide') && line.includes(dir)).length;
}
