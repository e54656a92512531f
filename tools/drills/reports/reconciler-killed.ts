// Crashed requests, stalled reports, imports that were never queued, and an unreadable item: the reconciler crashes
// while it handles them, runs twice concurrently, and finally settles all but the unreadable one.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { parseSubmitOrders } from '../../../src/contract/resources/orders/orders.ts';
import { reportKey, UNFINISHED_INDEX } from '../../../src/service/tables/service-table.ts';
import { below, draw } from '../../harness/random/random.ts';
import { someOrders } from '../ingest/arbitrary-orders.ts';
import { TABLES } from '../ingest/engines.ts';
import { dieAt, inProcess, NO_FAULTS, outOfTurn, type Plan } from '../ingest/faults.ts';
import { checkJob, readJob } from '../ingest/invariants.ts';
import { type Drill, MINUTE_MS } from '../ingest/run.ts';
import { addOrders, checkReports, letEnd, undisturbed } from './invariants.ts';
import { inReportRun, type Mishap, type ReportRun, STATES } from './run.ts';

const REPORTS = 3;
const WHEN = ['before', 'during', 'after'] as const;

/** In a separate account: its reports cannot be listed because of this item. */
async function addUnreadable({ accountId, stores, clock }: ReportRun): Promise<void> {
  const Item = {
    ...reportKey(`${accountId}-unreadable`, 'r'),
    status: 'Processing',
    [UNFINISHED_INDEX.partition]: 'report',
    [UNFINISHED_INDEX.sort]: new Date(clock()).toISOString(),
  };
  await outOfTurn(() => stores.db.send(new PutCommand({ TableName: TABLES.service, Item })));
}

/** The unreadable item is reported each time. */
async function reconcileAll(run: ReportRun, plan: Plan): Promise<void> {
  await run.reconcileReports(plan).catch((error: unknown) => {
    if (!(error instanceof AggregateError)) throw error;
  });
}

export const reconcilerKilled: Drill = {
  name: 'reconciler-killed',
  about: 'the reconciler killed in mid-run and run twice at once, with stalled reports and imports',
  run: (seed, engines) => {
    let due: Mishap | undefined;
    let dueAt: string | undefined;
    return inReportRun(
      seed,
      engines,
      () => ({
        // Reports that were stopped keep their slots until the reconciler is run: with fewer, the third would wait for it.
        concurrentReports: REPORTS,
        mishaps: (state) => {
          if (state !== dueAt) return undefined;
          dueAt = undefined;
          return due;
        },
      }),
      async (run) => {
        const { random } = run;
        const hasUnreadable = seed % 2 === 0;
        if (hasUnreadable) await addUnreadable(run);
        await addOrders(run);
        const { template, reportId: like } = await undisturbed(run);
        const asked = new Map<string, { like: string }>();
        for (let report = 0; report < REPORTS; report++) {
          due = { kind: 'stop', when: WHEN[below(random, WHEN.length)] ?? 'during' };
          dueAt = STATES[below(random, STATES.length)];
          // The last of a request's calls starts the workflow.
          const isUnstarted = random() < 0.3;
          const plan: Plan = ({ command }) =>
            isUnstarted && command === 'StartExecutionCommand' ? { kind: 'die', when: 'before' } : undefined;
          const id = await run.ask({ template, webhook_url: run.receiver.url }, plan);
          if (id !== undefined) asked.set(id, { like });
          await run.untilIdle();
        }
        const orders = draw(random, someOrders(8));
        await inProcess(dieAt(4 + below(random, 2), 'before'), () =>
          run.acceptOrders(run.accountId, 1_000, parseSubmitOrders({ orders })),
        );

        run.pass(6 * MINUTE_MS);
        for (let death = 0; death < 2; death++)
          await reconcileAll(run, dieAt(1 + below(random, 12), random() < 0.5 ? 'before' : 'after'));
        await Promise.all([reconcileAll(run, NO_FAULTS), reconcileAll(run, NO_FAULTS)]);
        await letEnd(run, (again) => reconcileAll(again, NO_FAULTS));

        const [item] = await outOfTurn(() => run.stores.imports.listRecent(run.accountId, 1));
        const rows = item?.chunk_rows.reduce((sum, count) => sum + count, 0) ?? 0;
        const job = item && (await outOfTurn(() => readJob(run, item.import_id)));
        return [
          ...(job === undefined ? [] : checkJob(job, { importId: job.import_id, rows })),
          ...(await checkReports(run, asked)),
        ];
      },
    );
  },
};
