// State of the report workflow: the report's status says that it is finished. Its body is stored by now.

import { decodeTime } from 'ulid';
import * as v from 'valibot';
import { FIRST_DELIVERY, finishedReport, type NotifyInput } from '../../src/contract/workflow.ts';
import { measure } from '../../src/observability/metrics.ts';
import { observed } from '../../src/observability/observed.ts';
import { documentClient } from '../../src/stores/clients.ts';
import { createReportStore } from '../../src/stores/reports.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.publishReport);
const reports = createReportStore(documentClient(), environment.SERVICE_TABLE);

export const handler = observed(async (input: unknown): Promise<NotifyInput> => {
  const { account_id, report_id, status } = v.parse(finishedReport, input);
  const now = Date.now();
  const key = { accountId: account_id, reportId: report_id };
  if (await reports.complete(key, status, new Date(now).toISOString())) {
    measure(status === 'Completed' ? 'ReportsCompleted' : 'ReportsWithWarnings');
    measure('ReportDuration', now - decodeTime(report_id));
  }
  return { account_id, report_id, delivery: FIRST_DELIVERY };
});
