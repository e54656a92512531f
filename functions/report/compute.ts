// State of the report workflow: reads the dataset, computes the report and stores its draft.
import { S3Client } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { plannedReport } from '../../src/contract/messages/workflow.ts';
import { threadedItemsets } from '../../src/mining-threads/threaded-itemsets.ts';
import { observed } from '../../src/observability/observed.ts';
import { createComputeReport } from '../../src/reporting/steps/compute-report.ts';
import { namingPassingFaults } from '../../src/reporting/steps/passing-faults.ts';
import { createReadDataset } from '../../src/reporting/steps/read-dataset.ts';
import { createDatasetReader } from '../../src/stores/datasets/dataset-reader.ts';
import { createDatasetStates } from '../../src/stores/datasets/dataset-states.ts';
import { createDatasetStore } from '../../src/stores/datasets/datasets.ts';
import { createExtracts } from '../../src/stores/datasets/extracts.ts';
import { createImportsInProgress } from '../../src/stores/imports/imports-in-progress.ts';
import { createRecommendationStore } from '../../src/stores/recommendations/recommendations.ts';
import { createCustomerLists } from '../../src/stores/reports/customer-lists.ts';
import { createProductProfileFiles } from '../../src/stores/reports/product-profile-files.ts';
import { createReportBodies } from '../../src/stores/reports/report-bodies.ts';
import { createReportStore } from '../../src/stores/reports/reports.ts';
import { createRuleSets } from '../../src/stores/reports/rule-sets.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
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
