// POST, GET, PATCH and DELETE /keys, and GET /audit: manages the keys of an account, for admin keys only. The
// key's item and the log record who created and who revoked a key.
import { randomInt } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { monotonicFactory } from 'ulid';
import { getKeyKind, getKeyStatus } from '../../../src/analysis/accounts/key-state.ts';
import { toAuthorView } from '../../../src/contract/author-fields.ts';
import { InvalidRequestError } from '../../../src/contract/errors/errors.ts';
import { cutPageOfAll, isUlid, parseCursor, toCursor, toPageEnd } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import { type AuditEntryView, listAuditQuery } from '../../../src/contract/resources/audit.ts';
import {
  type ApiKeyView,
  type CreateKeyRequest,
  createKeyRequest,
  listCreatedQuery,
  listKeysQuery,
  revokeKeyQuery,
  updateKeyRequest,
} from '../../../src/contract/resources/keys.ts';
import { parseOrderDate } from '../../../src/contract/resources/orders/order-date.ts';
import { type Answer, type ApiEvent, answerJson, type Call } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { answerVersioned, requireMatch } from '../../../src/http/if-match.ts';
import { defineResourceEndpoint } from '../../../src/http/resource-endpoint.ts';
import { wireEndpoint, wireIdempotency } from '../../../src/http/wire.ts';
import type { ApiKey } from '../../../src/service/accounts/api-key-item.ts';
import { createKeyStore } from '../../../src/service/accounts/api-keys.ts';
import { type AuditItem, createAuditLog } from '../../../src/service/accounts/audit-log.ts';
import { log } from '../../../src/service/observability/log.ts';
import { createKeyOperations, type KeyRequest } from '../../../src/service/operations/keys.ts';
import { wireMadeByKeys } from '../../../src/service/operations/made-by-keys.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';
import { readRoutes } from '../../../src/service/wiring/packaged-files.ts';

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.manageKeys);
const newId = monotonicFactory();
const keys = createKeyOperations({
  keys: createKeyStore(db, table),
  made: wireMadeByKeys(db, table),
  newId,
  randomInt,
  clock: Date.now,
});
const auditLog = createAuditLog(db, table);

/** A key as the API shows it: without its hash, which signs webhooks. */
function toView(item: ApiKey, { caller }: Call): ApiKeyView {
  const { key_hash, created_at, publishable } = item;
  return {
    key_id: item.key_id,
    kind: getKeyKind(item),
    name: item.name ?? null,
    hint: item.hint,
    status: getKeyStatus(item, Date.now()),
    is_current: key_hash === caller.keyHash,
    created_at,
    created_by: item.created_by ?? null,
    last_used_at: item.last_used_at ?? null,
    expires_at: item.expires_at ?? null,
    revoked_at: item.revoked_at ?? null,
    revoked_by: item.revoked_by ?? null,
    ...(publishable && { origins: [...publishable.origins] }),
    ...(publishable?.dataset !== undefined && { dataset_id: publishable.dataset }),
  };
}

/** Logs the change and returns the key as the API shows it. */
function logChange(event: string, item: ApiKey, call: Call): ApiKeyView {
  const shown = toView(item, call);
  const { key_id, kind, hint, created_by, revoked_by } = shown;
  log('info', event, { account_id: call.caller.accountId, key_id, kind, hint, created_by, revoked_by });
  return shown;
}

/** Throws InvalidRequestError. */
function toKeyRequest({ kind, name, expires_at, origins, dataset_id }: CreateKeyRequest): KeyRequest {
  const isPublishable = kind === 'publishable';
  for (const [field, value] of Object.entries({ origins, dataset_id }))
    if (value !== undefined && !isPublishable)
      throw new InvalidRequestError(field, 'only allowed for publishable keys');
  return {
    kind,
    name,
    expiresAt: expires_at === undefined ? undefined : parseOrderDate(expires_at),
    use: isPublishable ? { origins: origins ?? [], dataset: dataset_id } : undefined,
  };
}

