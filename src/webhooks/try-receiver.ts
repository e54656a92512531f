// Sends a test event to a receiver once, so that its address and its check of signatures can be tried before a report
// needs them. Nothing is stored.
import type { TestWebhookResponse } from '../contract/resources/webhook.ts';
import { InvalidRequestError } from '../core/errors.ts';
import type { WebhookReceivers } from '../wiring/environment.ts';
import { signedTest } from './event.ts';
import { receiverUrlProblem } from './receiver-url.ts';
import type { SendWebhook } from './send.ts';

export interface TryReceiverDeps {
  readonly send: SendWebhook;
  readonly receivers: WebhookReceivers;
  /** A ULID. */
  readonly newId: () => string;
  readonly clock: () => number;
}

/** `keyHash`: of the API key whose holder can check the signature. Throws InvalidRequestError. */
export type TryReceiver = (url: string, keyHash: string) => Promise<TestWebhookResponse>;

export function createTryReceiver({ send, receivers, newId, clock }: TryReceiverDeps): TryReceiver {
  return async (url, keyHash) => {
    const problem = receiverUrlProblem(url, receivers);
    if (problem !== undefined) throw new InvalidRequestError('webhook_url', problem);
    const [id, startedAt] = [newId(), clock()];
    const sent = await send({ url, ...signedTest(id, keyHash, startedAt) });
    return {
      webhook_id: `msg_${id}`,
      at: new Date(startedAt).toISOString(),
      delivered: sent.verdict === 'delivered',
      ...(sent.responseStatus !== undefined && { response_status: sent.responseStatus }),
      ...(sent.problem !== undefined && { problem: sent.problem }),
      duration_ms: clock() - startedAt,
    };
  };
}
