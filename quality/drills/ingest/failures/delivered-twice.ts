// Every message is delivered twice, and both deliveries are processed concurrently. One chunk arrives after all others:
// its import is not completed without it.

import { below, draw } from '../../../harness/random/random.ts';
import { someOrders, wideChunk } from '../arbitrary-orders.ts';
import { deliver } from '../delivery.ts';
import { outOfTurn } from '../faults.ts';
import { checkAll, readJob } from '../invariants.ts';
import { type Drill, inRun } from '../run.ts';

export const deliveredTwice: Drill = {
  name: 'delivered-twice',
  about: 'every message delivered twice, at once',
  run: (seed, engines) =>
    inRun(seed, engines, async (run) => {
      const older = await run.addImport(draw(run.random, someOrders(12)), 3);
      const newer = await run.addImport(draw(run.random, seed % 10 === 0 ? wideChunk : someOrders(12)), 150);
      const messages = [...older.messages, ...newer.messages];
      for (const { import_id, orders } of messages) run.model.apply(import_id, orders);
      const last = older.messages[below(run.random, older.messages.length)];
      const others = messages.filter((message) => message !== last);
      await deliver(run, [...others, ...others]);
      const early = await outOfTurn(() => readJob(run, older.importId));
      await deliver(run, [last, last]);
      return [
        ...(early?.completed_at === undefined
          ? []
          : [`import ${older.importId} completed before its last chunk`]),
        ...(await checkAll(run, [older, newer])),
      ];
    }),
};
