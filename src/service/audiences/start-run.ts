// Starts a run of an audience, on request or when due. The transaction that creates the run also names it in
// the audience.

import { computeNextDue } from '../../contract/schedules/expression.ts';
import type { AudienceWorkflow } from '../aws/executions.ts';
import type { AudienceItem, AudienceRunItem, AudienceStore } from './audiences.ts';

export interface StartRunDeps {
  readonly audiences: Pick<AudienceStore, 'run' | 'startRun'>;
  readonly workflow: Pick<AudienceWorkflow, 'start'>;
  readonly newId: (now: number) => string;
  readonly clock: () => number;
}

/**
 * The run in progress, or a new one; undefined if the audience has changed since `item` was read. `keyHash`:
 * the key of its requests.
 */
export async function startRun(
  { audiences, workflow, newId, clock }: StartRunDeps,
  item: AudienceItem,
  keyHash: string,
): Promise<AudienceRunItem | undefined> {
  const ref = { accountId: item.account_id, audienceId: item.audience_id };
  const known = item.run_id === undefined ? undefined : await audiences.run({ ...ref, runId: item.run_id });
  if (known?.status === 'Processing') return known;
  const now = clock();
  const run: AudienceRunItem = {
    account_id: item.account_id,
    audience_id: item.audience_id,
    run_id: newId(now),
    status: 'Processing',
    created_at: new Date(now).toISOString(),
    conditions: item.conditions,
    key_hash: keyHash,
    new_report_ids: item.conditions.map(() => newId(now)),
  };
  if (!(await audiences.startRun(item, run, now))) return undefined;
  // If this is lost, the reconciler starts it.
  await workflow.start({ ...ref, runId: run.run_id });
  return run;
}

// Computes when an audience is refreshed without a request.

/** Imports of shops' events come every minute; each refresh may request a report. */
export const AFTER_IMPORT = 'rate(1 hour)';

/** The next time; undefined if it is refreshed on request only. `now`: epoch milliseconds. */
export function computeNextRefresh(
  { refresh, expression, time_zone = 'UTC' }: Pick<AudienceItem, 'refresh' | 'expression' | 'time_zone'>,
  now: number,
): number | undefined {
  if (refresh === 'manual') return undefined;
  // The first refresh is soon: the audience has no members yet, or an import came before the setting.
  return refresh === 'after_import' ? now : computeNextDue(expression ?? AFTER_IMPORT, time_zone, now);
}
