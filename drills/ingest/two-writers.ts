// Two imports write the same orders concurrently.

import { draw } from '../../harness/random.ts';
import { someOrders, wideChunk } from './arbitrary-orders.ts';
import { deliver } from './delivery.ts';
import { checkAll } from './invariants.ts';
import { type Drill, inRun } from './run.ts';

export const twoWriters: Drill = {
  name: 'two-writers',
  about: 'two imports writing the same orders at once',
  run: (seed, engines) =>
    inRun(seed, engines, async (run) => {
      const isWide = seed % 10 === 0;
      const orders = () => draw(run.random, isWide ? wideChunk : someOrders(4, 10));
      const imports = [
        await run.addImport(orders(), isWide ? 150 : 2),
        await run.addImport(orders(), isWide ? 60 : 2),
      ];
      const messages = imports.flatMap((added) => added.messages);
      for (const { import_id, orders } of messages) run.model.apply(import_id, orders);
      await deliver(run, messages);
      return checkAll(run, imports);
    }),
};
