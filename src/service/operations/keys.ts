// Creates, lists, changes and revokes keys of an account, for the operator or one of the account's admin
// keys. A key is shown once, when it is created; only its hash is stored. A key created by an admin key never
// has more rights, or a longer life, than that admin key.
import * as v from 'valibot';
import { createApiKey, hashApiKey, type KeyKind, toKeyHint } from '../../analysis/accounts/api-key.ts';
import { getKeyEnd, getKeyKind, isLive } from '../../analysis/accounts/key-state.ts';
import { explainOriginProblem, type PublishableUse } from '../../analysis/accounts/publishable-use.ts';
import {
  InvalidRequestError,
  KeyLimitError,
  LastAdminKeyError,
  NotFoundError,
  UnauthorizedError,
} from '../../contract/errors/errors.ts';
import { datasetSlug } from '../../contract/schema/dataset-fields.ts';
import { MAX_KEYS_CREATED_DAILY, MAX_LIVE_KEYS, MAX_ORIGINS } from '../../contract/schema/limits.ts';
import type { ApiKey } from '../accounts/api-key-item.ts';
import type { KeyStore, KeysOfAccount } from '../accounts/api-keys.ts';
import type { MadeByKey, MadeByKeys } from './made-by-keys.ts';
import { OperationError } from './operation-error.ts';

export interface KeyDeps {
  readonly keys: KeyStore;
  readonly made: MadeByKeys;
  readonly newId: (now: number) => string;
  readonly randomInt: (below: number) => number;
  readonly clock: () => number;
}

export interface KeyRequest {
  readonly kind: KeyKind;
  readonly name?: string | undefined;
  /** Epoch milliseconds. Default: never, or the end of the admin key that creates it. */
  readonly expiresAt?: number | undefined;
  /** Set for a publishable key. */
  readonly use?: PublishableUse | undefined;
}

/** Null removes a setting. */
export interface KeySettings {
  readonly name?: string | null | undefined;
  /** Epoch milliseconds. */
  readonly expiresAt?: number | null | undefined;
}

/** Who manages keys: the operator of the service, or an admin key of the account. */
export type KeyManager = 'operator' | { readonly keyHash: string };

/**
 * The fate of items that a revoked key created: `pause` pauses all of them and revokes keys that it
 * created; `keep` leaves them.
 */
export type CreatedChoice = 'pause' | 'keep';

export interface RevokedKey {
  readonly item: ApiKey;
  /** The items after the revocation. */
  readonly created: readonly MadeByKey[];
}

/** `key`: shown once; undefined if an earlier attempt of the request created it. */
export interface CreatedKey {
  readonly item: ApiKey;
  readonly key: string | undefined;
}

interface Found extends KeysOfAccount {
  readonly now: number;
  /** The admin key that manages; undefined for the operator. */
  readonly admin: ApiKey | undefined;
}

const DAY_MS = 86_400_000;

