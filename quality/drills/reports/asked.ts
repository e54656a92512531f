// Test data, and an undisturbed report of each kind to compare the others with.

import { below, draw } from '../../harness/random/random.ts';
import { someOrders } from '../ingest/arbitrary-orders.ts';
import { deliver } from '../ingest/delivery.ts';
import type { ReportRun } from './run.ts';

/** One of each report type. */
export const TEMPLATES = ['standard_rfm', 'standard_mba', 'cohort_retention'] as const;

export async function addOrders(run: ReportRun): Promise<void> {
  const added = await run.addImport(draw(run.random, someOrders(12, 12)), 20);
  await deliver(run, added.messages);
}

/** A report and the undisturbed one that it must equal. */
export interface Undisturbed {
  readonly template: string;
  readonly params: object | undefined;
  readonly reportId: string;
}

/** Reports that `undisturbed` requests. */
export const UNDISTURBED = 2;

/** Over the current orders. The second report has a previous one to compare with, like all later reports. */
export async function undisturbed(
  run: ReportRun,
  template: string = TEMPLATES[below(run.random, TEMPLATES.length)] ?? 'standard_rfm',
  params?: object,
  name?: string,
): Promise<Undisturbed> {
  let reportId: string | undefined;
  for (let asked = 0; asked < UNDISTURBED; asked++) {
    reportId = await run.ask({ template, params, name });
    await run.untilIdle();
  }
  if (reportId === undefined) throw new Error('an undisturbed request crashed');
  return { template, params, reportId };
}
