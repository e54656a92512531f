// The thread of late requests: waits, and sends.
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { parentPort } from 'node:worker_threads';
import type { SignedRequest } from '../stores/aws/signed-request.ts';
import type { LateMessage } from './late-requests.ts';

const TIMEOUT_MS = 4_000;

const waiting = new Map<number, NodeJS.Timeout>();

parentPort?.on('message', ({ id, late }: LateMessage) => {
  clearTimeout(waiting.get(id));
  waiting.delete(id);
  if (late === undefined) return;
  const send = (): void => {
    waiting.delete(id);
    post(late.request);
  };
  waiting.set(id, setTimeout(send, late.ms));
});

function post({ url, headers, body }: SignedRequest): void {
  const send = url.startsWith('https:') ? overHttps : overHttp;
  const sent = send(url, { method: 'POST', headers, timeout: TIMEOUT_MS }, (response) => {
    // 400 is a condition that does not hold.
    if (response.statusCode !== 200 && response.statusCode !== 400) fail(`HTTP ${response.statusCode}`);
    response.resume();
  });
  sent.on('timeout', () => sent.destroy(new Error('no answer')));
  sent.on('error', ({ message }) => fail(message));
  sent.end(body);
}

function fail(reason: string): void {
  parentPort?.postMessage(reason);
}
