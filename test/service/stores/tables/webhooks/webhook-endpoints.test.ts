// Tests events of accounts on a real table, from the ends of imports to receivers on this machine, whatever is killed,
// lost, late or down. Time is simulated: days of retries take none.

import { ulid } from 'ulid';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { verifyStandardWebhook } from '../../../../../packages/client/src/webhooks.ts';
import type { SendEventsInput } from '../../../../../src/contract/messages/workflow.ts';
import type { AccountEvent } from '../../../../../src/contract/resources/events.ts';
import { createHeldReads } from '../../../../../src/service/accounts/held-reads.ts';
import { transact } from '../../../../../src/service/aws/transact.ts';
import { createTestDigest } from '../../../../../src/service/digests/compose-digest.ts';
import { createImportStore } from '../../../../../src/service/orders/imports.ts';
import { sealedSecret } from '../../../../../src/service/secrets/sealed-secrets.ts';
import { EVENT_STEPS_KEY } from '../../../../../src/service/tables/service-table.ts';
import { createUnfinished } from '../../../../../src/service/tables/unfinished.ts';
import { createSendEvents } from '../../../../../src/service/webhooks/endpoints/send-events.ts';
import { wakeEndpoints } from '../../../../../src/service/webhooks/endpoints/wake-endpoints.ts';
import {
  createEndpointDeliveries,
  createEndpointStore,
  type EndpointItem,
} from '../../../../../src/service/webhooks/endpoints.ts';
import { createEventLog } from '../../../../../src/service/webhooks/event-log.ts';
import { buildEventWrite } from '../../../../../src/service/webhooks/outbox.ts';
import { createSendWebhook } from '../../../../../src/service/webhooks/send.ts';
import { createRandom } from '../../../../../tools/harness/random/random.ts';
import { startReceivers, type WebhookReceivers } from '../../../../../tools/harness/webhook-receivers.ts';
import { TABLES, useTables } from '../use-tables.ts';

const stage = useTables();
const START = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
/** `STORMS=100` runs 100 seeds. */
const SEEDS = Array.from({ length: Number(process.env.STORMS ?? 1) }, (_, at) => at + 1);
const ROWS = { inserted: 1, updated: 0, failed: 0 };

class Killed extends Error {}
type Fault = 'none' | 'down' | 'lost' | 'late';

