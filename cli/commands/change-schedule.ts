// schedules change: the clock, the days and the name of a schedule; its reports ask what they asked.
import type { Command } from 'commander';
import { parseRequest } from '../../src/contract/parse.ts';
import { updateScheduleRequest } from '../../src/contract/schedules.ts';
import { type ApiFlags, apiClient } from './api-access.ts';
import type { Context } from './context.ts';

interface ChangeFlags extends ApiFlags {
  readonly expression?: string;
  readonly range?: string;
  /** Absent where neither of its two options is given. */
  readonly onlyIfChanged?: boolean;
  readonly scheduleName?: string;
  readonly scheduleTimeZone?: string;
}

export function addChangeCommand(context: Pick<Context, 'deployment' | 'print'>, schedules: Command): void {
  schedules
    .command('change')
    .description(
      'change when a schedule is due, its days or its name; without options, its webhooks are signed with this key from now on',
    )
    .argument('<schedule-id>')
    .option('--expression <expression>', "when: 'cron(0 7 * * MON)' or 'rate(1 day)'")
    .option('--range <range>', 'date range that moves, e.g. last_90_days or previous_month')
    .option('--only-if-changed', 'skip a run if its report would be the same')
    .option('--no-only-if-changed', 'skip no run')
    .option('--schedule-name <name>', 'name of the schedule')
    .option('--schedule-time-zone <name>', 'IANA time zone of the schedule')
    .option('--key <key>', 'API key; default ORDER_ANALYTICS_API_KEY')
    .option('--url <url>', "the API's address; default that of the stage")
    .addHelpText(
      'after',
      "\nExample:\n  npm run -s cli -- schedules change 01KAJ3… --expression 'rate(1 day)'",
    )
    .action(async (scheduleId: string, flags: ChangeFlags) => {
      const { expression, range, onlyIfChanged, scheduleName, scheduleTimeZone } = flags;
      const changes = parseRequest(updateScheduleRequest, {
        expression,
        date_range: range,
        only_if_changed: onlyIfChanged,
        name: scheduleName,
        time_zone: scheduleTimeZone,
      });
      const { client, call } = await apiClient(context, flags, { attempts: 3 });
      const schedule = await client.schedules.update(scheduleId, changes, call);
      const { next_run_at, time_zone } = schedule;
      context.print(
        schedule,
        `Schedule ${scheduleId} is changed. ${
          next_run_at === undefined ? 'It is paused.' : `Next run: ${next_run_at} (time zone ${time_zone}).`
        }`,
      );
    });
}
