// Tests destinations on a real table, with real requests to receivers on this machine, whatever is killed, repeated,
// lost or late. Time is simulated: a day of retries takes none.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hash64 } from '../../../../../src/analysis/customer-lists/customer-ids.ts';
import { decodeList } from '../../../../../src/analysis/customer-lists/list-file.ts';
import { getNextAt } from '../../../../../src/contract/customer-lists/columns.ts';
import type { DestinationKindName } from '../../../../../src/contract/resources/destinations.ts';
import type { DestinationItem } from '../../../../../src/service/destinations/destination-item.ts';
import type { KlaviyoFault } from '../../../../../tools/harness/fake-klaviyo.ts';
import { createRandom } from '../../../../../tools/harness/random/random.ts';
import { startReceivers, type WebhookReceivers } from '../../../../../tools/harness/webhook-receivers.ts';
import { useTables } from '../use-tables.ts';
import {
  createDestinationShop,
  createFaults,
  createPeople,
  DAY,
  Killed,
  openDestinationReceiver,
  START,
  toMail,
} from './destination-shop.ts';

const stage = useTables();
/** `STORMS=100` runs 100 seeds. */
const SEEDS = Array.from({ length: Number(process.env.STORMS ?? 1) }, (_, at) => at + 1);

let receivers: WebhookReceivers;
beforeAll(async () => {
  receivers = await startReceivers();
});
afterAll(() => receivers.stop());
beforeEach(() => {
  for (const level of ['info', 'log', 'warn'] as const) vi.spyOn(console, level).mockReturnValue();
});

