// State of the report workflow: cuts the orders of one shard into partitions.

import { createDocumentClient } from '../../src/service/aws/clients.ts';
import { createS3Client } from '../../src/service/aws/s3-client.ts';
import { observeHandler } from '../../src/service/observability/observed.ts';
import { createExtractState } from '../../src/service/reports/states.ts';
import { wireReportFiles, wireReportOrders } from '../../src/service/reports/wire-states.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

/** After this time, the shard continues in another run. Writing the rest takes seconds. */
const SLICE_MS = 10 * 60_000;

const environment = readEnvironment(ENVIRONMENT.extractShard);
const db = createDocumentClient();

export const handler = observeHandler(
  createExtractState({
    ...wireReportFiles(db, createS3Client(), environment),
    ...wireReportOrders(db, environment),
    linesPerFile: environment.LINES_PER_FILE,
    sliceMs: SLICE_MS,
  }),
);
