// The drills of the report workflow.
import type { Drill } from '../ingest/run.ts';
import { crashedReports } from './crash.ts';
import { exportsDrill } from './exports.ts';
import { partitionedReports } from './partitioned.ts';
import { queuedReports } from './queued.ts';
import { reconcilerKilled } from './reconciler-killed.ts';
import { schedulesTicked } from './schedules.ts';
import { serving } from './serving.ts';
import { reportsStopped } from './stopped.ts';
import { reportsTwice } from './twice.ts';

export const REPORT_DRILLS: readonly Drill[] = [
  crashedReports,
  reportsTwice,
  reportsStopped,
  queuedReports,
  partitionedReports,
  reconcilerKilled,
  schedulesTicked,
  serving,
  exportsDrill,
];
