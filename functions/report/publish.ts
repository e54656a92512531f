// State of the report workflow: adds insights and the envelope to the draft, stores the final body, and marks the report as
// finished.

import { observed } from '../../src/observability/observed.ts';
import { createHiddenCustomers } from '../../src/report-lists/hidden-customers.ts';
import { publishState } from '../../src/reporting/states.ts';
import { s3Client } from '../../src/stores/aws/s3-client.ts';
import { createErasureStore } from '../../src/stores/erasures/erasures.ts';
import { createImportStore } from '../../src/stores/imports/imports.ts';
import { createRecommendationStore } from '../../src/stores/recommendations/recommendations.ts';
import { createCustomerLists } from '../../src/stores/reports/customer-lists.ts';
import { createInsightModel } from '../../src/stores/reports/insight-model.ts';
import { createReportBodies } from '../../src/stores/reports/report-bodies.ts';
import { createReportSlots } from '../../src/stores/reports/report-slots.ts';
import { createReportStore } from '../../src/stores/reports/reports.ts';
import { createStageLine } from '../../src/stores/reports/stage-line.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.publishReport);
const db = guardedClient(environment.SERVICE_TABLE);
const s3 = s3Client();
const erasures = createErasureStore(db, environment.SERVICE_TABLE);

export const handler = observed(
  publishState({
    reports: createReportStore(db, environment.SERVICE_TABLE),
    bodies: createReportBodies(s3, environment.BUCKET),
    lists: createCustomerLists(s3, environment.BUCKET),
    hidden: createHiddenCustomers(erasures),
    erasures,
    imports: createImportStore(db, environment.SERVICE_TABLE),
    model: environment.BEDROCK_MODEL_ID === '' ? undefined : createInsightModel(environment.BEDROCK_MODEL_ID),
    slots: createReportSlots(db, environment.SERVICE_TABLE),
    line: createStageLine(db, environment.SERVICE_TABLE),
    recommendations: createRecommendationStore(db, environment.SERVICE_TABLE),
    clock: Date.now,
  }),
);
