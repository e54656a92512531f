// Tests targets that may not be called, and the result of each answer of a receiver.

import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '../../../apps/local-cloud/free-port.ts';
import { EVENT_RETRY_DAYS } from '../../../src/contract/schema/limits.ts';
import { getRetryWait, RETRY_WAITS_S } from '../../../src/service/webhooks/attempt-delivery.ts';
import { findReceiverUrlProblem } from '../../../src/service/webhooks/receiver-url.ts';
import type { RequestOptions } from '../../../src/service/webhooks/request.ts';
import { createSendWebhook, type WebhookRequest } from '../../../src/service/webhooks/send.ts';

it('retries over 51 hours and 36 minutes, then gives up', () => {
  const seconds = RETRY_WAITS_S.reduce((sum, wait) => sum + wait, 0);
  expect(seconds).toBe(51 * 3_600 + 36 * 60 + 5);
  expect(seconds).toBeGreaterThanOrEqual(EVENT_RETRY_DAYS * 24 * 3_600);
  expect(getRetryWait(1)).toBe(5);
  expect(getRetryWait(10)).toBeUndefined();
});

describe('findReceiverUrlProblem', () => {
  it.each([
    'http://example.com/',
    'https://example.com:8443/',
    'https://me:pw@example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.1.2.3/',
    'https://100.64.0.1/',
    'https://[fd00::1]/',
    'https://localhost/',
    'https://db.internal/',
  ])('refuses %s', (url) => {
    expect(findReceiverUrlProblem(url, 'public_https')).toBeDefined();
  });

  it('accepts public https, and http and loopback only on a local stage', () => {
    expect(findReceiverUrlProblem('https://example.com/hook?a=1', 'public_https')).toBeUndefined();
    expect(findReceiverUrlProblem('https://93.184.216.34/', 'public_https')).toBeUndefined();
    expect(findReceiverUrlProblem('http://127.0.0.1:9000/', 'any')).toBeUndefined();
    expect(findReceiverUrlProblem('file:///etc/passwd', 'any')).toBeDefined();
  });
});

const sendWebhook = (webhook: WebhookRequest, options: RequestOptions) => createSendWebhook(options)(webhook);

describe('createSendWebhook', () => {
  const stops: (() => void)[] = [];
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
  });
  async function startReceiver(answer: RequestListener): Promise<string> {
    const server = createServer(answer);
    const port = await listen(server, 0);
    stops.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${port}/`;
  }
  const send = (url: string) => sendWebhook({ url, body: '{}', headers: {} }, { receivers: 'any' });

  it.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [300, 'give_up'],
    [302, 'give_up'],
    [399, 'give_up'],
    [400, 'retry'],
    [410, 'give_up'],
    [404, 'retry'],
    [500, 'retry'],
  ])('treats the status %i as %s', async (status, verdict) => {
    const url = await startReceiver((_, response) => {
      response.writeHead(status, { Location: 'http://127.0.0.1:1/' }).end();
    });
    expect(await send(url)).toMatchObject({ verdict, responseStatus: status });
  });

  it('retries if nothing listens, and states why', async () => {
    expect(await send('http://127.0.0.1:1/')).toMatchObject({
      verdict: 'retry',
      problem: { code: 'receiver_unreachable', params: { error: 'ECONNREFUSED' } },
    });
  });

  it('follows no redirect', async () => {
    let calls = 0;
    const elsewhere = await startReceiver((_, response) => {
      calls++;
      response.end();
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const url = await startReceiver((_, response) => {
        response.writeHead(status, { Location: elsewhere }).end();
      });
      expect(await send(url)).toMatchObject({ verdict: 'give_up', responseStatus: status });
    }
    expect(calls).toBe(0);
  });

  it('closes the connection after 64 kB of an endless answer', async () => {
    let written = 0;
    const hungUp = Promise.withResolvers<void>();
    const url = await startReceiver((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => {
        response.write('x'.repeat(50_000));
        written += 50_000;
      }, 1);
      response.on('close', () => {
        clearInterval(timer);
        hungUp.resolve();
      });
    });
    expect(await send(url)).toMatchObject({ verdict: 'delivered', responseStatus: 200 });
    await hungUp.promise;
    expect(written).toBeGreaterThan(64_000);
    expect(written).toBeLessThan(32_000_000);
  });

  it('retries if no answer arrives within the time limit', async () => {
    const silent = await startReceiver(() => undefined);
    const limits: number[] = [];
    const timeLimit = (ms: number): AbortSignal => {
      limits.push(ms);
      return AbortSignal.timeout(100);
    };
    expect(
      await sendWebhook({ url: silent, body: '{}', headers: {} }, { receivers: 'any', timeLimit }),
    ).toEqual({
      verdict: 'retry',
      responseStatus: undefined,
      problem: { code: 'receiver_silent', params: { seconds: 10 } },
    });
    expect(limits).toEqual([10_000]);
  });

  it('uses the status of an answer whose body never ends', async () => {
    const url = await startReceiver((_, response) => response.writeHead(503).write('wait'));
    expect(
      await sendWebhook(
        { url, body: '{}', headers: {} },
        { receivers: 'any', timeLimit: () => AbortSignal.timeout(100) },
      ),
    ).toMatchObject({
      verdict: 'retry',
      responseStatus: 503,
    });
  });

  it.each([
    ['hangs up', ''],
    ['speaks another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
  ])('retries when the receiver %s', async (_, answer) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(answer));
    });
    const port = await listen(server, 0);
    stops.push(() => server.close());
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({
      verdict: 'retry',
      responseStatus: undefined,
      problem: { code: expect.any(String) },
    });
  });

  it('makes no connection to an address that is not public', async () => {
    let connections = 0;
    const url = await startReceiver(() => connections++);
    const attempt = await sendWebhook({ url, body: '{}', headers: {} }, { receivers: 'public_https' });
    expect(attempt).toMatchObject({
      verdict: 'give_up',
      problem: { code: 'receiver_address_refused', params: { expected: 'https' } },
    });
    const byName = { url: 'https://localhost.localdomain/', body: '{}', headers: {} };
    expect((await sendWebhook(byName, { receivers: 'public_https' })).verdict).not.toBe('delivered');
    expect(connections).toBe(0);
  });
});
