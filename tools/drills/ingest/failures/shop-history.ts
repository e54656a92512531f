// Reads the history of a shop, and compares it every night, while the shop changes and posts some of the changes. The
// worker is killed at any of its calls, and the shop is busy, down or slow. In the end, each order is stored once, in
// its last state, and a last comparison finds nothing to repair.
import { DEFAULT_PLANS } from '../../../../src/contract/plans.ts';
import { createConnectionStore } from '../../../../src/service/connections/connection-item.ts';
import { createPullOrders } from '../../../../src/service/connections/pull-orders.ts';
import { createWooCommerceConnector } from '../../../../src/service/connections/woocommerce-connector.ts';
import { createChunkQueue } from '../../../../src/service/orders/chunk-queue.ts';
import { createOrderReader } from '../../../../src/service/orders/order-reader.ts';
import { LEASE_MS } from '../../../../src/service/webhooks/leased-step.ts';
import { type ShopFault, startFakeWooCommerce } from '../../../harness/fake-woocommerce.ts';
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

/** A shop with its own connector: it is busy, down or loses answers until it is `calm`. */
async function openStandIn(random: Random) {
  const faults: readonly ShopFault[] = ['down', 'busy', 'lost'];
  const state = { calm: false };
  const shop = await startFakeWooCommerce(() =>
    state.calm || random() < 0.8 ? 'none' : (faults[drawBelow(random, faults.length)] ?? 'none'),
  );
  return {
    ...{ shop, state, connector: createWooCommerceConnector({ receivers: 'any', pageSize: PAGE }) },
    set({ event }: Version): void {
      shop.orders.set(event.orderId, { refunds: [], ...JSON.parse(event.body) });
    },
  };
}
type StandIn = Awaited<ReturnType<typeof openStandIn>>;

async function connect(run: Run, { shop, connector }: StandIn) {
  const { stores, clock, accountId, sqs, queueUrl } = run;
  const posted = await openShop(run);
  const connections = createConnectionStore(stores.db, TABLES.service);
  await connections.create({
    ...{
      account_id: accountId,
      source_id: posted.ref.sourceId,
      kind: 'woocommerce',
      address: shop.address,
    },
    ...{
      credentials: await posted.seal(
        JSON.stringify({ consumer_key: shop.key, consumer_secret: shop.secret }),
      ),
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
      const standIn = await openStandIn(random);
      const put = (version: Version): void => {
        shop.set(version.event.orderId, version);
        standIn.set(version);
      };
      for (let id = 1; id <= ORDERS; id++)
        put(drawVersion(random, id, run.clock() - DAY_MS + drawBelow(random, 5) * 1_000));
      const connected = await connect(run, standIn);
      /** The shop changes, and posts only some of its changes. */
      const change = async (): Promise<void> => {
        if (random() < 0.4) await drainQueue(run);
        if (random() < 0.6) return;
        const version = drawVersion(random, 1 + drawBelow(random, ORDERS + 2), run.clock() - 2_000);
        put(version);
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
      standIn.state.calm = true;
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
      wrong.push(...standIn.shop.breaches);
      await standIn.shop.stop();
      return wrong;
    }),
};
