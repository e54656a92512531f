// Receives an event of a shop: verify → admit → map → accept as an import. A verified event that is ignored
// also gets 200, so that the shop does not disable the webhook; the source counts ignored events by reason.

import { randomInt } from 'node:crypto';
import { decodeTime, encodeTime } from 'ulid';
import * as v from 'valibot';
import { computeCustomerDigest } from '../../analysis/erasure/erasure.ts';
import {
  InvalidSignatureError,
  NotFoundError,
  PayloadTooLargeError,
  PlanRequiredError,
  RequestInProgressError,
  SourcePausedError,
} from '../../contract/errors/errors.ts';
import { queuedOrders } from '../../contract/messages/chunk-message.ts';
import { type PlanLimits, type PlanName, resolveLimits } from '../../contract/plans.ts';
import type { EventReceived } from '../../contract/resources/orders/sources.ts';
import { countRows } from '../../contract/resources/orders/submitted-order.ts';
import { MAX_LINE_ITEMS_PER_REQUEST } from '../../contract/schema/limits.ts';
import type { CustomerIdentifier, IgnoredReason, SourceKind } from '../../contract/source.ts';
import type { Account, AccountStore } from '../accounts/accounts.ts';
import type { IdempotencyRecords } from '../accounts/idempotency-records.ts';
import type { DatasetMark } from '../erasures/erasure-marks.ts';
import type { ErasureStore } from '../erasures/erasures.ts';
import { measure } from '../observability/metrics.ts';
import { type AcceptOrdersDeps, createAcceptOrders } from '../orders/accept-orders.ts';
import type { OpenSecret } from '../secrets/sealed-secrets.ts';
import { type EventHeaders, getSignature, type Headers, isPing, readEventHeaders } from './event-headers.ts';
import type { EventOrders, MappedEvent } from './mapped-event.ts';
import { mapShopify } from './shopify.ts';
import { isSignedByOne } from './signature.ts';
import { findPauseReason } from './source-view.ts';
import { openStored, type SourceItem, type SourceStore } from './sources.ts';
import { mapWooCommerce } from './woocommerce.ts';

// How each kind of source states its orders. A new kind is added here and in event-headers.ts.
type Mapping = (topic: string, payload: unknown, identifier: CustomerIdentifier) => MappedEvent;

const MAPPINGS: Readonly<Record<SourceKind, Mapping>> = {
  shopify: mapShopify,
  woocommerce: mapWooCommerce,
};

// The version of an event's content: a ULID with the time of the change. The later of two events of an order
// wins, whichever is applied last.
const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

interface EventTimes {
  /** When the order was changed, according to the payload: mostly whole seconds. */
  readonly changedAt: number | undefined;
  /** When the event was triggered. */
  readonly triggeredAt: number | undefined;
  readonly receivedAt: number;
}

/**
 * Events of the same second sort by trigger time or, if the shop does not state it, by arrival. A time in the
 * future counts as now: an order must not be closed to later events. `random`: 32 bits.
 */
export function computeEventVersion(
  { changedAt, triggeredAt, receivedAt }: EventTimes,
  random: number,
): string {
  const known = changedAt === undefined || Number.isNaN(changedAt) ? (triggeredAt ?? receivedAt) : changedAt;
  const time = Math.min(Math.max(0, known), receivedAt);
  const sequence = Math.min(triggeredAt ?? receivedAt, receivedAt);
  let rest = (BigInt(sequence) << 32n) | BigInt(random);
  let suffix = '';
  for (let at = 0; at < 16; at++) {
    suffix = BASE32.charAt(Number(rest & 31n)) + suffix;
    rest >>= 5n;
  }
  return encodeTime(time, 10) + suffix;
}

