// Connects the work of erasures to the resources that hold what is erased.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { createAudienceStore } from '../stores/audiences/audiences.ts';
import { createDestinationStore } from '../stores/destinations/destinations.ts';
import { createForgottenStore } from '../stores/destinations/forgotten.ts';
import { createErasureStore } from '../stores/erasures/erasures.ts';
import { createExportStore } from '../stores/exports/exports.ts';
import { createImportStore } from '../stores/imports/imports.ts';
import { createErasableOrders } from '../stores/orders/erasable-orders.ts';
import { createRecommendationStore } from '../stores/recommendations/recommendations.ts';
import { createDeliveryLog } from '../stores/reports/deliveries.ts';
import { createReportSlots } from '../stores/reports/report-slots.ts';
import { createReportStore } from '../stores/reports/reports.ts';
import { createScheduleStore } from '../stores/schedules/schedules.ts';

export function wireErasure(
  db: DynamoDBDocumentClient,
  tables: { readonly orders: string; readonly service: string },
) {
  const { service } = tables;
  return {
    erasures: createErasureStore(db, service),
    orders: createErasableOrders(db, tables),
    reports: createReportStore(db, service),
    slots: createReportSlots(db, service),
    exports: createExportStore(db, service),
    deliveries: createDeliveryLog(db, service),
    recommendations: createRecommendationStore(db, service),
    imports: createImportStore(db, service),
    schedules: createScheduleStore(db, service),
    audiences: createAudienceStore(db, service),
    destinations: createDestinationStore(db, service),
    forgotten: createForgottenStore(db, service),
    newFileId: ulid,
    clock: Date.now,
  };
}
