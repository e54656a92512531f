// The reconciler runs repeatedly while work is still in progress. A queued import must complete through its own chunks;
// if the request crashed before recording that it had queued them, each chunk is either applied or counted as failed,
// never both.

import { below, draw } from '../../harness/random.ts';
import { someOrders, wideChunk } from './arbitrary-orders.ts';
import { deliver } from './delivery.ts';
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

export const reconcilerAlive: Drill = {
  name: 'reconciler-alive',
  about: 'the reconciler running repeatedly while work is in progress',
  run: (seed, engines) =>
    inRun(seed, engines, async (run) => {
      const isQueued = seed % 2 === 0;
      const orders = draw(run.random, seed % 11 === 0 ? wideChunk : someOrders(10));
      const imports = [
        await run.addImport(orders, seed % 11 === 0 ? 150 : 2, isQueued),
        await run.addImport(draw(run.random, someOrders(10)), 3, isQueued),
      ];
      const messages = imports.flatMap((added) => added.messages);
      run.pass(3 * MINUTE_MS);
      const reconcileOften = async (): Promise<void> => {
        for (let round = 0; round < ROUNDS; round++) {
          await inProcess(NO_FAULTS, run.reconcile);
          if (isQueued) run.pass(below(run.random, (28 * DAY_MS) / ROUNDS));
        }
      };
      await Promise.all([reconcileOften(), deliver(run, messages, someDeaths(run))]);
      await run.reconcile();
      for (const message of messages) {
        const parts = isQueued ? [message.orders] : await appliedParts(run, message);
        for (const part of parts) run.model.apply(message.import_id, part);
      }
      return checkAll(run, imports, isQueued ? 0 : 'any');
    }),
};
