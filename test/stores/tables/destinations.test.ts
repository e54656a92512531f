// Destinations on a real table, with real requests to receivers on this machine, whatever is killed, repeated, lost or late. Time is
// simulated: a day of retries takes none.
import { ulid } from 'ulid';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeKlaviyo, type Fault, startFakeKlaviyo } from '../../../quality/harness/fake-klaviyo.ts';
import { type Random, randomFrom } from '../../../quality/harness/random.ts';
import { type Receivers, startReceivers } from '../../../quality/harness/webhook-receivers.ts';
import type { AudiencePage, DestinationKindName } from '../../../src/contract/resources/destinations.ts';
import { emptyMembership, refreshed } from '../../../src/core/audiences/membership.ts';
import { buildList } from '../../../src/core/customer-lists/build-list.ts';
import { hash64 } from '../../../src/core/customer-lists/customer-hash.ts';
import { customerIds } from '../../../src/core/customer-lists/customer-ids.ts';
import { decodeList, encodeList } from '../../../src/core/customer-lists/list-file.ts';
import { erasedCustomer } from '../../../src/core/erasure/erasure.ts';
import { createBringInStep } from '../../../src/destinations/bring-in-step.ts';
import type { DestinationKind } from '../../../src/destinations/destination-kind.ts';
import { destinationKinds } from '../../../src/destinations/kinds.ts';
import { eraseAudiences } from '../../../src/erasure/erase-audiences.ts';
import { createHeldReads } from '../../../src/stores/accounts/held-reads.ts';
import type { AudienceItem } from '../../../src/stores/audiences/audience-item.ts';
import { createAudienceStore } from '../../../src/stores/audiences/audiences.ts';
import type { MemberFile } from '../../../src/stores/audiences/member-files.ts';
import { createDeliveryRecords } from '../../../src/stores/destinations/delivery-records.ts';
import type { DestinationItem } from '../../../src/stores/destinations/destination-item.ts';
import { createDestinationStore } from '../../../src/stores/destinations/destinations.ts';
import { createForgottenStore } from '../../../src/stores/destinations/forgotten.ts';
import { sealedSecret } from '../../../src/stores/secrets/sealed-secrets.ts';
import { DELIVERY_STEPS_KEY, UNFINISHED_INDEX } from '../../../src/stores/tables/service-table.ts';
import { signEvent } from '../../../src/webhooks/signature.ts';
import { copiesInMemory, listsInMemory } from './lists-in-memory.ts';
import { TABLES, useTables } from './use-tables.ts';

const stage = useTables();
const START = Date.parse('2026-03-01T12:00:00Z');
const DAY = 86_400_000;
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const CONDITIONS = [{ report: { report_type: 'RFM' as const } }];
/** `STORMS=100` runs as many. */
const SEEDS = Array.from({ length: Number(process.env.STORMS ?? 2) }, (_, at) => at + 1);
const NEVER: () => boolean = () => false;

class Killed extends Error {}
type Sabotage = 'sequence ignored' | 'jobs not awaited' | 'hold-outs sent' | undefined;

let receivers: Receivers;
beforeAll(async () => {
  receivers = await startReceivers();
});
afterAll(() => receivers.stop());
beforeEach(() => {
  for (const level of ['info', 'log', 'warn'] as const) vi.spyOn(console, level).mockReturnValue();
});

/** A receiver as docs/webhooks.md describes it, and one request that is kept back and comes late. */
function shopReceiver(faultOf: () => Fault | 'late', sabotage: Sabotage) {
  const has = new Map<string, string | null>();
  const forgotten = new Set<string>();
  const kept: string[] = [];
  let applied = 0;
  let unsigned = 0;
  function apply(body: string): void {
    const page: AudiencePage = JSON.parse(body);
    if (page.sequence <= applied && sabotage !== 'sequence ignored') return;
    applied = Math.max(applied, page.sequence);
    for (const { customer_id, contact } of page.joined) has.set(customer_id, contact);
    for (const { customer_id } of page.left) has.delete(customer_id);
    for (const { customer_id } of page.erased) {
      has.delete(customer_id);
      forgotten.add(customer_id);
    }
  }
  const receiver = receivers.open((response, call) => {
    const { body = '', headers } = receiver.received[call - 1] ?? {};
    const [id, timestamp] = [String(headers?.['webhook-id']), Number(headers?.['webhook-timestamp'])];
    const signature = signEvent({ id, timestamp, rawBody: body }, Buffer.alloc(24, 7));
    if (headers?.['webhook-signature'] !== signature) unsigned++;
    const fault = faultOf();
    if (fault === 'down') return void response.writeHead(503).end();
    if (fault === 'late') kept.push(body);
    else apply(body);
    if (fault === 'none') return void response.end();
    response.destroy();
  });
  return {
    url: receiver.url,
    has,
    forgotten,
    requests: () => receiver.received.length,
    unsigned: () => unsigned,
    /** A request arrives that was under way for long. */
    arrive: () => kept.splice(0).forEach(apply),
  };
}

