// Signatures against vectors made with other tools (sha256sum, openssl), targets that may not be called, and what
// each answer of a receiver leads to.
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '../../local/free-port.ts';
import { hashApiKey } from '../../src/core/accounts/api-key.ts';
import { RETRY_WAITS_S, waitAfter } from '../../src/webhooks/retry-schedule.ts';
import { sendWebhook } from '../../src/webhooks/send.ts';
import { signBody } from '../../src/webhooks/signature.ts';
import { isPublicAddress, targetProblem } from '../../src/webhooks/target.ts';

it('signs as the published vectors say', () => {
  const vectors: { api_key: string; body: string; signature: string }[] = JSON.parse(
    readFileSync(join(import.meta.dirname, 'signature-vectors.json'), 'utf8'),
  );
  expect(vectors.length).toBeGreaterThan(0);
  for (const { api_key, body, signature } of vectors)
    expect(signBody(body, hashApiKey(api_key))).toBe(signature);
});

it('retries over 51 hours and 36 minutes, then gives up', () => {
  expect(RETRY_WAITS_S.reduce((sum, wait) => sum + wait, 0)).toBe(51 * 3_600 + 36 * 60 + 5);
  expect(waitAfter(1)).toBe(5);
  expect(waitAfter(10)).toBeUndefined();
});

describe('targets', () => {
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
    expect(targetProblem(url, 'public_https')).toBeDefined();
  });

  it('takes public https, and on the local stage http and loopback', () => {
    expect(targetProblem('https://example.com/hook?a=1', 'public_https')).toBeUndefined();
    expect(targetProblem('https://93.184.216.34/', 'public_https')).toBeUndefined();
    expect(targetProblem('http://127.0.0.1:9000/', 'any')).toBeUndefined();
    expect(targetProblem('file:///etc/passwd', 'any')).toBeDefined();
  });

  it('knows the ranges that are not public', () => {
    for (const address of [
      '0.0.0.0',
      '192.168.1.1',
      '172.16.0.1',
      '224.0.0.1',
      'fe80::1',
      '::',
      '::ffff:7f00:1',
      'x',
    ]) {
      expect([address, isPublicAddress(address)]).toEqual([address, false]);
    }
    expect(isPublicAddress('8.8.8.8')).toBe(true);
    expect(isPublicAddress('2606:4700::1111')).toBe(true);
  });
});

describe('sending', () => {
  const stops: (() => void)[] = [];
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
  });
  async function receiver(answer: RequestListener): Promise<string> {
    const server = createServer(answer);
    const port = await listen(server, 0);
    stops.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${port}/`;
  }
  const send = (url: string) => sendWebhook({ url, body: '{}', headers: {} }, 'any');

  it.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [302, 'give_up'],
    [410, 'give_up'],
    [404, 'retry'],
    [500, 'retry'],
  ])('takes %i as %s', async (status, verdict) => {
    const url = await receiver((_, response) => {
      response.writeHead(status, { Location: 'http://127.0.0.1:1/' }).end();
    });
    expect(await send(url)).toMatchObject({ verdict, responseStatus: status });
  });

  it('retries when nobody listens, and says why', async () => {
    expect(await send('http://127.0.0.1:1/')).toMatchObject({
      verdict: 'retry',
      problem: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('does not read an answer without end', async () => {
    const url = await receiver((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(50_000)), 1);
      response.on('close', () => clearInterval(timer));
    });
    expect(await send(url)).toMatchObject({ verdict: 'delivered' });
  });

  it('makes no connection to an address that is not public', async () => {
    let connections = 0;
    const url = await receiver(() => connections++);
    const attempt = await sendWebhook({ url, body: '{}', headers: {} }, 'public_https');
    expect(attempt).toMatchObject({ verdict: 'give_up', problem: 'webhook_url: expected an https URL' });
    const byName = { url: 'https://localhost.localdomain/', body: '{}', headers: {} };
    expect((await sendWebhook(byName, 'public_https')).verdict).not.toBe('delivered');
    expect(connections).toBe(0);
  });
});
