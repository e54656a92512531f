// Every message is delivered twice, and both deliveries are processed concurrently.

import { draw } from '../../harness/random.ts';
import { someOrders, wideChunk } from './arbitrary-orders.ts';
import { deliver } from './delivery.ts';
import { checkAll } from './invariants.ts';
import { type Drill, inRun } from './run.ts';

export const deliveredTwice: Drill = {
  name: 'delivered-twice',
  about: 'every message delivered twice, at once',
  run: (seed, engines) =>
    inRun(seed, engines, async (run) => {
      const older = await run.addImport(draw(run.random, someOrders(12)), 3);
      const newer = await run.addImport(draw(run.random, seed % 10 === 0 ? wideChunk : someOrders(12)), 150);
      const messages = [...older.messages, ...newer.messages];
      for (const { import_id, orders } of messages) run.model.apply(import_id, orders);
      await deliver(run, [...messages, ...messages]);
      return checkAll(run, [older, newer]);
    }),
};
