// State of the report workflow that every error leads to: the report fails with a reason, and is given back to its
// month's limit.

import * as v from 'valibot';
import { FIRST_DELIVERY, failedReportInput, type NotifyInput } from '../../src/contract/workflow.ts';
import { log } from '../../src/observability/log.ts';
import { measure } from '../../src/observability/metrics.ts';
import { observed } from '../../src/observability/observed.ts';
import { failReason } from '../../src/reporting/fail-reason.ts';
import { loadReport } from '../../src/reporting/load-report.ts';
import { documentClient } from '../../src/stores/clients.ts';
import { createReportStore } from '../../src/stores/reports.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.failReport);
const reports = createReportStore(documentClient(), environment.SERVICE_TABLE);

export const handler = observed(async (input: unknown): Promise<NotifyInput> => {
  const { error, ...ref } = v.parse(failedReportInput, input);
  // The cause is what the state wrote when it failed: its own log has as much of it as may be shown.
  log('error', 'report failed', { report_id: ref.report_id, error: error.Error });
  const report = await loadReport(reports, ref);
  if (await reports.fail(report, failReason(error), new Date().toISOString())) measure('ReportsFailed');
  return { account_id: ref.account_id, report_id: ref.report_id, delivery: FIRST_DELIVERY };
});