/** The key itself is stored nowhere, not even for a repeated request. */
const redactKey = (body: string): string => JSON.stringify({ ...JSON.parse(body), api_key: null });

const resource = defineResourceEndpoint(
  {
    create: async (call) => {
      const { caller, idempotency } = call;
      const request = toKeyRequest(parseRequest(createKeyRequest, call.body));
      const { item, key } = await keys.create(caller.accountId, request, caller, idempotency?.started?.id);
      return answerJson(201, { ...logChange('key created', item, call), api_key: key ?? null });
    },
    list: async (call) => {
      const { limit, cursor, status } = parseRequest(listKeysQuery, call.query);
      const after = parseCursor(cursor, isUlid);
      const found = (await keys.list(call.caller.accountId))
        .map((item) => toView(item, call))
        .filter((key) => status === undefined || key.status === status)
        .toSorted((a, b) => (a.key_id < b.key_id ? -1 : 1));
      const { shown, next } = cutPageOfAll(found, { limit, after }, ({ key_id }) => key_id);
      return answerJson(200, { keys: shown, ...call.sealed(next) });
    },
    get: async (call) =>
      answerJson(200, toView(await keys.get(call.caller.accountId, call.path.id ?? ''), call)),
    update: async (call) => {
      const { name, expires_at } = parseRequest(updateKeyRequest, call.body);
      const settings = { name, expiresAt: expires_at == null ? expires_at : parseOrderDate(expires_at) };
      const check = (found: ApiKey) => requireMatch(call.headers['if-match'], toView(found, call));
      const { accountId } = call.caller;
      const item = await keys.change(accountId, call.path.id ?? '', settings, call.caller, check);
      return answerVersioned(200, logChange('key changed', item, call));
    },
    remove: async (call) => {
      const { created: choice } = parseRequest(revokeKeyQuery, call.query);
      const { accountId } = call.caller;
      const { item, created } = await keys.revoke(accountId, call.path.id ?? '', call.caller, choice);
      return answerJson(200, { ...logChange('key revoked', item, call), created });
    },
  },
  {
    admission,
    idempotency: { ...wireIdempotency(db, environment, newId), pickKept: redactKey },
    toAddress: ({ key_id }) => `/keys/${key_id}`,
    listQuery: listKeysQuery,
    removeQuery: revokeKeyQuery,
    adminKeys: true,
  },
);
const created = defineEndpoint(
  admission,
  { body: 'none', query: listCreatedQuery, adminKeys: true },
  async ({ caller, path, query }) => {
    const { limit, cursor } = parseRequest(listCreatedQuery, query);
    const after = parseCursor(cursor, isUlid);
    const found = (await keys.created(caller.accountId, path.id ?? '')).toSorted((a, b) =>
      a.id < b.id ? -1 : 1,
    );
    const { shown, next } = cutPageOfAll(found, { limit, after }, ({ id }) => id);
    return answerJson(200, { created: shown, ...next });
  },
);

const operationIds = readRoutes(import.meta.dirname);

function toAuditView({
  entry_id,
  at,
  route,
  resource,
  key,
  source_ip,
  user_agent,
}: AuditItem): AuditEntryView {
  return {
    ...{ entry_id, at, operation: operationIds[route] ?? route, resource, key: toAuthorView(key) },
    ...{ source_ip: source_ip ?? null, user_agent: user_agent ?? null },
  };
}

/** Newest first. */
const audit = defineEndpoint(
  admission,
  { body: 'none', query: listAuditQuery, adminKeys: true },
  async ({ caller, query }) => {
    const { limit, cursor, key_id: keyId } = parseRequest(listAuditQuery, query);
    const page = { limit, before: parseCursor(cursor, isUlid), keyId };
    const { entries, next } = await auditLog.list(caller.accountId, page);
    return answerJson(200, { entries: entries.map(toAuditView), ...toPageEnd(next && toCursor(next)) });
  },
);

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  if (event.rawPath.endsWith('/audit')) return audit(event, context);
  return (event.rawPath.endsWith('/created') ? created : resource)(event, context);
}
