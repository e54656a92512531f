// POST, GET, PATCH and DELETE /keys: the keys of an account, for its admin keys alone. Who created and who revoked a key stands in
// the key, and in the log.
import { randomInt } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import { idOfCursor, isUlid, pageOfAll } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import {
  type ApiKeyView,
  type CreateKeyRequest,
  createKeyRequest,
  listKeysQuery,
  updateKeyRequest,
} from '../../../src/contract/resources/keys.ts';
import { parseOrderDate } from '../../../src/contract/resources/orders/order-date.ts';
import { InvalidRequestError } from '../../../src/core/errors.ts';
import { type Call, type EndpointHandler, json } from '../../../src/http/call.ts';
import { requireMatch, versioned } from '../../../src/http/if-match.ts';
import { keyView } from '../../../src/http/key-view.ts';
import { resourceEndpoint } from '../../../src/http/resource-endpoint.ts';
import { wireIdempotency, wireWriter } from '../../../src/http/wire.ts';
import { log } from '../../../src/observability/log.ts';
import { createKeyOperations, type KeyOperations, type KeyRequest } from '../../../src/operations/keys.ts';
import type { ApiKey } from '../../../src/stores/accounts/api-key-item.ts';
import { createKeyStore } from '../../../src/stores/accounts/api-keys.ts';
import { ENVIRONMENT } from '../../../src/wiring/environment.ts';

export function manageKeys(
  keys: KeyOperations,
  clock: () => number,
): Readonly<Record<'create' | 'list' | 'get' | 'update' | 'remove', EndpointHandler>> {
  const view = (item: ApiKey, { caller }: Call): ApiKeyView =>
    keyView(item, { now: clock(), currentHash: caller.keyHash });
  const of = async ({ caller, path }: Call): Promise<ApiKey> => keys.get(caller.accountId, path.id ?? '');
  const record = (event: string, item: ApiKey, call: Call): ApiKeyView => {
    const shown = view(item, call);
    const { key_id, kind, hint, created_by, revoked_by } = shown;
    log('info', event, { account_id: call.caller.accountId, key_id, kind, hint, created_by, revoked_by });
    return shown;
  };
  return {
    create: async (call) => {
      const { caller, idempotency } = call;
      const request = keyRequest(parseRequest(createKeyRequest, call.body));
      const { item, key } = await keys.create(caller.accountId, request, caller, idempotency?.started?.id);
      return json(201, { ...record('key created', item, call), api_key: key ?? null });
    },
    list: async (call) => {
      const { limit, cursor, status } = parseRequest(listKeysQuery, call.query);
      const after = idOfCursor(cursor, isUlid);
      const found = (await keys.list(call.caller.accountId))
        .map((item) => view(item, call))
        .filter((key) => status === undefined || key.status === status)
        .toSorted((a, b) => (a.key_id < b.key_id ? -1 : 1));
      const { shown, next } = pageOfAll(found, { limit, after }, ({ key_id }) => key_id);
      return json(200, { keys: shown, ...call.sealed(next) });
    },
    get: async (call) => json(200, view(await of(call), call)),
    update: async (call) => {
      const { name, expires_at } = parseRequest(updateKeyRequest, call.body);
      const settings = { name, expiresAt: expires_at == null ? expires_at : parseOrderDate(expires_at) };
      const check = (found: ApiKey) => requireMatch(call.headers['if-match'], view(found, call));
      const { accountId } = call.caller;
      const item = await keys.change(accountId, call.path.id ?? '', settings, call.caller, check);
      return versioned(200, record('key changed', item, call));
    },
    remove: async (call) => {
      const item = await keys.revoke(call.caller.accountId, call.path.id ?? '', call.caller);
      return json(200, record('key revoked', item, call));
    },
  };
}

/** Throws InvalidRequestError. */
function keyRequest({ kind, name, expires_at, origins, dataset_id }: CreateKeyRequest): KeyRequest {
  const isPublishable = kind === 'publishable';
  for (const [field, value] of Object.entries({ origins, dataset_id }))
    if (value !== undefined && !isPublishable)
      throw new InvalidRequestError(field, 'only publishable keys have one: leave it out');
  return {
    kind,
    name,
    expiresAt: expires_at === undefined ? undefined : parseOrderDate(expires_at),
    use: isPublishable ? { origins: origins ?? [], dataset: dataset_id } : undefined,
  };
}

/** The key itself is stored nowhere, not even for a request that is sent again. */
const withoutKey = (body: string): string => JSON.stringify({ ...JSON.parse(body), api_key: null });

const { admission, db, environment, table } = wireWriter(ENVIRONMENT.manageKeys);
const newKeyId = monotonicFactory();
const keys = createKeyStore(db, table);
export const handler = resourceEndpoint(
  manageKeys(createKeyOperations({ keys, newId: newKeyId, randomInt, clock: Date.now }), Date.now),
  {
    admission,
    idempotency: { ...wireIdempotency(db, environment, newKeyId), keptOf: withoutKey },
    addressOf: ({ key_id }) => `/keys/${key_id}`,
    listQuery: listKeysQuery,
    adminKeys: true,
  },
);
