// One step of sending an account's events to one of its endpoints: in the order of the log, each until the
// receiver has accepted it. An event that a killed worker sent without recording it is sent again, under the same id; a
// digest only once, because people may have it already. An endpoint that accepts nothing for days, or answers that it
// is gone, is paused: the events wait in the log.
import type { SendEventsInput } from '../../../contract/messages/workflow.ts';
import type { AccountEvent } from '../../../contract/resources/events.ts';
import type { EndpointDelivery } from '../../../contract/resources/webhook-endpoints.ts';
import { say } from '../../../contract/sentences/sentence.ts';
import type { DeliverySentence } from '../../../contract/sentences/undelivered-because.ts';
import { log } from '../../observability/log.ts';
import { measure } from '../../observability/metrics.ts';
import type { EndpointDeliveries, EndpointItem, EndpointStore, SentEvents } from '../endpoints.ts';
import type { EventLog } from '../event-log.ts';
import {
  createLeasedStep,
  createRepeat,
  DONE,
  LEASE_MS,
  type LeasedStepDeps,
  OutdatedError,
  type Step,
  WORK_MS,
} from '../leased-step.ts';
import { addFailure, LONGEST_WAIT_S } from '../retry-waits.ts';
import type { DeliveryAttempt } from '../send.ts';
import { toAttempt } from './endpoint-attempt.ts';
import {
  createOpenReceiver,
  isDigest,
  isFor,
  type OpenReceiverDeps,
  type PrepareEvent,
} from './open-receiver.ts';

export interface SendEventsDeps
  extends OpenReceiverDeps,
    Pick<LeasedStepDeps<EndpointItem>, 'steps' | 'newId' | 'clock'> {
  readonly endpoints: Pick<EndpointStore, 'get' | 'lease' | 'release' | 'save' | 'rest'>;
  readonly events: Pick<EventLog, 'after'>;
  readonly deliveries: Pick<EndpointDeliveries, 'add'>;
}

/** Events that are read at once: each has at most about 2 kB. */
const READ_AT_ONCE = 25;

/** Errors of the network that end a connection before a request, or without one. Any other may follow its arrival. */
const BEFORE_REQUEST =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ERR_ADDRESS_NOT_PUBLIC|ERR_TLS_.*|CERT_.*|.*_CERT.*)$/;

/** Whether the receiver may have the message, although the attempt failed. */
function mayHaveArrived({ code, params }: DeliverySentence): boolean {
  if (code === 'receiver_unreachable') return !BEFORE_REQUEST.test(params.error ?? '');
  return code === 'receiver_silent' || code === 'receiver_closed';
}

const UNCERTAIN = {
  verdict: 'give_up',
  responseStatus: undefined,
  problem: say('digest_uncertain', {}),
} satisfies DeliveryAttempt;

