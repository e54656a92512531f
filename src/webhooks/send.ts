// One attempt to deliver a webhook: a POST without redirects, limited in time and in the size of the response that is
// read.
import { lookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { say } from '../core/sentences/sentence.ts';
import { connectionFailed, type DeliverySentence } from '../core/sentences/undelivered-because.ts';
import type { WebhookReceivers } from '../wiring/environment.ts';
import { publicLookup, type Resolve } from './public-lookup.ts';
import { expectedOf } from './receiver-url.ts';

export interface Attempt {
  /** 2xx means delivered; 410 and 3xx end the delivery; any other outcome is retried. */
  readonly verdict: 'delivered' | 'retry' | 'give_up';
  readonly responseStatus: number | undefined;
  readonly problem: DeliverySentence | undefined;
}

export interface WebhookRequest {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64_000;

export interface SendOptions {
  readonly receivers: WebhookReceivers;
  /** Aborts the whole attempt after so many milliseconds; a timer by default. */
  readonly timeLimit?: (ms: number) => AbortSignal;
  /** Resolves names to addresses; the system resolver by default. */
  readonly resolve?: Resolve;
}

/** One attempt; never throws: every error is an outcome. */
export type SendWebhook = (webhook: WebhookRequest) => Promise<Attempt>;

export function createSendWebhook(options: SendOptions): SendWebhook {
  return (webhook) => sendWebhook(webhook, options);
}

async function sendWebhook(
  webhook: WebhookRequest,
  { receivers, timeLimit = AbortSignal.timeout, resolve = lookup }: SendOptions,
): Promise<Attempt> {
  const expected = expectedOf(webhook.url, receivers);
  if (expected !== undefined)
    return {
      verdict: 'give_up',
      responseStatus: undefined,
      problem: say('receiver_address_refused', { expected }),
    };
  try {
    const status = await post(webhook, { receivers, timeLimit, resolve });
    return verdictOn(status);
  } catch (error) {
    const problem = error instanceof NoResponseError ? error.because : connectionFailed(error);
    return { verdict: 'retry', responseStatus: undefined, problem };
  }
}

function verdictOn(status: number): Attempt {
  if (status >= 200 && status < 300)
    return { verdict: 'delivered', responseStatus: status, problem: undefined };
  const problem = say('receiver_responded', { status });
  const final = status === 410 || (status >= 300 && status < 400);
  return { verdict: final ? 'give_up' : 'retry', responseStatus: status, problem };
}

const SILENT = say('receiver_silent', { seconds: TIMEOUT_MS / 1_000 });

/** The connection was there, and no response came. */
class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
  readonly because: DeliverySentence;

  constructor(because: DeliverySentence) {
    super(because.code);
    this.because = because;
  }
}

function post(
  { url, body, headers }: WebhookRequest,
  { receivers, timeLimit, resolve: resolveName }: Required<SendOptions>,
): Promise<number> {
  const payload = Buffer.from(body, 'utf8');
  const open = new URL(url).protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = open(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': payload.length },
      // A new connection for each attempt: a kept-alive one would skip the address check.
      agent: false,
      signal: timeLimit(TIMEOUT_MS),
      ...(receivers === 'public_https' && { lookup: publicLookup(resolveName) }),
    });
    const failed = (error: Error): void =>
      reject(error.name === 'AbortError' ? new NoResponseError(SILENT) : error);
    request.on('error', failed);
    // Node ends a connection that switches protocols with neither an error nor a response.
    const closed = (): void => failed(new NoResponseError(say('receiver_closed', {})));
    request.on('close', closed);
    request.on('response', (response: IncomingMessage) => {
      const status = response.statusCode ?? 0;
      // The status line is the response; a body that never ends or breaks off does not change it.
      const answered = (): void => resolve(status);
      request.off('error', failed).off('close', closed).on('error', answered);
      response.on('close', answered).on('error', answered);
      let read = 0;
      response.on('data', (part: Buffer) => {
        read += part.length;
        if (read > MAX_ANSWER_BYTES) response.destroy();
      });
    });
    request.end(payload);
  });
}
