// Starts a run of an audience: requested, or because it is due. The audience names the run from the transaction that creates it on.
import type { AudienceItem, AudienceRunItem } from '../stores/audiences/audience-item.ts';
import type { AudienceWorkflow } from '../stores/audiences/audience-workflow.ts';
import type { AudienceStore } from '../stores/audiences/audiences.ts';

export interface StartRunDeps {
  readonly audiences: Pick<AudienceStore, 'run' | 'startRun'>;
  readonly workflow: Pick<AudienceWorkflow, 'start'>;
  readonly newId: (now: number) => string;
  readonly clock: () => number;
}

/** The run in progress, or a new one; undefined if the audience has changed since `item` was read. `keyHash`: of its requests. */
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
