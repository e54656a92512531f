// SQS refuses some or all entries of a batch, or reports a refusal although it took them: every accepted row is
// counted.

import { parseSubmitOrders } from '../../../../src/contract/resources/orders/orders.ts';
import { cutIntoChunks } from '../../../../src/core/ingest/chunks.ts';
import { countRows } from '../../../../src/core/ingest/submitted-order.ts';
import { below, type Random } from '../../../harness/random/random.ts';
import { heavyOrders } from '../arbitrary-orders.ts';
import { drainQueue } from '../delivery.ts';
import { type Fault, inProcess, type Plan, type When } from '../faults.ts';
import { appliedParts, checkAll } from '../invariants.ts';
import { type Drill, inRun, messageOf } from '../run.ts';

const noAnswer = (when: When): Fault => ({ kind: 'error', when, error: new Error('injected: no response') });

/** Entries or batches fail with this probability; after `outage` sends, SQS is unavailable. */
function refusals(random: Random, rate: number, outage: number): Plan {
  let sends = 0;
  return ({ command }) => {
    if (command !== 'SendMessageBatchCommand') return undefined;
    sends++;
    if (sends > outage) return noAnswer('before');
    if (random() >= rate) return undefined;
    if (random() < 0.6) return { kind: 'part', random, claimed: random() < 0.3 };
    return noAnswer(random() < 0.5 ? 'before' : 'after');
  };
}

export const partialSends: Drill = {
  name: 'partial-sends',
  about: 'batches that SQS accepts in part or not at all: every accepted row is counted',
  run: (seed, engines) =>
    inRun(seed, engines, async (run) => {
      const { random, stores, accountId } = run;
      const orders = heavyOrders(1 + below(random, 20));
      const isOutage = seed % 2 === 0;
      const plan = refusals(
        random,
        isOutage ? 0.4 : 0.8,
        isOutage ? below(random, 5) : Number.POSITIVE_INFINITY,
      );
      const accept = inProcess(plan, () =>
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
        messageOf(accountId, importId, chunk, orders),
      );
      for (const message of messages) {
        const parts = accepted?.answer === true ? [message.orders] : await appliedParts(run, message);
        for (const part of parts) run.model.apply(importId, part);
      }
      const failed = accepted?.answer === true ? 0 : 'any';
      return checkAll(run, [{ importId, messages, rows: countRows(orders) }], failed);
    }),
};
