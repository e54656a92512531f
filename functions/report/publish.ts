// State of the report workflow: adds insights and the envelope to the draft, stores the final body, and marks
// the report as finished.

import { createDocumentClient } from '../../src/service/aws/clients.ts';
import { createS3Client } from '../../src/service/aws/s3-client.ts';
import { observeHandler } from '../../src/service/observability/observed.ts';
import { createInsightModel } from '../../src/service/reports/insight-model.ts';
import { createPublishState } from '../../src/service/reports/states.ts';
import { wireReportFiles } from '../../src/service/reports/wire-states.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.publishReport);

export const handler = observeHandler(
  createPublishState({
    ...wireReportFiles(createDocumentClient(), createS3Client(), environment),
    model: environment.BEDROCK_MODEL_ID === '' ? undefined : createInsightModel(environment.BEDROCK_MODEL_ID),
  }),
);
