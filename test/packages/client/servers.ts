// Servers that respond as no healthy service would: one follows a script, one is a proxy that injects faults.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterEach } from 'vitest';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}

async function readBytes(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

export interface Received {
  /** Number of the request, from 1. */
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The body decompressed and parsed; undefined if there is none. */
  readonly body: { orders?: { order_id: string }[]; dataset_id?: string } | undefined;
}

/** A response, or undefined to break the connection. */
export type Scripted =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | undefined;

export interface ScriptedServer {
  readonly url: string;
  readonly received: Received[];
}

/** Starts a server that ends after the test. A body other than a string is sent as JSON. */
export async function startScriptedServer(
  script: (request: Received) => Scripted | Promise<Scripted>,
): Promise<ScriptedServer> {
  const received: Received[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = await readBytes(request);
    const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
    const one: Received = {
      number: received.length + 1,
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: text.length === 0 ? undefined : JSON.parse(text.toString()),
    };
    received.push(one);
    const said = await script(one);
    if (said === undefined) {
      response.destroy();
      return;
    }
    const { status, headers = {}, body = '' } = said;
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const url = await serve((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  return { url, received };
}

/**
 * Fault of a request: the gateway times out before or after the service did its work; the connection breaks before,
 * after or in the middle of the response; or the response never arrives.
 */
export type Fault = 'timeout-before' | 'timeout-after' | 'broken-before' | 'broken-after' | 'cut' | 'silence';

/**
 * Starts a proxy before `target` that ends after the test. `getFault` returns the fault of the n-th request, from 1;
 * `onDone` is called after the service has handled a request.
 */
export async function startFaultyProxy(
  target: string,
  getFault: (request: number) => Fault | undefined,
  onDone: () => void = () => undefined,
): Promise<string> {
  let count = 0;
  const { origin, pathname } = new URL(target);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const fault = getFault(++count);
    const body = await readBytes(request);
    if (fault === 'timeout-before') return send(response, 504, {}, '{"message":"Service Unavailable"}');
    if (fault === 'broken-before') return void response.destroy();
    const real = await fetch(`${origin}${request.url}`, {
      method: request.method ?? 'GET',
      headers: copyRequestHeaders(request),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const text = await real.text();
    onDone();
    if (fault === 'silence') return;
    if (fault === 'timeout-after') return send(response, 504, {}, '{"message":"Service Unavailable"}');
    if (fault === 'broken-after') return void response.destroy();
    if (fault !== 'cut') return send(response, real.status, copyResponseHeaders(real.headers), text);
    response.writeHead(real.status, { 'content-length': String(Buffer.byteLength(text)) });
    response.write(text.slice(0, text.length >> 1), () => response.destroy());
  };
  const url = await serve((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  return `${url}${pathname}`;
}

function send(response: ServerResponse, status: number, headers: Record<string, string>, text: string): void {
  response.writeHead(status, headers).end(text);
}

/** Omits the headers that fetch sets itself. */
function copyRequestHeaders({ headers }: IncomingMessage): Headers {
  const passed = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (!['host', 'connection', 'content-length'].includes(name)) passed.set(name, String(value));
  }
  passed.set('accept-encoding', 'identity');
  return passed;
}

function copyResponseHeaders(headers: Headers): Record<string, string> {
  const {
    'content-length': _length,
    'transfer-encoding': _encoding,
    ...others
  } = Object.fromEntries(headers);
  return others;
}
