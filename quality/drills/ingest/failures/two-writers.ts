// Imports change the same stored orders concurrently: each reads what another is about to replace.

import { draw } from '../../../harness/random/random.ts';
import { someOrders, wideChunk } from '../arbitrary-orders.ts';
import { deliver } from '../delivery.ts';
import { checkAll } from '../invariants.ts';
import { type Drill, type Import, inRun } from '../run.ts';

const IDS = 4;

export const twoWriters: Drill = {
  name: 'two-writers',
  about: 'imports changing the same stored orders at once',
  run: (seed, engines) =>
    inRun(seed, engines, async (run) => {
      const isWide = seed % 10 === 0;
      const orders = () => draw(run.random, isWide ? wideChunk : someOrders(IDS, 10));
      const imports: Import[] = [];
      const add = async (perChunk: number): Promise<Import> => {
        const added = await run.addImport(orders(), perChunk);
        for (const { import_id, orders } of added.messages) run.model.apply(import_id, orders);
        imports.push(added);
        return added;
      };
      // Orders that are stored already: only their versions tell the writers apart.
      await deliver(run, (await add(isWide ? 60 : IDS)).messages);
      const writers = [await add(isWide ? 150 : IDS), await add(isWide ? 60 : IDS)];
      if (!isWide) writers.push(await add(IDS), await add(IDS));
      await deliver(
        run,
        writers.flatMap(({ messages }) => messages),
      );
      return checkAll(run, imports);
    }),
};
