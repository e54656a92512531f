// State of the export workflow: writes the files of an export, or records why they could not be written.
import { ulid } from 'ulid';
import { createDocumentClient } from '../../src/service/aws/clients.ts';
import { createS3Client } from '../../src/service/aws/s3-client.ts';
import { createDatasetStates } from '../../src/service/datasets/dataset-states.ts';
import { createErasureStore } from '../../src/service/erasures/erasures.ts';
import { createExportFiles } from '../../src/service/exports/export-files.ts';
import { createExportStore } from '../../src/service/exports/exports.ts';
import { createOpenTables } from '../../src/service/exports/table/open-tables.ts';
import { createTableFiles } from '../../src/service/exports/table/table-files.ts';
import { writeState } from '../../src/service/exports/write-state.ts';
import { observeHandler } from '../../src/service/observability/observed.ts';
import { createShardOrders } from '../../src/service/orders/shard-orders.ts';
import { createPartitionFiles } from '../../src/service/reports/partition-files.ts';
import { createReportStore } from '../../src/service/reports/reports.ts';
import { createResultFiles } from '../../src/service/reports/result-files.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

const { SERVICE_TABLE, ORDERS_TABLE, BUCKET, OPEN_TABLE } = readEnvironment(ENVIRONMENT.writeExport);
const db = createDocumentClient();
const s3 = createS3Client();

export const handler = observeHandler(
  writeState({
    reports: createReportStore(db, SERVICE_TABLE),
    exports: createExportStore(db, SERVICE_TABLE),
    erasures: createErasureStore(db, SERVICE_TABLE),
    orders: createShardOrders(db, { orders: ORDERS_TABLE, service: SERVICE_TABLE }),
    exportFiles: createExportFiles(s3, BUCKET),
    openTables: createOpenTables(db, SERVICE_TABLE),
    tableFiles: createTableFiles(s3, BUCKET),
    states: createDatasetStates(db, SERVICE_TABLE),
    keepsTables: OPEN_TABLE,
    partitionFiles: createPartitionFiles(s3, BUCKET),
    ...createResultFiles(s3, BUCKET),
    newRunId: ulid,
    clock: Date.now,
  }),
);
