// Runs every few minutes and restarts or fails stalled work, so that nothing stays pending or Processing forever.

import { log } from '../../src/observability/log.ts';
import { measure } from '../../src/observability/metrics.ts';
import { observed } from '../../src/observability/observed.ts';
import { reconcile } from '../../src/operations/reconcile.ts';
import { countOverdue } from '../../src/scheduling/overdue.ts';
import { createAudienceWorkflow } from '../../src/stores/audiences/audience-workflow.ts';
import { createAudienceStore } from '../../src/stores/audiences/audiences.ts';
import { sfnClient } from '../../src/stores/aws/sfn-client.ts';
import { createDeliveryWorkflow } from '../../src/stores/destinations/delivery-workflow.ts';
import { createDestinationStore } from '../../src/stores/destinations/destinations.ts';
import { createErasureWorkflow } from '../../src/stores/erasures/erasure-workflow.ts';
import { createErasureStore } from '../../src/stores/erasures/erasures.ts';
import { createEndpointStore } from '../../src/stores/events/endpoints.ts';
import { createEventWorkflow } from '../../src/stores/events/event-workflow.ts';
import { createExportWorkflow } from '../../src/stores/exports/export-workflow.ts';
import { createExportStore } from '../../src/stores/exports/exports.ts';
import { createImportStore } from '../../src/stores/imports/imports.ts';
import { createReportWorkflow } from '../../src/stores/reports/report-workflow.ts';
import { createReportStore } from '../../src/stores/reports/reports.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { createUnfinished } from '../../src/stores/tables/unfinished.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.reconcile);
const db = guardedClient(environment.SERVICE_TABLE);
const sfn = sfnClient();
const unfinished = createUnfinished(db, environment.SERVICE_TABLE);

export const handler = observed(async (): Promise<void> => {
  measure('OverdueSchedules', await countOverdue(unfinished, Date.now()));
  const looked = await reconcile({
    imports: createImportStore(db, environment.SERVICE_TABLE),
    reports: createReportStore(db, environment.SERVICE_TABLE),
    workflow: createReportWorkflow(sfn, environment.REPORT_WORKFLOW_ARN),
    exports: createExportStore(db, environment.SERVICE_TABLE),
    exportWorkflow: createExportWorkflow(sfn, environment.EXPORT_WORKFLOW_ARN),
    audiences: createAudienceStore(db, environment.SERVICE_TABLE),
    audienceWorkflow: createAudienceWorkflow(sfn, environment.AUDIENCE_WORKFLOW_ARN),
    destinations: createDestinationStore(db, environment.SERVICE_TABLE),
    deliveryWorkflow: createDeliveryWorkflow(sfn, environment.DELIVERY_WORKFLOW_ARN),
    endpoints: createEndpointStore(db, environment.SERVICE_TABLE),
    eventWorkflow: createEventWorkflow(sfn, environment.EVENT_WORKFLOW_ARN),
    erasures: createErasureStore(db, environment.SERVICE_TABLE),
    erasureWorkflow: createErasureWorkflow(sfn, environment.ERASURE_WORKFLOW_ARN),
    unfinished,
    clock: Date.now,
  });
  measure(
    'UnfinishedWork',
    looked.imports +
      looked.reports +
      looked.exports +
      looked.audience_runs +
      looked.destinations +
      looked.endpoints +
      looked.events +
      looked.erasures,
  );
  measure('OldestUnfinishedWork', looked.oldest_s);
  log('info', 'reconciled', { ...looked });
});
