// Reads the history of a shop, and compares it every night, while the shop changes and posts some of the changes. The
// worker is killed at any of its calls, and the shop is busy, down or slow. In the end, each order is stored once, in
// its last state, and a last comparison finds nothing to repair.
import { DEFAULT_PLANS } from '../../../../src/contract/plans.ts';
import { say } from '../../../../src/contract/sentences/sentence.ts';
import { createConnectionStore } from '../../../../src/service/connections/connection-item.ts';
import type { Connector, PullOutcome } from '../../../../src/service/connections/connector.ts';
import { createPullOrders } from '../../../../src/service/connections/pull-orders.ts';
import { createChunkQueue } from '../../../../src/service/orders/chunk-queue.ts';
import { createOrderReader } from '../../../../src/service/orders/order-reader.ts';
import { LEASE_MS } from '../../../../src/service/webhooks/leased-step.ts';
import { drawBelow, type Random } from '../../../harness/random/random.ts';
import { drainQueue } from '../delivery.ts';
import { TABLES } from '../engines.ts';
import { NO_FAULTS, type Plan, planDeath, planRandomFaults, runInProcess, runOutOfTurn } from '../faults.ts';
import { readCountedRows, readStored } from '../invariants.ts';
import { DAY_MS, type Drill, MINUTE_MS, playInRun, type Run } from '../run.ts';
import { checkRows, drawVersion, FIRST_SECRET, openShop, type Version } from './shop-events.ts';

const ORDERS = 14;
const PAGE = 4;
/** Steps of a workflow until its work has certainly ended. */
const MAX_STEPS = 150;

/** Lists orders by their last change, like a shop; the cursor is the last change that was read, and its order. */
function createConnector(shop: ReadonlyMap<number, Version>, random: Random): Connector {
  return {
    findSecret: () => undefined,
    registerEvents: async () => undefined,
    removeEvents: async () => undefined,
    readAddress: (address) => ({ address }),
    check: async () => undefined,
    async pull(_, { since = 0, until }, cursor): Promise<PullOutcome> {
      if (random() < 0.1) return { outcome: 'wait', cursor, seconds: 1 };
      if (random() < 0.1)
        return { outcome: 'retry', problem: say('service_refused', { status: 503, code: null }) };
      const [after = since, last = 0] = cursor?.split(' ').map(Number) ?? [];
      const page = [...shop.values()]
        .filter(
          ({ changedAt: at, event }) => at < until && (at > after || (at === after && event.orderId > last)),
        )
        .sort((a, b) => a.changedAt - b.changedAt || a.event.orderId - b.event.orderId)
        .slice(0, PAGE);
      const end = page.at(-1);
      return {
        outcome: 'page',
        orders: page.map(({ event }) => ({ topic: 'order.updated', payload: JSON.parse(event.body) })),
        cursor: end && page.length === PAGE ? `${end.changedAt} ${end.event.orderId}` : undefined,
      };
    },
  };
}

