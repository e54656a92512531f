// Sends a test event to a receiver once, so that its address and its check of signatures can be tried before a report
// needs them. Nothing is stored.
import type { TestWebhookResponse } from '../contract/resources/webhook.ts';
import { InvalidRequestError } from '../core/errors.ts';
import { undeliveredBecause } from '../core/sentences/undelivered-because.ts';
import type { WebhookReceivers } from '../wiring/environment.ts';
import { signedTest } from './event.ts';
import { receiverUrlProblem } from './receiver-url.ts';
import type { SendOnRequest } from './send-on-request.ts';

export interface TryReceiverDeps {
  readonly send: SendOnRequest;
  readonly receivers: WebhookReceivers;
  /** A ULID. */
  readonly newId: () => string;
  readonly clock: () => number;
}

/** `keyHash`: of the API key whose holder can check the signature. Throws InvalidRequestError, WebhookLimitError. */
export type TryReceiver = (
  url: string,
  caller: { readonly accountId: string; readonly keyHash: string },
) => Promise<TestWebhookResponse>;

export function createTryReceiver({ send, receivers, newId, clock }: TryReceiverDeps): TryReceiver {
  return async (url, { accountId, keyHash }) => {
    const problem = receiverUrlProblem(url, receivers);
    if (problem !== undefined) throw new InvalidRequestError('webhook_url', problem);
    const [id, startedAt] = [newId(), clock()];
    const sent = await send(accountId, { url, ...signedTest(id, keyHash, startedAt) });
    return {
      webhook_id: `msg_${id}`,
      at: new Date(startedAt).toISOString(),
      delivered: sent.verdict === 'delivered',
      ...(sent.responseStatus !== undefined && { response_status: sent.responseStatus }),
      ...undeliveredBecause(sent.problem),
      duration_ms: clock() - startedAt,
    };
  };
}
