// Connects the runs of schedules: requests a due report, or stores it as one that could not be started.
import { createRefuseReport } from '../reports/requests/refuse-report.ts';
import { createStartReport, type StartReportDeps } from '../reports/requests/start-report.ts';
import { createRunSchedule, type RunScheduleDeps } from './run-schedule.ts';
import { type RunSchedulesDeps, runSchedules } from './run-schedules.ts';

type Deps = StartReportDeps &
  Omit<RunScheduleDeps, 'startReport' | 'refuseReport'> &
  Omit<RunSchedulesDeps, 'runSchedule'>;

export function wireSchedules(deps: Deps) {
  const startReport = createStartReport(deps);
  const runSchedule = createRunSchedule({ ...deps, startReport, refuseReport: createRefuseReport(deps) });
  return (deadline: number, mayBeAhead?: boolean) =>
    runSchedules({ ...deps, runSchedule }, deadline, mayBeAhead);
}
