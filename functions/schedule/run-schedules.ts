// Runs every minute: requests the reports of due schedules, refreshes due audiences, compares shops, and
// wakes the webhook endpoints of accounts with new events. The local cloud states when the clock may have been set back.
import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { createAccountStore } from '../../src/service/accounts/accounts.ts';
import { createAudienceStore } from '../../src/service/audiences/audiences.ts';
import { runDueAudiences } from '../../src/service/audiences/run-due-audiences.ts';
import { createDocumentClient } from '../../src/service/aws/clients.ts';
import {
  createAudienceWorkflow,
  createEventWorkflow,
  createPullWorkflow,
} from '../../src/service/aws/executions.ts';
import { createSfnClient } from '../../src/service/aws/sfn-client.ts';
import { createConnectionStore } from '../../src/service/connections/connection-item.ts';
import { wakeConnections } from '../../src/service/connections/wake-connections.ts';
import { log } from '../../src/service/observability/log.ts';
import { observeHandler } from '../../src/service/observability/observed.ts';
import { createImportsInProgress } from '../../src/service/orders/imports-in-progress.ts';
import { wireStartReport } from '../../src/service/reports/requests/wire-start-report.ts';
import { createScheduleStore } from '../../src/service/schedules/schedules.ts';
import { wireSchedules } from '../../src/service/schedules/wire-schedules.ts';
import { createUnfinished } from '../../src/service/tables/unfinished.ts';
import { wakeEndpoints } from '../../src/service/webhooks/endpoints/wake-endpoints.ts';
import { createEndpointStore } from '../../src/service/webhooks/endpoints.ts';
import { createEventLog } from '../../src/service/webhooks/event-log.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

/** Reserve at the end of the function's time limit: a run that starts before the deadline ends within it. */
const TO_FINISH_MS = 30_000;

const environment = readEnvironment(ENVIRONMENT.runSchedules);
const { SERVICE_TABLE } = environment;
const db = createDocumentClient();
const unfinished = createUnfinished(db, SERVICE_TABLE);
const requests = wireStartReport(db, environment);
const run = wireSchedules({
  ...requests,
  unfinished,
  schedules: createScheduleStore(db, SERVICE_TABLE),
  accounts: createAccountStore(db, SERVICE_TABLE),
  importsInProgress: createImportsInProgress(db, SERVICE_TABLE),
  plans: environment.PLANS,
});

const runAudiences = (deadline: number, mayBeAhead: boolean) =>
  runDueAudiences(
    {
      ...requests,
      audiences: createAudienceStore(db, SERVICE_TABLE),
      workflow: createAudienceWorkflow(createSfnClient(), environment.AUDIENCE_WORKFLOW_ARN),
      newId: requests.newReportId,
      unfinished,
    },
    deadline,
    mayBeAhead,
  );

const wake = (deadline: number) =>
  wakeEndpoints(
    {
      unfinished,
      events: createEventLog(db, SERVICE_TABLE),
      endpoints: createEndpointStore(db, SERVICE_TABLE),
      workflow: createEventWorkflow(createSfnClient(), environment.EVENT_WORKFLOW_ARN),
      clock: Date.now,
    },
    deadline,
  );

const wakeShops = (deadline: number) =>
  wakeConnections(
    {
      unfinished,
      connections: createConnectionStore(db, SERVICE_TABLE),
      workflow: createPullWorkflow(createSfnClient(), environment.PULL_WORKFLOW_ARN),
      clock: Date.now,
    },
    deadline,
  );

const clockEvent = v.object({ detail: v.object({ clock_changed: v.literal(true) }) });

export const handler = observeHandler(async (event: unknown, context: Context): Promise<void> => {
  const deadline = Date.now() + context.getRemainingTimeInMillis() - TO_FINISH_MS;
  const mayBeAhead = v.is(clockEvent, event);
  // Run in parallel, so that a wait in one does not delay the others.
  const [runs, refreshed, woken, shops] = await Promise.all([
    run(deadline, mayBeAhead),
    runAudiences(deadline, mayBeAhead),
    wake(deadline),
    wakeShops(deadline),
  ]);
  if (Object.keys(runs).length > 0) log('info', 'schedules run', { ...runs });
  if (refreshed > 0) log('info', 'audiences refreshed', { started: refreshed });
  if (shops > 0) log('info', 'shops compared', { started: shops });
  if (woken.endpoints > 0) log('info', 'webhook endpoints woken', { ...woken });
});
