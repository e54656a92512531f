// State of the report workflow: reads the dataset, computes the report and stores its draft.

import { createDocumentClient } from '../../src/service/aws/clients.ts';
import { createS3Client } from '../../src/service/aws/s3-client.ts';
import { observeHandler } from '../../src/service/observability/observed.ts';
import { createComputeState } from '../../src/service/reports/states.ts';
import { wireReportFiles, wireReportOrders } from '../../src/service/reports/wire-states.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.computeReport);
const db = createDocumentClient();

export const handler = observeHandler(
  createComputeState({
    ...wireReportFiles(db, createS3Client(), environment),
    ...wireReportOrders(db, environment),
    maxLines: environment.EXTRACT_MAX_LINES,
  }),
);