export function createSendEvents(deps: SendEventsDeps) {
  const { endpoints, events, deliveries, newId, clock } = deps;
  const openReceiver = createOpenReceiver(deps);

  async function save(item: EndpointItem, sent: SentEvents): Promise<EndpointItem> {
    const saved = await endpoints.save(item, sent, clock() + LEASE_MS);
    if (saved === undefined) throw new OutdatedError();
    return saved;
  }

  async function stopUnlessWoken(item: EndpointItem): Promise<Step> {
    return (await endpoints.rest(item)) ? DONE : createRepeat(0);
  }

  /** Sends one event, and records the attempt. Without `step`, the next event may follow. */
  async function attempt(
    found: EndpointItem,
    event: AccountEvent,
    prepare: PrepareEvent,
  ): Promise<{ readonly item: EndpointItem; readonly step?: Step }> {
    const { sequence } = event;
    const endEvent = async (item: EndpointItem) => ({
      item: await save(item, { sent_until: sequence, sending: null, failing: null }),
    });
    if (found.sending === sequence) return repeatInterrupted(found, event, endEvent);
    const send = await prepare(event);
    if (send === undefined) return endEvent(found);
    const item = isDigest(found) ? await save(found, { sent_until: sequence - 1, sending: sequence }) : found;
    const at = clock();
    const sent = await send(at);
    const { problem, verdict } = sent;
    const now = clock();
    measure('WebhookDuration', now - at);
    const mayRepeat = !isDigest(item) || problem === undefined || !mayHaveArrived(problem);
    const isFinal = verdict === 'give_up' || !mayRepeat;
    const failing = problem && addFailure(item.failing, { problem, isFinal }, now);
    await record(item, event, at, sent, failing?.next_at);
    if (failing === undefined || !mayRepeat) {
      measure(failing === undefined ? 'WebhooksDelivered' : 'WebhooksGivenUp');
      return endEvent(item);
    }
    const failed = { sent_until: sequence - 1, sending: null, failing };
    if (failing.next_at !== undefined) {
      measure('WebhookRetries');
      const waiting = await save(item, failed);
      return { item: waiting, step: createRepeat(Math.min(LONGEST_WAIT_S, (failing.next_at - now) / 1_000)) };
    }
    measure('WebhookEndpointsPaused');
    log('warn', 'webhook endpoint paused', { endpoint_id: item.endpoint_id, fail_reason: failing.reason });
    const because = verdict === 'give_up' ? 'refused' : 'failing';
    const paused = { because, at: new Date(now).toISOString() } as const;
    const given = await save(item, { ...failed, paused });
    return { item: given, step: await stopUnlessWoken(given) };
  }

  /** The worker of a digest ended without recording the outcome: it is sent once more, and given up the next time. */
  async function repeatInterrupted(
    item: EndpointItem,
    event: AccountEvent,
    endEvent: (item: EndpointItem) => Promise<{ readonly item: EndpointItem }>,
  ): Promise<{ readonly item: EndpointItem; readonly step?: Step }> {
    const now = clock();
    const isFinal = item.failing?.reason_coded.some(({ code }) => code === UNCERTAIN.problem.code) ?? false;
    const failing = addFailure(item.failing, { problem: UNCERTAIN.problem, isFinal }, now);
    await record(item, event, now, UNCERTAIN, failing.next_at);
    if (failing.next_at === undefined) return endEvent(item);
    const waiting = await save(item, { sent_until: event.sequence - 1, sending: null, failing });
    return { item: waiting, step: createRepeat((failing.next_at - now) / 1_000) };
  }

  async function record(
    { account_id: accountId, endpoint_id: endpointId, failing }: EndpointItem,
    { event, event_id, sequence }: AccountEvent,
    at: number,
    sent: DeliveryAttempt,
    nextAt: number | undefined,
  ): Promise<void> {
    const entry: EndpointDelivery = {
      ...{ delivery_id: newId(at), event, event_id, sequence },
      ...toAttempt(sent, { attempt: (failing?.times ?? 0) + 1, at, now: clock(), nextAt }),
    };
    await deliveries.add({ accountId, endpointId }, entry);
  }

  async function work(leased: EndpointItem): Promise<Step> {
    if (leased.paused !== undefined) return stopUnlessWoken(leased);
    const begun = clock();
    const prepare = await openReceiver(leased);
    let item = leased;
    for (;;) {
      if (clock() - begun > WORK_MS) return createRepeat(0);
      const found = await events.after(item.account_id, item.sent_until, READ_AT_ONCE);
      if (found.length === 0) return stopUnlessWoken(item);
      for (const event of found) {
        if (!isFor(item, event)) continue;
        if (clock() - begun > WORK_MS) return createRepeat(0);
        const done = await attempt(item, event, prepare);
        if (done.step !== undefined) return done.step;
        item = done.item;
      }
      // Skips events that the endpoint does not receive.
      const last = found.at(-1)?.sequence ?? item.sent_until;
      if (last > item.sent_until) item = await save(item, { sent_until: last });
    }
  }

  const leasedStep = createLeasedStep({ ...deps, items: endpoints }, work);

  return async function sendEvents({ account_id, endpoint_id, run, error }: SendEventsInput): Promise<Step> {
    // The reconciler starts another execution.
    if (error !== undefined) return DONE;
    const item = await endpoints.get({ accountId: account_id, endpointId: endpoint_id });
    // The endpoint was deleted, or a later execution works on it since its settings were changed.
    return item === undefined || item.runs > run ? DONE : leasedStep(item);
  };
}
