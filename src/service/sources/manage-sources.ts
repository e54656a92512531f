// Creates, changes and deletes sources.
import { decodeTime } from 'ulid';
import type { Caller } from '../../analysis/accounts/caller.ts';
import { NotFoundError, SourceLimitError } from '../../contract/errors/errors.ts';
import type { CreateSourceRequest, UpdateSourceRequest } from '../../contract/resources/orders/sources.ts';
import { MAX_SOURCES } from '../../contract/schema/limits.ts';
import { FORMER_SECRET_MS, USUAL_IDENTIFIER } from '../../contract/source.ts';
import type { ConnectionItem } from '../connections/connection-item.ts';
import type { ManageConnections } from '../connections/manage-connections.ts';
import type { DatasetMark } from '../erasures/erasure-marks.ts';
import type { ErasureStore } from '../erasures/erasures.ts';
import type { OpenSecret, SealSecret } from '../secrets/sealed-secrets.ts';
import { toHookUrl } from './source-view.ts';
import {
  openStored,
  type SourceChanges,
  type SourceItem,
  type SourceRef,
  type SourceStore,
  toSourceSecretOwner,
} from './sources.ts';

export interface ManageSourcesDeps {
  readonly sources: SourceStore;
  readonly connections: ManageConnections;
  readonly erasures: Pick<ErasureStore, 'mark'>;
  readonly sealSecret: SealSecret;
  readonly openSecret: OpenSecret;
  readonly newSourceId: (now: number) => string;
  readonly clock: () => number;
}

/** A source, the erasure mark of its dataset, and its connection if it has one. */
export interface MarkedSource {
  readonly item: SourceItem;
  readonly mark: DatasetMark | undefined;
  readonly connection: ConnectionItem | undefined;
}

