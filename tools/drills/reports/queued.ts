// Requests more reports of an account than may be generated at the same time, and stops some of them while they wait or
// hold a slot: never more than allowed are generated, older ones first, and no slot is lost.

import { drawBelow } from '../../harness/random/random.ts';
import { runOutOfTurn } from '../ingest/faults.ts';
import { type Drill, MINUTE_MS } from '../ingest/run.ts';
import { addOrders, checkReports } from './invariants.ts';
import type { State } from './run.ts';
import { type Mishap, playInReportRun, type ReportRun } from './run.ts';

const REPORTS = 4;
/** Rounds of the reconciler, every five minutes: a report that still waits after an hour and a half is lost. */
const RECONCILER_ROUNDS = 18;
const STOPS = ['before', 'during', 'after'] as const;

export const queuedReports: Drill = {
  name: 'report-queue',
  about: "an account's reports wait for each other, and executions that hold a slot or a place are stopped",
  run: (seed, engines) => {
    const wrong: string[] = [];
    let limit = 1;
    let limitOfAll = 1;
    let check: (reportId: string) => Promise<void> = async () => undefined;
    // When reports got their slot, and when their last plan began: it saw the slots that were taken before.
    let moment = 0;
    const placed = new Map<string, number>();
    const planned = new Map<string, number>();
    return playInReportRun(
      seed,
      engines,
      ({ random }) => {
        limit = 1 + drawBelow(random, 2);
        const hit: State =
          (['PlanReport', 'ComputeReport', 'PublishReport'] as const)[drawBelow(random, 3)] ?? 'PlanReport';
        const at = 1 + drawBelow(random, REPORTS);
        const when = STOPS[drawBelow(random, 3)] ?? 'before';
        limitOfAll = 1 + drawBelow(random, 2);
        return {
          concurrentReports: limit,
          computingReports: limitOfAll,
          mishaps: (state, nth): Mishap | undefined =>
            state === hit && nth === at ? { kind: 'stop', when } : undefined,
          async onBegin(state, reportId) {
            if (state === 'PlanReport') planned.set(reportId, moment++);
            if (state === 'ComputeReport') await check(reportId);
          },
          async onDone(state, reportId) {
            if (state === 'PlanReport' && !placed.has(reportId)) placed.set(reportId, moment++);
          },
        };
      },
      async (run) => {
        check = async (reportId) => {
          const { computing, waiting } = await run.stores.slots.read(run.accountId);
          const seen = planned.get(reportId) ?? 0;
          const older = waiting.filter((id) => id < reportId && (placed.get(id) ?? seen) < seen).length;
          const all = (await run.deps.line.read()).computing.length;
          if (all > limitOfAll) wrong.push(`${all} reports are computed, ${limitOfAll} may be`);
          if (computing.length > limit)
            wrong.push(`${computing.length} reports have a slot, ${limit} may have one`);
          if (computing.includes(reportId) && computing.length + older > limit)
            wrong.push(`report ${reportId} is generated while ${older} older ones wait`);
        };
        await addOrders(run);
        const asked = new Map<string, { like: undefined }>();
        const ask = async (count: number): Promise<void> => {
          for (let i = 0; i < count; i++) {
            const id = await run.ask({ template: 'standard_rfm' });
            if (id !== undefined) asked.set(id, { like: undefined });
          }
        };
        await ask(REPORTS);
        await letWaitingEnd(run);
        // A lost slot would block these reports for ever.
        await ask(limit + 1);
        await letWaitingEnd(run);
        const failed = (await runOutOfTurn(() => readStatuses(run, asked.keys()))).filter(
          (status) => status === 'Failed',
        );
        if (failed.length > 1) wrong.push(`${failed.length} reports failed, one execution was stopped`);
        return [...wrong, ...(await checkReports(run, asked))];
      },
    );
  },
};

function readStatuses(run: ReportRun, ids: Iterable<string>) {
  return Promise.all(
    [...ids].map(async (reportId) => {
      const report = await run.stores.reports.get({ accountId: run.accountId, reportId });
      return report?.status;
    }),
  );
}

/** Runs the reconciler while reports wait: a report that was stopped with a slot blocks the others until then. */
async function letWaitingEnd(run: ReportRun): Promise<void> {
  for (let round = 0; round < RECONCILER_ROUNDS; round++) {
    for (let looks = 0; looks < 50 && (await run.running()).length > 0; looks++)
      await new Promise((resolve) => setTimeout(resolve, 2));
    run.pass(5 * MINUTE_MS);
    const now = new Date(run.clock()).toISOString();
    if ((await runOutOfTurn(() => run.unfinished.olderThan('report', now))).length === 0) return;
    await run.reconcileReports();
  }
}
