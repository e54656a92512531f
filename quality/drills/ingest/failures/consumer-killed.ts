// The consumer crashes before each of its calls, and after each one without seeing the response, until it completes.

import { below, draw } from '../../../harness/random/random.ts';
import { someOrders, wideChunk } from '../arbitrary-orders.ts';
import { deliver, drainDeadLetters, handOver, recordOf, sendUnexplained } from '../delivery.ts';
import { dieAt, NO_FAULTS, type When } from '../faults.ts';
import { appliedParts, checkAll } from '../invariants.ts';
import { type Drill, type Import, inRun, MAX_RECEIVES, type Run } from '../run.ts';

/** False if the consumer completed: it makes fewer calls than that. */
async function diesAt(run: Run, { messages }: Import, call: number, when: When): Promise<boolean> {
  let died = false;
  const records = messages.map((message, at) => recordOf(`m${at}`, JSON.stringify(message), 1));
  const fatal = dieAt(call, when);
  await handOver(run.consume, records, (sent) => {
    const fault = fatal(sent);
    died ||= fault !== undefined;
    return fault;
  });
  return died;
}

/**
 * Every attempt crashes at that call; SQS moves the messages to the dead-letter queue, whose consumer also crashes
 * once.
 */
async function diesForGood(run: Run, { messages }: Import, call: number, when: When): Promise<void> {
  for (const message of messages) {
    const body = JSON.stringify(message);
    let isDone = false;
    for (let receives = 2; receives <= MAX_RECEIVES && !isDone; receives++) {
      isDone = (await handOver(run.consume, [recordOf('m', body, receives)], dieAt(call, when))).size === 0;
    }
    if (!isDone) await sendUnexplained(run, body);
  }
  let isFirst = true;
  const deadly = dieAt(1 + below(run.random, 6), when);
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
    inRun(seed, engines, async (run) => {
      const isWide = seed % 10 === 0;
      const isForGood = seed % 3 === 0;
      const imports: Import[] = [];
      for (const when of ['before', 'after'] as const) {
        let died = true;
        for (let call = 1; died; call++) {
          const orders = draw(run.random, isWide ? wideChunk : someOrders(8, 4));
          const added = await run.addImport(orders, isWide ? orders.length : 2);
          imports.push(added);
          died = await diesAt(run, added, call, when);
          if (died && isForGood) await diesForGood(run, added, call, when);
          else await deliver(run, added.messages);
          for (const message of added.messages) {
            const parts = isForGood ? await appliedParts(run, message) : [message.orders];
            for (const part of parts) run.model.apply(added.importId, part);
          }
        }
      }
      return checkAll(run, imports, isForGood ? 'any' : 0);
    }),
};
