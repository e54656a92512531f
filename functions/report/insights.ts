// State of the report workflow: adds insights and the envelope to the draft, then stores the final body.
import { S3Client } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { plannedReport } from '../../src/contract/workflow.ts';
import { observed } from '../../src/observability/observed.ts';
import { createFinishBody } from '../../src/reporting/finish-body.ts';
import { namingPassingFaults } from '../../src/reporting/passing-faults.ts';
import { documentClient } from '../../src/stores/clients.ts';
import { createInsightModel } from '../../src/stores/insight-model.ts';
import { createReportBodies } from '../../src/stores/report-bodies.ts';
import { createReportStore } from '../../src/stores/reports.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.addInsights);
const finishBody = createFinishBody({
  reports: createReportStore(documentClient(), environment.SERVICE_TABLE),
  bodies: createReportBodies(new S3Client({}), environment.BUCKET),
  model: environment.BEDROCK_MODEL_ID === '' ? undefined : createInsightModel(environment.BEDROCK_MODEL_ID),
});

export const handler = observed(
  namingPassingFaults((input: unknown) => finishBody(v.parse(plannedReport, input))),
);
