// One step of reading a shop: reads pages, one after the other, and imports their orders, until the step's
// time is over, the shop is busy, or everything is read. The first pass reads the history; every later one
// what has changed since the pass before, and imports what is missing here. Progress is saved after a page's
// import: a worker that was killed before reads the page again, and its orders have the same versions.
import { randomInt } from 'node:crypto';
import { decodeTime } from 'ulid';
import { PayloadTooLargeError } from '../../contract/errors/errors.ts';
import type { PullInput } from '../../contract/messages/workflow.ts';
import { type PlanLimits, type PlanName, resolveLimits } from '../../contract/plans.ts';
import type { SubmittedOrder } from '../../contract/resources/orders/submitted-order.ts';
import type { AccountStore } from '../accounts/accounts.ts';
import type { ErasureStore } from '../erasures/erasures.ts';
import { log } from '../observability/log.ts';
import { measure } from '../observability/metrics.ts';
import { type AcceptOrdersDeps, createAcceptOrders } from '../orders/accept-orders.ts';
import type { OrderReader } from '../orders/order-reader.ts';
import type { OpenSecret } from '../secrets/sealed-secrets.ts';
import { computeEventVersion } from '../sources/event-version.ts';
import { createMapEvent } from '../sources/map-event.ts';
import { findPauseReason } from '../sources/source-view.ts';
import { openStored, type SourceItem, type SourceStore } from '../sources/sources.ts';
import {
  createLeasedStep,
  createRepeat,
  DONE,
  LEASE_MS,
  type LeasedStepDeps,
  OutdatedError,
  type Step,
  WORK_MS,
} from '../webhooks/leased-step.ts';
import { addFailure, LONGEST_WAIT_S } from '../webhooks/retry-waits.ts';
import {
  type ConnectionItem,
  type ConnectionStore,
  type Pass,
  type Progress,
  toConnectionOwner,
} from './connection-item.ts';
import type { PullOutcome, Refusal, Shop } from './connector.ts';
import type { Connectors } from './connectors.ts';

export interface PullOrdersDeps
  extends AcceptOrdersDeps,
    Pick<LeasedStepDeps<ConnectionItem>, 'steps' | 'newId' | 'clock'> {
  readonly connections: Pick<ConnectionStore, 'get' | 'lease' | 'release' | 'save' | 'rest' | 'remove'>;
  readonly sources: Pick<SourceStore, 'get' | 'noteCurrency'>;
  readonly accounts: Pick<AccountStore, 'getAccount'>;
  readonly erasures: Pick<ErasureStore, 'mark' | 'customerMarks'>;
  readonly orders: Pick<OrderReader, 'roots'>;
  readonly openSecret: OpenSecret;
  readonly connectors: Connectors;
  readonly plans: Readonly<Record<PlanName, PlanLimits>>;
}

/** Changes of the last minutes wait for the next pass: the shop's clock may differ, and its events may be late. */
const SETTLING_MS = 10 * 60_000;
/** Passes overlap: a shop may commit a change some time after the time that it states. */
const OVERLAP_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Imports of a connection that wait to be applied: more would delay those of other accounts. */
const MAX_OPEN_IMPORTS = 3;
const IMPORT_WAIT_S = 2;

interface MappedOrder {
  readonly orders: readonly SubmittedOrder[];
  readonly as_of: string;
  readonly changedAt: number;
}