let receivers: WebhookReceivers;
beforeAll(async () => {
  receivers = await startReceivers();
});
afterAll(() => receivers.stop());
beforeEach(() => {
  for (const level of ['info', 'log', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
});

/** Connects all steps of events, in which any write may die. */
function createService(dies = () => false) {
  let now = START;
  const clock = () => now;
  const imports = createImportStore(stage.db, TABLES.service);
  const endpoints = createEndpointStore(stage.db, TABLES.service);
  const events = createEventLog(stage.db, TABLES.service);
  const deliveries = createEndpointDeliveries(stage.db, TABLES.service);
  const writeOrDie = async <T>(write: () => Promise<T>): Promise<T> => {
    if (dies()) throw new Killed();
    const result = await write();
    if (dies()) throw new Killed();
    return result;
  };
  const send = createSendWebhook({ receivers: 'any' });
  const sendEvents = createSendEvents({
    endpoints: {
      ...endpoints,
      save: (...of) => writeOrDie(() => endpoints.save(...of)),
      rest: (item) => writeOrDie(() => endpoints.rest(item)),
    },
    events,
    deliveries: { add: (...of) => writeOrDie(() => deliveries.add(...of)) },
    openSecret: async (sealed) => Buffer.from(sealed, 'base64').toString(),
    composeDigest: async (_, { event_id }) => ({ ...createTestDigest('en'), subject: event_id }),
    send: (webhook) => writeOrDie(() => send(webhook)),
    sendMail: async () => {
      throw new Error('no endpoint takes e-mails');
    },
    publicUrl: 'https://api.example.com/api/v1',
    steps: createHeldReads(stage.db, TABLES.service, { perAccount: 2, total: 50 }, EVENT_STEPS_KEY),
    newId: ulid,
    clock,
  });
  /** Executions of the workflow by name: pending ones, by their time. */
  const started = new Set<string>();
  let running: { readonly input: SendEventsInput; readonly at: number }[] = [];
  const workflow = {
    start: ({ account_id, endpoint_id, runs }: EndpointItem) =>
      writeOrDie(async () => {
        if (started.has(`${endpoint_id}-${runs}`)) return;
        started.add(`${endpoint_id}-${runs}`);
        running.push({ input: { account_id, endpoint_id, run: runs }, at: now });
      }),
  };
  const waking = {
    unfinished: createUnfinished(stage.db, TABLES.service),
    events: {
      take: (...of: Parameters<typeof events.take>) => writeOrDie(() => events.take(...of)),
    },
    endpoints,
    workflow,
    clock,
  };

  /** Adds an import that has ended. */
  async function endImport(accountId: string): Promise<string> {
    const importId = ulid(now);
    const at = new Date(now).toISOString();
    const item = {
      ...{ account_id: accountId, import_id: importId, dataset_id: 'default' },
      ...{ created_at: at, chunk_rows: [1] },
    };
    await imports.create(item);
    const outcome = { rows: ROWS, warning: [], failReason: [], errors: [] };
    await imports.complete(item, outcome, at);
    await imports.complete(item, outcome, at);
    return importId;
  }

  async function runMortal(step: () => Promise<unknown>): Promise<void> {
    try {
      await step();
    } catch (error) {
      const all = error instanceof AggregateError ? error.errors : [error];
      if (!all.every((one) => one instanceof Killed)) throw error;
    }
  }

  /** Records the end of a report of a schedule. */
  async function endReport(accountId: string, schedule_id: string): Promise<void> {
    const event = { event: 'report.completed', timestamp: new Date(now).toISOString(), schedule_id } as const;
    await transact(stage.db, { told: await buildEventWrite(stage.db, TABLES.service, accountId, event) });
  }

  return {
    ...{ endpoints, events, deliveries, endImport, endReport, clock },
    async open(accountId: string, url: string, more: Partial<EndpointItem> = {}): Promise<EndpointItem> {
      const item: EndpointItem = {
        ...{ account_id: accountId, endpoint_id: ulid(), name: 'shop', url },
        ...{ kind: 'webhook', language: 'en' },
        secrets: [
          { secret_id: ulid(), sealed: v.parse(sealedSecret, Buffer.from(SECRET).toString('base64')) },
        ],
        ...{ created_at: new Date(now).toISOString(), sent_until: 0, version: 1, woken: 1, runs: 0 },
        ...more,
      };
      expect(await endpoints.create(item, 5)).toBe(true);
      return item;
    },
    pass(ms: number): void {
      now += Math.round(ms);
    },
    wake: () => runMortal(() => wakeEndpoints(waking, now + MINUTE)),
    /** Checks an endpoint whose worker stopped, like the reconciler. */
    async reconcile(accountId: string): Promise<void> {
      for (const item of await endpoints.list(accountId)) {
        const runs = item.unfinished_kind === undefined ? undefined : await endpoints.takeRun(item);
        if (runs !== undefined) await runMortal(() => workflow.start({ ...item, runs }));
      }
    },
    /** Runs one step of each execution that is due. A step that dies is not repeated: the execution has ended. */
    async step(): Promise<number> {
      const due = running.filter(({ at }) => at <= now);
      running = running.filter(({ at }) => at > now);
      for (const { input } of due)
        await runMortal(async () => {
          const { outcome, wait_seconds } = await sendEvents(input);
          if (outcome === 'again') running.push({ input, at: now + wait_seconds * 1_000 });
        });
      return running.length;
    },
    waiting: () => running.length,
    nextAt: () => Math.min(...running.map(({ at }) => at)),
  };
}

/** Opens a receiver that keeps the requests, and whether each was signed. */
function openReceiver(faultOf: () => Fault) {
  const arrivals: AccountEvent[] = [];
  const late: string[] = [];
  const checks: Promise<boolean>[] = [];
  const receiver = receivers.open((response, call) => {
    const { body = '', headers = {} } = receiver.received[call - 1] ?? {};
    const now = Number(headers['webhook-timestamp']);
    checks.push(verifyStandardWebhook(body, headers, SECRET, { now }));
    const fault = faultOf();
    if (fault === 'down') return void response.writeHead(503).end();
    if (fault === 'late') late.push(body);
    else arrivals.push(JSON.parse(body));
    if (fault === 'none') return void response.end();
    response.destroy();
  });
  return {
    url: receiver.url,
    arrivals,
    arrive: () => arrivals.push(...late.splice(0).map((body): AccountEvent => JSON.parse(body))),
    areSigned: async () => (await Promise.all(checks)).every(Boolean),
  };
}

async function runStorm(seed: number): Promise<string[]> {
  const random = createRandom(seed);
  let isCalm = false;
  const isDrawn = (share: number) => !isCalm && random() < share;
  const drawFault = (): Fault =>
    isDrawn(0.25) ? 'down' : isDrawn(0.15) ? 'lost' : isDrawn(0.15) ? 'late' : 'none';
  const world = createService(() => isDrawn(0.06));
  const accounts = [ulid(), ulid()].map((id) => `acc_${id}`);
  const shops = [];
  for (const accountId of accounts)
    for (const _ of [1, 2]) {
      const receiver = openReceiver(drawFault);
      shops.push({ accountId, receiver, item: await world.open(accountId, receiver.url) });
    }
  const ended = new Map<string, string[]>(accounts.map((id) => [id, []]));
  for (let round = 0; round < 25; round++) {
    for (const accountId of accounts)
      if (random() < 0.6) ended.get(accountId)?.push(await world.endImport(accountId));
    if (random() < 0.5) await world.wake();
    await world.step();
    if (random() < 0.3) for (const accountId of accounts) await world.reconcile(accountId);
    if (random() < 0.2) for (const { receiver } of shops) receiver.arrive();
    world.pass(random() * 3 * MINUTE);
  }
  isCalm = true;
  for (const { receiver } of shops) receiver.arrive();
  for (let round = 0; round < 40; round++) {
    await world.wake();
    if (round % 5 === 0) for (const accountId of accounts) await world.reconcile(accountId);
    await world.step();
    world.pass(3 * MINUTE);
  }
  const problems: string[] = [];
  for (const { accountId, receiver, item } of shops) {
    const log = await world.events.after(accountId, 0, 1_000);
    const logged = log.map(({ import_id }) => import_id);
    if (logged.join() !== [...new Set(logged)].join()) problems.push('an end is in the log twice');
    if (log.some(({ sequence }, at) => sequence !== at + 1)) problems.push('the log has a gap');
    const expected = new Set(ended.get(accountId));
    if (logged.length !== expected.size || logged.some((id) => !expected.has(id ?? '')))
      problems.push('the log is not what has ended');
    const seen = receiver.arrivals.map(({ sequence }) => sequence);
    const first = [...new Set(seen)];
    if (log.some(({ sequence }) => !first.includes(sequence))) problems.push('an event was lost');
    if (receiver.arrivals.some(({ import_id }) => !expected.has(import_id ?? '')))
      problems.push('an event of another account');
    if (!(await receiver.areSigned())) problems.push('a request without signature');
    const found = await world.endpoints.get({ accountId, endpointId: item.endpoint_id });
    if (found?.sent_until !== log.length || found.unfinished_kind !== undefined)
      problems.push('an endpoint that does not rest');
  }
  return [...new Set(problems)];
}

describe('a storm of kills, lost and late requests', () => {
  it.each(SEEDS)('loses no event, and sends none to another account (seed %i)', async (seed) => {
    expect(await runStorm(seed)).toEqual([]);
  });
});

describe('digests in a storm of kills, lost and late requests', () => {
  it.each(SEEDS)('arrive twice at most, and never those of other schedules (seed %i)', async (seed) => {
    const random = createRandom(seed);
    let isCalm = false;
    const world = createService(() => !isCalm && random() < 0.08);
    const [accountId, scheduleId] = [`acc_${ulid()}`, ulid()];
    const subjects: string[] = [];
    const receiver = receivers.open((response, call) => {
      const isDown = !isCalm && random() < 0.2;
      if (!isDown) subjects.push(JSON.parse(receiver.received[call - 1]?.body ?? '').text);
      if (isDown) response.writeHead(503).end();
      else if (!isCalm && random() < 0.2) response.destroy();
      else response.end('ok');
    });
    const sealed = v.parse(sealedSecret, Buffer.from(receiver.url).toString('base64'));
    const digest = {
      kind: 'slack' as const,
      schedule_id: scheduleId,
      secrets: [{ secret_id: ulid(), sealed }],
    };
    const { endpoint_id: endpointId } = await world.open(accountId, 'https://example.com/…', digest);
    const runRounds = async (rounds: number, ends: number) => {
      for (let round = 0; round < rounds; round++) {
        if (round < ends) await world.endReport(accountId, scheduleId);
        if (round < ends) await world.endReport(accountId, ulid());
        await world.wake();
        await world.step();
        await world.reconcile(accountId);
        world.pass(3 * MINUTE);
      }
    };
    await runRounds(20, 20);
    isCalm = true;
    await runRounds(20, 1);
    const events = await world.events.after(accountId, 0, 1_000);
    const own = events
      .filter(({ schedule_id }) => schedule_id === scheduleId)
      .map(({ event_id }) => event_id);
    expect([own.length, events.length]).toEqual([21, 42]);
    // Only a digest that was being sent when the service stopped arrives again, before any later one.
    expect(subjects).toEqual(own.flatMap((id) => subjects.filter((one) => one === id).slice(0, 2)));
    expect(subjects).toContain(own.at(-1));
    expect(subjects.length).toBeGreaterThan(10);
    const item = await world.endpoints.get({ accountId, endpointId });
    expect(item).toMatchObject({ sent_until: 42 });
    expect(item).not.toHaveProperty('sending');
    const entries = await world.deliveries.list({ accountId, endpointId }, { limit: 200, before: undefined });
    const given = entries.filter(({ outcome }) => outcome === 'given_up').map(({ event_id }) => event_id);
    expect(own.filter((id) => !subjects.includes(id) && !given.includes(id))).toEqual([]);
    expect(new Set(entries.map(({ event_id }) => event_id))).toEqual(new Set(own));
  });
});

it.each([
  [0, ['delivered']],
  [1, ['retry', 'delivered']],
  [2, ['retry', 'given_up']],
])(
  'a digest during whose sending the service stops %i times is sent once more at most',
  async (stops, outcomes) => {
    let [left, isStopping] = [stops, false];
    const world = createService(() => {
      const dies = isStopping;
      isStopping = false;
      return dies;
    });
    const texts: string[] = [];
    const receiver = receivers.open((response, call) => {
      texts.push(JSON.parse(receiver.received[call - 1]?.body ?? '').text);
      isStopping = left-- > 0;
      response.end('ok');
    });
    const sealed = v.parse(sealedSecret, Buffer.from(receiver.url).toString('base64'));
    const [accountId, schedule_id] = [`acc_${ulid()}`, ulid()];
    const digest = { kind: 'slack' as const, schedule_id, secrets: [{ secret_id: ulid(), sealed }] };
    const { endpoint_id: endpointId } = await world.open(accountId, 'https://example.com/…', digest);
    const listOutcomes = async () => {
      const entries = await world.deliveries.list({ accountId, endpointId }, { limit: 9, before: undefined });
      return entries.map(({ outcome }) => outcome).reverse();
    };
    await world.endReport(accountId, schedule_id);
    for (let round = 0; round < 8; round++) {
      await world.wake();
      await world.step();
      await world.reconcile(accountId);
      world.pass(3 * MINUTE);
    }
    expect(texts).toHaveLength(1 + Math.min(1, stops));
    expect(await listOutcomes()).toEqual(outcomes);
    await world.endReport(accountId, schedule_id);
    await world.wake();
    await world.step();
    expect(await listOutcomes()).toEqual([...outcomes, 'delivered']);
  },
);

describe('an endpoint', () => {
  const drawNoFault = () => 'none' as const;
  const createAccountId = () => `acc_${ulid()}`;

  it('gets events in the order of the log, none of other types, and each once if nothing fails', async () => {
    const world = createService();
    const [accountId, receiver] = [createAccountId(), openReceiver(drawNoFault)];
    const only = openReceiver(drawNoFault);
    await world.open(accountId, receiver.url);
    const item = await world.open(accountId, only.url, { events: ['report.failed'] });
    for (let at = 0; at < 60; at++) await world.endImport(accountId);
    await world.wake();
    for (let at = 0; at < 5; at++) await world.step();
    expect(receiver.arrivals.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 60 }, (_, at) => at + 1),
    );
    expect(only.arrivals).toEqual([]);
    // It has skipped them, and does not read them again.
    expect(await world.endpoints.get({ accountId, endpointId: item.endpoint_id })).toMatchObject({
      sent_until: 60,
    });
  });

  it('is called less and less often while it is down, and is paused after three days without losing an event', async () => {
    const world = createService();
    const accountId = createAccountId();
    let isDown = true;
    const receiver = openReceiver(() => (isDown ? 'down' : 'none'));
    const item = await world.open(accountId, receiver.url);
    const ref = { accountId, endpointId: item.endpoint_id };
    await world.endImport(accountId);
    await world.wake();
    const waits: number[] = [];
    for (let requests = 0; (await world.step()) > 0; requests++) {
      const wait = world.nextAt() - world.clock();
      if (requests < 6) waits.push(wait / 1_000);
      world.pass(wait);
      // The next days are like the first hour.
      if (requests === 6) world.pass(2.9 * 86_400_000);
    }
    expect(waits).toEqual([5, 15, 60, 300, 900, 900]);
    const days = (world.clock() - START) / 86_400_000;
    expect([days > 2.98, days <= 3]).toEqual([true, true]);
    const paused = await world.endpoints.get(ref);
    expect(paused).toMatchObject({ paused: { because: 'failing' }, sent_until: 0 });
    expect(paused?.failing).not.toHaveProperty('next_at');
    const [last] = await world.deliveries.list(ref, { limit: 1, before: undefined });
    expect(last).toMatchObject({ outcome: 'given_up', response_status: 503, sequence: 1 });
    if (paused === undefined) throw new Error('it is there');
    isDown = false;
    world.pass(1_000);
    const at = new Date(world.clock()).toISOString();
    await world.endpoints.changeSettings(paused, { paused: null }, at);
    await world.wake();
    await world.step();
    expect(receiver.arrivals).toMatchObject([{ sequence: 1 }]);
    const [delivered] = await world.deliveries.list(ref, { limit: 1, before: undefined });
    expect(delivered).toMatchObject({ outcome: 'delivered', attempt: 1 });
  });

  it('is called only after its wait is over, but at once after its settings were changed', async () => {
    const world = createService();
    const accountId = createAccountId();
    const receiver = openReceiver(() => 'down');
    const item = await world.open(accountId, receiver.url);
    const ref = { accountId, endpointId: item.endpoint_id };
    await world.endImport(accountId);
    await world.wake();
    await world.step();
    await world.reconcile(accountId);
    await world.step();
    const countRequests = async () =>
      (await world.deliveries.list(ref, { limit: 9, before: undefined })).length;
    expect(await countRequests()).toBe(1);
    const failing = await world.endpoints.get(ref);
    if (failing === undefined) throw new Error('it is there');
    await world.endpoints.changeSettings(failing, { name: 'other' }, new Date(world.clock()).toISOString());
    await world.wake();
    await world.step();
    expect(await countRequests()).toBe(2);
    // The execution that waited ends: another one has its endpoint.
    world.pass(5_000);
    await world.step();
    expect(world.waiting()).toBe(1);
  });

  it('gets nothing after its deletion, and no event is recorded without endpoints', async () => {
    const world = createService();
    const accountId = createAccountId();
    const receiver = openReceiver(drawNoFault);
    const item = await world.open(accountId, receiver.url);
    await world.endImport(accountId);
    await world.endpoints.remove({ accountId, endpointId: item.endpoint_id });
    await world.endImport(accountId);
    await world.wake();
    await world.step();
    expect(receiver.arrivals).toEqual([]);
    expect(await world.events.after(accountId, 0, 10)).toMatchObject([{ sequence: 1 }]);
  });
});
