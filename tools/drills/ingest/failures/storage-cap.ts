// Runs twenty concurrent imports, five rows below the cap: the cap is never exceeded, updates succeed, and rejected
// rows are named.

import { OVER_CAP_REASON } from '../../../../src/analysis/ingest/row-errors.ts';
import type { SubmittedOrder } from '../../../../src/contract/resources/orders/submitted-order.ts';
import { drawBelow, type Random } from '../../../harness/random/random.ts';
import { deliver } from '../delivery.ts';
import { runOutOfTurn } from '../faults.ts';
import { checkAll, readCountedRows, readJob } from '../invariants.ts';
import { type Drill, type Import, playInRun, type Run } from '../run.ts';

const KNOWN_ORDERS = 25;
const CAP = KNOWN_ORDERS + 5;
const IMPORTS = 20;
const NEW = 'new';

const createRow = (orderId: string, product_name: string, unit_price: number): SubmittedOrder => ({
  order_id: orderId,
  line_items: [{ product_name, unit_price }],
});

function drawUpdates(random: Random, price: number): SubmittedOrder[] {
  const ids = new Set([drawBelow(random, KNOWN_ORDERS), drawBelow(random, KNOWN_ORDERS)]);
  return [...ids].map((id) => createRow(`o${id}`, 'known', price));
}

/** Draws some rows in new orders, some in existing ones. */
function drawInserts(random: Random, number: number, rows: number): SubmittedOrder[] {
  return Array.from({ length: rows }, (_, at) =>
    createRow(
      random() < 0.8 ? `o${number}-${at}` : `o${drawBelow(random, KNOWN_ORDERS)}`,
      `${NEW}-${number}-${at}`,
      number,
    ),
  );
}

async function checkRefusals(run: Run, added: Import, newRows: number): Promise<string[]> {
  const job = await runOutOfTurn(() => readJob(run, added.importId));
  const { failed = 0, inserted = 0 } = job?.rows ?? {};
  const reasons = new Set(job?.errors?.map(({ reason }) => reason));
  const wrong: string[] = [];
  if (inserted + failed !== newRows)
    wrong.push(`${inserted} inserted and ${failed} failed of ${newRows} new rows`);
  if ((job?.errors?.length ?? 0) !== Math.min(20, failed))
    wrong.push(`${job?.errors?.length} errors of ${failed}`);
  if (failed > 0 && [...reasons].join() !== OVER_CAP_REASON) wrong.push(`reasons: ${[...reasons].join()}`);
  if ((job?.warning !== undefined) !== failed > 0)
    wrong.push(`warning "${job?.warning}" with ${failed} failed`);
  return wrong.map((problem) => `import ${added.importId}: ${problem}`);
}

export const storageCap: Drill = {
  name: 'storage-cap',
  about: 'twenty imports at once, five rows below the storage cap',
  run: (seed, engines) =>
    playInRun(seed, engines, async (run) => {
      const { random, model } = run;
      run.limits.maxStoredRows = CAP;
      const known = await run.addImport(
        Array.from({ length: KNOWN_ORDERS }, (_, at) => createRow(`o${at}`, 'known', 0)),
        10,
      );
      await deliver(run, known.messages);

      const newRows = new Map<Import, number>();
      for (let number = 1; number <= IMPORTS; number++) {
        const rows = number === IMPORTS ? 30 : drawBelow(random, 4);
        const orders = [...drawUpdates(random, number), ...drawInserts(random, number, rows)];
        newRows.set(await run.addImport(orders, 40), rows);
      }
      const imports = [known, ...newRows.keys()];
      for (const { importId, messages } of imports) {
        for (const { orders } of messages) model.apply(importId, orders);
      }

      const wrong: string[] = [];
      let isOver = false;
      const watch = async (): Promise<void> => {
        while (!isOver) {
          const rows = await readCountedRows(run);
          if (rows > CAP) wrong.push(`${rows} rows are counted, but the cap is ${CAP}`);
        }
      };
      const messages = [...newRows.keys()].flatMap((added) => added.messages);
      const work = deliver(run, messages, undefined, IMPORTS).finally(() => {
        isOver = true;
      });
      await Promise.all([work, watch()]);

      for (const [added, rows] of newRows) wrong.push(...(await checkRefusals(run, added, rows)));
      const sent = [...newRows.values()].reduce((sum, rows) => sum + rows, 0);
      const failed = Math.max(0, sent - (CAP - KNOWN_ORDERS));
      return [...wrong, ...(await checkAll(run, imports, failed, (line) => line.includes(`name ${NEW}-`)))];
    }),
};