export function createManageSources({
  sources,
  connections,
  erasures,
  newSourceId,
  clock,
  sealSecret,
  openSecret,
}: ManageSourcesDeps) {
  const toRef = ({ account_id, source_id }: SourceItem): SourceRef => ({
    accountId: account_id,
    sourceId: source_id,
  });

  async function withMark(
    item: SourceItem,
    connection = connections.get(toRef(item)),
  ): Promise<MarkedSource> {
    const mark = await erasures.mark(item.account_id, item.dataset_id);
    return { item, mark, connection: await connection };
  }

  /** Newer than the erasures of the dataset, whatever the clock shows. */
  async function createActivationId(accountId: string, datasetId: string): Promise<string> {
    const mark = await erasures.mark(accountId, datasetId);
    return newSourceId(Math.max(clock(), mark === undefined ? 0 : decodeTime(mark.latest) + 1));
  }

  const sealForSource = async (item: SourceItem, secret: string) => ({
    sealed: await sealSecret(secret, toSourceSecretOwner(item)),
  });

  /** Repeating the current secret changes nothing: the former one stays valid. */
  async function replaceSecret(item: SourceItem, secret: string, now: number): Promise<SourceChanges> {
    const former = item.secret && (await openStored(openSecret, item, item.secret));
    if (former === secret) return {};
    return {
      secret: await sealForSource(item, secret),
      ...(former !== undefined && {
        former_secret: { secret: await sealForSource(item, former), until: now + FORMER_SECRET_MS },
      }),
    };
  }

  /** Throws NotFoundError. */
  async function requireSource(ref: SourceRef): Promise<SourceItem> {
    const item = await sources.get(ref);
    if (item === undefined) throw new NotFoundError('Source not found.');
    return item;
  }

  return {
    /**
     * `startedAs`: the id that an earlier attempt of the request has reserved. `baseUrl`: of the API. Throws
     * InvalidRequestError.
     */
    async create(
      by: Caller,
      { kind, secret, dataset_id, name = kind, customer_identifier, credentials }: CreateSourceRequest,
      startedAs: string | undefined,
      baseUrl = '',
    ): Promise<MarkedSource> {
      const { accountId, author } = by;
      const now = clock();
      const sourceId = startedAs ?? newSourceId(now);
      const known = await sources.list(accountId);
      const earlier = known.find(({ source_id }) => source_id === sourceId);
      if (earlier === undefined && known.length >= MAX_SOURCES) throw new SourceLimitError(MAX_SOURCES);
      const sealed = credentials && (await connections.seal(kind, { accountId, sourceId }, credentials));
      const hookUrl = toHookUrl(baseUrl, sourceId);
      if (earlier !== undefined) {
        if (sealed !== undefined) await connections.connect(earlier, sealed, hookUrl);
        return withMark(earlier);
      }
      const item: SourceItem = {
        account_id: accountId,
        source_id: sourceId,
        kind,
        name,
        dataset_id,
        customer_identifier: customer_identifier ?? USUAL_IDENTIFIER[kind],
        created_at: new Date(now).toISOString(),
        created_by: author,
        activated_as: await createActivationId(accountId, dataset_id),
        paused: false,
        accepted: 0,
        duplicates: 0,
        ignored: 0,
      };
      const signing = secret ?? (credentials && connections.findSecret(kind, credentials, false));
      if (signing !== undefined) item.secret = await sealForSource(item, signing);
      await sources.create(item, by);
      if (sealed !== undefined) await connections.connect(item, sealed, hookUrl);
      return withMark(item);
    },

    async list(accountId: string): Promise<MarkedSource[]> {
      const connected = await connections.list(accountId);
      const found = await sources.list(accountId);
      return Promise.all(found.map((item) => withMark(item, Promise.resolve(connected.get(item.source_id)))));
    },

    get: async (ref: SourceRef): Promise<MarkedSource> => withMark(await requireSource(ref)),

    /**
     * `check` throws if the source differs from the version that the client has read. Throws NotFoundError.
     */
    async update(
      by: Caller,
      { baseUrl = '', ...ref }: SourceRef & { readonly baseUrl?: string },
      request: UpdateSourceRequest,
      check: (found: MarkedSource) => void = () => undefined,
    ): Promise<MarkedSource> {
      const { credentials, pull, status } = request;
      let sealed: Awaited<ReturnType<typeof connections.seal>> | undefined;
      for (;;) {
        const now = clock();
        const item = await requireSource(ref);
        check(await withMark(item));
        if (credentials) sealed ??= await connections.seal(item.kind, ref, credentials);
        const hasSecret = item.secret !== undefined;
        const chosen = credentials ? connections.findSecret(item.kind, credentials, hasSecret) : undefined;
        const secret = request.secret === undefined ? chosen : request.secret;
        const changed = await sources.change(
          ref,
          {
            ...toChanges(item, request, await createActivationId(item.account_id, item.dataset_id)),
            ...(typeof secret === 'string' && (await replaceSecret(item, secret, now))),
            ...(by.author && { updated_by: by.author }),
          },
          { seen: item, by },
        );
        // Otherwise another request changed or deleted the source.
        if (changed === undefined) continue;
        if (credentials === null) await connections.disconnect(ref);
        if (sealed !== undefined)
          await connections.connect(changed, sealed, toHookUrl(baseUrl, ref.sourceId));
        // The shop has to sign with another secret.
        const wanted = pull ?? (status === 'active' || typeof secret === 'string' ? 'active' : undefined);
        if (wanted !== undefined) await connections.pull(ref, wanted);
        return withMark(changed);
      }
    },

    /** Throws NotFoundError. */
    async remove(ref: SourceRef): Promise<MarkedSource> {
      const found = await withMark(await requireSource(ref));
      await sources.remove(ref);
      await connections.disconnect(ref);
      return found;
    },
  };
}

function toChanges(
  item: SourceItem,
  { secret, name, status }: UpdateSourceRequest,
  activation: string,
): SourceChanges {
  return {
    ...(name !== undefined && { name: name ?? item.kind }),
    // Removing the secret also ends the former one: an owner removes a secret only if it no longer signs events.
    ...(secret === null && { secret, former_secret: null }),
    ...(status === 'paused' && { paused: true, paused_because: null }),
    ...(status === 'active' && { paused: false, paused_because: null, activated_as: activation }),
  };
}
