// Erases a dataset or a customer while its orders are in transit: queued, dead, stored as dead letters, redriven.
// Orders accepted before the erasure stay erased, later ones stay stored, rows and counts agree, and the lists of
// reports name no erased customer.

import { groupByOrder } from '../../../../src/analysis/ingest/chunks.ts';
import type { ErasureView } from '../../../../src/contract/resources/erasures.ts';
import type { SubmittedOrder } from '../../../../src/contract/resources/orders/submitted-order.ts';
import { draw, drawBelow } from '../../../harness/random/random.ts';
import { generateOrders } from '../arbitrary-orders.ts';
import { deliver, drainDeadLetters } from '../delivery.ts';
import { NO_FAULTS, type Plan, planDeath, runInProcess, runOutOfTurn, stallAt } from '../faults.ts';
import { checkCountedByDataset, checkJob, readCountedRows, readJob, readStored } from '../invariants.ts';
import { addListedReports, checkLists } from '../listed-customers.ts';
import { createModel, formatLineName } from '../model.ts';
import { DATASET, type Drill, type Import, playInRun, type Run } from '../run.ts';

const failTransactions: Plan = ({ command }) =>
  command === 'TransactWriteItemsCommand'
    ? { kind: 'error', when: 'before', error: new Error('the engine is gone') }
    : undefined;

/** Runs slices until the erasure is complete; the first ones crash at a random call. */
export async function eraseToTheEnd(run: Run, erasureId: string, deaths: number): Promise<void> {
  // The consumer has read an order and stalls, while newer imports change the order.
  const still = stallAt(({ command }) => command === 'TransactWriteItemsCommand' && run.random() < 0.5);
  for (let slice = 0; slice < 200; slice++) {
    const when = run.random() < 0.5 ? 'before' : 'after';
    const death = slice < deaths ? planDeath(1 + drawBelow(run.random, 25), when) : NO_FAULTS;
    const plan: Plan = (call) => death(call) ?? still(call);
    const finished = await runInProcess(plan, () => run.erase({ accountId: run.accountId, erasureId }));
    if (finished?.answer.outcome === 'done') return;
  }
  throw new Error('the erasure does not complete');
}

async function redrive(run: Run, { importId }: Import): Promise<void> {
  await runInProcess(NO_FAULTS, () => run.redrive(importId)).catch(() => undefined);
}

function groupOrders({ messages }: Import): Map<string, SubmittedOrder> {
  return new Map(
    groupByOrder(messages.flatMap(({ orders }) => orders)).map((order) => [order.order_id, order]),
  );
}

export function findCustomer(messages: Import['messages']): string | undefined {
  return messages.flatMap(({ orders }) => orders).find(({ customer_id }) => customer_id !== undefined)
    ?.customer_id;
}

