// State of the report workflow: adds insights and the envelope to the draft, stores the final body, and marks the report as
// finished.
import { observed } from '../../src/observability/observed.ts';
import { publishState } from '../../src/reporting/states.ts';
import { wireReportFiles } from '../../src/reporting/wire-states.ts';
import { documentClient } from '../../src/stores/aws/clients.ts';
import { s3Client } from '../../src/stores/aws/s3-client.ts';
import { createInsightModel } from '../../src/stores/reports/insight-model.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.publishReport);

export const handler = observed(
  publishState({
    ...wireReportFiles(documentClient(), s3Client(), environment),
    model: environment.BEDROCK_MODEL_ID === '' ? undefined : createInsightModel(environment.BEDROCK_MODEL_ID),
  }),
);
