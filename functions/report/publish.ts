// State of the report workflow: marks the report as finished.
import { observed } from '../../src/observability/observed.ts';
import { publishState } from '../../src/reporting/states.ts';
import { createRecommendationStore } from '../../src/stores/recommendations/recommendations.ts';
import { createReportSlots } from '../../src/stores/reports/report-slots.ts';
import { createReportStore } from '../../src/stores/reports/reports.ts';
import { createStageLine } from '../../src/stores/reports/stage-line.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.publishReport);
const db = guardedClient(environment.SERVICE_TABLE);

export const handler = observed(
  publishState({
    reports: createReportStore(db, environment.SERVICE_TABLE),
    slots: createReportSlots(db, environment.SERVICE_TABLE),
    line: createStageLine(db, environment.SERVICE_TABLE),
    recommendations: createRecommendationStore(db, environment.SERVICE_TABLE),
    clock: Date.now,
  }),
);
