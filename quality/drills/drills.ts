// All drills, in the order in which they are listed and run.
import { INGEST_DRILLS } from './ingest/drills.ts';
import type { Drill } from './ingest/run.ts';
import { REPORT_DRILLS } from './reports/drills.ts';
import { OUTAGE_DRILLS, SERVICE_DRILLS } from './service/drills.ts';
import { WEBHOOK_DRILLS } from './webhooks/drills.ts';

export const DRILLS: readonly Drill[] = [
  ...INGEST_DRILLS,
  ...REPORT_DRILLS,
  ...WEBHOOK_DRILLS,
  ...SERVICE_DRILLS,
  ...OUTAGE_DRILLS,
];
