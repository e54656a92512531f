// Connects the reconciler to all kinds of work that can be left unfinished, and to the workflows that finish it.
import type { SFNClient } from '@aws-sdk/client-sfn';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createAudienceStore } from '../audiences/audiences.ts';
import {
  createAudienceWorkflow,
  createDeliveryWorkflow,
  createErasureWorkflow,
  createEventWorkflow,
  createExportWorkflow,
  createPullWorkflow,
  createReportWorkflow,
} from '../aws/executions.ts';
import { createConnectionStore } from '../connections/connection-item.ts';
import { createDatasetStates } from '../datasets/dataset-states.ts';
import { createDestinationStore } from '../destinations/destinations.ts';
import { createErasureStore } from '../erasures/erasures.ts';
import { createExportStore } from '../exports/exports.ts';
import { createOpenTables } from '../exports/table/open-tables.ts';
import { createImportStore } from '../orders/imports.ts';
import { createReportStore } from '../reports/reports.ts';
import { createUnfinished } from '../tables/unfinished.ts';
import { createEndpointStore } from '../webhooks/endpoints.ts';

export type WorkflowVariable = 'REPORT' | 'EXPORT' | 'AUDIENCE' | 'DELIVERY' | 'EVENT' | 'PULL' | 'ERASURE';

export function wireReconcile(
  db: DynamoDBDocumentClient,
  table: string,
  sfn: SFNClient,
  getArn: (workflow: WorkflowVariable) => string,
  tableHours = 1,
) {
  return {
    imports: createImportStore(db, table),
    reports: createReportStore(db, table),
    workflow: createReportWorkflow(sfn, getArn('REPORT')),
    exports: createExportStore(db, table),
    exportWorkflow: createExportWorkflow(sfn, getArn('EXPORT')),
    openTables: createOpenTables(db, table),
    states: createDatasetStates(db, table),
    tableHours,
    audiences: createAudienceStore(db, table),
    audienceWorkflow: createAudienceWorkflow(sfn, getArn('AUDIENCE')),
    destinations: createDestinationStore(db, table),
    deliveryWorkflow: createDeliveryWorkflow(sfn, getArn('DELIVERY')),
    endpoints: createEndpointStore(db, table),
    eventWorkflow: createEventWorkflow(sfn, getArn('EVENT')),
    connections: createConnectionStore(db, table),
    pullWorkflow: createPullWorkflow(sfn, getArn('PULL')),
    erasures: createErasureStore(db, table),
    erasureWorkflow: createErasureWorkflow(sfn, getArn('ERASURE')),
    unfinished: createUnfinished(db, table),
    clock: Date.now,
  };
}