/** A shop with one audience and one destination of a kind. */
async function shop(
  kindName: DestinationKindName,
  options: {
    url?: string;
    faults?: () => Fault;
    dies?: () => boolean;
    works?: () => boolean;
    sabotage?: Sabotage;
  } = {},
) {
  const { dies = NEVER, works = () => true, faults = () => 'none' as const, sabotage } = options;
  const accountId = `acc_${ulid()}`;
  let now = START;
  let key = 'pk_1';
  const clock = () => now;
  const klaviyo: FakeKlaviyo | undefined =
    kindName === 'klaviyo'
      ? await startFakeKlaviyo({ key: () => key, clock, fault: faults, works })
      : undefined;
  const audiences = createAudienceStore(stage.db, TABLES.service);
  const destinations = createDestinationStore(stage.db, TABLES.service);
  const forgotten = createForgottenStore(stage.db, TABLES.service);
  const records = createDeliveryRecords(stage.db, TABLES.service);
  const files = listsInMemory<MemberFile>();
  const copies = copiesInMemory(clock);
  const hidden = new Set<bigint>();
  const perhaps = async <T>(write: () => Promise<T>): Promise<T> => {
    if (dies()) throw new Killed();
    const result = await write();
    if (dies()) throw new Killed();
    return result;
  };
  const real = destinationKinds({ receivers: 'any' }, klaviyo?.url);
  const mortal = (kind: DestinationKind): DestinationKind => ({
    ...kind,
    limits: { joined: 3, left: 2 },
    send: (page, context) =>
      perhaps(async () => {
        const sent = await kind.send(page, context);
        const isTooSoon = sabotage === 'jobs not awaited' && sent.outcome === 'wait';
        return isTooSoon ? { outcome: 'taken' as const } : sent;
      }),
  });
  const bringInStep = createBringInStep({
    destinations: {
      ...destinations,
      save: (...all) => perhaps(() => destinations.save(...all)),
      rest: (item) => perhaps(() => destinations.rest(item)),
    },
    forgotten,
    audiences,
    members: files,
    copies: { ...copies, put: (of, bytes) => perhaps(() => copies.put(of, bytes)) },
    hidden: async () => ({ customers: [...hidden], everybody: false }),
    openSecret: async () => (kindName === 'klaviyo' ? key : SECRET),
    kinds: { webhook: mortal(real.webhook), klaviyo: mortal(real.klaviyo) },
    steps: createHeldReads(
      stage.db,
      TABLES.service,
      { perAccount: 2, total: 1_000 },
      { ...DELIVERY_STEPS_KEY, pk: accountId },
    ),
    newId: (time) => ulid(time),
    clock,
  });
  const audienceId = ulid(START);
  const ref = { accountId, audienceId };
  const audience: AudienceItem = {
    ...{ account_id: accountId, audience_id: audienceId, name: 'all', dataset_id: 'default' },
    ...{ conditions: CONDITIONS, hold_out: 0, hold_out_key: 'ab', refresh: 'manual', key_hash: 'hash' },
    ...{ created_at: new Date(START).toISOString(), activated_as: ulid(START), version: 1 },
  };
  await audiences.create(audience);
  const destinationId = ulid(START);
  const item: DestinationItem = {
    ...{
      account_id: accountId,
      audience_id: audienceId,
      destination_id: destinationId,
      dataset_id: 'default',
    },
    ...{
      kind: kindName,
      name: kindName,
      url: options.url,
      list_id: 'L1',
      secret: v.parse(sealedSecret, 'AAAA'),
    },
    ...{ is_paused: false, created_at: new Date(START).toISOString() },
    ...{ version: 1, woken: 1, runs: 0, content: 0, sequence: 0 },
  };
  await destinations.create(item);
  const get = () => destinations.get({ ...ref, destinationId });
  const input = { account_id: accountId, audience_id: audienceId, destination_id: destinationId };

  return {
    ...{ ref, destinationId, destinations, records, klaviyo, copies, hidden, get, accountId, forgotten },
    pass(ms: number): void {
      now += ms;
    },
    clock,
    useKey(other: string): void {
      key = other;
    },
    step: () => bringInStep(input),

    /** A run of the audience finds these, by id with their contact. */
    async refresh(found: ReadonlyMap<string, string>, heldOut: (id: string) => boolean = NEVER) {
      now += 1_000;
      const before = await audiences.get(ref);
      if (before === undefined) throw new Error('no audience');
      const run = {
        ...{
          account_id: accountId,
          audience_id: audienceId,
          run_id: ulid(now),
          status: 'Processing' as const,
        },
        ...{
          created_at: new Date(now).toISOString(),
          conditions: CONDITIONS,
          key_hash: 'hash',
          new_report_ids: [],
        },
      };
      expect(await audiences.startRun(before, run, now)).toBe(true);
      const taken = await audiences.get(ref);
      if (taken === undefined) throw new Error('no audience');
      const ids = customerIds([...found.keys()], [...found.values()]);
      const list = buildList({ reportType: 'RFM', ids, groups: [], figures: {} });
      const rows = Uint32Array.from(Array(list.head.rows).keys());
      const stored = taken.members && (await files.find({ ...ref, file: taken.members.file }));
      const former = stored ? decodeList(stored) : emptyMembership();
      const isHeldOut = sabotage === 'hold-outs sent' ? NEVER : heldOut;
      const next = refreshed(former, { columns: list.columns, rows }, now, isHeldOut);
      const { customers, held_out, with_contact, joined, left } = next;
      const counts = { customers, held_out, with_contact };
      const file = ulid(now);
      await files.put({ ...ref, file }, encodeList(next.list));
      const members = { file, run_id: run.run_id, as_of: new Date(now).toISOString(), ...counts };
      const all = await destinations.list(accountId, audienceId);
      const at = new Date(now).toISOString();
      expect(await audiences.complete({ ...taken, members }, run, { ...counts, joined, left }, at, all)).toBe(
        true,
      );
      if (taken.members) files.objects.delete(`${accountId}/${audienceId}/${taken.members.file}`);
    },

    /** Executions until the destination rests. `atOnce`: workers that begin at the same time. */
    async settle(atOnce: () => number = () => 1, most = 2_000) {
      for (let steps = 0; steps < most; steps++) {
        if ((await get())?.[UNFINISHED_INDEX.partition] === undefined) return steps;
        const results = await Promise.allSettled(Array.from({ length: atOnce() }, () => bringInStep(input)));
        let wait = 0;
        for (const result of results) {
          if (result.status === 'fulfilled') wait = Math.max(wait, result.value.wait_seconds);
          else if (!(result.reason instanceof Killed)) throw result.reason;
        }
        now += wait * 1_000 + 100;
      }
      throw new Error('it never rests');
    },

    async erase(id: string): Promise<void> {
      hidden.add(hash64(id));
      const customer = erasedCustomer(accountId, 'default', id);
      const deps = {
        ...{ audiences, destinations, forgotten, copies, newFileId: () => ulid(now), clock },
        memberFiles: { ...files, keepOnly: async () => undefined },
      };
      const erasures = [{ erasureId: ulid(now), customer }];
      while (!(await eraseAudiences(deps, { accountId, datasetId: 'default' }, erasures))) now += 60_000;
      hidden.delete(hash64(id));
    },
    deliveries: () => records.list(ref, { limit: 100 }),
    stop: () => klaviyo?.stop(),
  };
}

