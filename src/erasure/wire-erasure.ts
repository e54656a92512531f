// Connects the work of erasures to the resources that hold what is erased.
import type { S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createExtracts } from '../stores/datasets/extracts.ts';
import { createErasureStore } from '../stores/erasures/erasures.ts';
import { createExportFiles } from '../stores/exports/export-files.ts';
import { createExportStore } from '../stores/exports/exports.ts';
import { createDeadLetters } from '../stores/imports/dead-letters.ts';
import { createImportStore } from '../stores/imports/imports.ts';
import { createErasableOrders } from '../stores/orders/erasable-orders.ts';
import { createRecommendationStore } from '../stores/recommendations/recommendations.ts';
import { createDeliveryLog } from '../stores/reports/deliveries.ts';
import { createPartitionFiles } from '../stores/reports/partition-files.ts';
import { createReportStore } from '../stores/reports/reports.ts';
import { createResultFiles } from '../stores/reports/result-files.ts';
import { createScheduleStore } from '../stores/schedules/schedules.ts';
import type { RunErasureDeps } from './run-erasure.ts';

export function wireErasure(
  db: DynamoDBDocumentClient,
  s3: S3Client,
  tables: { readonly orders: string; readonly service: string },
  bucket: string,
): Omit<RunErasureDeps, 'clock'> {
  const { service } = tables;
  return {
    erasures: createErasureStore(db, service),
    extracts: createExtracts(s3, bucket),
    orders: createErasableOrders(db, tables),
    reports: createReportStore(db, service),
    ...createResultFiles(s3, bucket),
    partitionFiles: createPartitionFiles(s3, bucket),
    exports: createExportStore(db, service),
    exportFiles: createExportFiles(s3, bucket),
    deliveries: createDeliveryLog(db, service),
    recommendations: createRecommendationStore(db, service),
    imports: createImportStore(db, service),
    schedules: createScheduleStore(db, service),
    deadLetters: createDeadLetters(s3, bucket),
  };
}
