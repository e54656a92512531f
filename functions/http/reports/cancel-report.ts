// POST /reports/{id}/cancel: ends an unfinished report, and returns its unit to the monthly limit.

import { NotFoundError } from '../../../src/contract/errors/errors.ts';
import { isUlid } from '../../../src/contract/paging.ts';
import { answerJson } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { wireEndpoint } from '../../../src/http/wire.ts';
import { createReportWorkflow } from '../../../src/service/aws/executions.ts';
import { createSfnClient } from '../../../src/service/aws/sfn-client.ts';
import { createReportSlots } from '../../../src/service/reports/report-slots.ts';
import { createReportStore } from '../../../src/service/reports/reports.ts';
import { createCancelReport } from '../../../src/service/reports/requests/cancel-report.ts';
import { createStageLine } from '../../../src/service/reports/stage-line.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.cancelReport);
const cancel = createCancelReport({
  reports: createReportStore(db, table),
  slots: createReportSlots(db, table),
  line: createStageLine(db, table),
  workflow: createReportWorkflow(createSfnClient(), environment.REPORT_WORKFLOW_ARN),
  clock: Date.now,
});

export const handler = defineEndpoint(
  admission,
  { body: 'none' },
  async ({ caller: { accountId }, path: { id: reportId = '' } }) => {
    if (!isUlid(reportId)) throw new NotFoundError('Report not found.');
    return answerJson(200, await cancel({ accountId, reportId }));
  },
);
