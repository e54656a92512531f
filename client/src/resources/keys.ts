// API keys of the account, for an admin key of it.
import type {
  ApiKey,
  CreatedKey,
  CreateKeyRequest,
  ListKeysResponse,
  UpdateKeyRequest,
} from '../contract.ts';
import { newKey } from '../idempotency-key.ts';
import type { CreateOptions } from '../managed.ts';
import type { CallOptions, Transport } from '../transport.ts';

const PATH = '/keys';

export class Keys {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The key, in `api_key`: no later response has it. Null if an earlier attempt created it, whose response was lost. */
  create(
    request: CreateKeyRequest,
    { idempotencyKey = newKey(), ...call }: CreateOptions = {},
  ): Promise<CreatedKey> {
    return this.#transport.post<CreatedKey>(PATH, JSON.stringify(request), idempotencyKey, call);
  }

  /** All keys, oldest first, those that ended lately included. */
  async list(call: CallOptions = {}): Promise<readonly ApiKey[]> {
    const { keys } = await this.#transport.read<ListKeysResponse>({ ...call, path: PATH });
    return keys;
  }

  get(keyId: string, call: CallOptions = {}): Promise<ApiKey> {
    return this.#transport.read<ApiKey>({ ...call, path: pathOf(keyId) });
  }

  /** Changes what is given: its name, and when it expires. */
  update(keyId: string, changes: UpdateKeyRequest, call: CallOptions = {}): Promise<ApiKey> {
    return this.#transport.patch<ApiKey>(pathOf(keyId), JSON.stringify(changes), call);
  }

  /** It is refused from the next request on. */
  revoke(keyId: string, call: CallOptions = {}): Promise<ApiKey> {
    return this.#transport.delete<ApiKey>({ ...call, path: pathOf(keyId) });
  }
}

function pathOf(keyId: string): string {
  return `${PATH}/${encodeURIComponent(keyId)}`;
}
