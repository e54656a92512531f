// Servers that answer as no healthy service would: one by script, one that stands before a real one and spoils the way.
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

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

export interface Received {
  /** From 1. */
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** Decompressed and parsed; undefined without one. */
  readonly body: { orders?: { order_id: string }[]; dataset_id?: string } | undefined;
}

/** Undefined: the connection breaks. */
export type Scripted =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | undefined;

export interface ScriptedServer {
  readonly url: string;
  readonly received: Received[];
}

/** Ends after the test. A body that is no text is sent as JSON. */
export async function scriptedServer(
  script: (request: Received) => Scripted | Promise<Scripted>,
): Promise<ScriptedServer> {
  const received: Received[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = await bytesOf(request);
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
 * What goes wrong with a request: the gateway gives up before or after the service did its work; the connection breaks
 * before, after, or in the middle of the answer; or the answer never comes.
 */
export type Fault = 'timeout-before' | 'timeout-after' | 'broken-before' | 'broken-after' | 'cut' | 'silence';

/** Before `target`, until the test ends. `faultOf`: of the n-th request, from 1. `onDone`: the service has done one. */
export async function spoiledWay(
  target: string,
  faultOf: (request: number) => Fault | undefined,
  onDone: () => void = () => undefined,
): Promise<string> {
  let count = 0;
  const { origin, pathname } = new URL(target);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const fault = faultOf(++count);
    const body = await bytesOf(request);
    if (fault === 'timeout-before') return send(response, 504, {}, '{"message":"Service Unavailable"}');
    if (fault === 'broken-before') return void response.destroy();
    const real = await fetch(`${origin}${request.url}`, {
      method: request.method ?? 'GET',
      headers: passedOn(request),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const text = await real.text();
    onDone();
    if (fault === 'silence') return;
    if (fault === 'timeout-after') return send(response, 504, {}, '{"message":"Service Unavailable"}');
    if (fault === 'broken-after') return void response.destroy();
    if (fault !== 'cut') return send(response, real.status, passedBack(real.headers), text);
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

/** What fetch sets by itself is left to it. */
function passedOn({ headers }: IncomingMessage): Headers {
  const passed = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (!['host', 'connection', 'content-length'].includes(name)) passed.set(name, String(value));
  }
  passed.set('accept-encoding', 'identity');
  return passed;
}

function passedBack(headers: Headers): Record<string, string> {
  const {
    'content-length': _length,
    'transfer-encoding': _encoding,
    ...others
  } = Object.fromEntries(headers);
  return others;
}
