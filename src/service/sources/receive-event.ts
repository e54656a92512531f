// Receives an event of a shop: verify → admit → map → accept as an import. A verified event that is ignored
// also gets 200, so that the shop does not disable the webhook; the source counts ignored events by reason.

import { randomInt } from 'node:crypto';
import {
  InvalidSignatureError,
  NotFoundError,
  PlanRequiredError,
  RequestInProgressError,
  SourcePausedError,
} from '../../contract/errors/errors.ts';
import { type PlanLimits, type PlanName, resolveLimits } from '../../contract/plans.ts';
import type { EventReceived } from '../../contract/resources/orders/sources.ts';
import type { IgnoredReason } from '../../contract/source.ts';
import type { Account, AccountStore } from '../accounts/accounts.ts';
import type { IdempotencyRecords } from '../accounts/idempotency-records.ts';
import type { DatasetMark } from '../erasures/erasure-marks.ts';
import type { ErasureStore } from '../erasures/erasures.ts';
import { measure } from '../observability/metrics.ts';
import { type AcceptOrdersDeps, createAcceptOrders } from '../orders/accept-orders.ts';
import type { OpenSecret } from '../secrets/sealed-secrets.ts';
import { getSignature, type Headers, isPing, readEventHeaders } from './event-headers.ts';
import { computeEventVersion } from './event-version.ts';
import { createMapEvent } from './map-event.ts';
import { isSignedByOne } from './signature.ts';
import { findPauseReason } from './source-view.ts';
import { openStored, type SourceItem, type SourceStore } from './sources.ts';

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
  const mapEvent = createMapEvent(erasures);

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

  return async function receiveEvent(event: IncomingEvent): Promise<EventReceived> {
    const source = await verifySource(event);
    if (source === undefined) return { status: 'ping' };
    const { account, mark } = await requireActiveAccount(source);
    const { account_id: accountId, source_id: sourceId, dataset_id } = source;
    const receivedAt = clock();
    const headers = readEventHeaders(source.kind, event.headers, event.body);
    const change = await mapEvent(source, headers.topic, () => JSON.parse(event.body.toString('utf8')), {
      mark,
      readCurrency: async () => (await datasets.get(accountId, dataset_id))?.currency ?? source.currency,
    });
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
