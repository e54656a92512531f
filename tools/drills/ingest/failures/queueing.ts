// Ends or refuses requests while they queue their chunks, with the reconciler running beside them.

import { cutIntoChunks, groupByOrder } from '../../../../src/analysis/ingest/chunks.ts';
import { parseSubmitOrders } from '../../../../src/contract/resources/orders/orders.ts';
import { countRows, type SubmittedOrder } from '../../../../src/contract/resources/orders/submitted-order.ts';
import { draw, drawBelow, type Random } from '../../../harness/random/random.ts';
import { createHeavyOrders, generateOrders, toPush, wideChunk } from '../arbitrary-orders.ts';
import { createRecord, deliver, deliverRecords, drainQueue, receive } from '../delivery.ts';
import { type Fault, NO_FAULTS, type Plan, planDeath, runInProcess, type When } from '../faults.ts';
import { checkAll, readAppliedParts } from '../invariants.ts';
import { createMessage, DAY_MS, type Drill, type Import, MINUTE_MS, playInRun, type Run } from '../run.ts';

// SQS refuses some or all entries of a batch, or reports a refusal although it queued them: every accepted row is
// counted.
const createNoAnswer = (when: When): Fault => ({
  kind: 'error',
  when,
  error: new Error('injected: no response'),
});

/** Makes entries or batches fail with this probability; after `outage` sends, SQS is unavailable. */
function createRefusals(random: Random, rate: number, outage: number): Plan {
  let sends = 0;
  return ({ command }) => {
    if (command !== 'SendMessageBatchCommand') return undefined;
    sends++;
    if (sends > outage) return createNoAnswer('before');
    if (random() >= rate) return undefined;
    if (random() < 0.6) return { kind: 'part', random, claimed: random() < 0.3 };
    return createNoAnswer(random() < 0.5 ? 'before' : 'after');
  };
}

export const partialSends: Drill = {
  name: 'partial-sends',
  about: 'batches that SQS accepts in part or not at all: every accepted row is counted',
  run: (seed, engines) =>
    playInRun(seed, engines, async (run) => {
      const { random, stores, accountId } = run;
      const orders = createHeavyOrders(1 + drawBelow(random, 20));
      const isOutage = seed % 2 === 0;
      const plan = createRefusals(
        random,
        isOutage ? 0.4 : 0.8,
        isOutage ? drawBelow(random, 5) : Number.POSITIVE_INFINITY,
      );
      const accept = runInProcess(plan, () =>
        run.acceptOrders(accountId, run.limits.maxStoredRows, parseSubmitOrders({ orders })).then(
          () => true,
          () => false,
        ),
      );
      const [accepted] = await Promise.all([accept, drainQueue(run)]);
      await drainQueue(run);

      const [item] = await stores.imports.listRecent(accountId, 1);
      const importId = item?.import_id ?? '';
      const messages = cutIntoChunks(orders).map((orders, chunk) =>
        createMessage(accountId, importId, chunk, orders),
      );
      for (const message of messages) {
        const parts = accepted?.answer === true ? [message.orders] : await readAppliedParts(run, message);
        for (const part of parts) run.model.apply(importId, part);
      }
      const failed = accepted?.answer === true ? 0 : 'any';
      return checkAll(run, [{ importId, messages, rows: countRows(orders) }], failed);
    }),
};

// Crashes the request between writing the job and queueing its chunks, with none, some or all of them queued. The
// reconciler completes the job; queued chunks are processed before, during and after that.

/** Returns the bodies of all messages that reached the queue. */
async function takeAll(run: Run): Promise<string[]> {
  const bodies: string[] = [];
  for (;;) {
    const messages = await receive(run, run.queueUrl);
    if (messages.length === 0) return bodies;
    bodies.push(...messages.map(({ Body = '' }) => Body));
  }
}

