// A webhook that is sent on request: a function waits for the receiver. An account, and all accounts together, may have
// only so many of them, so that a receiver that never answers keeps no other tenant out.
import { WebhookLimitError } from '../core/errors.ts';
import type { HeldReads } from '../stores/accounts/held-reads.ts';
import { type Attempt, type SendWebhook, TIMEOUT_MS, type WebhookRequest } from './send.ts';

export interface SendOnRequestDeps {
  readonly send: SendWebhook;
  readonly sends: HeldReads;
  readonly clock: () => number;
}

/** Throws WebhookLimitError before anything is sent. */
export type SendOnRequest = (accountId: string, webhook: WebhookRequest) => Promise<Attempt>;

export function createSendOnRequest({ send, sends, clock }: SendOnRequestDeps): SendOnRequest {
  return async (accountId, webhook) => {
    const lease = await sends.take(accountId, TIMEOUT_MS / 1_000, clock());
    if (lease === undefined) throw new WebhookLimitError();
    try {
      return await send(webhook);
    } finally {
      await sends.release(lease);
    }
  };
}
