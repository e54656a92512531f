// Runs schedules whose ticks come twice, late, or die at any of their calls, across a change of clocks and at the
// monthly limit: every due time gives exactly one report; several missed ones give one.

import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { DEFAULT_PLANS } from '../../../src/contract/plans.ts';
import { createScheduleRequest } from '../../../src/contract/resources/reports/schedules.ts';
import type { ReportItem } from '../../../src/service/reports/report-item.ts';
import { createManageSchedules } from '../../../src/service/schedules/manage-schedules.ts';
import { wireSchedules } from '../../../src/service/schedules/wire-schedules.ts';
import { drawBelow } from '../../harness/random/random.ts';
import { NO_FAULTS, type Plan, planDeath, runInProcess, runOutOfTurn } from '../ingest/faults.ts';
import { DAY_MS, type Drill, MINUTE_MS } from '../ingest/run.ts';
import { addOrders, checkReports, letEnd, runUndisturbed, UNDISTURBED } from './invariants.ts';
import { playInReportRun, type ReportRun } from './run.ts';

const HOUR_MS = 60 * MINUTE_MS;
const STEPS = 4;
/** The run ends within the month that its reports count in. */
const LONGEST_STEP_HOURS = 20;
/** Clocks in Berlin are set forward on 2026-03-29: 07:00 is 06:00 UTC before, and 05:00 UTC from then on. */
const START = Date.parse('2026-03-26T12:00:00Z');
const SUMMER = Date.parse('2026-03-29T01:00:00Z');
const DAILY = Array.from({ length: 30 }, (_, day) => {
  const winter = Date.parse('2026-03-27T06:00:00Z') + day * DAY_MS;
  return winter < SUMMER ? winter : winter - HOUR_MS;
});
/** A long step misses several times. */
const RATE_HOURS = 7;

interface Scheduled {
  readonly id: string;
  readonly dueTimes: readonly number[];
}

async function addAccount(run: ReportRun, keyHash: string, monthlyReports: number): Promise<void> {
  const { accountId, stores } = run;
  const created_at = new Date(run.clock()).toISOString();
  const account = { account_id: accountId, name: 'Drill', plan: 'max' as const, created_at };
  await runOutOfTurn(async () => {
    await stores.accounts.createAccount({ ...account, overrides: { monthlyReports } });
    await stores.keys.addKey(
      { key_hash: keyHash, key_id: 'k', account_id: accountId, hint: '', created_at },
      0,
    );
  });
}

async function addSchedules(run: ReportRun, keyHash: string, template: string): Promise<Scheduled[]> {
  const manage = createManageSchedules({
    ...run.startDeps,
    newScheduleId: run.newId,
    schedules: run.stores.schedules,
  });
  const caller = { ...run.caller, keyHash };
  const add = async (expression: string): Promise<string> => {
    const report = { template, webhook_url: run.receiver.url };
    const request = v.parse(createScheduleRequest, { expression, report, time_zone: 'Europe/Berlin' });
    const { item } = await runOutOfTurn(() => manage.create(caller, request, undefined));
    return item.schedule_id;
  };
  const daily = { id: await add('cron(0 7 * * *)'), dueTimes: DAILY };
  const began = run.clock();
  const id = await add(`rate(${RATE_HOURS} hours)`);
  // Each id takes a millisecond; the interval counts from the one that the schedule's creation reads.
  const dueTimes = Array.from({ length: 30 }, (_, step) => began + (step + 1) * RATE_HOURS * HOUR_MS);
  return [daily, { id, dueTimes }];
}

function createTicker(run: ReportRun): (plan: Plan) => Promise<unknown> {
  const { startDeps, stores, unfinished } = run;
  const tick = wireSchedules({ ...startDeps, ...stores, unfinished, plans: DEFAULT_PLANS });
  return (plan) => runInProcess(plan, () => tick(Number.POSITIVE_INFINITY));
}

/** Groups the reports of schedules by the schedule that names each as its last. */
async function checkStep(
  run: ReportRun,
  schedules: readonly Scheduled[],
  before: { readonly at: number; readonly reports: number },
): Promise<string[]> {
  const wrong: string[] = [];
  const now = run.clock();
  let expected = before.reports;
  for (const { id, dueTimes } of schedules) {
    const came = dueTimes.filter((due) => due > before.at && due <= now);
    if (came.length > 0) expected++;
    const item = await runOutOfTurn(() =>
      run.stores.schedules.get({ accountId: run.accountId, scheduleId: id }),
    );
    const next = dueTimes.find((due) => due > now);
    if (item?.next_run !== next) wrong.push(`schedule ${id} is due at ${item?.next_run}, not ${next}`);
    if (came.length > 0 && item?.last_run?.due !== came.at(-1)) {
      wrong.push(`schedule ${id} was run for ${item?.last_run?.due}, not ${came.at(-1)}`);
    }
  }
  const found = (await listReports(run)).length;
  if (found !== expected) wrong.push(`${found} reports, where ${expected} were due`);
  return wrong;
}

async function listReports({ stores, accountId }: ReportRun): Promise<ReportItem[]> {
  const all = { datasetId: undefined, reportType: undefined };
  return runOutOfTurn(() => stores.reports.list(accountId, all, 1_000, undefined));
}

export const schedulesTicked: Drill = {
  name: 'schedules',
  about:
    'ticks of schedules twice at once, late, and killed at any call, across a change of clocks and at the limit',
  run: (seed, engines) =>
    playInReportRun(
      seed,
      engines,
      () => ({}),
      async (run) => {
        const { random } = run;
        await addOrders(run);
        const { template, reportId: like } = await runUndisturbed(run);
        run.pass(START - run.clock());
        const keyHash = createHash('sha256').update(run.accountId).digest('hex');
        // Every third run reaches the monthly limit.
        const left = seed % 3 === 0 ? 1 + drawBelow(random, 3) : 1_000;
        await addAccount(run, keyHash, UNDISTURBED + left);
        const schedules = await addSchedules(run, keyHash, template);
        const tick = createTicker(run);
        const wrong: string[] = [];
        let at = run.clock();
        for (let step = 0; step < STEPS && wrong.length === 0; step++) {
          const before = { at, reports: (await listReports(run)).length };
          run.pass(drawBelow(random, LONGEST_STEP_HOURS) * HOUR_MS);
          const planDeathInTick = (): Plan =>
            planDeath(1 + drawBelow(random, 14), random() < 0.5 ? 'before' : 'after');
          await Promise.all([
            tick(random() < 0.7 ? planDeathInTick() : NO_FAULTS),
            random() < 0.5 ? tick(planDeathInTick()) : undefined,
          ]);
          await tick(NO_FAULTS);
          at = run.clock();
          wrong.push(...(await checkStep(run, schedules, before)));
          await run.untilIdle();
        }
        await letEnd(run);
        const asked = (await listReports(run)).filter(({ request }) => request.webhook_url !== undefined);
        const failed = asked.filter(({ status }) => status === 'Failed').length;
        if (failed !== Math.max(0, asked.length - left)) {
          wrong.push(`${failed} of ${asked.length} reports failed, where the limit left ${left}`);
        }
        const ids = new Map(asked.map(({ report_id }) => [report_id, { like }]));
        return [...wrong, ...(await checkReports(run, ids))];
      },
    ),
};
