// A schedule as the API shows it.
import type { ScheduleView } from '../contract/resources/schedules.ts';
import type { DatasetMark } from '../stores/erasures/erasure-marks.ts';
import type { ScheduleItem } from '../stores/schedules/schedule-item.ts';
import { restOf } from './rest.ts';

const iso = (time: number): string => new Date(time).toISOString();

export function scheduleView(item: ScheduleItem, mark: DatasetMark | undefined): ScheduleView {
  const rest = restOf(item, mark);
  const { date_range, next_run, last_run } = item;
  return {
    schedule_id: item.schedule_id,
    name: item.name,
    status: rest === undefined ? 'active' : 'paused',
    ...(rest !== undefined && { paused_because: rest }),
    expression: item.expression,
    time_zone: item.time_zone,
    report: item.report,
    ...(date_range !== undefined && { date_range }),
    only_if_changed: item.only_if_changed,
    created_at: item.created_at,
    ...(rest === undefined && next_run !== undefined && { next_run_at: iso(next_run) }),
    runs: { started: item.started, skipped: item.skipped, failed: item.failed },
    ...(last_run !== undefined && {
      last_run: {
        due_at: iso(last_run.due),
        at: iso(last_run.at),
        outcome: last_run.outcome,
        ...(last_run.report_id !== undefined && { report_id: last_run.report_id }),
        ...(last_run.reason !== undefined && { reason: last_run.reason }),
      },
    }),
  };
}
