// First state of the report workflow: what is to be computed. A report that has ended already stops here.
import * as v from 'valibot';
import { type PlannedReport, reportRef } from '../../src/contract/workflow.ts';
import { observed } from '../../src/observability/observed.ts';
import { loadReport } from '../../src/reporting/load-report.ts';
import { documentClient } from '../../src/stores/clients.ts';
import { createReportStore } from '../../src/stores/reports.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.planReport);
const reports = createReportStore(documentClient(), environment.SERVICE_TABLE);

export const handler = observed(async (input: unknown): Promise<PlannedReport> => {
  const ref = v.parse(reportRef, input);
  const report = await loadReport(reports, ref);
  return { ...ref, report_type: report.report_type };
});
