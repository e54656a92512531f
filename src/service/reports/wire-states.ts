// Connects the states of the report workflow to their inputs and outputs, for functions, drills and tests
// alike. Callers can replace single parts of the result.
import { randomUUID } from 'node:crypto';
import type { S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createAudienceStore } from '../audiences/audiences.ts';
import { createMemberFiles } from '../audiences/member-files.ts';
import { createDatasetReader } from '../datasets/dataset-reader.ts';
import { createDatasetStates } from '../datasets/dataset-states.ts';
import { createDatasetStore } from '../datasets/datasets.ts';
import { createExtracts } from '../datasets/extracts.ts';
import { createMergeLists } from '../datasets/merge-lists.ts';
import { createErasureStore } from '../erasures/erasures.ts';
import { createImportStore } from '../orders/imports.ts';
import { createImportsInProgress } from '../orders/imports-in-progress.ts';
import { createShardOrders } from '../orders/shard-orders.ts';
import { createReadModel } from '../recommendations/read-model.ts';
import { createRecommendationStore } from '../recommendations/recommendations.ts';
import { createDeliveryLog } from './deliveries.ts';
import { createHiddenCustomers } from './lists/hidden-customers.ts';
import { createPartitionFiles } from './partition-files.ts';
import { withMeasuredBytes } from './partitions/partition-objects.ts';
import { createReportSlots } from './report-slots.ts';
import { createReportStore } from './reports.ts';
import { createResultFiles } from './result-files.ts';
import { createStageLine } from './stage-line.ts';
import { createReadAssigned } from './steps/read-assigned.ts';

interface Places {
  readonly SERVICE_TABLE: string;
  readonly ORDERS_TABLE: string;
  readonly BUCKET: string;
}

/** Resources that every state may need. */
export function wireReportItems(
  db: DynamoDBDocumentClient,
  { SERVICE_TABLE: table }: Pick<Places, 'SERVICE_TABLE'>,
) {
  return {
    reports: createReportStore(db, table),
    deliveries: createDeliveryLog(db, table),
    slots: createReportSlots(db, table),
    line: createStageLine(db, table),
    imports: createImportStore(db, table),
    importsInProgress: createImportsInProgress(db, table),
    recommendations: createRecommendationStore(db, table),
    clock: Date.now,
  };
}

/** Resources of the states that compute from files, and write them. */
export function wireReportFiles(
  db: DynamoDBDocumentClient,
  s3: S3Client,
  places: Pick<Places, 'SERVICE_TABLE' | 'BUCKET'>,
) {
  const { SERVICE_TABLE, BUCKET } = places;
  const erasures = createErasureStore(db, SERVICE_TABLE);
  const hidden = createHiddenCustomers(erasures);
  const audiences = createAudienceStore(db, SERVICE_TABLE);
  return {
    ...wireReportItems(db, places),
    ...createResultFiles(s3, BUCKET),
    files: withMeasuredBytes(createPartitionFiles(s3, BUCKET)),
    extracts: createExtracts(s3, BUCKET),
    erasures,
    hidden,
    merges: createMergeLists(db, SERVICE_TABLE),
    readAssigned: createReadAssigned({ audiences, members: createMemberFiles(s3, BUCKET), hidden }),
    readModel: createReadModel(db, SERVICE_TABLE),
    newAttempt: (): string => randomUUID(),
  };
}

/** Resources of the states that read orders, beside their files. */
export function wireReportOrders(
  db: DynamoDBDocumentClient,
  { ORDERS_TABLE: orders, SERVICE_TABLE: service }: Pick<Places, 'SERVICE_TABLE' | 'ORDERS_TABLE'>,
) {
  return {
    reader: createDatasetReader(db, { orders, service }),
    orders: createShardOrders(db, { orders, service }),
    states: createDatasetStates(db, service),
    datasets: createDatasetStore(db, service),
    merges: createMergeLists(db, service),
  };
}
