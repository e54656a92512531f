// First state of the report workflow: decides what to compute. For a report that has already ended, only its webhook
// delivery remains.
import * as v from 'valibot';
import { reportRef } from '../../src/contract/workflow.ts';
import { observed } from '../../src/observability/observed.ts';
import { namingPassingFaults } from '../../src/reporting/passing-faults.ts';
import { createPlanReport } from '../../src/reporting/plan-report.ts';
import { documentClient } from '../../src/stores/clients.ts';
import { createDeliveryLog } from '../../src/stores/deliveries.ts';
import { createReportStore } from '../../src/stores/reports.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.planReport);
const db = documentClient();
const planReport = createPlanReport({
  reports: createReportStore(db, environment.SERVICE_TABLE),
  deliveries: createDeliveryLog(db, environment.SERVICE_TABLE),
  clock: Date.now,
});

export const handler = observed(
  namingPassingFaults((input: unknown) => planReport(v.parse(reportRef, input))),
);
