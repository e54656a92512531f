// One attempt to deliver a webhook: a POST without redirects, limited in time and in the size of the response that is
// read.
import { say } from '../../contract/sentences/sentence.ts';
import {
  type DeliverySentence,
  describeConnectionFailure,
} from '../../contract/sentences/undelivered-because.ts';
import { findExpected } from './receiver-url.ts';
import { NoResponseError, type RequestOptions, requestOnce } from './request.ts';

export interface DeliveryAttempt {
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

/** One attempt; never throws: every error is an outcome. */
export type SendWebhook = (webhook: WebhookRequest) => Promise<DeliveryAttempt>;

export function createSendWebhook(options: RequestOptions): SendWebhook {
  return (webhook) => sendWebhook(webhook, options);
}

async function sendWebhook(
  { url, body, headers }: WebhookRequest,
  options: RequestOptions,
): Promise<DeliveryAttempt> {
  const expected = findExpected(url, options.receivers);
  if (expected !== undefined)
    return {
      verdict: 'give_up',
      responseStatus: undefined,
      problem: say('receiver_address_refused', { expected }),
    };
  try {
    const post = {
      method: 'POST',
      url,
      body,
      headers: { ...headers, 'Content-Type': 'application/json' },
      timeoutMs: TIMEOUT_MS,
      maxAnswerBytes: MAX_ANSWER_BYTES,
    } as const;
    return judgeStatus((await requestOnce(post, options)).status);
  } catch (error) {
    const problem = error instanceof NoResponseError ? error.because : describeConnectionFailure(error);
    return { verdict: 'retry', responseStatus: undefined, problem };
  }
}

function judgeStatus(status: number): DeliveryAttempt {
  if (status >= 200 && status < 300)
    return { verdict: 'delivered', responseStatus: status, problem: undefined };
  const problem = say('receiver_responded', { status });
  const final = status === 410 || (status >= 300 && status < 400);
  return { verdict: final ? 'give_up' : 'retry', responseStatus: status, problem };
}