const mail = (id: string, at = ''): string => `${id}${at}@example.com`;
const people = (...ids: string[]) => new Map(ids.map((id) => [id, mail(id)]));

function faults(random: Random, share: number): () => Fault {
  return () => (random() < share ? (random() < 0.5 ? 'down' : 'lost') : 'none');
}

describe('a webhook', () => {
  it('is sent who joined, who left, and who is reached otherwise, signed, and never who is held out', async () => {
    const receiver = shopReceiver(() => 'none', undefined);
    const world = await shop('webhook', { url: receiver.url });
    await world.refresh(people('ann', 'bob', 'cem', 'dan', 'eve'), (id) => id === 'eve');
    await world.settle();
    expect(receiver.has).toEqual(people('ann', 'bob', 'cem', 'dan'));
    expect(receiver.requests()).toBe(2);
    await world.refresh(
      new Map(
        [...people('ann', 'fay', 'eve'), ['bob', mail('bob', '2')]].map(([k, m]) => [String(k), String(m)]),
      ),
    );
    await world.settle();
    expect(receiver.has).toEqual(
      new Map([
        ['ann', mail('ann')],
        ['bob', mail('bob', '2')],
        ['fay', mail('fay')],
      ]),
    );
    expect(receiver.unsigned()).toBe(0);
    expect(await world.deliveries()).toMatchObject([
      { status: 'Completed', joined: 2, left: 2, refused: 0 },
      { status: 'Completed', joined: 4, left: 0, refused: 0, requests: 2 },
    ]);
    expect(world.copies.objects.size).toBe(1);
  });

  it('that is down for a day gets everything afterwards; after three days it is given up until the next run', async () => {
    let until = START + DAY;
    let now = () => START;
    const receiver = shopReceiver(() => (now() < until ? 'down' : 'none'), undefined);
    const world = await shop('webhook', { url: receiver.url });
    now = world.clock;
    await world.refresh(people('ann', 'bob'));
    for (let steps = 0; steps < 12; steps++) world.pass((await world.step()).wait_seconds * 1_000);
    world.pass(DAY - 3 * 3_600_000);
    await world.settle();
    expect(receiver.has).toEqual(people('ann', 'bob'));
    expect(world.clock() - until).toBeLessThan(16 * 60_000);
    until = Number.POSITIVE_INFINITY;
    await world.refresh(people('ann'));
    await world.step();
    world.pass(3 * DAY - 3_600_000);
    await world.settle();
    expect(await world.get()).toMatchObject({ failing: { reason: 'the receiver responded with 503' } });
    expect((await world.deliveries())[0]).toMatchObject({
      status: 'Failed',
      fail_reason_coded: [{ code: 'receiver_responded', params: { status: 503 } }],
    });
    until = 0;
    await world.refresh(people('ann', 'cem'));
    await world.settle();
    expect(receiver.has).toEqual(people('ann', 'cem'));
    expect((await world.get())?.failing).toBeUndefined();
  });

  it('is sent to under a lease that outlives the function of the worker, and is given back afterwards', async () => {
    let during: Promise<DestinationItem | undefined> | undefined;
    let look = () => during;
    const receiver = shopReceiver(() => {
      during = look();
      return 'none';
    }, undefined);
    const world = await shop('webhook', { url: receiver.url });
    look = world.get;
    await world.refresh(people('ann'));
    await world.step();
    // The function ends after two minutes.
    expect((await during)?.lease_until).toBeGreaterThan(world.clock() + 120_000);
    expect((await world.get())?.lease_until).toBeUndefined();
  });

  it('is not sent a page that names who is being erased, and is sent the others afterwards', async () => {
    let isDown = true;
    const receiver = shopReceiver(() => (isDown ? 'down' : 'none'), undefined);
    const world = await shop('webhook', { url: receiver.url });
    await world.refresh(people('ann', 'bob'));
    world.pass((await world.step()).wait_seconds * 1_000);
    isDown = false;
    world.hidden.add(hash64('ann'));
    expect(await world.step()).toEqual({ outcome: 'again', wait_seconds: 20 });
    expect([receiver.requests(), receiver.has.size]).toEqual([1, 0]);
    await world.erase('ann');
    await world.settle();
    expect([...receiver.has.keys()]).toEqual(['bob']);
  });

  it.each<[Sabotage, readonly string[]]>([
    [undefined, ['bob']],
    ['sequence ignored', ['ann', 'bob']],
  ])('a page that comes late changes nothing (sabotage: %s)', async (sabotage, has) => {
    let isFirst = true;
    const receiver = shopReceiver(() => {
      const fault = isFirst ? 'late' : 'none';
      isFirst = false;
      return fault;
    }, sabotage);
    const world = await shop('webhook', { url: receiver.url });
    await world.refresh(people('ann'));
    await world.settle();
    await world.refresh(people('bob'));
    await world.settle();
    receiver.arrive();
    expect([...receiver.has.keys()].sort()).toEqual(has);
  });

  it('costs for one page what docs/performance.md says', async () => {
    const receiver = shopReceiver(() => 'none', undefined);
    const world = await shop('webhook', { url: receiver.url });
    await world.refresh(people('ann', 'bob'));
    const calls = new Map<string, number>();
    const counting = { step: 'initialize', name: 'counting' } as const;
    stage.client.middlewareStack.add(
      (next, { commandName = '' }) =>
        (args) => {
          calls.set(commandName, (calls.get(commandName) ?? 0) + 1);
          return next(args);
        },
      counting,
    );
    const step = await world.step();
    stage.client.middlewareStack.remove('counting');
    expect(step.outcome).toBe('done');
    expect(receiver.requests()).toBe(1);
    expect(Object.fromEntries(calls)).toEqual({
      GetItemCommand: 6,
      QueryCommand: 4,
      UpdateItemCommand: 6,
      TransactWriteItemsCommand: 2,
    });
  });

  it('that is paused is sent nothing, and afterwards what has changed', async () => {
    const receiver = shopReceiver(() => 'none', undefined);
    const world = await shop('webhook', { url: receiver.url });
    const item = await world.get();
    if (item === undefined) throw new Error('no destination');
    const paused = await world.destinations.changeSettings(item, { is_paused: true }, 'now');
    await world.refresh(people('ann'));
    await world.settle();
    expect(receiver.requests()).toBe(0);
    expect(await world.destinations.changeSettings(item, { is_paused: false }, 'now')).toBeUndefined();
    if (paused) await world.destinations.changeSettings(paused, { is_paused: false }, 'now');
    await world.settle();
    expect(receiver.has).toEqual(people('ann'));
  });
});

