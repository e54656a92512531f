// The request crashes between writing the job and queueing its chunks, with none, some or all of them queued. The
// reconciler completes the job; queued chunks are processed before, during and after that.

import { parseSubmitOrders } from '../../../../src/contract/resources/orders/orders.ts';
import { cutIntoChunks } from '../../../../src/core/ingest/chunks.ts';
import { countRows, type SubmittedOrder } from '../../../../src/core/ingest/submitted-order.ts';
import { below, draw } from '../../../harness/random/random.ts';
import { heavyOrders, someOrders } from '../arbitrary-orders.ts';
import { deliver, receive } from '../delivery.ts';
import { dieAt, inProcess, NO_FAULTS } from '../faults.ts';
import { appliedParts, checkAll } from '../invariants.ts';
import { type Drill, inRun, MINUTE_MS, messageOf, type Run } from '../run.ts';

/** Bodies of all messages that reached the queue. */
async function takeAll(run: Run): Promise<string[]> {
  const bodies: string[] = [];
  for (;;) {
    const messages = await receive(run, run.queueUrl);
    if (messages.length === 0) return bodies;
    bodies.push(...messages.map(({ Body = '' }) => Body));
  }
}

export const crashBeforeQueueing: Drill = {
  name: 'crash-before-queueing',
  about: 'the request dies before all its chunks are queued; the reconciler ends the job beside late chunks',
  run: (seed, engines) =>
    inRun(seed, engines, async (run) => {
      const { random, stores, accountId, limits } = run;
      const orders: SubmittedOrder[] =
        seed % 4 === 0 ? draw(random, someOrders(12)) : heavyOrders(2 + below(random, 24));
      // 3 calls write the job, up to 3 send the batches, 1 records that they are queued.
      const death = dieAt(2 + below(random, 6), random() < 0.5 ? 'before' : 'after');
      await inProcess(death, () =>
        run.acceptOrders(accountId, limits.maxStoredRows, parseSubmitOrders({ orders })),
      );

      const parts: [string[], string[], string[]] = [[], [], []];
      for (const body of await takeAll(run)) parts[below(random, 3)]?.push(body);
      const [before, beside, after] = parts;
      await deliver(run, before);
      run.pass(3 * MINUTE_MS);
      await Promise.all([
        inProcess(dieAt(1 + below(random, 20), 'after'), run.reconcile),
        deliver(run, beside),
      ]);
      await Promise.all([inProcess(NO_FAULTS, run.reconcile), deliver(run, after)]);

      const [item] = await stores.imports.listRecent(accountId, 1);
      // It crashed before the job existed: the client received no acceptance.
      if (item === undefined) return checkAll(run, []);
      const importId = item.import_id;
      const messages = cutIntoChunks(orders).map((orders, chunk) =>
        messageOf(accountId, importId, chunk, orders),
      );
      for (const message of messages) {
        for (const part of await appliedParts(run, message)) run.model.apply(importId, part);
      }
      return checkAll(run, [{ importId, messages, rows: countRows(orders) }], 'any');
    }),
};