export function createKeyOperations({ keys: store, made, newId, randomInt, clock }: KeyDeps) {
  async function readKeys(accountId: string, manager: KeyManager): Promise<Found> {
    const known = await store.listKeys(accountId);
    if (known === undefined) throw new OperationError(`there is no account ${accountId}`);
    const now = clock();
    return { ...known, now, admin: requireAdmin(known.keys, manager, now) };
  }

  /** Retries until no other change of the account's keys occurs between reading and writing. */
  async function retryUntilSettled<T>(
    accountId: string,
    manager: KeyManager,
    attempt: (keys: Found) => Promise<T | undefined>,
  ): Promise<T> {
    for (;;) {
      const done = await attempt(await readKeys(accountId, manager));
      if (done !== undefined) return done;
    }
  }

  /** An ended key stays unchanged. */
  const revokeOne = (accountId: string, keyId: string, manager: KeyManager): Promise<ApiKey> =>
    retryUntilSettled(accountId, manager, async ({ keys, seen, now, admin }) => {
      const key = requireKey(keys, keyId);
      if (!isLive(key, now)) return key;
      if (admin !== undefined) refuseLastAdmin(keys, key, now);
      const changes = {
        revoked_at: new Date(now).toISOString(),
        ...(admin !== undefined && { revoked_by: admin.key_id }),
      };
      return (await store.changeKey(key, changes, seen)) ? { ...key, ...changes } : undefined;
    });

  /** The keys that a key created, including ended ones. */
  async function listKeysCreatedBy(accountId: string, keyId: string): Promise<readonly ApiKey[]> {
    return (await readKeys(accountId, 'operator')).keys.filter(({ created_by }) => created_by === keyId);
  }

  const toMadeByKey = (key: ApiKey): MadeByKey => ({
    ...{ kind: 'key', id: key.key_id, name: key.name ?? key.hint, by: 'created' },
    status: isLive(key, clock()) ? 'active' : 'revoked',
  });

  return {
    /** `startedAs`: the id that an earlier attempt of the request has reserved. */
    create: (
      accountId: string,
      { kind, name, use, expiresAt }: KeyRequest,
      manager: KeyManager,
      startedAs?: string,
    ): Promise<CreatedKey> =>
      retryUntilSettled(accountId, manager, async ({ keys, seen, now, admin }) => {
        const earlier = keys.find((key) => key.key_id === startedAs);
        if (earlier !== undefined) return { item: earlier, key: undefined };
        if (admin !== undefined && kind === 'admin')
          throw new InvalidRequestError('kind', 'admin keys are created by the operator of the service');
        const expires_at = toIso(limitExpiry(admin, expiresAt, now));
        if (kind === 'publishable') checkUse(use);
        checkRoom(keys, kind, now);
        if (admin !== undefined) checkPace(keys, now);
        const key = createApiKey(randomInt, kind);
        const item: ApiKey = {
          key_hash: hashApiKey(key),
          account_id: accountId,
          key_id: startedAs ?? newId(now),
          hint: toKeyHint(key),
          created_at: new Date(now).toISOString(),
          name,
          created_by: admin?.key_id,
          expires_at,
          ...(kind === 'admin' && { admin: true }),
          ...(kind === 'read_only' && { read_only: true }),
          ...(use !== undefined && { publishable: { ...use, origins: [...new Set(use.origins)] } }),
        };
        return (await store.addKey(item, seen)) ? { item, key } : undefined;
      }),

    /** Oldest first, including those that ended lately. */
    list: async (accountId: string): Promise<readonly ApiKey[]> =>
      (await readKeys(accountId, 'operator')).keys,

    get: async (accountId: string, keyId: string): Promise<ApiKey> =>
      requireKey((await readKeys(accountId, 'operator')).keys, keyId),

    /**
     * `check` throws if the key differs from the version that the client has read. An ended key is not found.
     */
    change: (
      accountId: string,
      keyId: string,
      { name, expiresAt }: KeySettings,
      manager: KeyManager,
      check: (key: ApiKey) => void,
    ): Promise<ApiKey> =>
      retryUntilSettled(accountId, manager, async ({ keys, seen, now, admin }) => {
        const key = requireKey(keys, keyId);
        if (!isLive(key, now)) throw new NotFoundError('The key has ended: create another.');
        check(key);
        const end =
          expiresAt === undefined ? key.expires_at : toIso(limitExpiry(admin, expiresAt ?? undefined, now));
        if (admin !== undefined && getKeyEnd({ expires_at: end }) < getKeyEnd(key))
          refuseLastAdmin(keys, key, now);
        const changes = { name, expires_at: end ?? null };
        if (!(await store.changeKey(key, changes, seen))) return undefined;
        return { ...key, name: name === undefined ? key.name : (name ?? undefined), expires_at: end };
      }),

    /**
     * Items of a key: keys that it created, and other items that it created, or changed last. Throws
     * NotFoundError.
     */
    async created(accountId: string, keyId: string): Promise<readonly MadeByKey[]> {
      requireKey((await readKeys(accountId, 'operator')).keys, keyId);
      const keys = await listKeysCreatedBy(accountId, keyId);
      return [...keys.map(toMadeByKey), ...(await made.list(accountId, new Set([keyId])))];
    },

    /**
     * Revokes first, then looks for the key's items: it can create none in between. A repetition pauses those
     * that an earlier attempt has left. `pause` also revokes the keys that it created, and pauses their
     * items.
     */
    async revoke(
      accountId: string,
      keyId: string,
      manager: KeyManager,
      choice: CreatedChoice = 'pause',
    ): Promise<RevokedKey> {
      const item = await revokeOne(accountId, keyId, manager);
      const keys = await listKeysCreatedBy(accountId, keyId);
      if (choice === 'keep')
        return {
          item,
          created: [...keys.map(toMadeByKey), ...(await made.list(accountId, new Set([keyId])))],
        };
      const ended = await Promise.all(keys.map((key) => revokeOne(accountId, key.key_id, manager)));
      const all = new Set([keyId, ...ended.map(({ key_id }) => key_id)]);
      const paused = await made.pause(accountId, all, new Date(clock()).toISOString());
      return { item, created: [...ended.map(toMadeByKey), ...paused] };
    },
  };
}
export type KeyOperations = ReturnType<typeof createKeyOperations>;

