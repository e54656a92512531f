// Lists all drills in the order in which they run.
import {
  consumerKilled,
  deliveredTwice,
  engineFaults,
  shuffledChunks,
  twoWriters,
} from './ingest/failures/chunks.ts';
import { poisonMessage, redriven } from './ingest/failures/dead-letters.ts';
import { erased } from './ingest/failures/erased.ts';
import { extractsDrill } from './ingest/failures/extracts.ts';
import { crashBeforeQueueing, partialSends, reconcilerAlive } from './ingest/failures/queueing.ts';
import { shopEvents } from './ingest/failures/shop-events.ts';
import { shopHistory } from './ingest/failures/shop-history.ts';
import { storageCap } from './ingest/failures/storage-cap.ts';
import type { Drill } from './ingest/run.ts';
import { exportsDrill } from './reports/exports.ts';
import { openTableDrill } from './reports/open-table.ts';
import { partitionedReports } from './reports/partitioned.ts';
import { queuedReports } from './reports/queued.ts';
import { reconcilerKilled } from './reports/reconciler-killed.ts';
import { schedulesTicked } from './reports/schedules.ts';
import { serving } from './reports/serving.ts';
import { crashedReports, reportsStopped, reportsTwice } from './reports/workflow.ts';
import { floods } from './service/flood.ts';
import { outages } from './service/outage.ts';
import { receivers } from './webhooks/receiver.ts';

export const INGEST_DRILLS: readonly Drill[] = [
  consumerKilled,
  deliveredTwice,
  shuffledChunks,
  engineFaults,
  partialSends,
  poisonMessage,
  storageCap,
  crashBeforeQueueing,
  twoWriters,
  reconcilerAlive,
  redriven,
  erased,
  extractsDrill,
  shopEvents,
  shopHistory,
];

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
  openTableDrill,
  receivers,
];

/** Each run has its own local cloud. */
export const OUTAGE_DRILLS: readonly Drill[] = [...outages, ...floods];

export const DRILLS: readonly Drill[] = [...INGEST_DRILLS, ...REPORT_DRILLS, ...OUTAGE_DRILLS];
