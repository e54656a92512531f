// Webhook endpoints: addresses that are sent the events of the account, and the list of those events.
import type {
  AccountEvent,
  CreateEndpointRequest,
  EndpointDelivery,
  ListAccountEventsResponse,
  ListEndpointDeliveriesQuery,
  ListEndpointDeliveriesResponse,
  ListEventsQuery,
  ListWebhookEndpointsResponse,
  UpdateEndpointRequest,
  WebhookEndpoint,
} from '../contract.ts';
import { newKey } from '../idempotency-key.ts';
import { createList, type List } from '../list.ts';
import type { CallOptions, Transport } from '../transport.ts';

const PATH = '/webhooks/endpoints';

export interface CreateEndpointOptions extends CallOptions {
  /** Default: a random one, so that the request may be repeated. */
  readonly idempotencyKey?: string | undefined;
}

export class Endpoints {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The endpoint, which is sent what ends from now on. */
  create(
    request: CreateEndpointRequest,
    { idempotencyKey = newKey(), ...call }: CreateEndpointOptions = {},
  ): Promise<WebhookEndpoint> {
    return this.#transport.post<WebhookEndpoint>(PATH, JSON.stringify(request), idempotencyKey, call);
  }

  /** All endpoints, oldest first. */
  async list(call: CallOptions = {}): Promise<readonly WebhookEndpoint[]> {
    const { endpoints } = await this.#transport.read<ListWebhookEndpointsResponse>({ ...call, path: PATH });
    return endpoints;
  }

  get(endpointId: string, call: CallOptions = {}): Promise<WebhookEndpoint> {
    return this.#transport.read<WebhookEndpoint>({ ...call, path: pathOf(endpointId) });
  }

  /** Changes what is given: pauses and resumes it, rotates its secrets, or sends events again. */
  update(
    endpointId: string,
    changes: UpdateEndpointRequest,
    call: CallOptions = {},
  ): Promise<WebhookEndpoint> {
    return this.#transport.patch<WebhookEndpoint>(pathOf(endpointId), JSON.stringify(changes), call);
  }

  delete(endpointId: string, call: CallOptions = {}): Promise<WebhookEndpoint> {
    return this.#transport.delete<WebhookEndpoint>({ ...call, path: pathOf(endpointId) });
  }

  /** Sends `webhook.test` once. Resolves with the attempt, also if the receiver refused it or could not be reached. */
  ping(endpointId: string, call: CallOptions = {}): Promise<EndpointDelivery> {
    return this.#transport.postAgain<EndpointDelivery>(`${pathOf(endpointId)}/ping`, '', call);
  }

  /** Attempts to deliver events to the endpoint, newest first. */
  deliveries(
    endpointId: string,
    query: ListEndpointDeliveriesQuery = {},
    call: CallOptions = {},
  ): List<EndpointDelivery, ListEndpointDeliveriesResponse> {
    const path = `${pathOf(endpointId)}/deliveries`;
    return createList(this.#transport, path, query, ({ deliveries }) => deliveries, call);
  }

  /** Events of the account by ascending number: all that are kept, or those `after` the last one that was processed. */
  events(query: ListEventsQuery = {}, call: CallOptions = {}): List<AccountEvent, ListAccountEventsResponse> {
    return createList(this.#transport, '/events', query, ({ events }) => events, call);
  }
}

function pathOf(endpointId: string): string {
  return `${PATH}/${encodeURIComponent(endpointId)}`;
}
