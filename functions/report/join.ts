// State of the report workflow: joins what was extracted and what a pass found, up to the report; then removes the files.

import { documentClient } from '../../src/service/aws/clients.ts';
import { s3Client } from '../../src/service/aws/s3-client.ts';
import { observed } from '../../src/service/observability/observed.ts';
import { joinState } from '../../src/service/reports/states.ts';
import { wireReportFiles } from '../../src/service/reports/wire-states.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.joinPartitions);

export const handler = observed(
  joinState({
    ...wireReportFiles(documentClient(), s3Client(), environment),
  }),
);
