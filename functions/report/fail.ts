// State of the report workflow that handles every error: marks the report as Failed with a reason.
import { observed } from '../../src/observability/observed.ts';
import { failState } from '../../src/reporting/states.ts';
import { createReportSlots } from '../../src/stores/reports/report-slots.ts';
import { createReportStore } from '../../src/stores/reports/reports.ts';
import { createStageLine } from '../../src/stores/reports/stage-line.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.failReport);
const db = guardedClient(environment.SERVICE_TABLE);

export const handler = observed(
  failState({
    reports: createReportStore(db, environment.SERVICE_TABLE),
    slots: createReportSlots(db, environment.SERVICE_TABLE),
    line: createStageLine(db, environment.SERVICE_TABLE),
    clock: Date.now,
  }),
);