export const crashBeforeQueueing: Drill = {
  name: 'crash-before-queueing',
  about: 'the request dies before all its chunks are queued; the reconciler ends the job beside late chunks',
  run: (seed, engines) =>
    playInRun(seed, engines, async (run) => {
      const { random, stores, accountId, limits } = run;
      const orders: SubmittedOrder[] =
        seed % 4 === 0 ? draw(random, generateOrders(12)) : createHeavyOrders(2 + drawBelow(random, 24));
      // 3 calls write the job, up to 3 send the batches, 1 records that they are queued.
      const death = planDeath(2 + drawBelow(random, 6), random() < 0.5 ? 'before' : 'after');
      await runInProcess(death, () =>
        run.acceptOrders(accountId, limits.maxStoredRows, parseSubmitOrders({ orders })),
      );

      const parts: [string[], string[], string[]] = [[], [], []];
      for (const body of await takeAll(run)) parts[drawBelow(random, 3)]?.push(body);
      const [before, beside, after] = parts;
      await deliver(run, before);
      run.pass(3 * MINUTE_MS);
      await Promise.all([
        runInProcess(planDeath(1 + drawBelow(random, 20), 'after'), run.reconcile),
        deliver(run, beside),
      ]);
      await Promise.all([runInProcess(NO_FAULTS, run.reconcile), deliver(run, after)]);

      const [item] = await stores.imports.listRecent(accountId, 1);
      // The request crashed before the job existed: the client received no acceptance.
      if (item === undefined) return checkAll(run, []);
      const importId = item.import_id;
      const messages = cutIntoChunks(orders).map((orders, chunk) =>
        createMessage(accountId, importId, chunk, orders),
      );
      for (const message of messages) {
        for (const part of await readAppliedParts(run, message)) run.model.apply(importId, part);
      }
      return checkAll(run, [{ importId, messages, rows: countRows(orders) }], 'any');
    }),
};

// Runs the reconciler repeatedly while work is in progress. A queued import must complete through its own chunks; if
// the request crashed before recording that it had queued them, each row is either applied or counted as failed, never
// both. A request that is still queueing its chunks is unaffected.
const ROUNDS = 6;
const REQUESTS = 4;
/** Fewer crashes than a message has attempts, so that no message becomes a dead letter. */
const MAX_DEATHS = 3;

function createDeaths({ random }: Run): () => Plan {
  let left = MAX_DEATHS;
  return () => () => {
    if (left === 0 || random() > 0.05) return undefined;
    left--;
    return { kind: 'die', when: random() < 0.5 ? 'before' : 'after' };
  };
}

/**
 * Runs the reconciler while chunks are being applied. `isNoted`: whether the request noted that they are queued; it may
 * end before.
 */
async function runBesideConsumers(run: Run, isNoted: boolean): Promise<string[]> {
  const { random, model } = run;
  // The reconciler can find a chunk in halves with one half applied.
  const imports: [Import, Import] = [
    await run.addImport(draw(random, isNoted ? generateOrders(10) : wideChunk), isNoted ? 2 : 150, isNoted),
    await run.addImport(draw(random, generateOrders(10)), 3, isNoted),
  ];
  const messages = imports.flatMap((added) => added.messages);
  run.pass(3 * MINUTE_MS);
  // The consumer died in the middle of the wide chunk.
  if (!isNoted) {
    const records = imports[0].messages.map((message) => createRecord('wide', JSON.stringify(message), 1));
    await deliverRecords(run.consume, records, planDeath(7 + drawBelow(random, 10), 'after'));
  }
  const late = isNoted ? (28 * DAY_MS) / ROUNDS : 0;
  await Promise.all([reconcileOften(run, late), deliver(run, messages, createDeaths(run))]);
  await run.reconcile();
  for (const message of messages) {
    const parts = isNoted ? [message.orders] : await readAppliedParts(run, message);
    for (const part of parts) model.apply(message.import_id, part);
  }
  return checkAll(run, imports, isNoted ? 0 : 'any');
}

/** Runs the reconciler while the requests that accept the orders are still queueing their chunks. */
async function runBesideRequests(run: Run): Promise<string[]> {
  const { random, accountId, limits, model } = run;
  const requests = Array.from({ length: REQUESTS }, () => draw(random, generateOrders(10)));
  const accept = (orders: readonly SubmittedOrder[]) =>
    runInProcess(NO_FAULTS, () =>
      run.acceptOrders(accountId, limits.maxStoredRows, parseSubmitOrders(toPush(orders))),
    );
  const [answers] = await Promise.all([
    Promise.all(requests.map(accept)),
    reconcileOften(run, MINUTE_MS / ROUNDS),
  ]);
  await drainQueue(run);
  const imports = requests.map((orders, at) => {
    const importId = answers[at]?.answer.import_id ?? '';
    model.apply(importId, groupByOrder(orders));
    return { importId, messages: [], rows: countRows(orders) };
  });
  return checkAll(run, imports);
}

/** `within`: the most milliseconds from one round to the next. */
async function reconcileOften(run: Run, within: number): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    if (within > 0) run.pass(1 + drawBelow(run.random, within));
    await runInProcess(NO_FAULTS, run.reconcile);
  }
}

export const reconcilerAlive: Drill = {
  name: 'reconciler-alive',
  about: 'the reconciler running repeatedly while work is in progress',
  run: (seed, engines) =>
    playInRun(seed, engines, (run) =>
      seed % 3 === 0 ? runBesideRequests(run) : runBesideConsumers(run, seed % 3 === 1),
    ),
};
