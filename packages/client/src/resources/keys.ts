// API keys of the account, for an admin key of it.
import type {
  ApiKey,
  AuditEntry,
  CreatedKey,
  CreateKeyRequest,
  ListAuditEntriesResponse,
  ListAuditQuery,
  ListKeysResponse,
  ListMadeByKeysResponse,
  MadeByKey,
  RevokedKey,
  UpdateKeyRequest,
} from '../contract.ts';
import { createKey } from '../idempotency-key.ts';
import type { CreateOptions } from '../managed.ts';
import { type CallOptions, createList, type List, type Transport } from '../transport.ts';

const PATH = '/keys';

export interface RevokeOptions extends CallOptions {
  readonly created?: 'pause' | 'keep' | undefined;
}

export class Keys {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * The key, in `api_key`: no later response has it. Null if an earlier attempt created it, whose response was lost.
   */
  create(
    request: CreateKeyRequest,
    { idempotencyKey = createKey(), ...call }: CreateOptions = {},
  ): Promise<CreatedKey> {
    return this.#transport.post<CreatedKey>(PATH, JSON.stringify(request), idempotencyKey, call);
  }

  /** All keys, oldest first, those that ended lately included. */
  async list(call: CallOptions = {}): Promise<readonly ApiKey[]> {
    const { keys } = await this.#transport.read<ListKeysResponse>({ ...call, path: PATH });
    return keys;
  }

  get(keyId: string, call: CallOptions = {}): Promise<ApiKey> {
    return this.#transport.read<ApiKey>({ ...call, path: toPath(keyId) });
  }

  /** Lists changes made with keys in the last 90 days, newest first: which key, what, when and from where. */
  audit(query: ListAuditQuery = {}, call: CallOptions = {}): List<AuditEntry, ListAuditEntriesResponse> {
    return createList(
      this.#transport,
      '/audit',
      query,
      (page: ListAuditEntriesResponse) => page.entries,
      call,
    );
  }

  /** Changes what is given: its name, and when it expires. */
  update(keyId: string, changes: UpdateKeyRequest, call: CallOptions = {}): Promise<ApiKey> {
    return this.#transport.patch<ApiKey>(toPath(keyId), JSON.stringify(changes), call);
  }

  /** Lists the objects that the key created or changed last, which revoking it pauses. */
  async created(keyId: string, call: CallOptions = {}): Promise<readonly MadeByKey[]> {
    const path = `${toPath(keyId)}/created`;
    return (await this.#transport.read<ListMadeByKeysResponse>({ ...call, path })).created;
  }

  /**
   * It is refused from the next request on. By default, what it made is paused, and keys that it created are revoked;
   * with `created: 'keep'`, as when another key replaces it, everything stays.
   */
  revoke(keyId: string, { created, ...call }: RevokeOptions = {}): Promise<RevokedKey> {
    const query = created && { created };
    return this.#transport.delete<RevokedKey>({ ...call, path: toPath(keyId), ...(query && { query }) });
  }
}

function toPath(keyId: string): string {
  return `${PATH}/${encodeURIComponent(keyId)}`;
}
