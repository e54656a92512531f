// State of the report workflow: the report's status says that it is finished. Its body is stored by now.
import * as v from 'valibot';
import { FIRST_DELIVERY, finishedReport, type NotifyInput } from '../../src/contract/workflow.ts';
import { documentClient } from '../../src/stores/clients.ts';
import { createReportStore } from '../../src/stores/reports.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.publishReport);
const reports = createReportStore(documentClient(), environment.SERVICE_TABLE);

export async function handler(input: unknown): Promise<NotifyInput> {
  const { account_id, report_id, status } = v.parse(finishedReport, input);
  await reports.complete({ accountId: account_id, reportId: report_id }, status, new Date().toISOString());
  return { account_id, report_id, delivery: FIRST_DELIVERY };
}
