// Checks signature version 4 as S3 does, in the query of a presigned URL or in the Authorization header. Payloads are
// not checked against their hash. https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import { LOCAL_CREDENTIALS } from './engines/dynamodb.ts';

export interface Refusal {
  readonly status: 400 | 403;
  readonly code: string;
  readonly message: string;
}

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The members of a request that state its signature. */
interface Stated {
  readonly credential: string;
  readonly date: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly payloadHash: string;
  /** Seconds from the date of a presigned URL. */
  readonly expires?: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const MOST_SECONDS = 7 * 24 * 60 * 60;
/** Longest time by which a signer's clock may be ahead. */
const MOST_AHEAD_MS = 15 * 60 * 1_000;

/**
 * Returns the reason why S3 would refuse the request; undefined if its signature is valid. `now`: epoch milliseconds.
 */
function findSignatureProblem(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  { accessKeyId, secretAccessKey }: Credentials,
  now: number,
): Refusal | undefined {
  const [path = '', search = ''] = (request.url ?? '').split(/\?(.*)/s);
  const query = parsePairs(search);
  const stated = parseStated(request.headers, new Map(query));
  if (stated === undefined) return createDenial('Access Denied');
  const { credential, date, signedHeaders, signature, payloadHash, expires } = stated;
  const [id, ...scope] = credential.split('/');
  if (id !== accessKeyId) {
    return createRefusal(
      403,
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
    );
  }
  const outOfTime = expires === undefined ? undefined : findTimeProblem(date, expires, now);
  if (outOfTime !== undefined) return outOfTime;
  const canonical = [
    request.method ?? 'GET',
    path,
    query
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map((pair) => pair.map(encodeText).join('='))
      .sort()
      .join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${getHeader(request.headers, name)}`),
    '',
    signedHeaders,
    payloadHash,
  ].join('\n');
  const signed = [ALGORITHM, date, scope.join('/'), hash('sha256', canonical, 'hex')].join('\n');
  const expected = computeHmac(getSigningKey(secretAccessKey, scope), signed);
  const given = Buffer.from(signature, 'hex');
  if (given.length === expected.length && timingSafeEqual(given, expected)) return undefined;
  return createRefusal(
    403,
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  );
}

function parseStated(
  headers: IncomingMessage['headers'],
  query: ReadonlyMap<string, string>,
): Stated | undefined {
  const given = new Map(
    (headers.authorization ?? '')
      .replace(`${ALGORITHM} `, '')
      .split(/, */)
      .map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)] as const),
  );
  const inHeader = headers.authorization !== undefined;
  const find = (name: string): string => (inHeader ? given.get(name) : query.get(`X-Amz-${name}`)) ?? '';
  const common = {
    credential: find('Credential'),
    signedHeaders: find('SignedHeaders'),
    signature: find('Signature'),
  };
  if (inHeader) {
    const date = getHeader(headers, 'x-amz-date');
    return { ...common, date, payloadHash: getHeader(headers, 'x-amz-content-sha256') };
  }
  if (query.get('X-Amz-Algorithm') !== ALGORITHM) return undefined;
  return { ...common, date: find('Date'), payloadHash: 'UNSIGNED-PAYLOAD', expires: find('Expires') };
}

function findTimeProblem(date: string, expires: string, now: number): Refusal | undefined {
  const signed = Date.parse(date.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
  const seconds = /^\d+$/.test(expires) ? Number(expires) : Number.NaN;
  if (Number.isNaN(signed) || !(seconds >= 1 && seconds <= MOST_SECONDS)) {
    return createRefusal(
      400,
      'AuthorizationQueryParametersError',
      'X-Amz-Date must be a time in ISO8601 and X-Amz-Expires a number from 1 to 604800.',
    );
  }
  if (now > signed + seconds * 1_000) return createDenial('Request has expired');
  return signed > now + MOST_AHEAD_MS ? createDenial('Request is not valid yet') : undefined;
}

const createRefusal = (status: Refusal['status'], code: string, message: string): Refusal => ({
  status,
  code,
  message,
});
const createDenial = (message: string): Refusal => createRefusal(403, 'AccessDenied', message);

/** Decodes names and values. Invalid percent-encoding stays as it is, and so matches no signature. */
function parsePairs(search: string): (readonly [string, string])[] {
  if (search === '') return [];
  return search.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    return [decodeText(name), decodeText(value)] as const;
  });
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function encodeText(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function getHeader(headers: IncomingMessage['headers'], name: string): string {
  const value = headers[name] ?? '';
  return (typeof value === 'string' ? value : value.join(',')).trim().replace(/ +/g, ' ');
}

let lastKey: { readonly name: string; readonly key: KeyObject } | undefined;

/** The key is the same for all requests of a day: deriving it takes four times as long as checking a signature. */
function getSigningKey(secret: string, scope: readonly string[]): KeyObject {
  const name = [secret, ...scope].join('/');
  if (lastKey?.name !== name) {
    const bytes = scope.reduce<string | Buffer>((from, part) => computeHmac(from, part), `AWS4${secret}`);
    lastKey = { name, key: createSecretKey(Buffer.from(bytes)) };
  }
  return lastKey.key;
}

function computeHmac(key: string | Buffer | KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

// Makes a bucket refuse unsigned requests, as S3 does: the engine answers everybody. The engine owns its server, so
// requests are intercepted through Node's diagnostics channel.

const CHANNEL = 'http.server.request.start';

/** Returns the function that stops the check. */
export function refuseUnsigned(port: number): () => void {
  const guarded = new WeakSet<Server>();
  const onRequest = (announced: unknown): void => {
    if (typeof announced !== 'object' || announced === null || !('server' in announced)) return;
    const { server } = announced;
    if (!(server instanceof Server) || guarded.has(server)) return;
    const address = server.address();
    if (typeof address !== 'object' || address?.port !== port) return;
    guarded.add(server);
    const answers = server.listeners('request');
    server.removeAllListeners('request');
    // The announced request is the first one to arrive here.
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (isForQueue(request) || !refuseIfInvalid(request, response)) {
        for (const answer of answers) Reflect.apply(answer, server, [request, response]);
      }
    });
  };
  subscribe(CHANNEL, onRequest);
  return () => unsubscribe(CHANNEL, onRequest);
}

function isForQueue({ method, url, headers }: IncomingMessage): boolean {
  return method === 'POST' && url === '/' && headers['content-type'] === 'application/x-amz-json-1.0';
}

/** Refuses the request if S3 would; returns whether it did. */
export function refuseIfInvalid(request: IncomingMessage, response: ServerResponse): boolean {
  const problem = findSignatureProblem(request, LOCAL_CREDENTIALS, Date.now());
  if (problem === undefined) return false;
  const { status, code, message } = problem;
  request.resume();
  response
    .writeHead(status, { 'Content-Type': 'application/xml' })
    .end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
    );
  return true;
}
