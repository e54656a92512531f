// Runs every few minutes and restarts or fails stalled work, so that nothing stays pending or Processing
// forever. The local cloud also calls it at its start, with a time before which all earlier work has ended.

import * as v from 'valibot';
import { createDocumentClient } from '../../src/service/aws/clients.ts';
import { createSfnClient } from '../../src/service/aws/sfn-client.ts';
import { log } from '../../src/service/observability/log.ts';
import { measure } from '../../src/service/observability/metrics.ts';
import { observeHandler } from '../../src/service/observability/observed.ts';
import { reconcile } from '../../src/service/operations/reconcile.ts';
import { wireReconcile } from '../../src/service/operations/wire-reconcile.ts';
import { countOverdue } from '../../src/service/schedules/rest.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.reconcile);
const { SERVICE_TABLE } = environment;
const deps = wireReconcile(
  createDocumentClient(),
  SERVICE_TABLE,
  createSfnClient(),
  (workflow) => environment[`${workflow}_WORKFLOW_ARN`],
  environment.OPEN_TABLE_HOURS,
);

const resumeEvent = v.object({ detail: v.object({ ended_before: v.pipe(v.string(), v.isoTimestamp()) }) });

export const handler = observeHandler(async (event: unknown): Promise<void> => {
  measure('OverdueSchedules', await countOverdue(deps.unfinished, Date.now()));
  const looked = await reconcile(deps, v.is(resumeEvent, event) ? event.detail.ended_before : undefined);
  measure(
    'UnfinishedWork',
    looked.imports +
      looked.reports +
      looked.exports +
      looked.audience_runs +
      looked.destinations +
      looked.endpoints +
      looked.connections +
      looked.events +
      looked.erasures,
  );
  measure('OpenTableAge', looked.table_age_s);
  measure('OldestUnfinishedWork', looked.oldest_s);
  log('info', 'reconciled', { ...looked });
});
