// State of the report workflow: cuts the orders of one shard into partitions.

import { documentClient } from '../../src/service/aws/clients.ts';
import { s3Client } from '../../src/service/aws/s3-client.ts';
import { observed } from '../../src/service/observability/observed.ts';
import { extractState } from '../../src/service/reports/states.ts';
import { wireReportFiles, wireReportOrders } from '../../src/service/reports/wire-states.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

/** After this time, the shard continues in another run. Writing the rest takes seconds. */
const SLICE_MS = 10 * 60_000;

const environment = readEnvironment(ENVIRONMENT.extractShard);
const db = documentClient();

export const handler = observed(
  extractState({
    ...wireReportFiles(db, s3Client(), environment),
    ...wireReportOrders(db, environment),
    linesPerFile: environment.LINES_PER_FILE,
    sliceMs: SLICE_MS,
  }),
);
