// Chunks die and are stored as dead letters; later a redrive applies them: killed at a random call, repeated, run twice
// concurrently, next to the dead-letter consumer and next to another import's newer values.

import { below, draw, shuffled } from '../../../harness/random/random.ts';
import { someOrders, wideChunk } from '../arbitrary-orders.ts';
import { deliver, drainDeadLetters } from '../delivery.ts';
import { dieAt, inProcess, NO_FAULTS, outOfTurn, type Plan, stallAt } from '../faults.ts';
import { checkAll, checkJob, readJob } from '../invariants.ts';
import { DATASET, type Drill, type Import, inRun, type Run } from '../run.ts';

const engineGone: Plan = ({ command }) =>
  command === 'TransactWriteItemsCommand'
    ? { kind: 'error', when: 'before', error: new Error('the engine is gone') }
    : undefined;

/** A redrive that finds a letter gone, because another redrive was faster, is run again. */
async function redrive(run: Run, importId: string, plan: Plan): Promise<void> {
  await inProcess(plan, () => run.redrive(importId)).catch(() => undefined);
}

async function lastAccepted({ stores, accountId }: Run): Promise<number> {
  const dataset = await outOfTurn(() => stores.datasets.get(accountId, DATASET));
  return dataset?.last_accepted ?? 0;
}

/** At any time, a completed import has all its rows counted. */
async function checkWhenEnded(run: Run, added: Import): Promise<string[]> {
  const job = await outOfTurn(() => readJob(run, added.importId));
  return job?.completed_at === undefined
    ? []
    : checkJob(job, added).map((wrong) => `after a redrive: ${wrong}`);
}

/** The dead-letter consumer crashes once, at a random call, and a redrive runs before its next attempt. */
async function keepBesideRedrive(run: Run, added: Import): Promise<string[]> {
  const wrong: string[] = [];
  let isFirst = true;
  await drainDeadLetters(
    run,
    () => {
      const plan = isFirst ? dieAt(1 + below(run.random, 5), 'after') : NO_FAULTS;
      isFirst = false;
      return plan;
    },
    async () => {
      await redrive(run, added.importId, NO_FAULTS);
      wrong.push(...(await checkWhenEnded(run, added)));
    },
  );
  return wrong;
}

export const redriven: Drill = {
  name: 'redrive',
  about: 'dead chunks applied later: killed, repeated, twice at once, beside newer values',
  run: (seed, engines) =>
    inRun(seed, engines, async (run) => {
      const { random, model } = run;
      const isWide = seed % 10 === 0;
      const added = await run.addImport(draw(random, isWide ? wideChunk : someOrders(10)), isWide ? 150 : 2);
      const [doomed, ...others] = shuffled(random, added.messages);
      const dead = others.filter(() => random() < 0.5).concat(doomed ?? []);
      await deliver(
        run,
        others.filter((message) => !dead.includes(message)),
      );
      await deliver(run, dead, () => engineGone);
      const wrong: string[] = [];
      if (seed % 3 === 0) wrong.push(...(await keepBesideRedrive(run, added)));
      else await drainDeadLetters(run);

      const newer = await run.addImport(draw(random, someOrders(10)), 2);
      const acceptedBefore = await lastAccepted(run);
      await Promise.all([
        redrive(run, added.importId, dieAt(1 + below(random, 12), random() < 0.5 ? 'before' : 'after')),
        deliver(run, newer.messages),
      ]);
      // One of them stands still before it writes counts that it has summed.
      const still = stallAt(({ update }) => update.includes('recounts'));
      await Promise.all([redrive(run, added.importId, still), redrive(run, added.importId, NO_FAULTS)]);
      wrong.push(...(await checkWhenEnded(run, added)));
      await redrive(run, added.importId, NO_FAULTS);
      const letters = await outOfTurn(() => run.deadLetters.list(added.importId));
      if (letters.length > 0) wrong.push(`dead letters are left: ${letters.join(', ')}`);
      // Schedules look here whether orders have changed. Beside the consumer, all was redriven before.
      const isMarked = (await lastAccepted(run)) > acceptedBefore;
      if (seed % 3 !== 0 && !isMarked) wrong.push('the dataset seems unchanged by a redrive');
      for (const { import_id, orders } of [...added.messages, ...newer.messages])
        model.apply(import_id, orders);
      return [...wrong, ...(await checkAll(run, [added, newer]))];
    }),
};
