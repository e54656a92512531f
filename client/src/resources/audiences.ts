// Audiences: lists of customers that stay in step with the orders.
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
  ListAudiencesResponse,
  ListDestinationsResponse,
  PreviewAudienceRequest,
  UpdateAudienceRequest,
  UpdateDestinationRequest,
} from '../contract.ts';
import { newKey } from '../idempotency-key.ts';
import { createList, type List } from '../list.ts';
import type { CallOptions, Transport } from '../transport.ts';

const PATH = '/audiences';

type Member = ListAudienceMembersResponse['members'][number];
type Change = ListAudienceChangesResponse['changes'][number];

export interface CreateAudienceOptions extends CallOptions {
  /** Default: a random one, so that the request may be repeated. */
  readonly idempotencyKey?: string | undefined;
}

export class Audiences {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The audience, without members until its first run. */
  create(
    request: CreateAudienceRequest,
    { idempotencyKey = newKey(), ...call }: CreateAudienceOptions = {},
  ): Promise<Audience> {
    return this.#transport.post<Audience>(PATH, JSON.stringify(request), idempotencyKey, call);
  }

  /** How many customers meet conditions; stores nothing. */
  preview(request: PreviewAudienceRequest, call: CallOptions = {}): Promise<AudiencePreview> {
    return this.#transport.postAgain<AudiencePreview>(`${PATH}/preview`, JSON.stringify(request), call);
  }

  /** All audiences, oldest first. */
  async list(call: CallOptions = {}): Promise<readonly Audience[]> {
    const { audiences } = await this.#transport.read<ListAudiencesResponse>({ ...call, path: PATH });
    return audiences;
  }

  get(audienceId: string, call: CallOptions = {}): Promise<Audience> {
    return this.#transport.read<Audience>({ ...call, path: pathOf(audienceId) });
  }

  update(audienceId: string, changes: UpdateAudienceRequest, call: CallOptions = {}): Promise<Audience> {
    return this.#transport.patch<Audience>(pathOf(audienceId), JSON.stringify(changes), call);
  }

  delete(audienceId: string, call: CallOptions = {}): Promise<Audience> {
    return this.#transport.delete<Audience>({ ...call, path: pathOf(audienceId) });
  }

  /** The run that is in progress, which this starts unless there is one. */
  refresh(audienceId: string, call: CallOptions = {}): Promise<AudienceRun> {
    return this.#transport.postAgain<AudienceRun>(pathOf(audienceId, 'runs'), '', call);
  }

  /** The newest runs, up to 100, newest first. */
  async runs(audienceId: string, call: CallOptions = {}): Promise<readonly AudienceRun[]> {
    const path = pathOf(audienceId, 'runs');
    const { runs } = await this.#transport.read<ListAudienceRunsResponse>({ ...call, path });
    return runs;
  }

  /** Those to contact or, with `held_out: true`, those held out: all of them, or a page. */
  members(
    audienceId: string,
    query: ListAudienceMembersQuery = {},
    call: CallOptions = {},
  ): List<Member, ListAudienceMembersResponse> {
    const entriesOf = (page: ListAudienceMembersResponse) => page.members;
    return createList(this.#transport, pathOf(audienceId, 'members'), query, entriesOf, call);
  }

  /** Who joined and left since a time. Keep `until` of the first page for the next time. */
  changes(
    audienceId: string,
    query: ListAudienceChangesQuery = {},
    call: CallOptions = {},
  ): List<Change, ListAudienceChangesResponse> {
    const entriesOf = (page: ListAudienceChangesResponse) => page.changes;
    return createList(this.#transport, pathOf(audienceId, 'changes'), query, entriesOf, call);
  }

  /** What destinations were sent, newest first. */
  deliveries(
    audienceId: string,
    query: ListAudienceDeliveriesQuery = {},
    call: CallOptions = {},
  ): List<AudienceDelivery, ListAudienceDeliveriesResponse> {
    const entriesOf = (page: ListAudienceDeliveriesResponse) => page.deliveries;
    return createList(this.#transport, pathOf(audienceId, 'deliveries'), query, entriesOf, call);
  }

  /** A copy elsewhere, which is sent the members from now on. */
  createDestination(
    audienceId: string,
    request: CreateDestinationRequest,
    { idempotencyKey = newKey(), ...call }: CreateAudienceOptions = {},
  ): Promise<Destination> {
    const path = pathOf(audienceId, 'destinations');
    return this.#transport.post<Destination>(path, JSON.stringify(request), idempotencyKey, call);
  }

  /** All of an audience, oldest first. */
  async destinations(audienceId: string, call: CallOptions = {}): Promise<readonly Destination[]> {
    const path = pathOf(audienceId, 'destinations');
    const { destinations } = await this.#transport.read<ListDestinationsResponse>({ ...call, path });
    return destinations;
  }

  destination(audienceId: string, destinationId: string, call: CallOptions = {}): Promise<Destination> {
    return this.#transport.read<Destination>({ ...call, path: destinationPath(audienceId, destinationId) });
  }

  updateDestination(
    audienceId: string,
    destinationId: string,
    changes: UpdateDestinationRequest,
    call: CallOptions = {},
  ): Promise<Destination> {
    const path = destinationPath(audienceId, destinationId);
    return this.#transport.patch<Destination>(path, JSON.stringify(changes), call);
  }

  deleteDestination(audienceId: string, destinationId: string, call: CallOptions = {}): Promise<Destination> {
    const path = destinationPath(audienceId, destinationId);
    return this.#transport.delete<Destination>({ ...call, path });
  }
}

function destinationPath(audienceId: string, destinationId: string): string {
  return pathOf(audienceId, `destinations/${encodeURIComponent(destinationId)}`);
}

function pathOf(audienceId: string, below?: string): string {
  const path = `${PATH}/${encodeURIComponent(audienceId)}`;
  return below === undefined ? path : `${path}/${below}`;
}
