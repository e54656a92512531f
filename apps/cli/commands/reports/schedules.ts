// `schedules`: manages reports that the service requests regularly, through the public API.

import type { Schedule } from '../../../../packages/client/src/index.ts';
import { parseRequest } from '../../../../src/contract/parse.ts';
import {
  REPORT_TYPES,
  type ReportType,
  TEMPLATE_NAMES,
  type TemplateName,
} from '../../../../src/contract/report-types/report-types.ts';
import { createScheduleRequest } from '../../../../src/contract/resources/reports/schedules.ts';
import { formatPlainTable } from '../../report-pages/terminal-text.ts';
import { type ApiFlags, createApiClient } from '../api-access.ts';
import type { CliCommand } from '../cli-command.ts';
import type { Context } from '../context.ts';
import { addChangeCommand } from './change-schedule.ts';
import {
  addRequestOptions,
  addTypeOptions,
  createRequestMembers,
  type RequestFlags,
} from './report-request.ts';

interface AddFlags extends ApiFlags, RequestFlags {
  readonly template?: TemplateName;
  readonly type?: ReportType;
  readonly dataset: string;
  readonly webhookUrl?: string;
  readonly scheduleName?: string;
  readonly scheduleTimeZone?: string;
  readonly range?: string;
  readonly onlyIfChanged?: true;
}

export function addScheduleCommands(context: Context): void {
  const schedules = context.program
    .command('schedules')
    .description('reports that the service requests regularly');
  addAdd(context, schedules);
  addList(context, schedules);
  addChangeCommand(context, schedules);
  addChange(context, schedules, {
    name: 'pause',
    description: 'pause a schedule: it requests no reports until it is resumed',
    status: 'paused',
  });
  addChange(context, schedules, {
    name: 'resume',
    description: 'resume a schedule that was paused for any reason',
    status: 'active',
  });
  addRemove(context, schedules);
}

function addAdd(context: Context, schedules: CliCommand): void {
  const add = schedules
    .command('add')
    .description('request a report regularly')
    .argument('<expression>', "when: 'cron(0 7 * * MON)' or 'rate(1 day)'")
    .choice('--template <name>', 'report template', TEMPLATE_NAMES)
    .choice('--type <type>', 'type of report, instead of a template', REPORT_TYPES)
    .option('--dataset <slug>', 'dataset to analyse', 'default')
    .option('--range <range>', 'date range that moves, e.g. last_90_days or previous_month')
    .option('--only-if-changed', 'skip a run if its report would be the same')
    .option('--webhook-url <url>', 'receives a POST when a report has finished or failed')
    .option('--schedule-name <name>', 'name of the schedule; default the name of the report')
    .option(
      '--schedule-time-zone <name>',
      "IANA time zone of the schedule; default that of the report, otherwise the dataset's, otherwise UTC",
    );
  addTypeOptions(add, { minSupport: 'default 0.01', report: 'each report' });
  addRequestOptions(add)
    .ofApi("schedules add 'cron(0 7 * * MON)' --template standard_rfm --range last_90_days")
    .action(async (expression: string, flags: AddFlags) => {
      const { template, type, dataset, webhookUrl, scheduleName, scheduleTimeZone, range } = flags;
      const request = {
        expression,
        ...(scheduleName !== undefined && { name: scheduleName }),
        ...(scheduleTimeZone !== undefined && { time_zone: scheduleTimeZone }),
        ...(range !== undefined && { date_range: range }),
        ...(flags.onlyIfChanged && { only_if_changed: true }),
        report: {
          ...(template !== undefined && { template }),
          ...(type !== undefined && { report_type: type }),
          ...(webhookUrl !== undefined && { webhook_url: webhookUrl }),
          dataset_id: dataset,
          ...createRequestMembers(flags, flags),
        },
      };
      const { client, call } = await createApiClient(context, flags);
      const schedule = await client.schedules.create(parseRequest(createScheduleRequest, request), call);
      context.print(schedule, `Schedule ${schedule.schedule_id}. First run: ${formatNextRun(schedule)}.`);
    });
}

function addList(context: Context, schedules: CliCommand): void {
  schedules
    .command('list')
    .description('list schedules with their next and last runs')
    .ofApi('schedules list')
    .action(async (flags: ApiFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const found = await client.schedules.list(call);
      const rows = found.map((one) => {
        const { schedule_id, name, expression, time_zone } = one;
        return [
          ...[schedule_id, name, expression, time_zone],
          ...[describeStatus(one), one.next_run_at, describeLastRun(one)],
        ];
      });
      const head = ['schedule', 'name', 'when', 'time zone', 'status', 'next run', 'last run'];
      context.print(found, formatPlainTable(head, rows, 'There are no schedules.'));
    });
}

function addChange(
  context: Context,
  schedules: CliCommand,
  change: {
    readonly name: string;
    readonly description: string;
    readonly status: 'active' | 'paused';
  },
): void {
  schedules
    .command(change.name)
    .description(change.description)
    .argument('<schedule-id>')
    .ofApi(`schedules ${change.name} 01KAJ3…`)
    .action(async (scheduleId: string, flags: ApiFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const schedule = await client.schedules.update(scheduleId, { status: change.status }, call);
      context.print(
        schedule,
        schedule.status === 'paused'
          ? `Schedule ${schedule.schedule_id} is paused.`
          : `Schedule ${schedule.schedule_id} is active. Next run: ${formatNextRun(schedule)}.`,
      );
    });
}

function addRemove(context: Context, schedules: CliCommand): void {
  schedules
    .command('remove <schedule-id>')
    .description('delete a schedule; its reports stay')
    .ofApi('schedules remove 01KAJ3…')
    .action(async (scheduleId: string, flags: ApiFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const schedule = await client.schedules.delete(scheduleId, call);
      context.print(schedule, `Schedule ${schedule.schedule_id} is deleted. Its reports stay.`);
    });
}

function formatNextRun({ next_run_at, time_zone }: Schedule): string {
  return `${next_run_at} (time zone ${time_zone})`;
}

function describeStatus({ status, paused_because }: Schedule): string {
  return paused_because === null ? status : `paused: ${paused_because.replace('_', ' ')}`;
}

function describeLastRun({ last_run }: Schedule): string {
  return last_run === null ? '' : `${last_run.at} ${last_run.outcome}`;
}