export function createPullOrders(deps: PullOrdersDeps) {
  const { connections, sources, accounts, erasures, datasets, connectors, plans, clock } = deps;
  const acceptOrders = createAcceptOrders(deps);
  const mapEvent = createMapEvent(erasures);

  async function save(item: ConnectionItem, progress: Progress): Promise<ConnectionItem> {
    const saved = await connections.save(item, progress, clock() + LEASE_MS);
    if (saved === undefined) throw new OutdatedError();
    return saved;
  }

  async function restUnlessWoken(item: ConnectionItem): Promise<Step> {
    return (await connections.rest(item)) ? DONE : createRepeat(0);
  }

  /** The rows that the account may store; undefined while its plan or the source's pause stops the reading. */
  async function findRoom(source: SourceItem) {
    const [account, mark] = await Promise.all([
      accounts.getAccount(source.account_id),
      erasures.mark(source.account_id, source.dataset_id),
    ]);
    if (account === undefined || !plans[account.plan].apiAccess) return undefined;
    if (findPauseReason(source, mark) !== undefined) return undefined;
    return { mark, ...resolveLimits(plans[account.plan], account.overrides) };
  }

  /** The imports that are not complete. */
  async function listOpenImports(accountId: string, ids: readonly string[]): Promise<string[]> {
    const found = await Promise.all(ids.map((importId) => deps.imports.get({ accountId, importId })));
    return ids.filter((_, at) => found[at] !== undefined && found[at].completed_at === undefined);
  }

  /** Whether the stored orders are older than those read from the shop, or missing. */
  async function selectOutdated(
    { account_id: accountId, dataset_id: datasetId }: SourceItem,
    read: readonly MappedOrder[],
  ): Promise<readonly MappedOrder[]> {
    const ids = read.flatMap(({ orders }) => orders.map(({ order_id }) => order_id));
    const versions = new Map<string, number>();
    for (let at = 0; at < ids.length; ) {
      const roots = await deps.orders.roots({ accountId, datasetId }, ids.slice(at));
      for (const root of roots)
        if (root?.completeAs !== undefined) versions.set(root.orderId, decodeTime(root.completeAs));
      at += roots.length;
    }
    // An order without rows that was never stored needs none.
    return read.filter(({ orders, changedAt }) =>
      orders.some(({ order_id, line_items }) => {
        const stored = versions.get(order_id);
        return stored === undefined ? line_items.length > 0 : stored < changedAt;
      }),
    );
  }

  async function importPage(
    item: ConnectionItem,
    current: Pass,
    {
      source,
      room,
      page,
      askedAt,
    }: {
      readonly source: SourceItem;
      readonly room: NonNullable<Awaited<ReturnType<typeof findRoom>>>;
      readonly page: Extract<PullOutcome, { outcome: 'page' }>;
      readonly askedAt: number;
    },
  ): Promise<ConnectionItem> {
    const { account_id: accountId, dataset_id } = source;
    let currency = (await datasets.get(accountId, dataset_id))?.currency ?? source.currency;
    const setting = { mark: room.mark, readCurrency: async () => currency };
    const mapped: MappedOrder[] = [];
    let latest = item.last_order_at;
    for (const { topic, payload } of page.orders) {
      const change = await mapEvent(source, topic, () => payload, setting).catch(ignoreTooLarge);
      if (change === undefined || 'ignored' in change) continue;
      const { changedAt = askedAt, placedAt, orders } = change;
      if (currency === undefined && change.currency !== undefined) {
        currency = change.currency;
        await sources.noteCurrency(source, currency);
      }
      const at = new Date(placedAt ?? 0).toISOString();
      if (latest === undefined || at > latest) latest = at;
      const times = { changedAt, triggeredAt: undefined, receivedAt: askedAt };
      mapped.push({ orders, changedAt, as_of: computeEventVersion(times, randomInt(2 ** 32)) });
    }
    const missing = item.read_until === undefined ? mapped : await selectOutdated(source, mapped);
    const imports = [...current.imports];
    if (missing.length > 0) {
      const orders = missing.flatMap(({ orders, as_of }) => orders.map((order) => ({ ...order, as_of })));
      const { import_id } = await acceptOrders(accountId, room.maxStoredRows, { orders, dataset_id });
      imports.push(import_id);
    }
    const read = page.orders.length;
    measure('ShopOrdersRead', read);
    const next: Pass = {
      ...current,
      cursor: page.cursor,
      read: current.read + read,
      repaired: current.repaired + missing.length,
      imports,
      ...(page.expected !== undefined && { expected: page.expected }),
    };
    return save(item, {
      pass: next,
      failing: null,
      orders_read: item.orders_read + read,
      orders_ignored: item.orders_ignored + read - mapped.length,
      ...(latest !== undefined && { last_order_at: latest }),
    });
  }

  /**
   * After the history, changes during its reading follow at once; later passes, every night, or every hour if
   * the shop posts no events.
   */
  function complete(
    item: ConnectionItem,
    { until, read, repaired }: Pass,
    { last_event_at }: SourceItem,
  ): Promise<ConnectionItem> {
    const now = clock();
    const hasEvents = item.events === 'registered' || now - Date.parse(last_event_at ?? '') < DAY_MS;
    const night = findNextNight(now, item.source_id);
    const isHistory = item.read_until === undefined;
    measure('ShopPassesCompleted');
    if (!isHistory) measure('ShopOrdersRepaired', repaired);
    return save(item, {
      pass: null,
      failing: null,
      read_until: until,
      next_at: isHistory ? now + SETTLING_MS : hasEvents ? night : Math.min(night, now + HOUR_MS),
      ...(!isHistory && {
        last_comparison: { at: new Date(now).toISOString(), orders: read, repaired },
      }),
    });
  }

  async function noteFailure(item: ConnectionItem, refusal: Refusal): Promise<Step> {
    const now = clock();
    const { outcome, problem } = refusal;
    const seconds = outcome === 'retry' ? refusal.seconds : undefined;
    const failing = addFailure(item.failing, { problem, isFinal: outcome === 'refused', seconds }, now);
    measure('ShopRequestsFailed');
    if (failing.next_at !== undefined) {
      await save(item, { failing });
      return createRepeat(Math.min(LONGEST_WAIT_S, (failing.next_at - now) / 1_000));
    }
    measure('ShopPassesFailed');
    log('warn', 'reading of a shop given up', { source_id: item.source_id, fail_reason: failing.reason });
    return restUnlessWoken(await save(item, { failing, next_at: now + DAY_MS }));
  }

  /** Makes the shop post its events. A shop that is down is asked again by the next step. */
  async function registerEvents(
    item: ConnectionItem,
    source: SourceItem,
    shop: Shop,
  ): Promise<ConnectionItem> {
    const secret = source.secret && (await openStored(deps.openSecret, source, source.secret));
    if (secret === undefined) return save(item, { events: 'manual' });
    const refusal = await connectors[item.kind].registerEvents(shop, { url: item.hook_url, secret });
    if (refusal?.outcome === 'retry') return item;
    return save(item, { events: refusal === undefined ? 'registered' : 'manual' });
  }

  function startPass(item: ConnectionItem): Promise<ConnectionItem> {
    const since = item.read_until === undefined ? {} : { since: item.read_until - OVERLAP_MS };
    const until = Math.max(clock() - SETTLING_MS, item.read_until ?? 0);
    const pass = { ...since, until, read: 0, repaired: 0, imports: [] };
    return save(item, { pass, is_due: false });
  }

  async function work(leased: ConnectionItem): Promise<Step> {
    const begun = clock();
    let item = leased;
    const ref = { accountId: item.account_id, sourceId: item.source_id };
    const source = await sources.get(ref);
    if (source === undefined) {
      await connections.remove(ref);
      return DONE;
    }
    const room = await findRoom(source);
    const connector = connectors[item.kind];
    if (item.is_cancelled) return restUnlessWoken(item);
    if (room === undefined)
      return restUnlessWoken(await save(item, { next_at: findNextNight(begun, item.source_id) }));
    const opened = await deps.openSecret(item.credentials, toConnectionOwner(ref));
    const shop: Shop = { address: item.address, credentials: JSON.parse(opened) };
    if (item.events === undefined) item = await registerEvents(item, source, shop);
    for (;;) {
      if (item.pass === undefined) {
        if (!item.is_due && (item.next_at ?? 0) > clock()) return restUnlessWoken(item);
        item = await startPass(item);
      }
      const current = item.pass;
      if (current === undefined) throw new OutdatedError();
      if (clock() - begun > WORK_MS) return createRepeat(0);
      const imports = await listOpenImports(item.account_id, current.imports);
      if (imports.length >= MAX_OPEN_IMPORTS) return createRepeat(IMPORT_WAIT_S);
      const askedAt = clock();
      const page = await connector.pull(shop, current, current.cursor);
      if ('problem' in page) return noteFailure(item, page);
      if (page.outcome === 'wait') {
        item = await save(item, { pass: { ...current, imports, cursor: page.cursor }, failing: null });
        if (page.seconds > 0) return createRepeat(page.seconds);
        continue;
      }
      item = await importPage(item, { ...current, imports }, { source, room, page, askedAt });
      if (page.cursor === undefined && item.pass !== undefined)
        item = await complete(item, item.pass, source);
    }
  }

  const leasedStep = createLeasedStep({ ...deps, items: connections }, work);

  return async function pullOrders({ account_id, source_id, run, error }: PullInput): Promise<Step> {
    // The reconciler starts another execution.
    if (error !== undefined) return DONE;
    const item = await connections.get({ accountId: account_id, sourceId: source_id });
    return item === undefined || item.runs > run ? DONE : leasedStep(item);
  };
}

/** An order of more rows than a request may have cannot be imported. */
function ignoreTooLarge(error: unknown): undefined {
  if (!(error instanceof PayloadTooLargeError)) throw error;
}

/** Between midnight and five, UTC; at another time for each shop, so that they do not come at once. */
function findNextNight(now: number, sourceId: string): number {
  const spread = (Number.parseInt(Buffer.from(sourceId.slice(-4)).toString('hex'), 16) % 300) * 60_000;
  const today = Math.floor(now / DAY_MS) * DAY_MS + spread;
  return today > now ? today : today + DAY_MS;
}
