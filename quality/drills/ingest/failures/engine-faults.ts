// The engine fails at random: throttling, cancelled transactions, partial batch reads, time-outs after the work was
// done, crashing consumers; also while dead letters are stored.

import { draw } from '../../../harness/random/random.ts';
import { someOrders, wideChunk } from '../arbitrary-orders.ts';
import { deliver, drainDeadLetters } from '../delivery.ts';
import { randomFaults } from '../faults.ts';
import { appliedParts, checkAll } from '../invariants.ts';
import { type Drill, inRun } from '../run.ts';

export const engineFaults: Drill = {
  name: 'engine-faults',
  about: 'throttling, batches read in part, transaction conflicts, time-outs after the commit',
  run: (seed, engines) =>
    inRun(seed, engines, async (run) => {
      const { random } = run;
      const rate = 0.05 + 0.3 * random();
      const imports = [
        await run.addImport(draw(random, someOrders(12)), 3),
        await run.addImport(draw(random, seed % 10 === 0 ? wideChunk : someOrders(12)), 150),
        await run.addImport(draw(random, someOrders(12)), 2),
      ];
      const messages = imports.flatMap((added) => added.messages);
      await deliver(run, messages, () => randomFaults(random, rate));
      await drainDeadLetters(run, () => randomFaults(random, rate / 2));
      for (const message of messages) {
        for (const part of await appliedParts(run, message)) run.model.apply(message.import_id, part);
      }
      return checkAll(run, imports, 'any');
    }),
};