async function connect(run: Run, shop: ReadonlyMap<number, Version>) {
  const { stores, clock, accountId, sqs, queueUrl, random } = run;
  const posted = await openShop(run);
  const connections = createConnectionStore(stores.db, TABLES.service);
  await connections.create({
    ...{
      account_id: accountId,
      source_id: posted.ref.sourceId,
      kind: 'woocommerce',
      address: 'https://shop.example',
    },
    ...{
      credentials: await posted.seal('{}'),
      hook_url: 'https://api.example/hooks/1',
      connected_at: new Date(clock()).toISOString(),
    },
    ...{
      is_cancelled: false,
      is_due: true,
      orders_read: 0,
      orders_ignored: 0,
      version: 1,
      woken: 1,
      runs: 0,
    },
  });
  const connector = createConnector(shop, random);
  const pull = createPullOrders({
    ...stores,
    connections,
    orders: createOrderReader(stores.db, TABLES),
    openSecret: async (secret) => Buffer.from(secret, 'base64').toString(),
    connectors: { shopify: connector, woocommerce: connector },
    plans: DEFAULT_PLANS,
    queue: createChunkQueue(sqs, queueUrl),
    steps: stores.heldReads,
    newImportId: run.createId,
    newId: run.createId,
    clock,
  });
  const read = () => runOutOfTurn(() => connections.get(posted.ref));

  return {
    ...posted,
    read,

    /** Runs the workflow until the connection rests. `between`: after each step. */
    async work(createPlan: () => Plan, between: () => Promise<void>): Promise<boolean> {
      for (let step = 0; step < MAX_STEPS; step++) {
        const runs = (await read())?.runs ?? 0;
        const input = { account_id: accountId, source_id: posted.ref.sourceId, run: runs };
        const ended = await runInProcess(createPlan(), () => pull(input)).catch(() => undefined);
        if (ended?.answer.outcome === 'done') return true;
        // Another attempt of the workflow follows; a killed worker keeps its lease.
        run.pass(ended === undefined ? LEASE_MS + 1_000 : 1_000 * (1 + ended.answer.wait_seconds));
        await between();
      }
      return false;
    },

    /** The next night, or as soon as it is due. */
    async becomeDue(): Promise<void> {
      const item = await read();
      run.pass(Math.max(0, (item?.next_at ?? 0) - clock()) + 1);
      if (item !== undefined)
        await runOutOfTurn(() => connections.wake(item, new Date(clock()).toISOString()));
    },
  };
}

export const shopHistory: Drill = {
  name: 'shop-history',
  about: 'a shop read and compared while it changes, its worker killed at any call',
  runs: 60,
  run: (seed, engines) =>
    playInRun(seed, engines, async (run) => {
      const { random } = run;
      const shop = new Map<number, Version>();
      for (let id = 1; id <= ORDERS; id++)
        shop.set(id, drawVersion(random, id, run.clock() - DAY_MS + drawBelow(random, 5) * 1_000));
      const connected = await connect(run, shop);
      /** The shop changes, and posts only some of its changes. */
      const change = async (): Promise<void> => {
        if (random() < 0.4) await drainQueue(run);
        if (random() < 0.6) return;
        const version = drawVersion(random, 1 + drawBelow(random, ORDERS + 2), run.clock() - 2_000);
        shop.set(version.event.orderId, version);
        if (random() < 0.4) await connected.post(version.event, FIRST_SECRET);
      };
      const createPlan = (): Plan => {
        if (random() < 0.5) return planDeath(1 + drawBelow(random, 25), random() < 0.5 ? 'before' : 'after');
        return random() < 0.5 ? planRandomFaults(random, 0.05) : NO_FAULTS;
      };
      const wrong: string[] = [];
      for (let night = 0; night < 3; night++) {
        if (!(await connected.work(createPlan, change))) wrong.push('the reading does not end');
        await drainQueue(run);
        await connected.becomeDue();
      }
      // Without changes and faults, one comparison repairs everything, and the next finds nothing.
      run.pass(DAY_MS);
      for (let last = 0; last < 2; last++) {
        if (
          !(await connected.work(
            () => NO_FAULTS,
            () => drainQueue(run).then(() => undefined),
          ))
        )
          wrong.push('a comparison does not end');
        await drainQueue(run);
        run.pass(MINUTE_MS);
        await connected.becomeDue();
      }
      const item = await connected.read();
      if (item?.last_comparison?.repaired !== 0)
        wrong.push(`the last comparison repaired ${item?.last_comparison?.repaired} orders`);
      const { lines } = await runOutOfTurn(() => readStored(run));
      const counted = await runOutOfTurn(() => readCountedRows(run));
      if (counted !== lines.size) wrong.push(`counters say ${counted} rows, stored are ${lines.size}`);
      for (const version of shop.values()) wrong.push(...checkRows(lines, version));
      return wrong;
    }),
};