/** `isWhole`: the dataset, not only the customer, was erased. `hasLetters`: dead letters are not redriven. */
async function checkErased(
  run: Run,
  older: Import,
  newer: Import,
  erased: { readonly isWhole: boolean; readonly customer: string },
  hasLetters: boolean,
  job: ErasureView,
): Promise<string[]> {
  const wrong: string[] = [];
  const { isWhole, customer } = erased;
  const { lines, headers } = await readStored(run);
  const [before, after] = [groupOrders(older), groupOrders(newer)];
  for (const [id, { customer_id, line_items }] of before) {
    const now = after.get(id)?.customer_id;
    const isGone = isWhole || (customer_id === customer && (now === undefined || now === customer));
    for (const line of line_items) {
      const name = formatLineName(id, line);
      const isOlder = lines.get(name)?.endsWith(`by ${older.importId}`) === true;
      if (isGone && isOlder) wrong.push(`erased line ${name} is there`);
      const isKept = !hasLetters && !isWhole && customer_id !== customer && now !== customer;
      if (isKept && !lines.has(name)) wrong.push(`line ${name} of another customer is gone`);
    }
    if (isGone && headers.get(`${id} / customer`)?.endsWith(`by ${older.importId}`)) {
      wrong.push(`erased customer of ${id} is there`);
    }
  }
  const model = createModel();
  for (const { import_id, orders } of newer.messages) model.apply(import_id, orders);
  for (const [name, value] of model.lines()) {
    if (lines.get(name) !== value) wrong.push(`newer line ${name} is ${lines.get(name)}, expected ${value}`);
  }
  const counted = await readCountedRows(run);
  if (counted !== lines.size) wrong.push(`counters say ${counted} rows, but stored are ${lines.size}`);
  wrong.push(...(await checkCountedByDataset(run)));
  let inserted = 0;
  for (const known of [older, newer]) {
    const found = await readJob(run, known.importId);
    wrong.push(...(found === undefined ? [`import ${known.importId} is gone`] : checkJob(found, known)));
    inserted += found?.rows.inserted ?? 0;
  }
  if (inserted - job.erased.line_items !== lines.size) {
    wrong.push(`${inserted} inserted, ${job.erased.line_items} erased, but stored are ${lines.size}`);
  }
  for (const key of await run.deadLetters.list(older.importId)) {
    const { body } = await run.deadLetters.read(key);
    if (isWhole || body.includes(`"${customer}"`)) wrong.push(`letter ${key} holds erased data`);
  }
  return wrong;
}

export const erased: Drill = {
  name: 'erased',
  about:
    'a dataset or customer erased while orders are queued, dead, kept, redriven and listed in reports; the eraser killed',
  run: (seed, engines) =>
    playInRun(seed, engines, async (run) => {
      const { random, accountId, requestErasure } = run;
      const isWhole = seed % 3 === 0;
      const older = await run.addImport(draw(random, generateOrders(10, 16)), 2);
      const drawPart = <T>(values: readonly T[], share: number): T[] => values.filter(() => random() < share);
      const early = drawPart(older.messages, 0.4);
      const late = older.messages.filter((message) => !early.includes(message));
      // A message can be in the queue for days: these arrive after the erasure is complete.
      const last = drawPart(late, 0.4);
      const dead = drawPart(
        late.filter((message) => !last.includes(message)),
        0.5,
      );
      const earlyDead = dead.filter(() => random() < 0.5);

      const customer = findCustomer(last) ?? findCustomer(older.messages) ?? 'c1';
      const { lists } = engines.createFiles(run.bucket);
      const listed = await runOutOfTurn(() => addListedReports(run, lists, customer));

      // Writers that started before the marks were written have ended when the erasure starts: its workflow awaits
      // them.
      const [job] = await Promise.all([
        isWhole
          ? requestErasure.dataset(accountId, DATASET)
          : requestErasure.customer(accountId, DATASET, customer),
        deliver(run, early),
        deliver(run, earlyDead, () => failTransactions),
      ]);
      if (random() < 0.5) await drainDeadLetters(run);
      const newer = await run.addImport(draw(random, generateOrders(10, 8)), 2);
      await Promise.all([
        eraseToTheEnd(run, job.erasure_id, drawBelow(random, 6)),
        deliver(run, newer.messages),
        deliver(
          run,
          late.filter((message) => !dead.includes(message) && !last.includes(message)),
        ),
        deliver(
          run,
          dead.filter((message) => !earlyDead.includes(message)),
          () => failTransactions,
        ),
        redrive(run, older),
      ]);
      await deliver(run, last);
      await drainDeadLetters(run);
      const hasLetters = random() < 0.3;
      if (!hasLetters) await redrive(run, older);
      const ended = await runOutOfTurn(() => run.viewErasure(job.erasure_id));
      return runOutOfTurn(async () => [
        ...(await checkErased(run, older, newer, { isWhole, customer }, hasLetters, ended)),
        ...(await checkLists(lists, listed, isWhole)),
      ]);
    }),
};
