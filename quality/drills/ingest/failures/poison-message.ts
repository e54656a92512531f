// Messages that are not a chunk of any import, in the real queue among valid ones: they are stored with the reason, and
// nothing else is affected.
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { ulid } from 'ulid';
import { countRows } from '../../../../src/core/ingest/submitted-order.ts';
import { below, draw, shuffled } from '../../../harness/random/random.ts';
import { someOrders } from '../arbitrary-orders.ts';
import { drainDeadLetters, drainQueue } from '../delivery.ts';
import { outOfTurn } from '../faults.ts';
import { checkAll } from '../invariants.ts';
import { type Drill, inRun, MINUTE_MS, messageOf } from '../run.ts';

/** No place of a chunk in an import; JSON has no undefined. */
const NO_CHUNK = [undefined, -1, 0.5, '0', null];
const NOT_JSON = ['', ' ', '{', 'orders', '{"version":1,', '<orders/>'];

export const poisonMessage: Drill = {
  name: 'poison-message',
  about:
    'messages that are not JSON, of another version, of no import, no chunk of it, none at all or another dataset, among good ones',
  run: (seed, engines) =>
    inRun(seed, engines, async (run) => {
      const { random, accountId, model, deadLetters } = run;
      const orders = () => draw(random, someOrders(10, 6));
      const good = await run.addImport(orders(), 2);
      const future = await run.addImport(orders(), 100);
      const moved = await run.addImport(orders(), 100);
      const placeless = await run.addImport(orders(), 100);
      for (const { orders } of good.messages) model.apply(good.importId, orders);
      const unknownId = ulid(Date.parse('2026-02-01T00:00:00Z'), random);
      const garbage = `${NOT_JSON[below(random, NOT_JSON.length)]}${accountId}`;
      const unknown = JSON.stringify(messageOf(accountId, unknownId, 0, orders()));
      const stray = JSON.stringify(messageOf(accountId, good.importId, 99, orders()));
      const versionThree = future.messages.map((message) => JSON.stringify({ ...message, version: 3 }));
      const elsewhere = moved.messages.map((message) =>
        JSON.stringify({ ...message, dataset_id: 'elsewhere' }),
      );
      const noChunk = placeless.messages.map((message) =>
        JSON.stringify({ ...message, chunk: NO_CHUNK[below(random, NO_CHUNK.length)] }),
      );
      const bodies = [
        garbage,
        ...noChunk,
        // Delivered at least once.
        ...noChunk,
        unknown,
        stray,
        ...versionThree,
        ...elsewhere,
        ...good.messages.map((message) => JSON.stringify(message)),
      ];
      for (const MessageBody of shuffled(random, bodies)) {
        await run.sqs.send(new SendMessageCommand({ QueueUrl: run.queueUrl, MessageBody }));
      }
      await drainQueue(run);
      const keptIds = await drainDeadLetters(run);

      run.pass(61 * MINUTE_MS);
      await run.reconcile();
      const refused = [...future.messages, ...moved.messages, ...placeless.messages];
      const refusedRows = refused.reduce((rows, message) => rows + countRows(message.orders), 0);
      const wrong: string[] = [];
      await outOfTurn(async () => {
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
