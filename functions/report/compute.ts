// State of the report workflow: reads the dataset, computes the report and stores its draft.

import { threadedItemsets } from '../../src/mining-threads/threaded-itemsets.ts';
import { observed } from '../../src/observability/observed.ts';
import { computeState } from '../../src/reporting/states.ts';
import { wireAssigned } from '../../src/reporting/steps/wire-assigned.ts';
import { s3Client } from '../../src/stores/aws/s3-client.ts';
import { createDatasetReader } from '../../src/stores/datasets/dataset-reader.ts';
import { createDatasetStates } from '../../src/stores/datasets/dataset-states.ts';
import { createDatasetStore } from '../../src/stores/datasets/datasets.ts';
import { createExtracts } from '../../src/stores/datasets/extracts.ts';
import { createImportsInProgress } from '../../src/stores/imports/imports-in-progress.ts';
import { createRecommendationStore } from '../../src/stores/recommendations/recommendations.ts';
import { createReportStore } from '../../src/stores/reports/reports.ts';
import { createResultFiles } from '../../src/stores/reports/result-files.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.computeReport);
const db = guardedClient(environment.SERVICE_TABLE);
const s3 = s3Client();

export const handler = observed(
  computeState({
    reports: createReportStore(db, environment.SERVICE_TABLE),
    reader: createDatasetReader(db, { orders: environment.ORDERS_TABLE, service: environment.SERVICE_TABLE }),
    states: createDatasetStates(db, environment.SERVICE_TABLE),
    importsInProgress: createImportsInProgress(db, environment.SERVICE_TABLE),
    extracts: createExtracts(s3, environment.BUCKET),
    datasets: createDatasetStore(db, environment.SERVICE_TABLE),
    maxLines: environment.EXTRACT_MAX_LINES,
    ...createResultFiles(s3, environment.BUCKET),
    recommendations: createRecommendationStore(db, environment.SERVICE_TABLE),
    findItemsets: threadedItemsets({ clock: Date.now }),
    readAssigned: wireAssigned(db, s3, environment),
    clock: Date.now,
  }),
);