/** The key may have ended since it was admitted. */
function requireAdmin(keys: readonly ApiKey[], manager: KeyManager, now: number): ApiKey | undefined {
  if (manager === 'operator') return undefined;
  const admin = keys.find(({ key_hash }) => key_hash === manager.keyHash);
  if (admin?.admin !== true || !isLive(admin, now))
    throw new UnauthorizedError('The admin key has expired or was revoked.');
  return admin;
}

function requireKey(keys: readonly ApiKey[], keyId: string): ApiKey {
  const key = keys.find((candidate) => candidate.key_id === keyId);
  if (key === undefined) throw new NotFoundError('Key not found.');
  return key;
}

function toIso(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}

/** Limits the end of a key: in the future, and no later than that of the requesting admin key. */
function limitExpiry(
  admin: ApiKey | undefined,
  expiresAt: number | undefined,
  now: number,
): number | undefined {
  if (expiresAt !== undefined && expiresAt <= now)
    throw new InvalidRequestError('expires_at', 'expected a time in the future');
  const latest = admin?.expires_at;
  if (latest === undefined) return expiresAt;
  if (expiresAt !== undefined && expiresAt > Date.parse(latest))
    throw new InvalidRequestError(
      'expires_at',
      `expected a time up to ${latest}, when your admin key expires`,
    );
  return expiresAt ?? Date.parse(latest);
}

function checkRoom(keys: readonly ApiKey[], kind: KeyKind, now: number): void {
  const most = MAX_LIVE_KEYS[kind];
  const live = keys.filter((key) => getKeyKind(key) === kind && isLive(key, now));
  if (live.length >= most)
    throw new KeyLimitError(
      `The account has ${most} live ${kind.replace('_', '-')} keys, the most that it may have: revoke one first.`,
    );
}

/** Limits the keys created by admin keys in 24 hours. Only the total number limits the operator. */
function checkPace(keys: readonly ApiKey[], now: number): void {
  const lately = keys.filter(
    ({ created_by, created_at }) => created_by !== undefined && now - Date.parse(created_at) < DAY_MS,
  );
  if (lately.length >= MAX_KEYS_CREATED_DAILY)
    throw new KeyLimitError(
      `Admin keys created ${MAX_KEYS_CREATED_DAILY} keys in the last 24 hours, the most that they may: create this one later.`,
    );
}

/** Throws unless another admin key is valid as long as this one. */
function refuseLastAdmin(keys: readonly ApiKey[], key: ApiKey, now: number): void {
  if (key.admin !== true) return;
  const isCovered = keys.some(
    (other) =>
      other !== key && other.admin === true && isLive(other, now) && getKeyEnd(other) >= getKeyEnd(key),
  );
  if (!isCovered) throw new LastAdminKeyError();
}

function checkUse({ origins, dataset }: PublishableUse = { origins: [] }): void {
  if (origins.length === 0 || origins.length > MAX_ORIGINS)
    throw new InvalidRequestError(
      'origins',
      `a publishable key needs 1 to ${MAX_ORIGINS} origins, such as https://shop.example`,
    );
  for (const [at, origin] of origins.entries()) {
    const problem = explainOriginProblem(origin);
    if (problem !== undefined) throw new InvalidRequestError(`origins[${at}]`, `${problem}, got ${origin}`);
  }
  if (dataset !== undefined && !v.is(datasetSlug, dataset))
    throw new InvalidRequestError('dataset_id', 'expected the slug of a dataset');
}
