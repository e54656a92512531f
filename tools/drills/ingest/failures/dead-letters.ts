// Sends messages that cannot be applied, and applies dead letters later.
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { ulid } from 'ulid';
import { countRows } from '../../../../src/contract/resources/orders/submitted-order.ts';
import { draw, drawBelow, shuffleValues } from '../../../harness/random/random.ts';
import { generateOrders, wideChunk } from '../arbitrary-orders.ts';
import { deliver, drainDeadLetters, drainQueue } from '../delivery.ts';
import { NO_FAULTS, type Plan, planDeath, runInProcess, runOutOfTurn, stallAt } from '../faults.ts';
import { checkAll, checkJob, readJob } from '../invariants.ts';
import { createMessage, DATASET, type Drill, type Import, MINUTE_MS, playInRun, type Run } from '../run.ts';

// Messages that are not a chunk of any import, in the real queue among valid ones: they are stored with the reason, and
// other messages are unaffected.

/** Values that are not a place of a chunk in an import; JSON has no undefined. */
const NO_CHUNK = [undefined, -1, 0.5, '0', null];
const NOT_JSON = ['', ' ', '{', 'orders', '{"version":1,', '<orders/>'];

export const poisonMessage: Drill = {
  name: 'poison-message',
  about:
    'messages that are not JSON, of another version, of no import, no chunk of it, none at all or another dataset, among good ones',
  run: (seed, engines) =>
    playInRun(seed, engines, async (run) => {
      const { random, accountId, model, deadLetters } = run;
      const drawOrders = () => draw(random, generateOrders(10, 6));
      const good = await run.addImport(drawOrders(), 2);
      const future = await run.addImport(drawOrders(), 100);
      const moved = await run.addImport(drawOrders(), 100);
      const placeless = await run.addImport(drawOrders(), 100);
      for (const { orders } of good.messages) model.apply(good.importId, orders);
      const unknownId = ulid(Date.parse('2026-02-01T00:00:00Z'), random);
      const garbage = `${NOT_JSON[drawBelow(random, NOT_JSON.length)]}${accountId}`;
      const unknown = JSON.stringify(createMessage(accountId, unknownId, 0, drawOrders()));
      const stray = JSON.stringify(createMessage(accountId, good.importId, 99, drawOrders()));
      const versionThree = future.messages.map((message) => JSON.stringify({ ...message, version: 3 }));
      const elsewhere = moved.messages.map((message) =>
        JSON.stringify({ ...message, dataset_id: 'elsewhere' }),
      );
      const noChunk = placeless.messages.map((message) =>
        JSON.stringify({ ...message, chunk: NO_CHUNK[drawBelow(random, NO_CHUNK.length)] }),
      );
      const bodies = [
        garbage,
        ...noChunk,
        // Messages are delivered at least once, possibly twice.
        ...noChunk,
        unknown,
        stray,
        ...versionThree,
        ...elsewhere,
        ...good.messages.map((message) => JSON.stringify(message)),
      ];
      for (const MessageBody of shuffleValues(random, bodies)) {
        await run.sqs.send(new SendMessageCommand({ QueueUrl: run.queueUrl, MessageBody }));
      }
      await drainQueue(run);
      const keptIds = await drainDeadLetters(run);

      run.pass(61 * MINUTE_MS);
      await run.reconcile();
      const refused = [...future.messages, ...moved.messages, ...placeless.messages];
      const refusedRows = refused.reduce((rows, message) => rows + countRows(message.orders), 0);
      const wrong: string[] = [];
      await runOutOfTurn(async () => {
        const unreadable = (await deadLetters.list('unreadable')).filter((key) =>
          keptIds.some((id) => key.includes(id)),
        );
        const futureKeys = await deadLetters.list(future.importId);
        const expected: [string, string[], string, RegExp][] = [
          ['a message that is not JSON', unreadable, garbage, /not JSON/],
          ['a chunk of version 3', futureKeys, versionThree[0] ?? '', /expected version 1, got 3/],
          [
            'a chunk of another dataset',
            await deadLetters.list(moved.importId),
            elsewhere[0] ?? '',
            /dataset/,
          ],
          ['a chunk that its import does not have', await deadLetters.list(good.importId), stray, /chunk/],
          [
            'a message without a chunk',
            await deadLetters.list(placeless.importId),
            noChunk[0] ?? '',
            /chunk/,
          ],
          ['a chunk of an unknown import', await deadLetters.list(unknownId), unknown, /import/],
        ];
        for (const [what, keys, body, reason] of expected) {
          const [letter, ...others] = await Promise.all(keys.map((key) => deadLetters.read(key)));
          if (letter?.body === body && others.length === 0 && reason.test(letter.reason)) continue;
          wrong.push(`${what} is stored as ${JSON.stringify(letter?.reason)}, expected ${reason}`);
        }
      });
      return [...wrong, ...(await checkAll(run, [good, future, moved, placeless], refusedRows))];
    }),
};

