// The ingest drills, in the order in which they are listed and run.
import { consumerKilled } from './failures/consumer-killed.ts';
import { crashBeforeQueueing } from './failures/crash-before-queueing.ts';
import { deliveredTwice } from './failures/delivered-twice.ts';
import { engineFaults } from './failures/engine-faults.ts';
import { erased } from './failures/erased.ts';
import { extractsDrill } from './failures/extracts.ts';
import { partialSends } from './failures/partial-sends.ts';
import { poisonMessage } from './failures/poison-message.ts';
import { poisonRow } from './failures/poison-row.ts';
import { reconcilerAlive } from './failures/reconciler-alive.ts';
import { redriven } from './failures/redrive.ts';
import { shopEvents } from './failures/shop-events.ts';
import { shuffledChunks } from './failures/shuffled.ts';
import { storageCap } from './failures/storage-cap.ts';
import { twoWriters } from './failures/two-writers.ts';
import type { Drill } from './run.ts';

export const INGEST_DRILLS: readonly Drill[] = [
  consumerKilled,
  deliveredTwice,
  shuffledChunks,
  engineFaults,
  partialSends,
  poisonRow,
  poisonMessage,
  storageCap,
  crashBeforeQueueing,
  twoWriters,
  reconcilerAlive,
  redriven,
  erased,
  extractsDrill,
  shopEvents,
];
