// State of the report workflow: computes the partitions of one lane, in one pass.

import { randomUUID } from 'node:crypto';
import { threadedItemsets } from '../../src/mining-threads/threaded-itemsets.ts';
import { observed } from '../../src/observability/observed.ts';
import { measuringBytes } from '../../src/reporting/partitions/partition-objects.ts';
import { passState } from '../../src/reporting/states.ts';
import { wireAssigned } from '../../src/reporting/steps/wire-assigned.ts';
import { s3Client } from '../../src/stores/aws/s3-client.ts';
import { createPartitionFiles } from '../../src/stores/reports/partition-files.ts';
import { createReportStore } from '../../src/stores/reports/reports.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

/** No partition is started after this time, so that each has at least nine minutes. */
const SLICE_MS = 6 * 60_000;

const environment = readEnvironment(ENVIRONMENT.computeLane);
const db = guardedClient(environment.SERVICE_TABLE);
const s3 = s3Client();

export const handler = observed(
  passState({
    reports: createReportStore(db, environment.SERVICE_TABLE),
    files: measuringBytes(createPartitionFiles(s3, environment.BUCKET)),
    findItemsets: threadedItemsets({ clock: Date.now }),
    readAssigned: wireAssigned(db, s3, environment),
    newAttempt: randomUUID,
    clock: Date.now,
    sliceMs: SLICE_MS,
  }),
);
