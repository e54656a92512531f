// The reconciler runs repeatedly while work is still in progress. A queued import must complete through its own chunks;
// if the request crashed before recording that it had queued them, each row is either applied or counted as failed,
// never both. A request that is still queueing its chunks is left alone.

import { parseSubmitOrders } from '../../../../src/contract/resources/orders/orders.ts';
import { groupByOrder } from '../../../../src/core/ingest/chunks.ts';
import { countRows, type SubmittedOrder } from '../../../../src/core/ingest/submitted-order.ts';
import { below, draw } from '../../../harness/random/random.ts';
import { pushOf, someOrders, wideChunk } from '../arbitrary-orders.ts';
import { deliver, drainQueue, handOver, recordOf } from '../delivery.ts';
import { dieAt, inProcess, NO_FAULTS, type Plan } from '../faults.ts';
import { appliedParts, checkAll } from '../invariants.ts';
import { DAY_MS, type Drill, type Import, inRun, MINUTE_MS, type Run } from '../run.ts';

const ROUNDS = 6;
const REQUESTS = 4;
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
  const imports: [Import, Import] = [
    await run.addImport(draw(random, isNoted ? someOrders(10) : wideChunk), isNoted ? 2 : 150, isNoted),
    await run.addImport(draw(random, someOrders(10)), 3, isNoted),
  ];
  const messages = imports.flatMap((added) => added.messages);
  run.pass(3 * MINUTE_MS);
  // Its consumer died in the middle of the wide chunk.
  if (!isNoted) {
    const records = imports[0].messages.map((message) => recordOf('wide', JSON.stringify(message), 1));
    await handOver(run.consume, records, dieAt(7 + below(random, 10), 'after'));
  }
  const late = isNoted ? (28 * DAY_MS) / ROUNDS : 0;
  await Promise.all([reconcileOften(run, late), deliver(run, messages, someDeaths(run))]);
  await run.reconcile();
  for (const message of messages) {
    const parts = isNoted ? [message.orders] : await appliedParts(run, message);
    for (const part of parts) model.apply(message.import_id, part);
  }
  return checkAll(run, imports, isNoted ? 0 : 'any');
}

/** While the requests that accept the orders are still queueing their chunks. */
async function besideRequests(run: Run): Promise<string[]> {
  const { random, accountId, limits, model } = run;
  const requests = Array.from({ length: REQUESTS }, () => draw(random, someOrders(10)));
  const accept = (orders: readonly SubmittedOrder[]) =>
    inProcess(NO_FAULTS, () =>
      run.acceptOrders(accountId, limits.maxStoredRows, parseSubmitOrders(pushOf(orders))),
    );
  const [answers] = await Promise.all([
    Promise.all(requests.map(accept)),
    reconcileOften(run, MINUTE_MS / ROUNDS),
  ]);
  await drainQueue(run);
  const imports = requests.map((orders, at) => {
    const importId = answers[at]?.answer.import_id ?? '';
    model.apply(importId, groupByOrder(orders));
    return { importId, messages: [], rows: countRows(orders) };
  });
  return checkAll(run, imports);
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
      seed % 3 === 0 ? besideRequests(run) : besideConsumers(run, seed % 3 === 1),
    ),
};
