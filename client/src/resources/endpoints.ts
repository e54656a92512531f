// Webhook endpoints: addresses that are sent the events of the account, and the list of those events.
import type {
  AccountEvent,
  CreateEndpointRequest,
  EndpointDelivery,
  ListAccountEventsResponse,
  ListEndpointDeliveriesQuery,
  ListEndpointDeliveriesResponse,
  ListEventsQuery,
  UpdateEndpointRequest,
  WebhookEndpoint,
} from '../contract.ts';
import { createList, type List } from '../list.ts';
import { Managed } from '../managed.ts';
import type { CallOptions, Transport } from '../transport.ts';

const PATH = '/webhooks/endpoints';

/** A new one is sent what ends from then on. An update pauses and resumes it, rotates its secrets, or sends events again. */
export class Endpoints extends Managed<WebhookEndpoint, CreateEndpointRequest, UpdateEndpointRequest> {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    super(transport, PATH, 'endpoints');
    this.#transport = transport;
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
