// State of the report workflow: cuts the orders of one shard into partitions.

import { randomUUID } from 'node:crypto';
import { observed } from '../../src/observability/observed.ts';
import { measuringBytes } from '../../src/reporting/partitions/partition-objects.ts';
import { extractState } from '../../src/reporting/states.ts';
import { s3Client } from '../../src/stores/aws/s3-client.ts';
import { createShardOrders } from '../../src/stores/orders/shard-orders.ts';
import { createPartitionFiles } from '../../src/stores/reports/partition-files.ts';
import { createReportStore } from '../../src/stores/reports/reports.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

/** After this time, the shard continues in another run. Writing the rest takes seconds. */
const SLICE_MS = 10 * 60_000;

const environment = readEnvironment(ENVIRONMENT.extractShard);
const db = guardedClient(environment.SERVICE_TABLE);

export const handler = observed(
  extractState({
    reports: createReportStore(db, environment.SERVICE_TABLE),
    orders: createShardOrders(db, { orders: environment.ORDERS_TABLE, service: environment.SERVICE_TABLE }),
    files: measuringBytes(createPartitionFiles(s3Client(), environment.BUCKET)),
    linesPerFile: environment.LINES_PER_FILE,
    newAttempt: randomUUID,
    clock: Date.now,
    sliceMs: SLICE_MS,
  }),
);
