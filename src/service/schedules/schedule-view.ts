// A schedule as the API shows it. Read-only keys get only the origin of the receiver's address: path and
// query may hold the receiver's secret, which is not needed for reading reports.

import { type Caller, maskAddress } from '../../analysis/accounts/caller.ts';
import { toAuthorsView } from '../../contract/author-fields.ts';
import type { ScheduleView } from '../../contract/resources/reports/schedules.ts';
import { say } from '../../contract/sentences/sentence.ts';
import type { DatasetMark } from '../erasures/erasure-marks.ts';
import { findRestReason } from './rest.ts';
import type { ScheduleItem } from './schedules.ts';

const toIso = (time: number): string => new Date(time).toISOString();

export function toScheduleView(
  item: ScheduleItem,
  mark: DatasetMark | undefined,
  caller: Pick<Caller, 'isReadOnly'>,
): ScheduleView {
  const rest = findRestReason(item, mark);
  const { date_range, next_run, last_run } = item;
  return {
    schedule_id: item.schedule_id,
    name: item.name,
    status: rest === undefined ? 'active' : 'paused',
    paused_because: rest ?? null,
    expression: item.expression,
    time_zone: item.time_zone,
    report: redactReport(caller, item.report),
    date_range: date_range ?? null,
    only_if_changed: item.only_if_changed,
    created_at: item.created_at,
    ...toAuthorsView(item),
    next_run_at: rest === undefined && next_run !== undefined ? toIso(next_run) : null,
    runs: { started: item.started, skipped: item.skipped, failed: item.failed },
    last_run:
      last_run === undefined
        ? null
        : {
            due_at: toIso(last_run.due),
            at: toIso(last_run.at),
            outcome: last_run.outcome,
            report_id: last_run.report_id ?? null,
            fail_reason: last_run.reason ?? null,
            ...describeRefusal(last_run),
            reason: last_run.reason ?? null,
          },
  };
}

/** The reason of a refused run. */
function describeRefusal({ reason: message, error_code }: NonNullable<ScheduleItem['last_run']>) {
  if (message === undefined || error_code === undefined) return {};
  return { fail_reason_coded: [say('report_refused', { error_code, message })] };
}

function redactReport(
  caller: Pick<Caller, 'isReadOnly'>,
  report: ScheduleItem['report'],
): ScheduleItem['report'] {
  const { webhook_url } = report;
  return webhook_url === undefined ? report : { ...report, webhook_url: maskAddress(webhook_url, caller) };
}
