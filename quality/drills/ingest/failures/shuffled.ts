// Chunks of several imports in any order; an old import arrives after a newer one, and once more at the end.

import { draw } from '../../../harness/random/random.ts';
import { someOrders } from '../arbitrary-orders.ts';
import { deliver } from '../delivery.ts';
import { checkAll } from '../invariants.ts';
import { type Drill, inRun } from '../run.ts';

export const shuffledChunks: Drill = {
  name: 'shuffled',
  about: 'chunks shuffled, an old import delivered after a newer one and again at the end',
  run: (seed, engines) =>
    inRun(seed, engines, async (run) => {
      const oldest = await run.addImport(draw(run.random, someOrders(10)), 3);
      const older = await run.addImport(draw(run.random, someOrders(10)), 2);
      const newest = await run.addImport(draw(run.random, someOrders(10)), 3);
      const imports = [oldest, older, newest];
      for (const { importId, messages } of imports) {
        for (const { orders } of messages) run.model.apply(importId, orders);
      }
      const isLate = seed % 2 === 0;
      const early = isLate ? [older, newest] : imports;
      await deliver(
        run,
        early.flatMap(({ messages }) => messages),
      );
      if (isLate) await deliver(run, oldest.messages);
      await deliver(run, [...oldest.messages, ...older.messages]);
      return checkAll(run, imports);
    }),
};
