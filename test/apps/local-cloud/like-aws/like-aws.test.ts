// Tests the local cloud with --like-aws, which applies AWS's limits of a new account.

import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGatewayThrottle } from '../../../../apps/local-cloud/like-aws/gateway-throttle.ts';
import type { LocalCloud } from '../../../../apps/local-cloud/local-cloud.ts';
import { SmallStack } from '../small-stack.ts';

const stack = new SmallStack();
let cloud: LocalCloud;

beforeAll(async () => {
  const waiting =
    'export const handler = ({ ms = 300 }) => new Promise((done) => setTimeout(done, ms, "done"));';
  for (const id of ['A', 'B', 'C']) {
    stack.addFunction(id, waiting);
    stack.addRoute(`GET /${id}`, id);
  }
  stack.addFunction(
    'Hoarder',
    `export const handler = async ({ mb }) => {
      const held = Buffer.alloc(mb * 1_048_576, 1);
      await new Promise((done) => setTimeout(done, 400));
      return held.length;
    };`,
    { MemorySize: 128, Timeout: 10 },
  );
  stack.addRoute('GET /slow', 'A');
  stack.addRoute('$default', 'B');
  const createLimits = (perSecond: number, burst: number) => ({
    ThrottlingRateLimit: perSecond,
    ThrottlingBurstLimit: burst,
  });
  stack.add('Stage', 'AWS::ApiGatewayV2::Stage', {
    DefaultRouteSettings: createLimits(500, 1_000),
    RouteSettings: { 'GET /slow': createLimits(0.001, 2) },
  });
  cloud = await stack.start({ likeAws: true });
});
afterAll(() => stack.remove());

/** Returns the status of a request with this header. node:http sends it unchanged. */
function fetchStatus(header: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${cloud.url}/A`, { headers: { 'x-long': header } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end();
  });
}

it('runs ten executions of all functions together, and refuses the eleventh until one has ended', async () => {
  const running = [
    ...Array.from({ length: 4 }, () => cloud.invoke('A', { ms: 1_000 })),
    ...Array.from({ length: 4 }, () => cloud.invoke('B', { ms: 1_000 })),
    ...Array.from({ length: 2 }, () => cloud.invoke('C', { ms: 1_000 })),
  ];
  await expect(cloud.invoke('C', { ms: 1_000 })).rejects.toMatchObject({
    errorType: 'Lambda.TooManyRequestsException',
  });
  const response = await fetch(`${cloud.url}/C`);
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ message: 'Service Unavailable' });
  expect(await Promise.all(running)).toEqual(Array.from({ length: 10 }, () => 'done'));
  expect(cloud.refusals).toEqual({ conflicts: 0, throttled: 0, executions: 2 });
  expect(await cloud.invoke('C', { ms: 1_000 })).toBe('done');
});

it('ends a function whose heap and buffers exceed its memory, and serves its next request', async () => {
  expect(await cloud.invoke('Hoarder', { mb: 16 })).toBe(16 * 1_048_576);
  await expect(cloud.invoke('Hoarder', { mb: 160 })).rejects.toMatchObject({
    errorType: 'Runtime.OutOfMemory',
  });
  expect(await cloud.invoke('Hoarder', { mb: 1 })).toBe(1_048_576);
});

it('accepts a request line and header values of 10,240 bytes, and answers 431 to more', async () => {
  // Request line, Host and Connection take less than 100 bytes.
  expect(await fetchStatus('x'.repeat(10_140))).toBe(200);
  expect(await fetchStatus('x'.repeat(10_240))).toBe(431);
});

it('limits all routes together to the account’s rate, whatever their settings', () => {
  let now = 0;
  const limits = { ThrottlingRateLimit: 50_000, ThrottlingBurstLimit: 50_000 };
  const admits = createGatewayThrottle(
    [['Stage', { DefaultRouteSettings: limits, RouteSettings: {} }]],
    () => now,
  );
  const countAdmitted = (count: number): number =>
    Array.from({ length: count }, (_, at) => admits(`GET /${at % 3}`)).filter(Boolean).length;
  expect(countAdmitted(20_000)).toBe(5_000);
  now += 100;
  expect(countAdmitted(20_000)).toBe(1_000);
});

it('refuses requests above a route’s limit, and does not affect other routes', async () => {
  const statuses: number[] = [];
  for (let request = 0; request < 4; request++) statuses.push((await fetch(`${cloud.url}/slow`)).status);
  expect(statuses).toEqual([200, 200, 429, 429]);
  const refused = await fetch(`${cloud.url}/slow`);
  expect(await refused.json()).toEqual({ message: 'Too Many Requests' });
  expect((await fetch(`${cloud.url}/C`)).status).toBe(200);
  expect((await fetch(`${cloud.url}/unknown`)).status).toBe(200);
});
