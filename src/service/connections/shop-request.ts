// Requests to a shop's API, and what its refusals mean. A shop's texts are discarded: they may quote data of
// customers.
import * as v from 'valibot';
import { say } from '../../contract/sentences/sentence.ts';
import { describeConnectionFailure } from '../../contract/sentences/undelivered-because.ts';
import {
  NoResponseError,
  type OutgoingRequest,
  type ReceiverResponse,
  type RequestOptions,
  requestOnce,
} from '../webhooks/request.ts';
import type { Refusal } from './connector.ts';

/** A page of a hundred large orders takes a slow shop some seconds. */
export const SHOP_TIMEOUT_MS = 20_000;
/** A hundred orders have about 1 MB; 20 times as much is read. */
const MAX_ANSWER_BYTES = 20_000_000;

export type ShopRequest = Pick<OutgoingRequest, 'url' | 'headers' | 'body'> &
  Partial<Pick<OutgoingRequest, 'method' | 'timeoutMs' | 'maxAnswerBytes'>>;

/** Sends one request. Never throws for the shop's answer. `explain`: refusals of this kind of request alone. */
export async function callShop(
  request: ShopRequest,
  options: RequestOptions,
  explain: (response: ReceiverResponse) => Refusal | undefined = () => undefined,
): Promise<ReceiverResponse | Refusal> {
  try {
    const response = await requestOnce(
      { method: 'GET', timeoutMs: SHOP_TIMEOUT_MS, maxAnswerBytes: MAX_ANSWER_BYTES, ...request },
      options,
    );
    return explain(response) ?? explainRefusal(response) ?? response;
  } catch (error) {
    const problem = error instanceof NoResponseError ? error.because : describeConnectionFailure(error);
    return { outcome: 'retry', problem };
  }
}

const errorBody = v.object({ code: v.string() });

/** Undefined for a 2xx. */
function explainRefusal(response: ReceiverResponse): Refusal | undefined {
  const { status, headers } = response;
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400)
    return { outcome: 'refused', problem: say('shop_redirects', { status }) };
  if (status === 401 || status === 403)
    return { outcome: 'refused', problem: say('shop_denied', { status }) };
  // Shopify: 402 for a frozen shop, 423 for a locked one.
  if (status === 402 || status === 423)
    return { outcome: 'refused', problem: say('shop_closed', { status }) };
  if (status === 404) return { outcome: 'refused', problem: say('shop_not_found', { status }) };
  const problem = say('service_refused', { status, code: readBody(errorBody, response)?.code ?? null });
  if (status !== 408 && status !== 429 && status < 500) return { outcome: 'refused', problem };
  const seconds = readRetryAfter(headers['retry-after']);
  return { outcome: 'retry', problem, ...(seconds !== undefined && { seconds }) };
}

/** Longest time that a shop can make the service wait, seconds. */
const MAX_WAIT_S = 3_600;

/** Seconds, or an HTTP date. */
function readRetryAfter(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1_000;
  return seconds > 0 ? Math.min(seconds, MAX_WAIT_S) : undefined;
}

export function readBody<S extends v.GenericSchema>(
  schema: S,
  { body }: Pick<ReceiverResponse, 'body'>,
): v.InferOutput<S> | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), body.toString('utf8'));
  return parsed.success ? parsed.output : undefined;
}

/** Repeats the request, because some proxies answer with a page of their own. */
export function retryUnreadable({ status }: Pick<ReceiverResponse, 'status'>): Refusal {
  return { outcome: 'retry', problem: say('service_unreadable', { status }) };
}
