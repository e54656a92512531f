// A thousand accounts whose schedules are due at the same minute, in simulated time: how long the last waits, on a new table
// and on a warmed one, with the bound on reports that are computed at once and without it.
import { type StormReport, simulateStorm } from '../../harness/report-storm.ts';
import { report, reportCase } from '../measuring/json-lines.ts';

const ACCOUNTS = 1_000;
const SIZES = { small: 50_000, medium: 500_000, large: 5_000_000 };
const TABLES = { new: 12_000, warm: 40_000 };
const AT_ONCE = 20;

const mixed = Array.from({ length: ACCOUNTS }, (_, at): StormReport => {
  const lines = at % 20 === 0 ? SIZES.large : at % 4 === 0 ? SIZES.medium : SIZES.small;
  return { accountId: `acc_${at}`, lines };
});
const large = mixed.map((one): StormReport => ({ ...one, lines: SIZES.large }));

export async function benchStorms(): Promise<void> {
  for (const [shops, reports] of Object.entries({ mixed, large })) {
    for (const [table, readUnits] of Object.entries(TABLES)) {
      for (const computingReports of [AT_ONCE, ACCOUNTS]) {
        const { waits, ...found } = await simulateStorm({
          reports,
          readUnits,
          computingReports,
          concurrentReports: 2,
        });
        reportCase(`storm of ${ACCOUNTS}, ${shops} shops, ${table} table, ${computingReports} at once`, {
          finished: found.finished,
          timedOut: found.timedOut,
          worstWaitMinutes: Math.round(Math.max(...waits) / 6) / 10,
          allDoneMinutes: Math.round(found.seconds / 6) / 10,
          mostPlanRuns: found.mostPlans,
        });
      }
    }
  }
  await benchFairness();
}

/** An account asks for two hundred reports a moment before another asks for one. */
async function benchFairness(): Promise<void> {
  const many = Array.from(
    { length: 200 },
    (): StormReport => ({ accountId: 'acc_many', lines: SIZES.large }),
  );
  const { waits, order } = await simulateStorm({
    reports: [...many, { accountId: 'acc_one', lines: SIZES.small }],
    readUnits: TABLES.new,
    computingReports: 1,
    concurrentReports: 2,
  });
  report('one report behind 200 of another account, 1 at once', waits[order.indexOf('acc_one')] ?? -1, 's');
}
