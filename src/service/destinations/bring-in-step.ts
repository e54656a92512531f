// One step of bringing a destination in step with its audience: sends requests, one after the other, until
// the step's time is over, the destination is busy, or nothing is left. A plan is decided once: the customers
// to have beside those that the destination has. Its pages are the differences, in a fixed order, so that any
// worker continues with the same page. The one worker that holds the lease records each request before it
// sends it.
import type { DeliverInput } from '../../contract/messages/workflow.ts';
import type { AudienceStore } from '../audiences/audiences.ts';
import { log } from '../observability/log.ts';
import { measure } from '../observability/metrics.ts';
import type { OpenSecret } from '../secrets/sealed-secrets.ts';
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
import type { Copies } from './copies.ts';
import {
  createDeliveryPlan,
  type DeliveryPlanDeps,
  toDeliveryRecord,
  type Written,
} from './delivery-plan.ts';
import { type DestinationItem, toDestinationRef } from './destination-item.ts';
import type { PageToSend, SendOutcome } from './destination-kind.ts';
import type { DestinationStore } from './destinations.ts';
import type { ForgottenStore } from './forgotten.ts';
import { acknowledgePage, findNextPage, type Lists, type NextPage } from './next-page.ts';
import { removeDestination } from './remove-destination.ts';

export interface BringInStepDeps extends DeliveryPlanDeps {
  readonly destinations: Pick<DestinationStore, 'get' | 'lease' | 'release' | 'save' | 'rest' | 'remove'>;
  readonly forgotten: Pick<ForgottenStore, 'some' | 'get' | 'remove' | 'removeAll'>;
  readonly copies: Pick<Copies, 'put' | 'find' | 'remove' | 'removeAll'>;
  readonly audiences: Pick<AudienceStore, 'get'>;
  readonly openSecret: OpenSecret;
  readonly steps: LeasedStepDeps<DestinationItem>['steps'];
}

/** Erasures take minutes. */
const ERASING_WAIT_S = 20;

