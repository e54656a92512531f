// Receivers of webhooks: tried, and sent a report's event again.
import type {
  Delivery,
  ListDeliveriesQuery,
  ListDeliveriesResponse,
  TestWebhookRequest,
  TestWebhookResponse,
} from '../contract.ts';
import { createList, type List } from '../list.ts';
import type { CallOptions, Transport } from '../transport.ts';

export class Receivers {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Sends `webhook.test` to the address, signed with this client's key. Resolves with what the receiver responded, also
   * if it refused the event or could not be reached.
   */
  test(webhookUrl: string, call: CallOptions = {}): Promise<TestWebhookResponse> {
    const request: TestWebhookRequest = { webhook_url: webhookUrl };
    return this.#transport.postAgain<TestWebhookResponse>('/webhooks/test', JSON.stringify(request), call);
  }

  /** Sends the event of a finished report to its webhook_url again, under the same id. Resolves with the attempt. */
  resend(reportId: string, call: CallOptions = {}): Promise<Delivery> {
    return this.#transport.postAgain<Delivery>(deliveriesOf(reportId), '{}', call);
  }

  /** Attempts to deliver the webhook of a report, newest first. */
  deliveries(
    reportId: string,
    query: ListDeliveriesQuery = {},
    call: CallOptions = {},
  ): List<Delivery, ListDeliveriesResponse> {
    return createList(this.#transport, deliveriesOf(reportId), query, ({ deliveries }) => deliveries, call);
  }
}

function deliveriesOf(reportId: string): string {
  return `/reports/${encodeURIComponent(reportId)}/deliveries`;
}
