// The reconciler runs repeatedly while work is still in progress. A queued import must complete through its own chunks;
// if the request crashed before recording that it had queued them, each row is either applied or counted as failed,
// never both. A request that is still queueing its chunks is left alone.

import { below, draw } from '../../harness/random.ts';
import { parseSubmitOrders } from '../../src/contract/orders.ts';
import { countRows } from '../../src/core/ingest/submitted-order.ts';
import { heavyOrders, someOrders, wideChunk } from './arbitrary-orders.ts';
import { deliver, drainQueue } from './delivery.ts';
import { inProcess, NO_FAULTS, type Plan } from './faults.ts';
import { appliedParts, checkAll } from './invariants.ts';
import { DAY_MS, type Drill, inRun, MINUTE_MS, type Run } from './run.ts';

const ROUNDS = 6;
/** Fewer than the message's attempts, so that no message becomes a dead letter. */
const MAX_DEATHS = 3;

function someDeaths({ random }: Run): () => Plan {
  let left = MAX_DEATHS;
  return () => () => {
    if (left === 0 || random() > 0.05) return undefined;
    left--;
    return { kind: 'die', when: random() < 0.5 ? 'before' : 'after' };
  };
}

/** While chunks are being applied. `isNoted`: that they are queued; a request may end before it notes that. */
async function besideConsumers(run: Run, isNoted: boolean): Promise<string[]> {
  const { random, model } = run;
  // A chunk in halves can be found with one of them applied.
  const imports = [
    await run.addImport(draw(random, isNoted ? someOrders(10) : wideChunk), isNoted ? 2 : 150, isNoted),
    await run.addImport(draw(random, someOrders(10)), 3, isNoted),
  ];
  const messages = imports.flatMap((added) => added.messages);
  run.pass(3 * MINUTE_MS);
  const late = isNoted ? (28 * DAY_MS) / ROUNDS : 0;
  await Promise.all([reconcileOften(run, late), deliver(run, messages, someDeaths(run))]);
  await run.reconcile();
  for (const message of messages) {
    const parts = isNoted ? [message.orders] : await appliedParts(run, message);
    for (const part of parts) model.apply(message.import_id, part);
  }
  return checkAll(run, imports, isNoted ? 0 : 'any');
}

/** While the request that accepts the orders is still queueing its chunks. */
async function besideRequest(run: Run): Promise<string[]> {
  const { random, stores, accountId, limits } = run;
  const orders = heavyOrders(1 + below(random, 12));
  const accept = inProcess(NO_FAULTS, () =>
    run.acceptOrders(accountId, limits.maxStoredRows, parseSubmitOrders({ orders })),
  );
  await Promise.all([accept, reconcileOften(run, MINUTE_MS / ROUNDS)]);
  await drainQueue(run);
  const [item] = await stores.imports.listRecent(accountId, 1);
  const importId = item?.import_id ?? '';
  run.model.apply(importId, orders);
  return checkAll(run, [{ importId, messages: [], rows: countRows(orders) }]);
}

/** `within`: up to so many milliseconds pass from one round to the next. */
async function reconcileOften(run: Run, within: number): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    if (within > 0) run.pass(1 + below(run.random, within));
    await inProcess(NO_FAULTS, run.reconcile);
  }
}

export const reconcilerAlive: Drill = {
  name: 'reconciler-alive',
  about: 'the reconciler running repeatedly while work is in progress',
  run: (seed, engines) =>
    inRun(seed, engines, (run) =>
      seed % 3 === 0 ? besideRequest(run) : besideConsumers(run, seed % 3 === 1),
    ),
};
