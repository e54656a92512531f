// State of the report workflow: adds insights and the envelope to the draft, stores the final body, and marks the report as
// finished.

import { documentClient } from '../../src/service/aws/clients.ts';
import { s3Client } from '../../src/service/aws/s3-client.ts';
import { observed } from '../../src/service/observability/observed.ts';
import { createInsightModel } from '../../src/service/reports/insight-model.ts';
import { publishState } from '../../src/service/reports/states.ts';
import { wireReportFiles } from '../../src/service/reports/wire-states.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.publishReport);

export const handler = observed(
  publishState({
    ...wireReportFiles(documentClient(), s3Client(), environment),
    model: environment.BEDROCK_MODEL_ID === '' ? undefined : createInsightModel(environment.BEDROCK_MODEL_ID),
  }),
);