describe('Klaviyo', () => {
  it('has the addresses of those who are sent, each once, and none that one held out has, too', async () => {
    const world = await shop('klaviyo');
    const found = new Map(
      [
        ...people('ann', 'bob', 'cem', 'eve'),
        ['ann2', ' ANN@example.com '],
        ['fay', mail('eve')],
        ['gus', ''],
      ].map(([k, m]) => [String(k), String(m)]),
    );
    await world.refresh(found, (id) => id === 'eve');
    await world.settle();
    expect(world.klaviyo?.on('L1')).toEqual(['ann', 'bob', 'cem'].map((id) => mail(id)));
    await world.refresh(people('ann2', 'bob'));
    await world.settle();
    expect(world.klaviyo?.on('L1')).toEqual([mail('ann2'), mail('bob')]);
    expect(world.klaviyo?.breaches).toEqual([]);
    expect((await world.deliveries())[1]).toMatchObject({ joined: 3, without_contact: 1 });
    await world.stop();
  });

  it('refuses single addresses, which are counted, and a key, until it is replaced', async () => {
    const world = await shop('klaviyo');
    world.useKey('pk_1');
    await world.refresh(
      new Map([
        ['a', mail('ann')],
        ['b', 'x@y.invalid'],
        ['c', mail('dropped')],
      ]),
    );
    await world.settle();
    expect(world.klaviyo?.on('L1')).toEqual([mail('ann')]);
    expect((await world.deliveries())[0]).toMatchObject({ status: 'Completed', joined: 1, refused: 2 });
    await world.stop();
  });

  it('forgets who is erased: off the list, and a request to delete the profile', async () => {
    const world = await shop('klaviyo');
    await world.refresh(
      new Map([
        ['a', mail('ann')],
        ['b', mail('bob')],
        ['b2', mail('bob')],
      ]),
    );
    await world.settle();
    await world.erase('a');
    await world.erase('b');
    expect([...world.copies.objects.values()].some((file) => Buffer.from(file).includes(mail('ann')))).toBe(
      false,
    );
    await world.settle();
    // Bob has another id, which was not erased.
    expect(world.klaviyo?.on('L1')).toEqual([mail('bob')]);
    expect([...(world.klaviyo?.deleted ?? [])]).toEqual([mail('ann')]);
    await world.erase('b2');
    await world.settle();
    expect(world.klaviyo?.on('L1')).toEqual([]);
    expect(world.klaviyo?.breaches).toEqual([]);
    await world.stop();
  });
});

