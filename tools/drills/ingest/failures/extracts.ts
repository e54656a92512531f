// Reads the dataset for reports while orders are pushed, replaced, pushed again unchanged, and customers are erased. A
// report must read from an extract exactly what is stored; an erased customer is in no extract once the erasure is
// complete, even if a report that had read the customer stores its extract only afterwards.
import { isDeepStrictEqual } from 'node:util';
import { decodeExtract } from '../../../../src/analysis/extract/extract-file.ts';
import type { OrderColumns } from '../../../../src/analysis/orders/columns.ts';
import type { Extracts } from '../../../../src/service/datasets/extracts.ts';
import {
  createReadDataset,
  type ReadDataset,
  type ReadOrders,
} from '../../../../src/service/reports/steps/read-dataset.ts';
import { draw, drawBelow } from '../../../harness/random/random.ts';
import { generateOrders } from '../arbitrary-orders.ts';
import { deliver } from '../delivery.ts';
import type { Engines } from '../engines.ts';
import { runOutOfTurn } from '../faults.ts';
import { DATASET, type Drill, type Import, playInRun, type Run } from '../run.ts';
import { eraseToTheEnd, findCustomer } from './erased.ts';

const ROUNDS = 2;
const IDS = 6;
const MAX_LINES = 1_000_000;
const SETTINGS = { productIdentifier: 'name', keep: () => true, key: 'all' } as const;

function createReaders(run: Run, engines: Engines) {
  const { stores, accountId, clock, bucket } = run;
  const dataset = { accountId, datasetId: DATASET };
  const { extracts } = engines.createFiles(bucket);
  const wrong: string[] = [];
  const readTable = (): Promise<OrderColumns> => runOutOfTurn(() => stores.reader.read(dataset, SETTINGS));
  const createReading = (own: Extracts): ReadDataset =>
    createReadDataset({ ...stores, extracts: own, clock, maxLines: MAX_LINES });

  const ordinary = createReading(extracts);

  /** Reads like the report's workflow: the plan first. */
  async function readAs(read: ReadDataset): Promise<ReadOrders> {
    const { last_accepted } = (await runOutOfTurn(() => stores.datasets.get(accountId, DATASET))) ?? {};
    const created_at = new Date(clock()).toISOString();
    const until = last_accepted ?? clock();
    const imports = await runOutOfTurn(() =>
      stores.importsInProgress.list(accountId, DATASET, { from: 0, until }),
    );
    const report = { account_id: accountId, dataset_id: DATASET, report_id: 'r', created_at };
    const accepted = last_accepted === undefined ? {} : { last_accepted };
    return read({ ...report, ...accepted }, imports.length > 0, SETTINGS);
  }

  return {
    wrong,
    /** Reports columns that differ from the stored ones, unless these have changed in between. */
    async read(when: string): Promise<void> {
      const before = await readTable();
      const { columns, keep } = await readAs(ordinary);
      await keep();
      const after = await readTable();
      if (isDeepStrictEqual(before, after) && !isDeepStrictEqual(columns, before))
        wrong.push(`${when}: read ${columns.lineCount} lines that are stale, stored are ${before.lineCount}`);
    },
    /** Stalls a report before it stores its extract until `meanwhile` has ended. */
    async readWhile(meanwhile: () => Promise<void>): Promise<void> {
      const stopped = Promise.withResolvers<void>();
      const goesOn = Promise.withResolvers<void>();
      const slow: Extracts = {
        ...extracts,
        async keep(...args) {
          stopped.resolve();
          await goesOn.promise;
          return extracts.keep(...args);
        },
      };
      const report = readAs(createReading(slow)).then(({ keep }) => keep());
      await Promise.race([stopped.promise, report]);
      await meanwhile();
      goesOn.resolve();
      await report;
    },
    async checkErased(customer: string): Promise<void> {
      const { customers } = await readTable();
      const stored = await runOutOfTurn(() => extracts.find(dataset));
      if (stored?.state === undefined || customers.includes(customer)) return stored?.leave();
      const bytes = await runOutOfTurn(stored.read);
      const kept = decodeExtract(bytes).columns(SETTINGS).customers;
      if (kept.includes(customer)) wrong.push(`erased customer ${customer} survives in the extract`);
    },
  };
}

export const extractsDrill: Drill = {
  name: 'extracts',
  about: 'reports read extracts while orders are pushed, replaced, pushed again and erased',
  runs: 60,
  // A run waits for turns most of the time.
  atOnce: 8,
  run: (seed, engines) =>
    playInRun(seed, engines, async (run) => {
      const { random, accountId, requestErasure } = run;
      const { read, readWhile, checkErased, wrong } = createReaders(run, engines);
      const push = (): Promise<Import> => run.addImport(draw(random, generateOrders(IDS, 6)), 2);
      const pushAgain = ({ messages }: Import): Promise<Import> =>
        run.addImport(
          messages.flatMap(({ orders }) => orders),
          2,
        );
      let last = await push();
      await deliver(run, last.messages);
      for (let round = 0; round < ROUNDS; round++) {
        await read(`round ${round}, at rest`);
        const pushed = random() < 0.3 ? await pushAgain(last) : await push();
        last = pushed;
        await Promise.all([deliver(run, pushed.messages), read(`round ${round}, beside an import`)]);
        await read(`round ${round}, after the import`);
        await read(`round ${round}, once more`);
        if (round % 2 === 0) continue;
        // The extract is outdated: the report that stalls reads the table.
        last = await push();
        await deliver(run, last.messages);
        const customer = findCustomer(last.messages) ?? `c${1 + drawBelow(random, 5)}`;
        await readWhile(async () => {
          const { erasure_id } = await requestErasure.customer(accountId, DATASET, customer);
          await read(`round ${round}, with an erasure accepted`);
          await Promise.all([
            eraseToTheEnd(run, erasure_id, drawBelow(random, 3)),
            read(`round ${round}, beside an erasure`),
          ]);
        });
        await checkErased(customer);
        await read(`round ${round}, after the erasure`);
      }
      return wrong;
    }),
};
