// State of the report workflow: joins the files of the extraction and the findings of each pass, up to the
// report; then removes the files.

import { createDocumentClient } from '../../src/service/aws/clients.ts';
import { createS3Client } from '../../src/service/aws/s3-client.ts';
import { observeHandler } from '../../src/service/observability/observed.ts';
import { createJoinState } from '../../src/service/reports/states.ts';
import { wireReportFiles } from '../../src/service/reports/wire-states.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.joinPartitions);

export const handler = observeHandler(
  createJoinState({
    ...wireReportFiles(createDocumentClient(), createS3Client(), environment),
  }),
);
