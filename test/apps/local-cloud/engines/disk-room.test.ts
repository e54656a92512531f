// Tests the local cloud on a nearly full disk: it answers reads, refuses writes, and keeps messages in the queue.
import { join } from 'node:path';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KEPT_FREE_BYTES } from '../../../../apps/local-cloud/engines/disk-room.ts';
import { LOCAL_CREDENTIALS } from '../../../../apps/local-cloud/engines/dynamodb.ts';
import type { LocalCloud } from '../../../../apps/local-cloud/local-cloud.ts';
import { SmallStack, toArn, waitUntil } from '../small-stack.ts';

const stack = new SmallStack();
const dataDir = join(stack.dir, 'data');
let cloud: LocalCloud;
let free = KEPT_FREE_BYTES;

beforeAll(async () => {
  stack.addFunction('Answer', 'export const handler = async () => ({ ok: true });');
  stack.addFunction('Consume', 'export const handler = async () => { console.log("consumed"); };');
  stack.addRoute('ANY /orders', 'Answer');
  stack.add('Work', 'AWS::SQS::Queue');
  stack.add('Mapping', 'AWS::Lambda::EventSourceMapping', {
    EventSourceArn: toArn('Work'),
    FunctionName: { Ref: 'Consume' },
  });
  cloud = await stack.start({ dataDir, freeBytes: () => free });
});
afterAll(() => stack.remove());

const ask = async (method: string) => {
  const response = await fetch(`${cloud.url}/orders`, { method });
  return [response.status, await response.json()];
};
const REFUSED = [
  507,
  { message: 'The disk of the local cloud is nearly full', code: 'insufficient_storage' },
];

it('refuses writes with 507 and a code, answers reads, and logs why', async () => {
  expect(await ask('POST')).toEqual([200, { ok: true }]);
  free = KEPT_FREE_BYTES - 1;
  await waitUntil(5, async () => ((await ask('POST'))[0] === 507 ? true : undefined));
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect([method, await ask(method)]).toEqual([method, REFUSED]);
  expect(await ask('GET')).toEqual([200, { ok: true }]);
  expect(stack.logged.filter((line) => line.startsWith('disk: '))).toEqual([
    `disk: 63 MB are free where ${dataDir} is: writes are refused with 507 and queued imports wait until 64 MB are free`,
  ]);
});

it('refuses reads too if less than 4 MB are free', async () => {
  free = 4 * 1024 * 1024 - 1;
  const full = { message: 'The disk of the local cloud is full', code: 'insufficient_storage' };
  await waitUntil(5, async () => ((await ask('GET'))[0] === 507 ? true : undefined));
  expect(await ask('GET')).toEqual([507, full]);
  free = KEPT_FREE_BYTES - 1;
  await waitUntil(5, async () => ((await ask('GET'))[0] === 200 ? true : undefined));
  expect(await ask('POST')).toEqual(REFUSED);
});

it('refuses to start on a full disk', async () => {
  const start = stack.start({ dataDir: join(stack.dir, 'full'), freeBytes: () => 0 });
  await expect(start).rejects.toThrow('is full: free some space, then start again.');
});

it('keeps messages in the queue until the disk has room', { timeout: 60_000 }, async () => {
  // The receive that was in progress when the disk became full still ends with a message.
  const sqs = new SQSClient({
    region: 'us-east-1',
    credentials: LOCAL_CREDENTIALS,
    endpoint: cloud.endpoints.sqs,
  });
  const countConsumed = (): number => stack.logged.filter((line) => line === 'Consume: consumed').length;
  const send = () =>
    sqs.send(
      new SendMessageCommand({ QueueUrl: `${cloud.endpoints.sqs}/000000000000/Work`, MessageBody: 'x' }),
    );
  // Each of the four pollers may be receiving; the next receive waits for room.
  let isHeld = false;
  for (let sent = 0; sent < 5 && !isHeld; sent++) {
    const before = countConsumed();
    await send();
    isHeld =
      (await waitUntil(1.5, async () => (countConsumed() > before ? true : undefined)).catch(() => false)) ===
      false;
  }
  expect(isHeld).toBe(true);
  const before = countConsumed();
  free = KEPT_FREE_BYTES;
  await waitUntil(60, async () => (countConsumed() > before ? true : undefined));
  expect(await ask('POST')).toEqual([200, { ok: true }]);
  expect(stack.logged).toContain('disk: 64 MB are free: writes are accepted again');
  sqs.destroy();
});
