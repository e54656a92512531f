// Sends one HTTP request to an external address: without redirects, limited in time and in the size of the
// response. Outside the local stage, connects only to an address that was checked to be public.

import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { say } from '../../contract/sentences/sentence.ts';
import type { DeliverySentence } from '../../contract/sentences/undelivered-because.ts';
import type { WebhookTargets } from '../wiring/environment.ts';
import { isPublicAddress } from './receiver-url.ts';

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly body?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds until the status line arrives. */
  readonly timeoutMs: number;
  /** Bytes of the response that are read. */
  readonly maxAnswerBytes: number;
}

export interface ReceiverResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body, up to the limit. */
  readonly body: Buffer;
}

export interface RequestOptions {
  readonly receivers: WebhookTargets;
  /** Aborts the whole request after this many milliseconds; a timer by default. */
  readonly timeLimit?: ((ms: number) => AbortSignal) | undefined;
  /** Resolves names to addresses; the system resolver by default. */
  readonly resolve?: Resolve | undefined;
}

/** The connection was established, but no response arrived. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
  readonly because: DeliverySentence;

  constructor(because: DeliverySentence) {
    super(because.code);
    this.because = because;
  }
}

/** Throws NoResponseError, or the network's error. */
export function requestOnce(
  { method, url, body, headers, timeoutMs, maxAnswerBytes }: OutgoingRequest,
  { receivers, timeLimit = AbortSignal.timeout, resolve: resolveName = lookup }: RequestOptions,
): Promise<ReceiverResponse> {
  const payload = body === undefined ? undefined : Buffer.from(body, 'utf8');
  const open = new URL(url).protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = open(url, {
      method,
      headers: { ...headers, ...(payload && { 'Content-Length': payload.length }) },
      // A new connection for each attempt: a kept-alive one would skip the address check.
      agent: false,
      signal: timeLimit(timeoutMs),
      ...(receivers === 'public_https' && { lookup: createPublicLookup(resolveName) }),
    });
    const silent = say('receiver_silent', { seconds: timeoutMs / 1_000 });
    const onFailed = (error: Error): void =>
      reject(error.name === 'AbortError' ? new NoResponseError(silent) : error);
    request.on('error', onFailed);
    // Node ends a connection that switches protocols with neither an error nor a response.
    const onClosed = (): void => onFailed(new NoResponseError(say('receiver_closed', {})));
    request.on('close', onClosed);
    request.on('response', (response: IncomingMessage) => {
      const parts: Buffer[] = [];
      // The status line is the response; a body that never ends or breaks off does not change it.
      const onAnswered = (): void =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts).subarray(0, maxAnswerBytes),
        });
      request.off('error', onFailed).off('close', onClosed).on('error', onAnswered);
      response.on('close', onAnswered).on('error', onAnswered);
      let read = 0;
      response.on('data', (part: Buffer) => {
        parts.push(part);
        read += part.length;
        if (read > maxAnswerBytes) response.destroy();
      });
    });
    request.end(payload);
  });
}

// Resolves names for webhooks, as protection against SSRF and DNS rebinding: the connection uses the checked
// address, so a name cannot resolve to one address for the check and to another for the connection.
class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
  readonly code = 'ERR_ADDRESS_NOT_PUBLIC';
}

/** Returns all addresses of a name, like `lookup` of node:dns. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Refuses a name if any of its addresses is not public. */
function createPublicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const forbidden = addresses.find(({ address }) => !isPublicAddress(address));
      if (forbidden !== undefined) {
        return callback(
          new ForbiddenAddressError(`${hostname} resolves to an address that is not public`),
          [],
        );
      }
      const [first] = addresses;
      if (options.all === true || first === undefined) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}
