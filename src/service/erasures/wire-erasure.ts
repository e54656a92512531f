// Connects the work of erasures to the resources that hold what is erased.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { createRowCounters } from '../accounts/row-counters.ts';
import { createAudienceStore } from '../audiences/audiences.ts';
import { createMergeLists } from '../datasets/merge-lists.ts';
import { createDestinationStore } from '../destinations/destinations.ts';
import { createForgottenStore } from '../destinations/forgotten.ts';
import { createExportStore } from '../exports/exports.ts';
import { createOpenTables } from '../exports/table/open-tables.ts';
import { createErasableOrders } from '../orders/erasable-orders.ts';
import { createImportStore } from '../orders/imports.ts';
import { createImportsInProgress } from '../orders/imports-in-progress.ts';
import { createShardOrders } from '../orders/shard-orders.ts';
import { createRecommendationStore } from '../recommendations/recommendations.ts';
import { createDeliveryLog } from '../reports/deliveries.ts';
import { createReportSlots } from '../reports/report-slots.ts';
import { createReportStore } from '../reports/reports.ts';
import { createScheduleStore } from '../schedules/schedules.ts';
import { createErasureStore } from './erasures.ts';

export function wireErasure(
  db: DynamoDBDocumentClient,
  tables: { readonly orders: string; readonly service: string },
) {
  const { service } = tables;
  return {
    erasures: createErasureStore(db, service),
    orders: createErasableOrders(db, tables),
    shardOrders: createShardOrders(db, tables),
    merges: createMergeLists(db, service),
    importsInProgress: createImportsInProgress(db, service),
    rowCounters: createRowCounters(db, service),
    reports: createReportStore(db, service),
    slots: createReportSlots(db, service),
    exports: createExportStore(db, service),
    openTables: createOpenTables(db, service),
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
