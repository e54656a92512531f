// Puts a request on the wire and reads what comes back. A connection that ends without an answer is an outcome too.
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { CallerName, FuzzRequest, KnownIds, RawRequest } from './requests/fuzz-request.ts';

export interface Received {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}
/** The connection ended, or nothing came within the time: why. */
interface Silence {
  readonly silence: string;
}
export type Outcome = Received | Silence;

export interface Sender {
  send(request: FuzzRequest): Promise<Outcome>;
  sendRaw(request: RawRequest): Promise<Outcome>;
  stop(): void;
}

/** Longer than the gateway waits for a function. */
const MAX_WAIT_MS = 35_000;
/** A server that waits for more bytes says nothing: enough for an answer to what it has. */
const RAW_WAIT_MS = 700;

export function createSender(options: {
  /** Ends in /api/v1. */
  readonly baseUrl: string;
  readonly keys: Readonly<Record<CallerName, string>>;
  readonly ids: KnownIds;
}): Sender {
  const { hostname, port, pathname } = new URL(options.baseUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });

  /** A kept connection may be closed just when it is used again: that says nothing about the request. */
  async function send(request: FuzzRequest, isSecondTry = false): Promise<Outcome> {
    const { method, target, authorization, headers, body, pace } = request;
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const hasKey = authorization?.text === 'Bearer {key}';
    const outgoing = httpRequest({
      // The other kept connections may be as stale as the first.
      agent: isSecondTry ? new Agent() : agent,
      hostname,
      port,
      method,
      path: pathname + options.ids.fill(target),
      // Only Linux takes the whole of 127.0.0.0/8 for its own.
      ...(!hasKey && process.platform === 'linux' && { localAddress: `127.7.7.${request.address + 1}` }),
    });
    outgoing.once('response', (response) =>
      received(response).then(resolve, (error: unknown) => resolve(silence(error))),
    );
    outgoing.on('error', (error) => {
      const wasStale =
        outgoing.reusedSocket && !isSecondTry && 'code' in error && error.code === 'ECONNRESET';
      resolve(wasStale ? send(request, true) : silence(error));
    });
    if (authorization !== undefined)
      outgoing.setHeader(
        'Authorization',
        authorization.text.replaceAll('{key}', options.keys[authorization.caller]),
      );
    for (const [name, value] of headers) outgoing.appendHeader(name, value);
    if (body !== undefined) outgoing.setHeader('Content-Length', body.length);
    outgoing.setTimeout(MAX_WAIT_MS, () => outgoing.destroy(new Error('no answer in time')));
    if (pace === 'whole' || body === undefined) outgoing.end(body);
    else
      await slowly(
        body,
        pace,
        (part) => outgoing.write(part),
        () => outgoing.end(),
        () => outgoing.destroy(),
      );
    return promise;
  }

  return {
    send,

    async sendRaw({ text }) {
      const bytes = text.replaceAll('{key}', options.keys.fast).replaceAll('{base}', pathname);
      const socket = connect({ host: hostname, port: Number(port) });
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      let got = Buffer.alloc(0);
      const finish = (reason: string): void => {
        resolve(parseResponse(got) ?? { silence: reason });
        socket.destroy();
      };
      socket.setTimeout(RAW_WAIT_MS, () => finish('still waiting'));
      socket.on('data', (part) => {
        got = Buffer.concat([got, part]);
        if (parseResponse(got) !== undefined) finish('');
      });
      socket.on('error', (error) => finish(error.message));
      socket.on('close', () => finish('closed'));
      socket.write(bytes);
      return promise;
    },

    stop: () => agent.destroy(),
  };
}

/** In ten parts, or as far as half of it. */
async function slowly(
  body: Buffer,
  pace: 'dribbled' | 'broken off',
  write: (part: Buffer) => void,
  end: () => void,
  destroy: () => void,
): Promise<void> {
  const parts = pace === 'dribbled' ? 10 : 5;
  for (let i = 0; i < parts; i++) {
    write(body.subarray((body.length * i) / 10, (body.length * (i + 1)) / 10));
    await sleep(20);
  }
  if (pace === 'dribbled') end();
  else destroy();
}

function silence(error: unknown): Silence {
  return { silence: error instanceof Error ? error.message : String(error) };
}

async function received(response: IncomingMessage): Promise<Received> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(Buffer.from(part));
  const bytes = Buffer.concat(parts);
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  );
  const packed = headers['content-encoding'] === 'gzip' && bytes.length > 0;
  return { status: response.statusCode ?? 0, headers, text: (packed ? gunzipSync(bytes) : bytes).toString() };
}

/** The first answer in the bytes; undefined when it isn't there whole. */
function parseResponse(bytes: Buffer): Received | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1] ?? 0);
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const body = bytes.subarray(end + 4);
  if (headers['transfer-encoding'] === 'chunked') {
    const chunks = body.toString('utf8');
    if (!chunks.endsWith('0\r\n\r\n')) return undefined;
    return { status, headers, text: chunks.replace(/^[0-9a-f]+\r\n/gim, '').replaceAll('\r\n', '') };
  }
  const length = Number(headers['content-length'] ?? 0);
  if (body.length < length) return undefined;
  return { status, headers, text: body.subarray(0, length).toString() };
}
