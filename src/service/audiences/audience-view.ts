// Audiences and runs as the API shows them: without the key that decides who is held out.
import { toAuthorsView } from '../../contract/author-fields.ts';
import type { AudienceRunView, AudienceView } from '../../contract/resources/audiences.ts';
import { toState } from '../../contract/schema/work-state.ts';
import type { DatasetMark } from '../erasures/erasure-marks.ts';
import type { AudienceItem, AudienceRunItem } from './audiences.ts';

/** Whether its dataset was erased since it was created: it is about to be deleted, and shows no members. */
export function isAudienceErased({ activated_as }: AudienceItem, mark: DatasetMark | undefined): boolean {
  return mark?.whole !== undefined && mark.whole > activated_as;
}

export function toAudienceView(item: AudienceItem, mark: DatasetMark | undefined): AudienceView {
  const { members } = item;
  return {
    audience_id: item.audience_id,
    name: item.name,
    dataset_id: item.dataset_id,
    conditions: item.conditions,
    hold_out: item.hold_out,
    refresh: item.refresh,
    expression: item.expression ?? null,
    time_zone: item.time_zone ?? null,
    status: item.paused === undefined ? 'active' : 'paused',
    paused_because: item.paused?.because ?? null,
    paused_at: item.paused?.at ?? null,
    next_run_at: item.next_run === undefined ? null : new Date(item.next_run).toISOString(),
    created_at: item.created_at,
    ...toAuthorsView(item),
    run_in_progress: item.run_id ?? null,
    members:
      members === undefined || isAudienceErased(item, mark)
        ? null
        : {
            customers: members.customers,
            held_out: members.held_out,
            with_contact: members.with_contact,
            run_id: members.run_id,
            as_of: members.as_of,
          },
  };
}

export function toAudienceRunView(run: AudienceRunItem): AudienceRunView {
  const { counts, fail_reason_coded } = run;
  return {
    run_id: run.run_id,
    status: run.status,
    state: toState(run.status),
    created_at: run.created_at,
    completed_at: run.completed_at ?? null,
    report_ids: run.report_ids ?? [],
    customers: counts?.customers ?? null,
    held_out: counts?.held_out ?? null,
    with_contact: counts?.with_contact ?? null,
    joined: counts?.joined ?? null,
    left: counts?.left ?? null,
    fail_reason: run.fail_reason ?? null,
    ...(fail_reason_coded !== undefined && { fail_reason_coded }),
  };
}
