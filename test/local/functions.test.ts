// Functions fail as on Lambda, alone: neither the next request nor the local cloud itself goes down with one.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LocalCloud } from '../../local/local-cloud.ts';
import { SmallStack } from './small-stack.ts';

const stack = new SmallStack();
let cloud: LocalCloud;

beforeAll(async () => {
  stack.addFunction('Echo', 'export const handler = async (event) => event;');
  stack.addFunction(
    'Slow',
    'export const handler = ({ ms = 0 }) => new Promise((done) => setTimeout(done, ms, "done"));',
    { Timeout: 1, ReservedConcurrentExecutions: 1 },
  );
  stack.addFunction(
    'Late',
    'export const handler = async () => { setTimeout(() => { throw new Error("too late"); }, 20); return 1; };',
  );
  stack.addFunction(
    'Failing',
    'export const handler = async () => { throw new RangeError("out of stock"); };',
  );
  stack.addFunction(
    'Leaving',
    'export const handler = async ({ leave }) => { if (leave) process.exit(1); return 1; };',
  );
  stack.addFunction(
    'Burst',
    `import { Agent, get } from 'node:http';
    const agent = new Agent({ keepAlive: true, maxSockets: 50 });
    export const handler = async ({ url, waitMs }) => {
      const ask = () => new Promise((done) => get(url, { agent }, (answer) => answer.resume().on('end', done)));
      if (url) await Promise.all(Array.from({ length: 20 }, ask));
      await new Promise((done) => setTimeout(done, 50 + waitMs));
      return Object.values(agent.freeSockets).flat().length;
    };`,
    { Timeout: 20 },
  );
  stack.addFunction('Broken', 'throw new Error("cannot load");');
  stack.addFunction('Large', 'export const handler = async ({ size }) => "x".repeat(size ?? 7_000_000);');
  stack.addFunction(
    'Look',
    `export const handler = async (event, context) => ({
      id: context.awsRequestId, name: context.functionName, left: context.getRemainingTimeInMillis(),
      env: process.env.AWS_LAMBDA_FUNCTION_NAME, table: process.env.TABLE, region: process.env.AWS_REGION,
      count: (globalThis.count = (globalThis.count ?? 0) + 1) });`,
    { Timeout: 20, Environment: { Variables: { TABLE: { Ref: 'Orders' } } } },
  );
  stack.add('Orders', 'AWS::DynamoDB::Table', {
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  });
  cloud = await stack.start();
});
afterAll(() => stack.remove());

it('hands over the event as JSON, as the wire does', async () => {
  expect(await cloud.invoke('Echo', { at: new Date(0), none: undefined })).toEqual({
    at: '1970-01-01T00:00:00.000Z',
  });
});

it('gives a function its context, its variables, and the same worker again', async () => {
  const first = await cloud.invoke('Look', {});
  expect(first).toMatchObject({ name: 'Look', env: 'Look', table: 'Orders', region: 'us-east-1', count: 1 });
  expect(first).toMatchObject({ left: expect.toSatisfy((ms: number) => ms > 10_000 && ms <= 20_000) });
  expect(await cloud.invoke('Look', {})).toMatchObject({ count: 2 });
});

it('closes connections that a burst of requests has left idle', { timeout: 30_000 }, async () => {
  const url = `${cloud.endpoints.sqs}/`;
  expect(await cloud.invoke('Burst', { url, waitMs: 0 })).toBe(20);
  expect(await cloud.invoke('Burst', { waitMs: 4_000 })).toBe(0);
});

it('cuts off a function at its timeout, and wakes the request that waited for its worker', async () => {
  const cutOff = cloud.invoke('Slow', { ms: 60_000 });
  const waiting = cloud.invoke('Slow', {});
  await expect(cutOff).rejects.toMatchObject({ errorType: 'Sandbox.Timedout' });
  await expect(waiting).resolves.toBe('done');
});

it('runs as many at once as the function reserves', async () => {
  const began = performance.now();
  await Promise.all([cloud.invoke('Slow', { ms: 300 }), cloud.invoke('Slow', { ms: 300 })]);
  expect(performance.now() - began).toBeGreaterThan(590);
});

it('survives what a function throws after it has answered', async () => {
  expect(await cloud.invoke('Late', {})).toBe(1);
  await expect.poll(() => stack.logged.join('\n')).toContain('Late: Error: too late');
  expect(await cloud.invoke('Late', {})).toBe(1);
});

it('reports an error by its name, and logs where it came from', async () => {
  await expect(cloud.invoke('Failing', {})).rejects.toMatchObject({
    errorType: 'RangeError',
    message: 'out of stock',
  });
  expect(stack.logged.join('\n')).toMatch(/Failing: RangeError: out of stock\n.*\n\s+at /);
});

it('fails one request when a function ends its process, and starts the next in a new one', async () => {
  await expect(cloud.invoke('Leaving', { leave: true })).rejects.toMatchObject({
    errorType: 'Runtime.ExitError',
  });
  expect(await cloud.invoke('Leaving', {})).toBe(1);
});

it('fails each request to a bundle that can not be loaded', async () => {
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(cloud.invoke('Broken', {})).rejects.toThrow('cannot load');
  }
});

it('holds requests and answers to 6 MB', async () => {
  await expect(cloud.invoke('Large', {})).rejects.toMatchObject({
    errorType: 'Function.ResponseSizeTooLarge',
  });
  await expect(cloud.invoke('Echo', 'x'.repeat(7_000_000))).rejects.toMatchObject({
    errorType: 'RequestEntityTooLargeException',
  });
  expect(await cloud.invoke('Large', { size: 6_000_000 })).toHaveLength(6_000_000);
});

it('ends a request that is running when the local cloud stops, without logging it as a failure', async () => {
  const stopping = new SmallStack();
  stopping.addFunction(
    'Waiting',
    'export const handler = () => new Promise(() => setInterval(() => {}, 1_000));',
    {
      Timeout: 60,
    },
  );
  const own = await stopping.start();
  const running = own.invoke('Waiting', {});
  const ended = expect(running).rejects.toMatchObject({ errorType: 'Runtime.Stopped' });
  await wait(500);
  await stopping.remove();
  await ended;
  expect(stopping.logged.filter((line) => line.startsWith('Waiting:'))).toEqual([]);
});
