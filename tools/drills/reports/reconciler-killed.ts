// Creates crashed requests, stalled reports, imports that were never queued, and an unreadable item: the reconciler
// crashes while it handles them, runs twice concurrently, and finally settles all but the unreadable one.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { parseSubmitOrders } from '../../../src/contract/resources/orders/orders.ts';
import { toReportKey, UNFINISHED_INDEX } from '../../../src/service/tables/service-table.ts';
import { draw, drawBelow } from '../../harness/random/random.ts';
import { generateOrders } from '../ingest/arbitrary-orders.ts';
import { TABLES } from '../ingest/engines.ts';
import { NO_FAULTS, type Plan, planDeath, runInProcess, runOutOfTurn } from '../ingest/faults.ts';
import { checkJob, readJob } from '../ingest/invariants.ts';
import { type Drill, MINUTE_MS } from '../ingest/run.ts';
import { addOrders, checkReports, letEnd, runUndisturbed } from './invariants.ts';
import { type Mishap, playInReportRun, type ReportRun, STATES } from './run.ts';

const REPORTS = 3;
const WHEN = ['before', 'during', 'after'] as const;

/** Adds the item to a separate account, whose reports cannot be listed because of it. */
async function addUnreadable({ accountId, stores, clock }: ReportRun): Promise<void> {
  const Item = {
    ...toReportKey(`${accountId}-unreadable`, 'r'),
    status: 'Processing',
    [UNFINISHED_INDEX.partition]: 'report',
    [UNFINISHED_INDEX.sort]: new Date(clock()).toISOString(),
  };
  await runOutOfTurn(() => stores.db.send(new PutCommand({ TableName: TABLES.service, Item })));
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
    return playInReportRun(
      seed,
      engines,
      () => ({
        // Reports that were stopped keep their slots until the reconciler runs: with fewer slots, the third would wait
        // for it.
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
        const { template, reportId: like } = await runUndisturbed(run);
        const asked = new Map<string, { like: string }>();
        for (let report = 0; report < REPORTS; report++) {
          due = { kind: 'stop', when: WHEN[drawBelow(random, WHEN.length)] ?? 'during' };
          dueAt = STATES[drawBelow(random, STATES.length)];
          // The last of a request's calls starts the workflow.
          const isUnstarted = random() < 0.3;
          const plan: Plan = ({ command }) =>
            isUnstarted && command === 'StartExecutionCommand' ? { kind: 'die', when: 'before' } : undefined;
          const id = await run.ask({ template, webhook_url: run.receiver.url }, plan);
          if (id !== undefined) asked.set(id, { like });
          await run.untilIdle();
        }
        const orders = draw(random, generateOrders(8));
        await runInProcess(planDeath(4 + drawBelow(random, 2), 'before'), () =>
          run.acceptOrders(run.accountId, 1_000, parseSubmitOrders({ orders })),
        );

        run.pass(6 * MINUTE_MS);
        for (let death = 0; death < 2; death++)
          await reconcileAll(run, planDeath(1 + drawBelow(random, 12), random() < 0.5 ? 'before' : 'after'));
        await Promise.all([reconcileAll(run, NO_FAULTS), reconcileAll(run, NO_FAULTS)]);
        await letEnd(run, (again) => reconcileAll(again, NO_FAULTS));

        const [item] = await runOutOfTurn(() => run.stores.imports.listRecent(run.accountId, 1));
        const rows = item?.chunk_rows.reduce((sum, count) => sum + count, 0) ?? 0;
        const job = item && (await runOutOfTurn(() => readJob(run, item.import_id)));
        return [
          ...(job === undefined ? [] : checkJob(job, { importId: job.import_id, rows })),
          ...(await checkReports(run, asked)),
        ];
      },
    );
  },
};
