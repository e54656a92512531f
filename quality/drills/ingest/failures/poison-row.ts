// One row of one chunk does not match the schema: that chunk is stored with a reason that names the field, its rows
// count as failed once, and the other chunks are stored.

import type { ChunkMessage } from '../../../../src/contract/messages/chunk-message.ts';
import { countRows } from '../../../../src/core/ingest/submitted-order.ts';
import { below, draw, type Random } from '../../../harness/random/random.ts';
import { someOrders } from '../arbitrary-orders.ts';
import { deliver, drainDeadLetters, sendUnexplained } from '../delivery.ts';
import { dieAt, NO_FAULTS, outOfTurn } from '../faults.ts';
import { checkAll, readJob } from '../invariants.ts';
import { type Drill, inRun } from '../run.ts';

/** The invalid value of a row or an order, and the field that the reason must name. */
const LINE_POISONS: readonly (readonly [object, string])[] = [
  [{ unit_price: 'a lot' }, '.unit_price'],
  [{ quantity: 1.5 }, '.quantity'],
  [{ product_name: 'x'.repeat(513) }, '.product_name'],
  [{ custom_fields: { color: 7 } }, '.custom_fields.color'],
  // A lone surrogate, which no table takes: the row is still named in the job's errors.
  [{ product_name: 'half a \ud83e' }, '.product_name'],
];
const ORDER_POISONS: readonly (readonly [object, string])[] = [
  [{ order_date: 'yesterday' }, '.order_date'],
  [{ customer_id: 17 }, '.customer_id'],
  [{ order_id: '\udc00' }, '.order_id'],
];

function poison(random: Random, message: ChunkMessage): { body: string; field: string } {
  const order = below(random, message.orders.length);
  const line = below(random, message.orders[order]?.line_items.length ?? 1);
  const kind = below(random, LINE_POISONS.length + ORDER_POISONS.length);
  const [change, field] = LINE_POISONS[kind] ?? ORDER_POISONS[kind - LINE_POISONS.length] ?? [{}, ''];
  const isLine = kind < LINE_POISONS.length;
  const orders = message.orders.map((known, at) => {
    if (at !== order) return known;
    if (!isLine) return { ...known, ...change };
    const line_items = known.line_items.map((row, i) => (i === line ? { ...row, ...change } : row));
    return { ...known, line_items };
  });
  const path = isLine ? `orders[${order}].line_items[${line}]` : `orders[${order}]`;
  return { body: JSON.stringify({ ...message, orders }), field: `${path}${field}:` };
}

export const poisonRow: Drill = {
  name: 'poison-row',
  about: 'one row that does not fit the schema, in one chunk among good ones',
  run: (seed, engines) =>
    inRun(seed, engines, async (run) => {
      const { random, model, deadLetters } = run;
      const added = await run.addImport(draw(random, someOrders(12)), 2);
      const bad = added.messages[below(random, added.messages.length)] ?? added.messages[0];
      if (bad === undefined) return ['the import has no chunk'];
      const { body, field } = poison(random, bad);
      const good = added.messages.filter((message) => message !== bad);
      for (const { orders } of good) model.apply(added.importId, orders);
      await deliver(run, [...good, body]);
      // Delivered at least once: the message may come again, and its consumer may crash.
      if (seed % 2 === 0) await sendUnexplained(run, body);
      let isFirst = true;
      await drainDeadLetters(run, () => {
        const plan = isFirst ? dieAt(1 + below(random, 8), 'after') : NO_FAULTS;
        isFirst = false;
        return plan;
      });

      const wrong = await checkAll(run, [added], countRows(bad.orders));
      return outOfTurn(async () => {
        const keys = await deadLetters.list(added.importId);
        const letters = await Promise.all(keys.map((key) => deadLetters.read(key)));
        if (letters.length !== 1 || letters[0]?.body !== body)
          wrong.push(`kept are ${keys.join() || 'no letters'}`);
        if (seed % 2 === 1 && !letters[0]?.reason.includes(field)) {
          wrong.push(`the letter says "${letters[0]?.reason}", the field is ${field}`);
        }
        const job = await readJob(run, added.importId);
        if (!job?.errors?.length && !job?.fail_reason) wrong.push('the job does not state why rows failed');
        return wrong;
      });
    }),
};