/** Runs, erasures, and everything that goes wrong; then the final set at the destination beside the list. */
async function storm(kind: DestinationKindName, seed: number, sabotage?: Sabotage) {
  const random = randomFrom(seed);
  let calm = false;
  const trouble = faults(random, 0.15);
  const fault = (): Fault => (calm ? 'none' : trouble());
  const receiver = shopReceiver(() => (!calm && random() < 0.1 ? 'late' : fault()), sabotage);
  const world = await shop(kind, {
    url: receiver.url,
    faults: fault,
    dies: () => !calm && random() < 0.04,
    works: () => random() < 0.6,
    sabotage,
  });
  const erased = new Set<string>();
  const heldOut = new Set(['c3', 'c11']);
  const ids = Array.from({ length: 14 }, (_, at) => `c${at}`);
  let found = new Map<string, string>();
  for (let round = 0; round < 6; round++) {
    found = new Map(
      ids
        .filter((id) => !erased.has(id) && random() < 0.6)
        .map((id) => [id, mail(id, random() < 0.2 ? `+${round}` : '')]),
    );
    await world.refresh(found, (id) => heldOut.has(id));
    for (let steps = 0; steps < 6; steps++) {
      const [step] = await Promise.allSettled([world.step(), ...(random() < 0.3 ? [world.step()] : [])]);
      if (step?.status === 'rejected' && !(step.reason instanceof Killed)) throw step.reason;
      world.pass((step?.status === 'fulfilled' ? step.value.wait_seconds : 150) * 1_000);
      if (random() < 0.3) receiver.arrive();
      for (const job of world.klaviyo?.open ?? []) if (random() < 0.3) world.klaviyo?.advance(job);
    }
    const gone = `c${Math.floor(random() * ids.length)}`;
    if (random() < 0.4 && !erased.has(gone)) {
      erased.add(gone);
      found.delete(gone);
      await world.erase(gone);
    }
  }
  calm = true;
  await world.settle(() => (random() < 0.3 ? 2 : 1));
  receiver.arrive();
  for (let times = 0; times < 3; times++)
    for (const job of world.klaviyo?.open ?? []) world.klaviyo?.advance(job);
  await world.stop();
  const wanted = [...found].filter(([id]) => !heldOut.has(id));
  const expected = kind === 'webhook' ? wanted.map((entry) => entry.join(' ')) : wanted.map(([, to]) => to);
  const has =
    kind === 'webhook' ? [...receiver.has].map((entry) => entry.join(' ')) : (world.klaviyo?.on('L1') ?? []);
  return {
    expected: expected.sort(),
    has: has.sort(),
    breaches: world.klaviyo?.breaches ?? [],
    unsigned: receiver.unsigned(),
  };
}

describe.each(['webhook', 'klaviyo'] as const)('the final set at %s', (kind) => {
  it('equals the list after any runs, erasures, kills, lost and late requests, and workers at the same time', async () => {
    for (const seed of SEEDS) {
      const { expected, has, breaches, unsigned } = await storm(kind, seed);
      expect({ seed, has }).toEqual({ seed, has: expected });
      expect([breaches, unsigned]).toEqual([[], 0]);
    }
  });
});

it.each<[DestinationKindName, Sabotage]>([
  ['webhook', 'hold-outs sent'],
  ['klaviyo', 'jobs not awaited'],
  ['klaviyo', 'hold-outs sent'],
])('the same storm notices at %s: %s', async (kind, sabotage) => {
  const outcomes = [];
  for (let seed = 1; seed <= 20; seed++) {
    const { expected, has } = await storm(kind, seed, sabotage);
    if (JSON.stringify(expected) !== JSON.stringify(has)) return;
    outcomes.push(has);
  }
  expect(outcomes).toBe('noticed');
});