export function createBringInStep(deps: BringInStepDeps) {
  const { destinations, forgotten, audiences, hidden, kinds, clock, newId } = deps;
  const plans = createDeliveryPlan(deps);

  async function save(
    item: DestinationItem,
    { changes, delivery }: Written,
    isAnnounced = false,
  ): Promise<DestinationItem> {
    const now = clock();
    const lease = { until: now + LEASE_MS, now, isAnnounced, ...(delivery && { delivery }) };
    const saved = await destinations.save(item, changes, lease);
    if (saved === undefined) throw new OutdatedError();
    return saved;
  }

  /** Read once while the files are the same. */
  function createLists(item: DestinationItem): Lists {
    let found: ReturnType<Lists> | undefined;
    return () => {
      const files = [item.copy?.file, item.plan?.file];
      found ??= Promise.all(files.map((file) => plans.read(item, file))).then(([has, wanted]) => {
        if (has === undefined || wanted === undefined) throw new OutdatedError();
        return { has, wanted };
      });
      return found;
    };
  }

  /** Whether a customer of the page is being erased: the erasure decides about the page. */
  async function hasErased(item: DestinationItem, { joined, left }: PageToSend): Promise<boolean> {
    const unseen = await hidden({ accountId: item.account_id, datasetId: item.dataset_id });
    if (unseen.everybody) return true;
    const erasing = new Set(unseen.customers);
    return [...joined, ...left].some(({ customer }) => erasing.has(customer));
  }

  /** Undefined if there is nothing to send. */
  async function advancePlan(item: DestinationItem): Promise<DestinationItem | undefined> {
    const { plan } = item;
    if (plan !== undefined) {
      const completed = await save(
        item,
        plans.complete(item, { ...plan, delivery_id: plan.delivery_id ?? newId(clock()) }),
      );
      await plans.dropFormer(item, completed);
      measure('AudienceDeliveriesCompleted');
      return completed;
    }
    const audience = await audiences.get(toDestinationRef(item));
    const decided = audience && (await plans.decide(item, audience));
    return decided && save(item, decided);
  }

  /** Records the request, then sends it. */
  async function request(
    item: DestinationItem,
    { page: before, content }: NextPage,
    secret: string,
  ): Promise<{ readonly item: DestinationItem; readonly sent: SendOutcome }> {
    const page = { ...before, tries: before.tries + 1 };
    const sequence = item.sequence + 1;
    const { plan } = item;
    const counts = plan && { ...plan.counts, requests: plan.counts.requests + 1 };
    const isOfPlan = plan !== undefined && counts !== undefined && page.forgotten === undefined;
    const changes = { page, sequence, ...(isOfPlan && { plan: { ...plan, counts } }) };
    const announced = await save(item, { changes }, true);
    const { progress } = page;
    const isRepeated = before.tries > 0;
    const context = { destination: item, secret, sequence, progress, isRepeated, at: clock() };
    return { item: announced, sent: await kinds[item.kind].send(content, context) };
  }

  async function noteFailure(
    item: DestinationItem,
    sent: Extract<SendOutcome, { problem: object }>,
  ): Promise<Step> {
    const now = clock();
    const isFinal = sent.outcome !== 'retry';
    const seconds = sent.outcome === 'retry' ? sent.seconds : undefined;
    const failing = addFailure(item.failing, { problem: sent.problem, isFinal, seconds }, now);
    const { reason, reason_coded, next_at } = failing;
    measure('AudienceRequestsFailed');
    if (next_at !== undefined) {
      await save(item, { changes: { failing } });
      return createRepeat(Math.min(LONGEST_WAIT_S, (next_at - now) / 1_000));
    }
    measure('AudienceDeliveriesFailed');
    log('warn', 'destination given up', { destination_id: item.destination_id, fail_reason: reason });
    const { plan } = item;
    if (plan?.delivery_id === undefined) return stopUnlessWoken(await save(item, { changes: { failing } }));
    const { delivery_id, ...left } = plan;
    const record = {
      ...toDeliveryRecord(item, { ...plan, delivery_id }),
      ...{ status: 'Failed' as const, completed_at: new Date(now).toISOString() },
      ...{ fail_reason: reason, fail_reason_coded: reason_coded },
    };
    return stopUnlessWoken(await save(item, { changes: { failing, plan: left }, delivery: record }));
  }

  async function stopUnlessWoken(item: DestinationItem): Promise<Step> {
    return (await destinations.rest(item)) ? DONE : createRepeat(0);
  }

  async function work(leased: DestinationItem): Promise<Step> {
    const begun = clock();
    const owner = { accountId: leased.account_id, kind: 'destination', id: leased.destination_id };
    const secret = await deps.openSecret(leased.secret, owner);
    let item = leased;
    if (item.plan !== undefined && item.plan.delivery_id === undefined)
      item = await save(item, plans.resume(item, item.plan));
    let lists = createLists(item);
    for (;;) {
      const found = await findNextPage(forgotten, kinds[item.kind], item, lists);
      if (found === undefined) {
        const next = await advancePlan(item);
        if (next === undefined) return stopUnlessWoken(item);
        item = next;
        lists = createLists(item);
        continue;
      }
      if (await hasErased(item, found.content)) return createRepeat(ERASING_WAIT_S);
      if (clock() - begun > WORK_MS) return createRepeat(0);
      // A worker that was killed before it could record this had already deleted the page's customers.
      const isEmpty = found.last === undefined && found.content.erased.length === 0;
      const done = isEmpty ? { item, sent: TAKEN } : await request(item, found, secret);
      const { sent } = done;
      item = done.item;
      if ('problem' in sent) return noteFailure(item, sent);
      if (sent.outcome === 'taken') {
        const record = { id: newId(clock()), at: new Date(clock()).toISOString() };
        item = await save(item, await acknowledgePage(forgotten, item, found, sent.refused ?? 0, record));
        continue;
      }
      const page = { ...found.page, progress: sent.progress, tries: 0 };
      item = await save(item, { changes: { page, failing: null } });
      if (sent.outcome === 'wait') return createRepeat(sent.seconds);
    }
  }

  const leasedStep = createLeasedStep({ ...deps, items: destinations }, (item) =>
    item.is_paused ? stopUnlessWoken(item) : work(item),
  );

  return async function bringInStep(input: DeliverInput): Promise<Step> {
    // The reconciler starts another execution.
    if (input.error !== undefined) return DONE;
    const { account_id: accountId, audience_id: audienceId, destination_id: destinationId } = input;
    const ref = { accountId, audienceId, destinationId };
    const item = await destinations.get(ref);
    if (item === undefined || (await audiences.get(ref)) === undefined) {
      // The destination is deleted; a concurrent worker or request may have written files since.
      await removeDestination(deps, ref);
      return DONE;
    }
    return leasedStep(item);
  };
}

const TAKEN: SendOutcome = { outcome: 'taken' };
