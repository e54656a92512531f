// `schedules change`: changes the clock, the days and the name of a schedule, and its report settings. Settings without
// an option stay.
import { Option } from 'commander';
import type { Schedule } from '../../../../packages/client/src/index.ts';
import { parseRequest } from '../../../../src/contract/parse.ts';
import {
  REPORT_TYPES,
  type ReportType,
  TEMPLATE_NAMES,
  type TemplateName,
} from '../../../../src/contract/report-types/report-types.ts';
import { updateScheduleRequest } from '../../../../src/contract/resources/reports/schedules.ts';
import { OperationError } from '../../../../src/service/operations/operation-error.ts';
import { type ApiFlags, createApiClient } from '../api-access.ts';
import type { CliCommand } from '../cli-command.ts';
import { type Context, collectTexts } from '../context.ts';
import { addRequestOptions, addTypeOptions, type RequestFlags, toRequestMembers } from './report-request.ts';

interface ChangeFlags extends ApiFlags, RequestFlags {
  readonly template?: TemplateName;
  readonly type?: ReportType;
  readonly dataset?: string;
  readonly webhookUrl?: string;
  readonly unset?: readonly string[];
  readonly expression?: string;
  readonly range?: string;
  /** Absent if neither of its two options is given. */
  readonly onlyIfChanged?: boolean;
  readonly scheduleName?: string;
  readonly scheduleTimeZone?: string;
}

export function addChangeCommand(
  context: Pick<Context, 'deployment' | 'print'>,
  schedules: CliCommand,
): void {
  const command = schedules
    .command('change <schedule-id>')
    .description(
      'change when a schedule is due, its days, its name or its report settings; without options, re-signs its webhooks with this key',
    )
    .option('--expression <expression>', "when: 'cron(0 7 * * MON)' or 'rate(1 day)'")
    .option('--range <range>', 'date range that moves, e.g. last_90_days or previous_month')
    .option('--only-if-changed', 'skip a run if its report would be the same')
    .option('--no-only-if-changed', 'skip no run')
    .option('--schedule-name <name>', 'name of the schedule')
    .option('--schedule-time-zone <name>', 'IANA time zone of the schedule')
    .addOption(new Option('--template <name>', 'report template').choices(TEMPLATE_NAMES).conflicts('type'))
    .choice('--type <type>', 'type of report, instead of a template', REPORT_TYPES)
    .option('--dataset <slug>', 'dataset to analyse')
    .option('--webhook-url <url>', 'receives a POST when a report has finished or failed')
    .option(
      '--unset <member>',
      'back to the default, e.g. params.min_support, filters.conditions, webhook_url; can be repeated',
      collectTexts,
    );
  addTypeOptions(command, {
    minSupport: 'default that of the schedule',
    leaveOut: 'default that of the schedule',
    report: 'each report',
  });
  addRequestOptions(command)
    .ofApi(
      "schedules change 01KAJ3… --expression 'rate(1 day)'",
      'schedules change 01KAJ3… --min-support 0.02 --unset filters.conditions',
    )
    .action(async (scheduleId: string, flags: ChangeFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const read = (): Promise<Schedule> => client.schedules.get(scheduleId, call);
      const changes = parseRequest(updateScheduleRequest, await readChanges(flags, read));
      const schedule = await client.schedules.update(scheduleId, changes, call);
      const { next_run_at, time_zone } = schedule;
      context.print(
        schedule,
        `Schedule ${scheduleId} is changed. ${
          next_run_at === null ? 'It is paused.' : `Next run: ${next_run_at} (time zone ${time_zone}).`
        }`,
      );
    });
}

async function readChanges(flags: ChangeFlags, read: () => Promise<Schedule>): Promise<object> {
  const { expression, range, onlyIfChanged, scheduleName, scheduleTimeZone } = flags;
  const { template, type, dataset, webhookUrl, unset = [] } = flags;
  const clock = {
    expression,
    date_range: range,
    only_if_changed: onlyIfChanged,
    name: scheduleName,
    time_zone: scheduleTimeZone,
  };
  const asked = {
    ...(template !== undefined && { template }),
    ...(type !== undefined && { report_type: type }),
    ...(dataset !== undefined && { dataset_id: dataset }),
    ...(webhookUrl !== undefined && { webhook_url: webhookUrl }),
    ...toRequestMembers(flags),
  };
  if (Object.keys(asked).length === 0 && unset.length === 0) return clock;
  return { ...clock, ...changeReport(await read(), { asked, unset, range }) };
}

// Builds the changed report of a schedule: PATCH /schedules/{id} takes a whole report.

type Members = Readonly<Record<string, unknown>>;

interface ReportChange {
  /** Members that get other values; objects are merged member by member. */
  readonly asked: Members;
  /** Paths of the settings to reset to their defaults. */
  readonly unset: readonly string[];
  /** The schedule's new `date_range`; undefined keeps it, unless the report gets days of its own. */
  readonly range: string | undefined;
}

/** Throws OperationError if the report does not have a member to unset. */
function changeReport(
  { report, date_range }: Schedule,
  { asked, unset, range }: ReportChange,
): { readonly report: object; readonly date_range: string | undefined } {
  const isOther = asked.template !== undefined || asked.report_type !== undefined;
  let changed: Members = isOther ? { ...report, template: undefined, report_type: undefined } : { ...report };
  for (const path of unset) changed = withoutNamed(changed, path);
  if (range !== undefined) changed = without(changed, ['filters', 'dateRange']);
  // A report sent without days of its own would lose those of the schedule.
  const kept =
    isRecord(asked.filters) && asked.filters.dateRange !== undefined ? undefined : (date_range ?? undefined);
  return { report: mergeMembers(changed, asked), date_range: range ?? kept };
}

/** Leaves out members without a value. */
function mergeMembers(before: Members, changes: Members): Members {
  const all = Object.entries({ ...before, ...changes }).map(([name, value]) => {
    const earlier = before[name];
    return [name, isRecord(value) && isRecord(earlier) ? mergeMembers(earlier, value) : value] as const;
  });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined && value !== null));
}

function withoutNamed(members: Members, path: string): Members {
  const known = listPaths(members);
  if (!known.includes(path)) {
    throw new OperationError(`--unset ${path}: the report does not set it; it sets ${known.join(', ')}`);
  }
  return without(members, path.split('.'));
}

/** Removes a member, and objects that this leaves empty. */
function without(members: Members, [name = '', ...rest]: readonly string[]): Members {
  const { [name]: value, ...others } = members;
  if (rest.length === 0 || !isRecord(value)) return others;
  const left = without(value, rest);
  return Object.keys(left).length === 0 ? others : { ...members, [name]: left };
}

function listPaths(members: Members): string[] {
  return Object.entries(members).flatMap(([name, value]) =>
    isRecord(value) ? [name, ...listPaths(value).map((path) => `${name}.${path}`)] : [name],
  );
}

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
