// Webhook endpoints: addresses that are sent the events of the account, and the list of those events.
import type {
  AccountEvent,
  CreateEndpointRequest,
  Delivery,
  EndpointDelivery,
  ListAccountEventsResponse,
  ListDeliveriesQuery,
  ListDeliveriesResponse,
  ListEndpointDeliveriesQuery,
  ListEndpointDeliveriesResponse,
  ListEventsQuery,
  TestWebhookRequest,
  TestWebhookResponse,
  UpdateEndpointRequest,
  WebhookEndpoint,
} from '../contract.ts';
import { Managed } from '../managed.ts';
import { type CallOptions, createList, type List, type Transport } from '../transport.ts';

const PATH = '/webhooks/endpoints';

/**
 * A new one is sent what ends from then on. An update pauses and resumes it, rotates its secrets, or sends events
 * again.
 */
export class Endpoints extends Managed<WebhookEndpoint, CreateEndpointRequest, UpdateEndpointRequest> {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    super(transport, PATH, 'endpoints');
    this.#transport = transport;
  }

  /** Sends `webhook.test` once. Resolves with the attempt, also if the receiver refused it or could not be reached. */
  ping(endpointId: string, call: CallOptions = {}): Promise<EndpointDelivery> {
    return this.#transport.postAgain<EndpointDelivery>(`${toPath(endpointId)}/ping`, '', call);
  }

  /** Attempts to deliver events to the endpoint, newest first. */
  deliveries(
    endpointId: string,
    query: ListEndpointDeliveriesQuery = {},
    call: CallOptions = {},
  ): List<EndpointDelivery, ListEndpointDeliveriesResponse> {
    const path = `${toPath(endpointId)}/deliveries`;
    return createList(this.#transport, path, query, ({ deliveries }) => deliveries, call);
  }

  /** Events of the account by ascending number: all that are kept, or those `after` the last one that was processed. */
  events(query: ListEventsQuery = {}, call: CallOptions = {}): List<AccountEvent, ListAccountEventsResponse> {
    return createList(this.#transport, '/events', query, ({ events }) => events, call);
  }
}

function toPath(endpointId: string): string {
  return `${PATH}/${encodeURIComponent(endpointId)}`;
}

// Receivers of webhooks: tried, and sent a report's event again.

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
    return this.#transport.postAgain<Delivery>(toDeliveriesPath(reportId), '{}', call);
  }

  /** Attempts to deliver the webhook of a report, newest first. */
  deliveries(
    reportId: string,
    query: ListDeliveriesQuery = {},
    call: CallOptions = {},
  ): List<Delivery, ListDeliveriesResponse> {
    return createList(
      this.#transport,
      toDeliveriesPath(reportId),
      query,
      ({ deliveries }) => deliveries,
      call,
    );
  }
}

function toDeliveriesPath(reportId: string): string {
  return `/reports/${encodeURIComponent(reportId)}/deliveries`;
}
