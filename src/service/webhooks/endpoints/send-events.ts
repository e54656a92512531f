// One step of sending an account's events to one of its endpoints: in the order of the log, each until the
// receiver has accepted it. An event that a killed worker sent without recording it is sent again, under the
// same id. An endpoint that accepts nothing for days, or answers that it is gone, is paused: the events wait
// in the log.
import type { SendEventsInput } from '../../../contract/messages/workflow.ts';
import type { AccountEvent } from '../../../contract/resources/events.ts';
import type { EndpointDelivery } from '../../../contract/resources/webhook-endpoints.ts';
import { log } from '../../observability/log.ts';
import { measure } from '../../observability/metrics.ts';
import type { OpenSecret } from '../../secrets/sealed-secrets.ts';
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
import type { SendWebhook } from '../send.ts';
import { openSecrets, signAccountEvent, toAttempt } from './endpoint-attempt.ts';

export interface SendEventsDeps extends Pick<LeasedStepDeps<EndpointItem>, 'steps' | 'newId' | 'clock'> {
  readonly endpoints: Pick<EndpointStore, 'get' | 'lease' | 'release' | 'save' | 'rest'>;
  readonly events: Pick<EventLog, 'after'>;
  readonly deliveries: Pick<EndpointDeliveries, 'add'>;
  readonly openSecret: OpenSecret;
  readonly send: SendWebhook;
}

/** Events that are read at once: each has at most about 2 kB. */
const READ_AT_ONCE = 25;

export function createSendEvents(deps: SendEventsDeps) {
  const { endpoints, events, deliveries, openSecret, send, newId, clock } = deps;

  async function save(item: EndpointItem, sent: SentEvents): Promise<EndpointItem> {
    const saved = await endpoints.save(item, sent, clock() + LEASE_MS);
    if (saved === undefined) throw new OutdatedError();
    return saved;
  }

  async function stopUnlessWoken(item: EndpointItem): Promise<Step> {
    return (await endpoints.rest(item)) ? DONE : createRepeat(0);
  }

  /** Sends one event, and records the attempt. Returns undefined if the next event may follow. */
  async function attempt(
    item: EndpointItem,
    event: AccountEvent,
    secrets: readonly Buffer[],
  ): Promise<{ readonly item: EndpointItem; readonly step?: Step }> {
    const { account_id: accountId, endpoint_id: endpointId } = item;
    const at = clock();
    const sent = await send({ url: item.url, ...signAccountEvent(event.event_id, event, secrets, at) });
    const { problem, verdict } = sent;
    const now = clock();
    const failing = problem && addFailure(item.failing, { problem, isFinal: verdict === 'give_up' }, now);
    const entry: EndpointDelivery = {
      delivery_id: newId(at),
      ...{ event: event.event, event_id: event.event_id, sequence: event.sequence },
      ...toAttempt(sent, { attempt: (item.failing?.times ?? 0) + 1, at, now, nextAt: failing?.next_at }),
    };
    measure('WebhookDuration', now - at);
    await deliveries.add({ accountId, endpointId }, entry);
    if (failing === undefined) {
      measure('WebhooksDelivered');
      return { item: await save(item, { sent_until: event.sequence, failing: null }) };
    }
    if (failing.next_at !== undefined) {
      measure('WebhookRetries');
      const waiting = await save(item, { sent_until: event.sequence - 1, failing });
      return { item: waiting, step: createRepeat(Math.min(LONGEST_WAIT_S, (failing.next_at - now) / 1_000)) };
    }
    measure('WebhookEndpointsPaused');
    log('warn', 'webhook endpoint paused', { endpoint_id: endpointId, fail_reason: failing.reason });
    const because = verdict === 'give_up' ? 'refused' : 'failing';
    const paused = { because, at: new Date(now).toISOString() } as const;
    const given = await save(item, { sent_until: event.sequence - 1, failing, paused });
    return { item: given, step: await stopUnlessWoken(given) };
  }

  async function work(leased: EndpointItem): Promise<Step> {
    if (leased.paused !== undefined) return stopUnlessWoken(leased);
    const begun = clock();
    const secrets = await openSecrets(openSecret, leased);
    let item = leased;
    for (;;) {
      if (clock() - begun > WORK_MS) return createRepeat(0);
      const found = await events.after(item.account_id, item.sent_until, READ_AT_ONCE);
      if (found.length === 0) return stopUnlessWoken(item);
      for (const event of found) {
        if (item.events !== undefined && !item.events.includes(event.event)) continue;
        if (clock() - begun > WORK_MS) return createRepeat(0);
        const done = await attempt(item, event, secrets);
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
