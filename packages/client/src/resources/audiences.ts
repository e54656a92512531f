// Audiences: lists of customers that are refreshed from the orders.
import type {
  Audience,
  AudienceDelivery,
  AudiencePreview,
  AudienceRun,
  CreateAudienceRequest,
  CreateDestinationRequest,
  Destination,
  ListAudienceChangesQuery,
  ListAudienceChangesResponse,
  ListAudienceDeliveriesQuery,
  ListAudienceDeliveriesResponse,
  ListAudienceMembersQuery,
  ListAudienceMembersResponse,
  ListAudienceRunsResponse,
  ListDestinationsResponse,
  PreviewAudienceRequest,
  UpdateAudienceRequest,
  UpdateDestinationRequest,
} from '../contract.ts';
import { createKey } from '../idempotency-key.ts';
import { type CreateOptions, Managed } from '../managed.ts';
import { type CallOptions, createList, type List, type Transport } from '../transport.ts';

const PATH = '/audiences';

type Member = ListAudienceMembersResponse['members'][number];
type Change = ListAudienceChangesResponse['changes'][number];

/** A new one has no members until its first run. */
export class Audiences extends Managed<Audience, CreateAudienceRequest, UpdateAudienceRequest> {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    super(transport, PATH, 'audiences');
    this.#transport = transport;
  }

  /** How many customers meet conditions; stores nothing. */
  preview(request: PreviewAudienceRequest, call: CallOptions = {}): Promise<AudiencePreview> {
    return this.#transport.postAgain<AudiencePreview>(`${PATH}/preview`, JSON.stringify(request), call);
  }

  /** The run that is in progress, which this starts unless there is one. */
  refresh(audienceId: string, call: CallOptions = {}): Promise<AudienceRun> {
    return this.#transport.postAgain<AudienceRun>(toPath(audienceId, 'runs'), '', call);
  }

  /** The newest runs, up to 100, newest first. */
  async runs(audienceId: string, call: CallOptions = {}): Promise<readonly AudienceRun[]> {
    const path = toPath(audienceId, 'runs');
    const { runs } = await this.#transport.read<ListAudienceRunsResponse>({ ...call, path });
    return runs;
  }

  /** Those to contact or, with `held_out: true`, those held out: all of them, or a page. */
  members(
    audienceId: string,
    query: ListAudienceMembersQuery = {},
    call: CallOptions = {},
  ): List<Member, ListAudienceMembersResponse> {
    const getEntries = (page: ListAudienceMembersResponse) => page.members;
    return createList(this.#transport, toPath(audienceId, 'members'), query, getEntries, call);
  }

  /** Who joined and left since a time. Keep `until` of the first page for the next time. */
  changes(
    audienceId: string,
    query: ListAudienceChangesQuery = {},
    call: CallOptions = {},
  ): List<Change, ListAudienceChangesResponse> {
    const getEntries = (page: ListAudienceChangesResponse) => page.changes;
    return createList(this.#transport, toPath(audienceId, 'changes'), query, getEntries, call);
  }

  /** Lists deliveries to destinations, newest first. */
  deliveries(
    audienceId: string,
    query: ListAudienceDeliveriesQuery = {},
    call: CallOptions = {},
  ): List<AudienceDelivery, ListAudienceDeliveriesResponse> {
    const getEntries = (page: ListAudienceDeliveriesResponse) => page.deliveries;
    return createList(this.#transport, toPath(audienceId, 'deliveries'), query, getEntries, call);
  }

  /** A copy elsewhere, which is sent the members from now on. */
  createDestination(
    audienceId: string,
    request: CreateDestinationRequest,
    { idempotencyKey = createKey(), ...call }: CreateOptions = {},
  ): Promise<Destination> {
    const path = toPath(audienceId, 'destinations');
    return this.#transport.post<Destination>(path, JSON.stringify(request), idempotencyKey, call);
  }

  /** All of an audience, oldest first. */
  async destinations(audienceId: string, call: CallOptions = {}): Promise<readonly Destination[]> {
    const path = toPath(audienceId, 'destinations');
    const { destinations } = await this.#transport.read<ListDestinationsResponse>({ ...call, path });
    return destinations;
  }

  destination(audienceId: string, destinationId: string, call: CallOptions = {}): Promise<Destination> {
    return this.#transport.read<Destination>({ ...call, path: toDestinationPath(audienceId, destinationId) });
  }

  updateDestination(
    audienceId: string,
    destinationId: string,
    changes: UpdateDestinationRequest,
    call: CallOptions = {},
  ): Promise<Destination> {
    const path = toDestinationPath(audienceId, destinationId);
    return this.#transport.patch<Destination>(path, JSON.stringify(changes), call);
  }

  deleteDestination(audienceId: string, destinationId: string, call: CallOptions = {}): Promise<Destination> {
    const path = toDestinationPath(audienceId, destinationId);
    return this.#transport.delete<Destination>({ ...call, path });
  }
}

function toDestinationPath(audienceId: string, destinationId: string): string {
  return toPath(audienceId, `destinations/${encodeURIComponent(destinationId)}`);
}

function toPath(audienceId: string, below?: string): string {
  const path = `${PATH}/${encodeURIComponent(audienceId)}`;
  return below === undefined ? path : `${path}/${below}`;
}
