// State of the report workflow that handles every error: marks the report as Failed with a reason.
import * as v from 'valibot';
import { failedReportInput } from '../../src/contract/messages/workflow.ts';
import { observed } from '../../src/observability/observed.ts';
import { createFailReport } from '../../src/reporting/steps/fail-report.ts';
import { namingPassingFaults } from '../../src/reporting/steps/passing-faults.ts';
import { createReportSlots } from '../../src/stores/reports/report-slots.ts';
import { createReportStore } from '../../src/stores/reports/reports.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.failReport);
const db = guardedClient(environment.SERVICE_TABLE);
const failReport = createFailReport({
  reports: createReportStore(db, environment.SERVICE_TABLE),
  slots: createReportSlots(db, environment.SERVICE_TABLE),
  clock: Date.now,
});

export const handler = observed(
  namingPassingFaults((input: unknown) => failReport(v.parse(failedReportInput, input))),
);
