// Starts the workflow of a stored report, which delivers the webhook of one that has failed already. Starting
// it twice has one effect.

import type { ReportWorkflow } from '../../aws/executions.ts';
import { describeError } from '../../observability/describe-error.ts';
import { log } from '../../observability/log.ts';
import type { ReportItem } from '../report-item.ts';

export async function startWorkflow(
  workflow: ReportWorkflow,
  { account_id, report_id }: Pick<ReportItem, 'account_id' | 'report_id'>,
): Promise<void> {
  try {
    await workflow.start({ account_id, report_id });
  } catch (error) {
    // The report is stored and counted: an error would make the client request a second one. The reconciler
    // starts it.
    log('error', 'workflow not started', { report_id, ...describeError(error) });
  }
}
