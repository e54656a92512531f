// State of the report workflow: joins what was extracted and what a pass found, up to the report; then removes the files.
import { observed } from '../../src/observability/observed.ts';
import { joinState } from '../../src/reporting/states.ts';
import { wireReportFiles } from '../../src/reporting/wire-states.ts';
import { documentClient } from '../../src/stores/aws/clients.ts';
import { s3Client } from '../../src/stores/aws/s3-client.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.joinPartitions);

export const handler = observed(
  joinState({
    ...wireReportFiles(documentClient(), s3Client(), environment),
  }),
);
