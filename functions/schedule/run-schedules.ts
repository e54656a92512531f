// Runs every minute and requests the reports of the schedules that are due.

import { SFNClient } from '@aws-sdk/client-sfn';
import type { Context } from 'aws-lambda';
import { monotonicFactory } from 'ulid';
import { log } from '../../src/observability/log.ts';
import { observed } from '../../src/observability/observed.ts';
import { wireSchedules } from '../../src/scheduling/wire-schedules.ts';
import { createAccountStore } from '../../src/stores/accounts/accounts.ts';
import { createDatasetStore } from '../../src/stores/datasets/datasets.ts';
import { createErasureStore } from '../../src/stores/erasures/erasures.ts';
import { createImportsInProgress } from '../../src/stores/imports/imports-in-progress.ts';
import { createReportWorkflow } from '../../src/stores/reports/report-workflow.ts';
import { createReportStore } from '../../src/stores/reports/reports.ts';
import { createScheduleStore } from '../../src/stores/schedules/schedules.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { createUnfinished } from '../../src/stores/tables/unfinished.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

/** A run that starts before the deadline ends after it, within the function's time limit. */
const TO_FINISH_MS = 30_000;

const environment = readEnvironment(ENVIRONMENT.runSchedules);
const { SERVICE_TABLE } = environment;
const db = guardedClient(SERVICE_TABLE);
const run = wireSchedules({
  reports: createReportStore(db, SERVICE_TABLE),
  datasets: createDatasetStore(db, SERVICE_TABLE),
  erasures: createErasureStore(db, SERVICE_TABLE),
  unfinished: createUnfinished(db, SERVICE_TABLE),
  workflow: createReportWorkflow(new SFNClient({}), environment.REPORT_WORKFLOW_ARN),
  schedules: createScheduleStore(db, SERVICE_TABLE),
  accounts: createAccountStore(db, SERVICE_TABLE),
  importsInProgress: createImportsInProgress(db, SERVICE_TABLE),
  plans: environment.PLANS,
  webhookReceivers: environment.WEBHOOK_RECEIVERS,
  newReportId: monotonicFactory(),
  clock: Date.now,
});

export const handler = observed(async (_event: unknown, context: Context): Promise<void> => {
  const deadline = Date.now() + context.getRemainingTimeInMillis() - TO_FINISH_MS;
  const runs = await run(deadline);
  if (Object.keys(runs).length > 0) log('info', 'schedules run', { ...runs });
});
