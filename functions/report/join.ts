// State of the report workflow: joins what was extracted and what a pass found, up to the report; then removes the files.

import { randomUUID } from 'node:crypto';
import { threadedItemsets } from '../../src/mining-threads/threaded-itemsets.ts';
import { observed } from '../../src/observability/observed.ts';
import { measuringBytes } from '../../src/reporting/partitions/partition-objects.ts';
import { joinState } from '../../src/reporting/states.ts';
import { wireAssigned } from '../../src/reporting/steps/wire-assigned.ts';
import { s3Client } from '../../src/stores/aws/s3-client.ts';
import { createRecommendationStore } from '../../src/stores/recommendations/recommendations.ts';
import { createPartitionFiles } from '../../src/stores/reports/partition-files.ts';
import { createReportStore } from '../../src/stores/reports/reports.ts';
import { createResultFiles } from '../../src/stores/reports/result-files.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.joinPartitions);
const db = guardedClient(environment.SERVICE_TABLE);
const s3 = s3Client();

export const handler = observed(
  joinState({
    reports: createReportStore(db, environment.SERVICE_TABLE),
    files: measuringBytes(createPartitionFiles(s3, environment.BUCKET)),
    ...createResultFiles(s3, environment.BUCKET),
    recommendations: createRecommendationStore(db, environment.SERVICE_TABLE),
    findItemsets: threadedItemsets({ clock: Date.now }),
    readAssigned: wireAssigned(db, s3, environment),
    newAttempt: randomUUID,
    clock: Date.now,
  }),
);
