// State of the report workflow: reads the dataset, computes the report and stores its draft.
import { S3Client } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { plannedReport } from '../../src/contract/workflow.ts';
import { threadedItemsets } from '../../src/mining-threads/threaded-itemsets.ts';
import { observed } from '../../src/observability/observed.ts';
import { createComputeReport } from '../../src/reporting/compute-report.ts';
import { namingPassingFaults } from '../../src/reporting/passing-faults.ts';
import { createReadDataset } from '../../src/reporting/read-dataset.ts';
import { createCustomerLists } from '../../src/stores/customer-lists.ts';
import { guardedClient } from '../../src/stores/data-version.ts';
import { createDatasetReader } from '../../src/stores/dataset-reader.ts';
import { createDatasetStates } from '../../src/stores/dataset-states.ts';
import { createDatasetStore } from '../../src/stores/datasets.ts';
import { createExtracts } from '../../src/stores/extracts.ts';
import { createImportsInProgress } from '../../src/stores/imports-in-progress.ts';
import { createProductProfileFiles } from '../../src/stores/product-profile-files.ts';
import { createRecommendationStore } from '../../src/stores/recommendations.ts';
import { createReportBodies } from '../../src/stores/report-bodies.ts';
import { createReportStore } from '../../src/stores/reports.ts';
import { createRuleSets } from '../../src/stores/rule-sets.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.computeReport);
const db = guardedClient(environment.SERVICE_TABLE);
const s3 = new S3Client({});
const computeReport = createComputeReport({
  reports: createReportStore(db, environment.SERVICE_TABLE),
  readDataset: createReadDataset({
    reader: createDatasetReader(db, environment.ORDERS_TABLE),
    states: createDatasetStates(db, environment.SERVICE_TABLE),
    importsInProgress: createImportsInProgress(db, environment.SERVICE_TABLE),
    extracts: createExtracts(s3, environment.BUCKET),
    datasets: createDatasetStore(db, environment.SERVICE_TABLE),
    clock: Date.now,
    maxLines: environment.EXTRACT_MAX_LINES,
  }),
  bodies: createReportBodies(s3, environment.BUCKET),
  lists: createCustomerLists(s3, environment.BUCKET),
  ruleSets: createRuleSets(s3, environment.BUCKET),
  profiles: createProductProfileFiles(s3, environment.BUCKET),
  recommendations: createRecommendationStore(db, environment.SERVICE_TABLE),
  findItemsets: threadedItemsets({ clock: Date.now }),
  clock: Date.now,
});

export const handler = observed(
  namingPassingFaults((input: unknown) => computeReport(v.parse(plannedReport, input))),
);
