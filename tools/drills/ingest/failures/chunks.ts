// Applies chunks under faults of their consumers and of the engine: killed at each call, delivered twice, shuffled,
// throttled, and written by several imports at once. Every row is applied and counted once.
import { draw, drawBelow } from '../../../harness/random/random.ts';
import { generateOrders, wideChunk } from '../arbitrary-orders.ts';
import { createRecord, deliver, deliverRecords, drainDeadLetters, sendUnexplained } from '../delivery.ts';
import { NO_FAULTS, planDeath, planRandomFaults, runOutOfTurn, type When } from '../faults.ts';
import { checkAll, readAppliedParts, readJob } from '../invariants.ts';
import { type Drill, type Import, MAX_DRILL_RECEIVES, playInRun, type Run } from '../run.ts';

// Crashes the consumer before each of its calls, and after each one without a response, until it completes.

/** Returns false if the consumer completed, because it makes fewer calls. */
async function runUntilDeath(run: Run, { messages }: Import, call: number, when: When): Promise<boolean> {
  let died = false;
  const records = messages.map((message, at) => createRecord(`m${at}`, JSON.stringify(message), 1));
  const fatal = planDeath(call, when);
  await deliverRecords(run.consume, records, (sent) => {
    const fault = fatal(sent);
    died ||= fault !== undefined;
    return fault;
  });
  return died;
}

/**
 * Crashes every attempt at that call; SQS moves the messages to the dead-letter queue, whose consumer also crashes
 * once.
 */
async function moveToDeadLetters(run: Run, { messages }: Import, call: number, when: When): Promise<void> {
  for (const message of messages) {
    const body = JSON.stringify(message);
    let isDone = false;
    for (let receives = 2; receives <= MAX_DRILL_RECEIVES && !isDone; receives++) {
      isDone =
        (await deliverRecords(run.consume, [createRecord('m', body, receives)], planDeath(call, when)))
          .size === 0;
    }
    if (!isDone) await sendUnexplained(run, body);
  }
  let isFirst = true;
  const deadly = planDeath(1 + drawBelow(run.random, 6), when);
  await drainDeadLetters(run, () => {
    const plan = isFirst ? deadly : NO_FAULTS;
    isFirst = false;
    return plan;
  });
}

export const consumerKilled: Drill = {
  name: 'consumer-killed',
  about: 'the consumer killed before and after each of its calls, its messages delivered again or given up',
  run: (seed, engines) =>
    playInRun(seed, engines, async (run) => {
      const isWide = seed % 10 === 0;
      const isForGood = seed % 3 === 0;
      const imports: Import[] = [];
      for (const when of ['before', 'after'] as const) {
        let died = true;
        for (let call = 1; died; call++) {
          const orders = draw(run.random, isWide ? wideChunk : generateOrders(8, 4));
          const added = await run.addImport(orders, isWide ? orders.length : 2);
          imports.push(added);
          died = await runUntilDeath(run, added, call, when);
          if (died && isForGood) await moveToDeadLetters(run, added, call, when);
          else await deliver(run, added.messages);
          for (const message of added.messages) {
            const parts = isForGood ? await readAppliedParts(run, message) : [message.orders];
            for (const part of parts) run.model.apply(added.importId, part);
          }
        }
      }
      return checkAll(run, imports, isForGood ? 'any' : 0);
    }),
};

// Every message is delivered twice, and both deliveries are processed concurrently. One chunk arrives after all others:
// its import is not completed without it.
export const deliveredTwice: Drill = {
  name: 'delivered-twice',
  about: 'every message delivered twice, at once',
  run: (seed, engines) =>
    playInRun(seed, engines, async (run) => {
      const older = await run.addImport(draw(run.random, generateOrders(12)), 3);
      const newer = await run.addImport(
        draw(run.random, seed % 10 === 0 ? wideChunk : generateOrders(12)),
        150,
      );
      const messages = [...older.messages, ...newer.messages];
      for (const { import_id, orders } of messages) run.model.apply(import_id, orders);
      const last = older.messages[drawBelow(run.random, older.messages.length)];
      const others = messages.filter((message) => message !== last);
      await deliver(run, [...others, ...others]);
      const early = await runOutOfTurn(() => readJob(run, older.importId));
      await deliver(run, [last, last]);
      return [
        ...(early?.completed_at === undefined
          ? []
          : [`import ${older.importId} completed before its last chunk`]),
        ...(await checkAll(run, [older, newer])),
      ];
    }),
};

// Chunks of several imports in any order; an old import arrives after a newer one, and once more at the end.
export const shuffledChunks: Drill = {
  name: 'shuffled',
  about: 'chunks shuffled, an old import delivered after a newer one and again at the end',
  run: (seed, engines) =>
    playInRun(seed, engines, async (run) => {
      const oldest = await run.addImport(draw(run.random, generateOrders(10)), 3);
      const older = await run.addImport(draw(run.random, generateOrders(10)), 2);
      const newest = await run.addImport(draw(run.random, generateOrders(10)), 3);
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

// The engine fails at random: throttling, cancelled transactions, partial batch reads, time-outs after the work was
// done, crashing consumers; also while dead letters are stored.
export const engineFaults: Drill = {
  name: 'engine-faults',
  about: 'throttling, batches read in part, transaction conflicts, time-outs after the commit',
  run: (seed, engines) =>
    playInRun(seed, engines, async (run) => {
      const { random } = run;
      const rate = 0.05 + 0.3 * random();
      const imports = [
        await run.addImport(draw(random, generateOrders(12)), 3),
        await run.addImport(draw(random, seed % 10 === 0 ? wideChunk : generateOrders(12)), 150),
        await run.addImport(draw(random, generateOrders(12)), 2),
      ];
      const messages = imports.flatMap((added) => added.messages);
      await deliver(run, messages, () => planRandomFaults(random, rate));
      await drainDeadLetters(run, () => planRandomFaults(random, rate / 2));
      for (const message of messages) {
        for (const part of await readAppliedParts(run, message)) run.model.apply(message.import_id, part);
      }
      return checkAll(run, imports, 'any');
    }),
};

// Imports change the same stored orders concurrently: each reads orders that another is about to replace.
const IDS = 4;

export const twoWriters: Drill = {
  name: 'two-writers',
  about: 'imports changing the same stored orders at once',
  run: (seed, engines) =>
    playInRun(seed, engines, async (run) => {
      const isWide = seed % 10 === 0;
      const drawOrders = () => draw(run.random, isWide ? wideChunk : generateOrders(IDS, 10));
      const imports: Import[] = [];
      const add = async (perChunk: number): Promise<Import> => {
        const added = await run.addImport(drawOrders(), perChunk);
        for (const { import_id, orders } of added.messages) run.model.apply(import_id, orders);
        imports.push(added);
        return added;
      };
      // The orders are already stored: only their versions distinguish the writers.
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
