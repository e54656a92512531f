// Connects sources to their shops: checks credentials at once, encrypts them, and starts the reading.
import { InvalidRequestError, WebhookLimitError } from '../../contract/errors/errors.ts';
import type { Credentials } from '../../contract/resources/orders/connections.ts';
import { explainUndelivered } from '../../contract/sentences/undelivered-because.ts';
import { CREDENTIAL_NAMES, type CredentialName, type PULLS, type SourceKind } from '../../contract/source.ts';
import type { HeldReads } from '../accounts/held-reads.ts';
import type { PullWorkflow } from '../aws/executions.ts';
import type { OpenSecret, SealSecret } from '../secrets/sealed-secrets.ts';
import type { SourceItem, SourceRef } from '../sources/sources.ts';
import { type ConnectionItem, type ConnectionStore, toConnectionOwner } from './connection-item.ts';
import type { Connector, Shop } from './connector.ts';
import type { Connectors } from './connectors.ts';
import { SHOP_TIMEOUT_MS } from './shop-request.ts';

export interface ManageConnectionsDeps {
  readonly connections: ConnectionStore;
  readonly connectors: Connectors;
  readonly workflow: Pick<PullWorkflow, 'start'>;
  readonly sealSecret: SealSecret;
  readonly openSecret: OpenSecret;
  /** Limits the requests that wait for a shop. */
  readonly sends: HeldReads;
  readonly clock: () => number;
}

/** Names of all kinds' credentials. */
const NAMES: readonly CredentialName[] = Object.values(CREDENTIAL_NAMES).flat(2);

type Secrets = Omit<Credentials, 'address'>;

/** Throws InvalidRequestError unless the credentials are those of one way to connect this kind of shop. */
function checkNames(kind: SourceKind, given: Secrets): void {
  const ways: readonly (readonly CredentialName[])[] = CREDENTIAL_NAMES[kind];
  const needed = ways.find((names) => names.some((name) => given[name] !== undefined)) ?? ways[0] ?? [];
  for (const name of NAMES) {
    const isGiven = given[name] !== undefined;
    if (needed.includes(name) && !isGiven)
      throw new InvalidRequestError(`credentials.${name}`, `required with kind: ${kind}`);
    if (isGiven && !ways.flat().includes(name))
      throw new InvalidRequestError(`credentials.${name}`, 'not allowed for this kind of shop');
    if (isGiven && !needed.includes(name))
      throw new InvalidRequestError(`credentials.${name}`, `not allowed with ${needed.join(' and ')}`);
  }
}

function pickValues(given: Secrets): Readonly<Record<string, string>> {
  return Object.fromEntries(
    NAMES.flatMap((name): [string, string][] => {
      const value = given[name];
      return value === undefined ? [] : [[name, value.trim()]];
    }),
  );
}

export function createManageConnections(deps: ManageConnectionsDeps) {
  const { connections, connectors, workflow, sealSecret, sends, clock } = deps;

  async function checkShop(connector: Connector, shop: Shop, accountId: string): Promise<void> {
    const lease = await sends.take(accountId, SHOP_TIMEOUT_MS / 1_000, clock());
    if (lease === undefined) throw new WebhookLimitError();
    try {
      const refusal = await connector.check(shop);
      if (refusal === undefined) return;
      const { fail_reason, fail_reason_coded } = explainUndelivered(refusal.problem);
      throw new InvalidRequestError('credentials', fail_reason ?? '', fail_reason_coded);
    } finally {
      await sends.release(lease);
    }
  }

  /** Returns the item's fields. Throws InvalidRequestError for credentials that the shop refuses. */
  async function seal(kind: SourceKind, ref: SourceRef, { address: given, ...others }: Credentials) {
    const connector = connectors[kind];
    checkNames(kind, others);
    const read = connector.readAddress(given.trim());
    if ('expected' in read) throw new InvalidRequestError('credentials.address', read.expected);
    const shop: Shop = { address: read.address, credentials: pickValues(others) };
    await checkShop(connector, shop, ref.accountId);
    const credentials = await sealSecret(JSON.stringify(shop.credentials), toConnectionOwner(ref));
    return { address: shop.address, credentials, connected_at: new Date(clock()).toISOString() };
  }

  /** Undefined if another request has changed it since. */
  async function change(
    item: ConnectionItem,
    ...changes: [Parameters<ConnectionStore['change']>[1], boolean?]
  ) {
    const [settings, restarts] = changes;
    const at = new Date(clock()).toISOString();
    const changed = await connections.change(item, settings, at, restarts);
    // If this start is lost, the reconciler repeats it.
    if (changed !== undefined) await workflow.start(changed);
    return changed;
  }

  return {
    get: (ref: SourceRef): Promise<ConnectionItem | undefined> => connections.get(ref),

    async list(accountId: string): Promise<ReadonlyMap<string, ConnectionItem>> {
      return new Map((await connections.list(accountId)).map((item) => [item.source_id, item]));
    },

    seal,

    /** `sealed`: the result of `seal`. Replaces the credentials of a connected source. */
    async connect(
      { account_id, source_id, kind }: SourceItem,
      sealed: Awaited<ReturnType<typeof seal>>,
      hook_url: string,
    ): Promise<void> {
      const ref = { accountId: account_id, sourceId: source_id };
      for (;;) {
        const found = await connections.get(ref);
        if (found === undefined) {
          const item: ConnectionItem = {
            ...{ account_id, source_id, kind, ...sealed, hook_url },
            ...{ is_cancelled: false, is_due: true },
            ...{ orders_read: 0, orders_ignored: 0, version: 1, woken: 1, runs: 0 },
          };
          await connections.create(item);
          await workflow.start(item);
          return;
        }
        const isOther = found.address !== sealed.address;
        if (await change(found, { ...sealed, hook_url, is_cancelled: false, is_due: true }, isOther)) return;
      }
    },

    /** Does nothing for a source without a connection. `active`: the source was activated. */
    async pull(ref: SourceRef, request: (typeof PULLS)[number] | 'active'): Promise<void> {
      const is_due = request !== 'cancel';
      for (;;) {
        const found = await connections.get(ref);
        if (found === undefined) return;
        const is_cancelled = request === 'active' ? found.is_cancelled : !is_due;
        if (await change(found, { is_cancelled, is_due })) return;
      }
    },

    /** A new secret for the events of the shop; undefined if it has one, or if its owner has to enter it. */
    findSecret: (kind: SourceKind, credentials: Credentials, hasSecret: boolean): string | undefined =>
      connectors[kind].findSecret(pickValues(credentials), hasSecret),

    /** Also ends the events of the shop, unless it does not answer. */
    async disconnect(ref: SourceRef): Promise<void> {
      const item = await connections.get(ref);
      if (item === undefined) return;
      await connections.remove(ref);
      if (item.events === 'manual') return;
      const opened = await deps.openSecret(item.credentials, toConnectionOwner(ref));
      const shop: Shop = { address: item.address, credentials: JSON.parse(opened) };
      await connectors[item.kind].removeEvents(shop, item.hook_url);
    },
  };
}
export type ManageConnections = ReturnType<typeof createManageConnections>;