export interface ReceiveEventDeps extends AcceptOrdersDeps {
  readonly sources: Pick<SourceStore, 'find' | 'noteEvent' | 'noteRefused'>;
  readonly accounts: Pick<AccountStore, 'getAccount'>;
  readonly erasures: Pick<ErasureStore, 'mark' | 'customerMarks'>;
  readonly openSecret: OpenSecret;
  readonly records: IdempotencyRecords;
  readonly plans: Readonly<Record<PlanName, PlanLimits>>;
}

export interface IncomingEvent {
  readonly sourceId: string;
  readonly headers: Headers;
  /** The body as signed. */
  readonly body: Buffer;
  /** Throws RateLimitedError. */
  readonly admit: (counted: { readonly sourceId: string } | 'address') => Promise<void>;
}

export function createReceiveEvent(deps: ReceiveEventDeps) {
  const { sources, accounts, erasures, datasets, records, openSecret, plans, newImportId, clock } = deps;
  const acceptOrders = createAcceptOrders(deps);

  /** Throws NotFoundError, InvalidSignatureError, RateLimitedError. Undefined for a ping. */
  async function verifySource(event: IncomingEvent): Promise<SourceItem | undefined> {
    const { sourceId, headers, body, admit } = event;
    const source = await sources.find(sourceId);
    if (source === undefined) {
      await admit('address');
      throw new NotFoundError('Source not found.');
    }
    const now = clock();
    const stored = [
      ...(source.secret === undefined ? [] : [source.secret]),
      ...(source.former_secret !== undefined && now < source.former_secret.until
        ? [source.former_secret.secret]
        : []),
    ];
    const opened = await Promise.all(stored.map((each) => openStored(openSecret, source, each)));
    const secrets = opened.filter((secret) => secret !== undefined);
    if (isSignedByOne(body, getSignature(source.kind, headers), secrets)) {
      await admit({ sourceId });
      return source;
    }
    await admit('address');
    if (isPing(source.kind, headers, body)) return undefined;
    measure('ShopEventsRefused');
    await sources.noteRefused(source, now);
    throw new InvalidSignatureError();
  }

  async function requireActiveAccount(
    source: SourceItem,
  ): Promise<{ readonly account: Account; readonly mark: DatasetMark | undefined }> {
    const [account, mark] = await Promise.all([
      accounts.getAccount(source.account_id),
      erasures.mark(source.account_id, source.dataset_id),
    ]);
    if (account === undefined) throw new NotFoundError('Source not found.');
    if (!plans[account.plan].apiAccess) {
      throw new PlanRequiredError(
        `The ${account.plan} plan does not include API access, which requires the max plan or higher.`,
      );
    }
    const pause = findPauseReason(source, mark);
    if (pause !== undefined) throw new SourcePausedError(pause);
    return { account, mark };
  }

  async function mapEvent(
    source: SourceItem,
    { topic }: EventHeaders,
    { body, mark }: { readonly body: Buffer; readonly mark: DatasetMark | undefined },
  ): Promise<MappedEvent> {
    const mapped = readPayload(source, topic, body);
    if ('ignored' in mapped) return mapped;
    if (!(await isItsCurrency(source, mapped))) return { ignored: 'currency' };
    return (await isErased(source, mapped, mark)) ? { ignored: 'erased' } : mapped;
  }

  /**
   * Amounts of two currencies are never added: the event must have the dataset's currency, or that of the
   * source's first event.
   */
  async function isItsCurrency(source: SourceItem, { currency }: EventOrders): Promise<boolean> {
    if (currency === undefined) return true;
    const dataset = await datasets.get(source.account_id, source.dataset_id);
    return (dataset?.currency ?? source.currency ?? currency) === currency;
  }

  /**
   * Content that the shop stated before the dataset was erased stays erased; so does an order placed before
   * its customer was erased, whatever later events state.
   */
  async function isErased(
    source: SourceItem,
    { changedAt, placedAt, orders }: EventOrders,
    mark: DatasetMark | undefined,
  ): Promise<boolean> {
    if (mark?.whole !== undefined && changedAt !== undefined && changedAt <= decodeTime(mark.whole))
      return true;
    const { account_id: accountId, dataset_id: datasetId } = source;
    if (placedAt === undefined || mark === undefined) return false;
    const customers = new Set(orders.flatMap(({ customer_id = [] }) => customer_id));
    if (customers.size === 0) return false;
    const digests = new Set([...customers].map((id) => computeCustomerDigest(accountId, datasetId, id)));
    const marks = await erasures.customerMarks(accountId, datasetId, digests);
    return [...marks.values()].some((erasureId) => placedAt <= decodeTime(erasureId));
  }

  return async function receiveEvent(event: IncomingEvent): Promise<EventReceived> {
    const source = await verifySource(event);
    if (source === undefined) return { status: 'ping' };
    const { account, mark } = await requireActiveAccount(source);
    const { account_id: accountId, source_id: sourceId, dataset_id } = source;
    const receivedAt = clock();
    const headers = readEventHeaders(source.kind, event.headers, event.body);
    const change = await mapEvent(source, headers, { body: event.body, mark });
    const note = (outcome: 'accepted' | 'ignored' | 'duplicates', reason?: IgnoredReason): Promise<void> =>
      sources.noteEvent(source, outcome, {
        at: receivedAt,
        reason,
        currency: 'orders' in change ? change.currency : undefined,
      });
    if ('ignored' in change) {
      measure(change.ignored === 'unreadable' ? 'ShopEventsUnreadable' : 'ShopEventsIgnored');
      await note('ignored', change.ignored);
      return { status: 'ignored', reason: change.ignored };
    }
    const as_of = computeEventVersion(
      { changedAt: change.changedAt, triggeredAt: headers.triggeredAt, receivedAt },
      randomInt(2 ** 32),
    );
    const ref = { accountId: `${accountId}#source#${sourceId}`, key: `${headers.topic}#${headers.eventId}` };
    const claim = `${receivedAt}-${randomInt(2 ** 32)}`;
    const held = await records.claim(
      ref,
      { claim, fingerprint: '', workId: newImportId(receivedAt) },
      receivedAt,
    );
    if (held.state === 'taken') {
      if (held.answer === undefined) throw new RequestInProgressError('This event is being processed.');
      await note('duplicates');
      measure('ShopEventsRepeated');
      return { status: 'duplicate' };
    }
    const { maxStoredRows } = resolveLimits(plans[account.plan], account.overrides);
    const { import_id } = await acceptOrders(
      accountId,
      maxStoredRows,
      { orders: change.orders.map((order) => ({ ...order, as_of })), dataset_id },
      { ...held.started, renew: (id) => records.renewWork(ref, claim, id) },
    ).catch(async (error: unknown) => {
      await records.release(ref, claim, clock());
      throw error;
    });
    await records.complete(ref, claim, { statusCode: 200, body: '' }, clock());
    await note('accepted');
    measure('ShopEventsAccepted');
    return { status: 'accepted', import_id };
  };
}

/**
 * A payload that differs from its shop's documentation, or does not fit the contract, counts as unreadable.
 * An event may have as many rows as a request: throws PayloadTooLargeError before it processes more.
 */
function readPayload({ kind, customer_identifier }: SourceItem, topic: string, body: Buffer): MappedEvent {
  try {
    const mapped = MAPPINGS[kind](topic, JSON.parse(body.toString('utf8')), customer_identifier);
    if ('ignored' in mapped) return mapped;
    const rows = countRows(mapped.orders);
    if (rows > MAX_LINE_ITEMS_PER_REQUEST)
      throw new PayloadTooLargeError(
        `Event of ${rows} rows; expected at most ${MAX_LINE_ITEMS_PER_REQUEST}.`,
      );
    return { ...mapped, orders: v.parse(queuedOrders, mapped.orders) };
  } catch (error) {
    if (error instanceof v.ValiError || error instanceof SyntaxError) return { ignored: 'unreadable' };
    throw error;
  }
}
