// State of the report workflow: reads the dataset, computes the report and stores its draft.
import { observed } from '../../src/observability/observed.ts';
import { computeState } from '../../src/reporting/states.ts';
import { wireReportFiles, wireReportOrders } from '../../src/reporting/wire-states.ts';
import { documentClient } from '../../src/stores/aws/clients.ts';
import { s3Client } from '../../src/stores/aws/s3-client.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.computeReport);
const db = documentClient();

export const handler = observed(
  computeState({
    ...wireReportFiles(db, s3Client(), environment),
    ...wireReportOrders(db, environment),
    maxLines: environment.EXTRACT_MAX_LINES,
  }),
);
