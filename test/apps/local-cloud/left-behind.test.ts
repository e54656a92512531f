// Tests that the local cloud is closed to other machines, and leaves no process behind when it is killed.
import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SmallStack, waitUntil } from './small-stack.ts';

const stack = new SmallStack();
const LOCAL_CLOUD = new URL('../../../apps/local-cloud/local-cloud.ts', import.meta.url);

beforeAll(() => {
  stack.add('Orders', 'AWS::DynamoDB::Table', {
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  });
  stack.add('Work', 'AWS::SQS::Queue');
  stack.addFunction(
    'Tick',
    'export const handler = async (event) => { console.log(event["detail-type"]); };',
  );
  stack.add('Every', 'AWS::Events::Rule', {
    ScheduleExpression: 'rate(5 minutes)',
    Targets: [{ Arn: { 'Fn::GetAtt': ['Tick', 'Arn'] } }],
  });
  stack.add('EveryMinute', 'AWS::Scheduler::Schedule', {
    ScheduleExpression: 'rate(1 minute)',
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: { Arn: { 'Fn::GetAtt': ['Tick', 'Arn'] }, RoleArn: 'any', Input: '{"detail-type":"a minute"}' },
  });
});
afterAll(() => stack.remove());

const countEngines = (dataDir: string): number =>
  execFileSync('ps', ['ax', '-o', 'args='])
    .toString()
    .split('\n')
    .filter((line) => line.includes('dynoxide') && line.includes(dataDir)).length;

it.skipIf(process.platform === 'win32')('ends its engines even if it is killed', async () => {
  const dataDir = join(stack.dir, 'killed');
  const script = join(stack.dir, 'start.mjs');
  writeFileSync(
    script,
    `import { startLocalCloud } from ${JSON.stringify(LOCAL_CLOUD.href)};
    const options = ${JSON.stringify({ template: { Resources: stack.resources }, assemblyDir: stack.dir, dataDir })};
    await startLocalCloud(options);
    console.log('ready');`,
  );
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  expect(countEngines(dataDir)).toBeGreaterThan(0);
  child.kill('SIGKILL');
  await waitUntil(5, async () => (countEngines(dataDir) === 0 ? true : undefined));
  // The data folder is free again, and the next local cloud runs the rule at its start.
  const next = await stack.start({ dataDir });
  await expect.poll(() => stack.logged).toContain('Tick: Scheduled Event');
  await next.stop();
  stack.logged.length = 0;
});

const elsewhere = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

it.skipIf(elsewhere === undefined)('accepts connections from this machine only', async () => {
  const cloud = await stack.start();
  for (const endpoint of [cloud.url, ...Object.values(cloud.endpoints)]) {
    const { port } = new URL(endpoint);
    await expect(fetch(`http://127.0.0.1:${port}/`).then(({ ok }) => typeof ok)).resolves.toBe('boolean');
    await expect(fetch(`http://${elsewhere}:${port}/`)).rejects.toThrow('fetch failed');
  }
});

it('fires a rule or a schedule on request', async () => {
  const cloud = await stack.start();
  await cloud.runSchedule('Every');
  await expect.poll(() => stack.logged).toContain('Tick: Scheduled Event');
  await cloud.runSchedule('EveryMinute');
  await expect.poll(() => stack.logged).toContain('Tick: a minute');
  await expect(cloud.runSchedule('Never')).rejects.toThrow('Never');
});