describe('a webhook', () => {
  it('gets signed pages of the customers who joined, left or changed their contact, and none that is held out', async () => {
    const receiver = openDestinationReceiver(receivers, () => 'none');
    const world = await createDestinationShop(stage.db, 'webhook', { url: receiver.url });
    await world.refresh(createPeople('ann', 'bob', 'cem', 'dan', 'eve'), (id) => id === 'eve');
    await world.settle();
    expect(receiver.has).toEqual(createPeople('ann', 'bob', 'cem', 'dan'));
    expect(receiver.requests()).toBe(2);
    await world.refresh(
      new Map(
        [...createPeople('ann', 'fay', 'eve'), ['bob', toMail('bob', '2')]].map(([k, m]) => [
          String(k),
          String(m),
        ]),
      ),
    );
    await world.settle();
    expect(receiver.has).toEqual(
      new Map([
        ['ann', toMail('ann')],
        ['bob', toMail('bob', '2')],
        ['fay', toMail('fay')],
      ]),
    );
    expect(receiver.unsigned()).toBe(0);
    expect(await world.deliveries()).toMatchObject([
      { status: 'Completed', joined: 2, left: 2, refused: 0 },
      { status: 'Completed', joined: 4, left: 0, refused: 0, requests: 2 },
    ]);
    expect(world.copies.objects.size).toBe(1);
  });

  it('gets everything after it was down for a day; after three days it gets nothing until the next run', async () => {
    let until = START + DAY;
    let readTime = () => START;
    const receiver = openDestinationReceiver(receivers, () => (readTime() < until ? 'down' : 'none'));
    const world = await createDestinationShop(stage.db, 'webhook', { url: receiver.url });
    readTime = world.clock;
    await world.refresh(createPeople('ann', 'bob'));
    for (let steps = 0; steps < 12; steps++) world.pass((await world.step()).wait_seconds * 1_000);
    world.pass(DAY - 3 * 3_600_000);
    await world.settle();
    expect(receiver.has).toEqual(createPeople('ann', 'bob'));
    expect(world.clock() - until).toBeLessThan(16 * 60_000);
    until = Number.POSITIVE_INFINITY;
    await world.refresh(createPeople('ann'));
    await world.step();
    world.pass(3 * DAY - 3_600_000);
    await world.settle();
    expect(await world.get()).toMatchObject({ failing: { reason: 'the receiver responded with 503' } });
    expect((await world.deliveries())[0]).toMatchObject({
      status: 'Failed',
      fail_reason_coded: [{ code: 'receiver_responded', params: { status: 503 } }],
    });
    until = 0;
    await world.refresh(createPeople('ann', 'cem'));
    await world.settle();
    expect(receiver.has).toEqual(createPeople('ann', 'cem'));
    expect((await world.get())?.failing).toBeUndefined();
  });

  it('gets requests under a lease that outlives the function of the worker and is returned afterwards', async () => {
    let during: Promise<DestinationItem | undefined> | undefined;
    let look = () => during;
    const receiver = openDestinationReceiver(receivers, () => {
      during = look();
      return 'none';
    });
    const world = await createDestinationShop(stage.db, 'webhook', { url: receiver.url });
    look = world.get;
    await world.refresh(createPeople('ann'));
    await world.step();
    // The function ends after two minutes.
    expect((await during)?.lease_until).toBeGreaterThan(world.clock() + 120_000);
    expect((await world.get())?.lease_until).toBeUndefined();
  });

  it('gets no page that names a customer under erasure, and gets the others afterwards', async () => {
    let isDown = true;
    const receiver = openDestinationReceiver(receivers, () => (isDown ? 'down' : 'none'));
    const world = await createDestinationShop(stage.db, 'webhook', { url: receiver.url });
    await world.refresh(createPeople('ann', 'bob'));
    world.pass((await world.step()).wait_seconds * 1_000);
    isDown = false;
    world.hidden.add(hash64('ann'));
    expect(await world.step()).toEqual({ outcome: 'again', wait_seconds: 20 });
    expect([receiver.requests(), receiver.has.size]).toEqual([1, 0]);
    await world.erase('ann');
    await world.settle();
    expect([...receiver.has.keys()]).toEqual(['bob']);
  });

  it('is not changed by a page that arrives late', async () => {
    let isFirst = true;
    const receiver = openDestinationReceiver(receivers, () => {
      const fault = isFirst ? 'late' : 'none';
      isFirst = false;
      return fault;
    });
    const world = await createDestinationShop(stage.db, 'webhook', { url: receiver.url });
    await world.refresh(createPeople('ann'));
    await world.settle();
    await world.refresh(createPeople('bob'));
    await world.settle();
    receiver.arrive();
    expect([...receiver.has.keys()]).toEqual(['bob']);
  });

  it('costs as many requests for one page as docs/performance.md states', async () => {
    const receiver = openDestinationReceiver(receivers, () => 'none');
    const world = await createDestinationShop(stage.db, 'webhook', { url: receiver.url });
    await world.refresh(createPeople('ann', 'bob'));
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

  it('gets nothing while it is paused, and the changes afterwards', async () => {
    const receiver = openDestinationReceiver(receivers, () => 'none');
    const world = await createDestinationShop(stage.db, 'webhook', { url: receiver.url });
    const item = await world.get();
    if (item === undefined) throw new Error('no destination');
    const paused = await world.destinations.changeSettings(item, { is_paused: true }, 'now');
    await world.refresh(createPeople('ann'));
    await world.settle();
    expect(receiver.requests()).toBe(0);
    expect(await world.destinations.changeSettings(item, { is_paused: false }, 'now')).toBeUndefined();
    if (paused) await world.destinations.changeSettings(paused, { is_paused: false }, 'now');
    await world.settle();
    expect(receiver.has).toEqual(createPeople('ann'));
  });
});

describe('Klaviyo', () => {
  it('has the addresses of the members, each once, and none that a held-out customer shares', async () => {
    const world = await createDestinationShop(stage.db, 'klaviyo');
    const found = new Map(
      [
        ...createPeople('ann', 'bob', 'cem', 'eve'),
        ['ann2', ' ANN@example.com '],
        ['fay', toMail('eve')],
        ['gus', ''],
      ].map(([k, m]) => [String(k), String(m)]),
    );
    await world.refresh(found, (id) => id === 'eve');
    await world.settle();
    expect(world.klaviyo?.on('L1')).toEqual(['ann', 'bob', 'cem'].map((id) => toMail(id)));
    await world.refresh(createPeople('ann2', 'bob'));
    await world.settle();
    expect(world.klaviyo?.on('L1')).toEqual([toMail('ann2'), toMail('bob')]);
    expect(world.klaviyo?.breaches).toEqual([]);
    expect((await world.deliveries())[1]).toMatchObject({ joined: 3, without_contact: 1 });
    await world.stop();
  });

  it('gets the other addresses if it refuses some, which are counted', async () => {
    const world = await createDestinationShop(stage.db, 'klaviyo');
    world.useKey('pk_1');
    await world.refresh(
      new Map([
        ['a', toMail('ann')],
        ['b', 'x@y.invalid'],
        ['c', toMail('dropped')],
      ]),
    );
    await world.settle();
    expect(world.klaviyo?.on('L1')).toEqual([toMail('ann')]);
    expect((await world.deliveries())[0]).toMatchObject({ status: 'Completed', joined: 1, refused: 2 });
    await world.stop();
  });

  it('loses an erased customer from the list, with a request to delete the profile', async () => {
    const world = await createDestinationShop(stage.db, 'klaviyo');
    await world.refresh(
      new Map([
        ['a', toMail('ann')],
        ['b', toMail('bob')],
        ['b2', toMail('bob')],
      ]),
      undefined,
      true,
    );
    await world.settle();
    const [owner = '', other = ''] = ['b', 'b2'].sort((a, b) => (hash64(a) < hash64(b) ? -1 : 1));
    const readNext = () =>
      [...world.copies.objects.values()].flatMap((file) => {
        const list = decodeList(file);
        return Array.from(Array(list.head.rows).keys(), (row) => getNextAt(list, row)?.again[0]);
      });
    expect(readNext().sort()).toEqual(['of a', `of ${owner}`]);
    await world.erase('a');
    await world.erase(owner);
    expect(readNext()).toEqual([undefined]);
    expect([...world.copies.objects.values()].some((file) => Buffer.from(file).includes(toMail('ann')))).toBe(
      false,
    );
    await world.settle();
    // Bob has another id, which was not erased.
    expect(world.klaviyo?.on('L1')).toEqual([toMail('bob')]);
    expect([...(world.klaviyo?.deleted ?? [])]).toEqual([toMail('ann')]);
    await world.erase(other);
    await world.settle();
    expect(world.klaviyo?.on('L1')).toEqual([]);
    expect(world.klaviyo?.breaches).toEqual([]);
    await world.stop();
  });
});

/** Runs the audience, erasures, and all kinds of failures; returns the final set at the destination and the list. */
async function runStorm(kind: DestinationKindName, seed: number) {
  const random = createRandom(seed);
  let calm = false;
  const trouble = createFaults(random, 0.15);
  const drawFault = (): KlaviyoFault => (calm ? 'none' : trouble());
  const receiver = openDestinationReceiver(receivers, () => (!calm && random() < 0.1 ? 'late' : drawFault()));
  const world = await createDestinationShop(stage.db, kind, {
    url: receiver.url,
    faults: drawFault,
    dies: () => !calm && random() < 0.04,
    works: () => random() < 0.6,
  });
  const erased = new Set<string>();
  const heldOut = new Set(['c3', 'c11']);
  const ids = Array.from({ length: 14 }, (_, at) => `c${at}`);
  let found = new Map<string, string>();
  for (let round = 0; round < 6; round++) {
    found = new Map(
      ids
        .filter((id) => !erased.has(id) && random() < 0.6)
        .map((id) => [id, toMail(id, random() < 0.2 ? `+${round}` : '')]),
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
  it('equals the list after any runs, erasures, kills, lost and late requests, and concurrent workers', async () => {
    for (const seed of SEEDS) {
      const { expected, has, breaches, unsigned } = await runStorm(kind, seed);
      expect({ seed, has }).toEqual({ seed, has: expected });
      expect([breaches, unsigned]).toEqual([[], 0]);
    }
  });
});
