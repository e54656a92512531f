// State of the erasure workflow: one slice of the work, within the function's time limit. The workflow repeats this
// state until the work is complete.
import { S3Client } from '@aws-sdk/client-s3';
import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { type ErasureSlice, erasureInput } from '../../src/contract/messages/workflow.ts';
import { createRunErasure } from '../../src/erasure/run-erasure.ts';
import { observed } from '../../src/observability/observed.ts';
import { createExtracts } from '../../src/stores/datasets/extracts.ts';
import { createErasureStore } from '../../src/stores/erasures/erasures.ts';
import { createExportFiles } from '../../src/stores/exports/export-files.ts';
import { createExportStore } from '../../src/stores/exports/exports.ts';
import { createDeadLetters } from '../../src/stores/imports/dead-letters.ts';
import { createImportStore } from '../../src/stores/imports/imports.ts';
import { createErasableOrders } from '../../src/stores/orders/erasable-orders.ts';
import { createRecommendationStore } from '../../src/stores/recommendations/recommendations.ts';
import { createCustomerLists } from '../../src/stores/reports/customer-lists.ts';
import { createDeliveryLog } from '../../src/stores/reports/deliveries.ts';
import { createPartitionFiles } from '../../src/stores/reports/partition-files.ts';
import { createProductProfileFiles } from '../../src/stores/reports/product-profile-files.ts';
import { createReportBodies } from '../../src/stores/reports/report-bodies.ts';
import { createReportStore } from '../../src/stores/reports/reports.ts';
import { createRuleSets } from '../../src/stores/reports/rule-sets.ts';
import { createScheduleStore } from '../../src/stores/schedules/schedules.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

/** Work that starts before this deadline finishes after it, within the function's time limit. */
const TO_FINISH_MS = 60_000;
/** The counts of an erasure are brought up to date after each slice. */
const SLICE_MS = 120_000;

const environment = readEnvironment(ENVIRONMENT.erase);
const db = guardedClient(environment.SERVICE_TABLE);
const s3 = new S3Client({});
const runErasure = createRunErasure({
  erasures: createErasureStore(db, environment.SERVICE_TABLE),
  extracts: createExtracts(s3, environment.BUCKET),
  orders: createErasableOrders(db, { orders: environment.ORDERS_TABLE, service: environment.SERVICE_TABLE }),
  reports: createReportStore(db, environment.SERVICE_TABLE),
  bodies: createReportBodies(s3, environment.BUCKET),
  lists: createCustomerLists(s3, environment.BUCKET),
  ruleSets: createRuleSets(s3, environment.BUCKET),
  profiles: createProductProfileFiles(s3, environment.BUCKET),
  partitionFiles: createPartitionFiles(s3, environment.BUCKET),
  exports: createExportStore(db, environment.SERVICE_TABLE),
  exportFiles: createExportFiles(s3, environment.BUCKET),
  deliveries: createDeliveryLog(db, environment.SERVICE_TABLE),
  recommendations: createRecommendationStore(db, environment.SERVICE_TABLE),
  imports: createImportStore(db, environment.SERVICE_TABLE),
  schedules: createScheduleStore(db, environment.SERVICE_TABLE),
  deadLetters: createDeadLetters(s3, environment.BUCKET),
  clock: Date.now,
});

export const handler = observed(async (input: unknown, context: Context): Promise<ErasureSlice> => {
  const { account_id, erasure_id } = v.parse(erasureInput, input);
  const deadline = Date.now() + Math.min(SLICE_MS, context.getRemainingTimeInMillis() - TO_FINISH_MS);
  const slice = await runErasure({ accountId: account_id, erasureId: erasure_id }, deadline);
  return { account_id, erasure_id, ...slice };
});
