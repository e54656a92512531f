// Connects the work of erasures to the resources that hold what is erased.
import type { S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { createAudienceStore } from '../stores/audiences/audiences.ts';
import { createBucketFiles } from '../stores/bucket-files.ts';
import { createDestinationStore } from '../stores/destinations/destinations.ts';
import { createForgottenStore } from '../stores/destinations/forgotten.ts';
import { createErasureStore } from '../stores/erasures/erasures.ts';
import { createExportStore } from '../stores/exports/exports.ts';
import { createImportStore } from '../stores/imports/imports.ts';
import { createErasableOrders } from '../stores/orders/erasable-orders.ts';
import { createRecommendationStore } from '../stores/recommendations/recommendations.ts';
import { createDeliveryLog } from '../stores/reports/deliveries.ts';
import { createReportStore } from '../stores/reports/reports.ts';
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
    orders: createErasableOrders(db, tables),
    reports: createReportStore(db, service),
    ...createBucketFiles(s3, bucket),
    exports: createExportStore(db, service),
    deliveries: createDeliveryLog(db, service),
    recommendations: createRecommendationStore(db, service),
    imports: createImportStore(db, service),
    schedules: createScheduleStore(db, service),
    audiences: createAudienceStore(db, service),
    destinations: createDestinationStore(db, service),
    forgotten: createForgottenStore(db, service),
    newFileId: ulid,
  };
}
