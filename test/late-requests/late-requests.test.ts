// A thread that computes sees nothing of its requests until it has ended: a server on a thread of its own says what came, when.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLateRequests } from '../../src/late-requests/late-requests.ts';

/** Notes the number that is the body of a request, and wakes whoever waits for it. */
const SERVER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { text } = require('node:stream/consumers');
  require('node:http').createServer(async (request, response) => {
    response.statusCode = Number(request.headers.status);
    response.end();
    Atomics.store(workerData, Number(await text(request)), 1);
    Atomics.notify(workerData, 0);
    Atomics.notify(workerData, 1);
  }).listen(0, '127.0.0.1', function () { parentPort.postMessage(this.address().port); });
`;
const came = new Int32Array(new SharedArrayBuffer(8));
const server = new Worker(SERVER, { eval: true, workerData: came });
let url: string;
beforeAll(async () => {
  const [port] = await once(server, 'message');
  url = `http://127.0.0.1:${port}/`;
});
afterAll(() => server.terminate());

const requestOf = (body: string, status: string) => ({ url, headers: { status }, body });

test('sends a request while the thread that asked for it computes, unless it is taken back before', async () => {
  const onFailure = vi.fn();
  const sendLater = createLateRequests(onFailure);
  const takeBack = sendLater(requestOf('0', '200'), 50);
  takeBack();
  sendLater(requestOf('1', '200'), 100);
  // Blocks this thread as a computation does.
  expect(Atomics.wait(came, 1, 0, 30_000)).not.toBe('timed-out');
  expect([...came]).toEqual([0, 1]);
  // It was sent already.
  expect(takeBack).not.toThrow();
  expect(onFailure).not.toHaveBeenCalled();
});

test('reports a request that is refused, or that nobody answers', async () => {
  const failed = Promise.withResolvers<string>();
  createLateRequests(failed.resolve)(requestOf('0', '500'), 0);
  expect(await failed.promise).toBe('HTTP 500');
  const lost = Promise.withResolvers<string>();
  createLateRequests(lost.resolve)({ url: 'http://127.0.0.1:1/', headers: {}, body: '' }, 0);
  expect(await lost.promise).toContain('ECONNREFUSED');
});