// Chunks die and are stored as dead letters; later a redrive applies them: killed at a random call, repeated, run twice
// concurrently, next to the dead-letter consumer and next to another import's newer values.
const failTransactions: Plan = ({ command }) =>
  command === 'TransactWriteItemsCommand'
    ? { kind: 'error', when: 'before', error: new Error('the engine is gone') }
    : undefined;

/** Runs a redrive again if it found a letter gone because another redrive was faster. */
async function redrive(run: Run, importId: string, plan: Plan): Promise<void> {
  await runInProcess(plan, () => run.redrive(importId)).catch(() => undefined);
}

async function readLastAccepted({ stores, accountId }: Run): Promise<number> {
  const dataset = await runOutOfTurn(() => stores.datasets.get(accountId, DATASET));
  return dataset?.last_accepted ?? 0;
}

/** Checks at any time that a completed import has all its rows counted. */
async function checkWhenEnded(run: Run, added: Import): Promise<string[]> {
  const job = await runOutOfTurn(() => readJob(run, added.importId));
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
      const plan = isFirst ? planDeath(1 + drawBelow(run.random, 5), 'after') : NO_FAULTS;
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
    playInRun(seed, engines, async (run) => {
      const { random, model } = run;
      const isWide = seed % 10 === 0;
      const added = await run.addImport(
        draw(random, isWide ? wideChunk : generateOrders(10)),
        isWide ? 150 : 2,
      );
      const [doomed, ...others] = shuffleValues(random, added.messages);
      const dead = others.filter(() => random() < 0.5).concat(doomed ?? []);
      await deliver(
        run,
        others.filter((message) => !dead.includes(message)),
      );
      await deliver(run, dead, () => failTransactions);
      const wrong: string[] = [];
      if (seed % 3 === 0) wrong.push(...(await keepBesideRedrive(run, added)));
      else await drainDeadLetters(run);

      const newer = await run.addImport(draw(random, generateOrders(10)), 2);
      const acceptedBefore = await readLastAccepted(run);
      await Promise.all([
        redrive(
          run,
          added.importId,
          planDeath(1 + drawBelow(random, 12), random() < 0.5 ? 'before' : 'after'),
        ),
        deliver(run, newer.messages),
      ]);
      // One redrive stalls before it writes counts that it has added up.
      const still = stallAt(({ update }) => update.includes('recounts'));
      await Promise.all([redrive(run, added.importId, still), redrive(run, added.importId, NO_FAULTS)]);
      wrong.push(...(await checkWhenEnded(run, added)));
      await redrive(run, added.importId, NO_FAULTS);
      const letters = await runOutOfTurn(() => run.deadLetters.list(added.importId));
      if (letters.length > 0) wrong.push(`dead letters are left: ${letters.join(', ')}`);
      // Schedules use this to find out whether orders have changed. Beside the consumer, all was redriven before.
      const isMarked = (await readLastAccepted(run)) > acceptedBefore;
      if (seed % 3 !== 0 && !isMarked) wrong.push('the dataset seems unchanged by a redrive');
      for (const { import_id, orders } of [...added.messages, ...newer.messages])
        model.apply(import_id, orders);
      return [...wrong, ...(await checkAll(run, [added, newer]))];
    }),
};
