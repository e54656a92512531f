// A dataset is spread over more partitions while its orders are pushed, replaced, read and erased, and whoever moves them is
// killed again and again. Every order is at one place, and whoever reads meets every order once.

import { SHARD_COUNT } from '../../../../src/core/ingest/hash.ts';
import type { SubmittedOrder } from '../../../../src/core/ingest/submitted-order.ts';
import { createSpreadDataset } from '../../../../src/operations/spread-dataset.ts';
import { DATA_VERSION } from '../../../../src/stores/tables/data-version.ts';
import { below, draw } from '../../../harness/random/random.ts';
import { someOrders, wideChunk } from '../arbitrary-orders.ts';
import { deliver } from '../delivery.ts';
import { TABLES } from '../engines.ts';
import { dieAt, inProcess, NO_FAULTS, outOfTurn } from '../faults.ts';
import { checkAll, storedItems } from '../invariants.ts';
import { DATASET, type Drill, type Import, inRun, type Run } from '../run.ts';

const MOST_WIDTH = 4;
const LEAVER = 'leaver';
const SETTINGS = { productIdentifier: 'name', keep: () => true } as const;

/** A run ends where it would wait. */
class Waits extends Error {
  readonly ms: number;
  constructor(ms: number) {
    super(`waits for ${ms} ms`);
    this.ms = ms;
  }
}

function spreader(run: Run, readers: ReadonlySet<Promise<unknown>>) {
  const { stores, accountId, random, clock } = run;
  const spreadDataset = createSpreadDataset({
    ...stores,
    versions: { read: async () => DATA_VERSION },
    clock,
    pause: async (ms) => {
      throw new Waits(ms);
    },
  });
  return async function spreadToTheEnd(partitions: number, deaths: number): Promise<void> {
    for (let attempt = 0; attempt < 200; attempt++) {
      const when = random() < 0.5 ? 'before' : 'after';
      const plan = attempt < deaths ? dieAt(1 + below(random, 60), when) : NO_FAULTS;
      try {
        const ended = await inProcess(plan, () =>
          spreadDataset({ accountId, datasetId: DATASET }, partitions),
        );
        if (ended !== undefined) return;
      } catch (error) {
        if (!(error instanceof Waits)) throw error;
        // No function runs for longer.
        await Promise.all(readers);
        run.pass(error.ms);
      }
    }
    throw new Error('the spreading does not end');
  };
}

/** Orders that nobody but an erasure removes are met once by each read, whenever it begins. */
async function checkReads(
  run: Run,
  readers: Set<Promise<unknown>>,
  known: readonly SubmittedOrder[],
  hasEnded: () => boolean,
): Promise<string[]> {
  const wrong: string[] = [];
  const dataset = { accountId: run.accountId, datasetId: DATASET };
  do {
    const reading = inProcess(NO_FAULTS, () => run.stores.reader.read(dataset, SETTINGS));
    readers.add(reading);
    const { orderIds } = (await reading)?.answer ?? { orderIds: [] };
    readers.delete(reading);
    const met = new Set(orderIds);
    if (met.size < orderIds.length) wrong.push(`a read meets ${orderIds.length - met.size} orders twice`);
    const missed = known.filter(({ order_id }) => !met.has(order_id));
    if (missed.length > 0) wrong.push(`a read misses ${missed.length} of ${known.length} orders`);
  } while (!hasEnded());
  return wrong;
}

function ordersOf(customer_id: string, count: number): SubmittedOrder[] {
  return Array.from({ length: count }, (_, at) => ({
    order_id: `${customer_id}-${at}`,
    customer_id,
    line_items: [{ product_name: 'tea' }],
  }));
}

async function placedTwice({ stores, accountId }: Run): Promise<string[]> {
  const items = await storedItems(stores.db, TABLES.orders, accountId, { width: MOST_WIDTH });
  const keys = items.map(({ sk }) => String(sk));
  const { width } = await stores.spreads.of({ accountId, datasetId: DATASET });
  return [
    ...(new Set(keys).size < keys.length ? ['an order is at two places'] : []),
    ...(width === MOST_WIDTH ? [] : [`the dataset is spread over ${width * SHARD_COUNT} partitions`]),
  ];
}

export const spreadDrill: Drill = {
  name: 'spread',
  about: 'orders moved to more partitions while they are pushed, replaced, read and erased; the mover killed',
  runs: 60,
  // Most of a run is waiting for turns.
  atOnce: 8,
  run: (seed, engines) =>
    inRun(seed, engines, async (run) => {
      const { random, accountId } = run;
      const imports: Import[] = [];
      const add = async (orders: readonly SubmittedOrder[], perChunk = 3): Promise<Import> => {
        const added = await run.addImport(orders, perChunk);
        for (const { import_id, orders } of added.messages) run.model.apply(import_id, orders);
        imports.push(added);
        return added;
      };
      const staying = ordersOf('staying', 48);
      await deliver(run, (await add(staying, staying.length)).messages);
      if (seed % 10 === 0) await deliver(run, (await add(draw(random, wideChunk), 60)).messages);
      await deliver(run, (await run.addImport(ordersOf(LEAVER, 3), 2)).messages);

      const readers = new Set<Promise<unknown>>();
      const spread = spreader(run, readers);
      let ended = false;
      const push = async (): Promise<void> => {
        do await deliver(run, (await add(draw(random, someOrders(8, 8)))).messages, undefined, 2);
        while (!ended);
      };
      const spreadAll = async (): Promise<void> => {
        try {
          if (seed % 2 === 0) await spread(SHARD_COUNT * 2, 3);
          await spread(SHARD_COUNT * MOST_WIDTH, 3);
        } finally {
          ended = true;
        }
      };
      const erase = async (): Promise<void> => {
        const { erasure_id } = await outOfTurn(() => run.requestErasure.customer(accountId, DATASET, LEAVER));
        for (let slice = 0; ; slice++) {
          const plan = slice < 2 ? dieAt(1 + below(random, 25), 'before') : NO_FAULTS;
          const erasing = inProcess(plan, () => run.erase({ accountId, erasureId: erasure_id }));
          readers.add(erasing);
          const slept = await erasing;
          readers.delete(erasing);
          if (slept?.answer.outcome === 'done') return;
        }
      };
      const [reads] = await Promise.all([
        checkReads(run, readers, staying, () => ended),
        spreadAll(),
        push(),
        erase(),
      ]);
      return outOfTurn(async () => [
        ...reads,
        ...(await checkAll(run, imports)),
        ...(await placedTwice(run)),
      ]);
    }),
};
