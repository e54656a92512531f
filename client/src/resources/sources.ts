// Sources: shops whose own order webhooks the service receives.
import type { CreateSourceRequest, ListSourcesResponse, Source, UpdateSourceRequest } from '../contract.ts';
import { newKey } from '../idempotency-key.ts';
import type { CallOptions, Transport } from '../transport.ts';

const PATH = '/sources';

export interface CreateSourceOptions extends CallOptions {
  /** Default: a random one, so that the request may be repeated. */
  readonly idempotencyKey?: string | undefined;
}

export class Sources {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The source, with the address for the shop. */
  create(
    request: CreateSourceRequest,
    { idempotencyKey = newKey(), ...call }: CreateSourceOptions = {},
  ): Promise<Source> {
    return this.#transport.post<Source>(PATH, JSON.stringify(request), idempotencyKey, call);
  }

  /** All sources, oldest first. */
  async list(call: CallOptions = {}): Promise<readonly Source[]> {
    const { sources } = await this.#transport.read<ListSourcesResponse>({ ...call, path: PATH });
    return sources;
  }

  get(sourceId: string, call: CallOptions = {}): Promise<Source> {
    return this.#transport.read<Source>({ ...call, path: pathOf(sourceId) });
  }

  /** Changes what is given. A secret that is replaced is accepted for another 24 hours. */
  update(sourceId: string, changes: UpdateSourceRequest, call: CallOptions = {}): Promise<Source> {
    return this.#transport.patch<Source>(pathOf(sourceId), JSON.stringify(changes), call);
  }

  /** The orders that it brought stay. */
  delete(sourceId: string, call: CallOptions = {}): Promise<Source> {
    return this.#transport.delete<Source>({ ...call, path: pathOf(sourceId) });
  }
}

function pathOf(sourceId: string): string {
  return `${PATH}/${encodeURIComponent(sourceId)}`;
}
