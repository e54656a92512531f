// The ingest drills, in the order in which they are listed and run.
import { consumerKilled } from './consumer-killed.ts';
import { crashBeforeQueueing } from './crash-before-queueing.ts';
import { deliveredTwice } from './delivered-twice.ts';
import { engineFaults } from './engine-faults.ts';
import { erased } from './erased.ts';
import { extractsDrill } from './extracts.ts';
import { partialSends } from './partial-sends.ts';
import { poisonMessage } from './poison-message.ts';
import { poisonRow } from './poison-row.ts';
import { reconcilerAlive } from './reconciler-alive.ts';
import { redriven } from './redrive.ts';
import type { Drill } from './run.ts';
import { shopEvents } from './shop-events.ts';
import { shuffledChunks } from './shuffled.ts';
import { spreadDrill } from './spread.ts';
import { storageCap } from './storage-cap.ts';
import { twoWriters } from './two-writers.ts';

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
  spreadDrill,
];
