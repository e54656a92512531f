// Builds the command line as a tree of commands. main.ts runs it; completion scripts and the reference are generated
// from the same tree.
import { type Command, Option } from 'commander';
import { STAGES } from '../../lib/stage/stage-config.ts';
import manifest from '../../package.json' with { type: 'json' };
import { CliCommand } from './commands/cli-command.ts';
import { type Context, createContext } from './commands/context.ts';

interface CommandGroup {
  /** The words as typed, including aliases. */
  readonly names: readonly string[];
  /** The heading in the help. */
  readonly heading: string;
  readonly add: (context: Context) => Promise<void>;
}

const SERVICE = 'The service on this machine:';
const FILES = 'Order files:';
const REPORTS = 'Reports:';
const DATA = 'Data of an account:';
const STAGE = 'Running a stage:';

/** Groups in the order of the help. Loading all of them takes longer than most commands run. */
export const COMMAND_GROUPS: readonly CommandGroup[] = [
  {
    ...{ names: ['start'], heading: SERVICE },
    add: async (context) => (await import('./commands/service.ts')).addStartCommand(context),
  },
  {
    ...{ names: ['demo'], heading: SERVICE },
    add: async (context) => (await import('./commands/service.ts')).addDemoCommand(context),
  },
  {
    ...{ names: ['inspect'], heading: FILES },
    add: async (context) => (await import('./commands/files/inspect.ts')).addInspectCommand(context),
  },
  {
    ...{ names: ['analyze'], heading: FILES },
    add: async (context) => (await import('./commands/files/analyze.ts')).addAnalyzeCommands(context),
  },
  {
    ...{ names: ['push'], heading: FILES },
    add: async (context) => (await import('./commands/files/push.ts')).addPushCommand(context),
  },
  {
    ...{ names: ['backfill'], heading: FILES },
    add: async (context) => (await import('./commands/files/backfill.ts')).addBackfillCommand(context),
  },
  {
    ...{ names: ['evaluate'], heading: FILES },
    add: async (context) => (await import('./commands/files/evaluate.ts')).addEvaluateCommands(context),
  },
  {
    ...{ names: ['report', 'reports'], heading: REPORTS },
    add: async (context) => {
      const report = (await import('./commands/reports/report.ts')).addReportCommands(context);
      (await import('./commands/reports/webhooks.ts')).addWebhookCommands(context, report);
    },
  },
  {
    ...{ names: ['schedules'], heading: REPORTS },
    add: async (context) => (await import('./commands/reports/schedules.ts')).addScheduleCommands(context),
  },
  {
    ...{ names: ['audiences'], heading: REPORTS },
    add: async (context) => (await import('./commands/reports/audiences.ts')).addAudienceCommands(context),
  },
  {
    ...{ names: ['recommendations'], heading: REPORTS },
    add: async (context) =>
      (await import('./commands/reports/recommendations.ts')).addRecommendationCommands(context),
  },
  {
    ...{ names: ['mcp'], heading: REPORTS },
    add: async (context) => (await import('./commands/agents/mcp.ts')).addMcpCommand(context),
  },
  {
    ...{ names: ['datasets', 'usage'], heading: DATA },
    add: async (context) => (await import('./commands/datasets.ts')).addDatasetCommands(context),
  },
  {
    ...{ names: ['orders'], heading: DATA },
    add: async (context) => (await import('./commands/orders.ts')).addOrderCommands(context),
  },
  {
    ...{ names: ['webhooks'], heading: DATA },
    add: async (context) => (await import('./commands/webhook-endpoints.ts')).addEndpointCommands(context),
  },
  {
    ...{ names: ['sources'], heading: DATA },
    add: async (context) => (await import('./commands/sources.ts')).addSourceCommands(context),
  },
  {
    ...{ names: ['imports'], heading: DATA },
    add: async (context) => (await import('./commands/imports.ts')).addImportCommands(context),
  },
  {
    ...{ names: ['erasures'], heading: DATA },
    add: async (context) => (await import('./commands/erasures.ts')).addErasureCommands(context),
  },
  {
    ...{ names: ['accounts', 'keys', 'audit'], heading: STAGE },
    add: async (context) => (await import('./commands/accounts.ts')).addAccountCommands(context),
  },
  {
    ...{ names: ['doctor', 'stage'], heading: STAGE },
    add: async (context) => (await import('./commands/stage.ts')).addStageCommands(context),
  },
  {
    ...{ names: ['completion'], heading: 'This command line:' },
    add: async (context) => (await import('./commands/completion.ts')).addCompletionCommand(context),
  },
];

/** Creates the command line that these arguments need: only one group of commands if they name it. */
export async function createProgramFor(args: readonly string[]): Promise<CliCommand> {
  const named = args.find((arg) => COMMAND_GROUPS.some(({ names }) => names.includes(arg)));
  // Completion scripts need all groups.
  const isJson = args.includes('--json');
  if (named === undefined || named === 'completion') return createProgram(COMMAND_GROUPS, isJson);
  return createProgram(
    COMMAND_GROUPS.filter(({ names }) => names.includes(named)),
    isJson,
  );
}

/** `isJson`: the caller prints errors instead of commander. */
export async function createProgram(groups = COMMAND_GROUPS, isJson = false): Promise<CliCommand> {
  const program = new CliCommand('order-analytics')
    .description('Order Analytics: order files, reports, the service on this machine, deployed stages.')
    .version(manifest.version, '-V, --version', 'print the version')
    .addOption(
      new Option('--stage <stage>', 'local cloud or deployed stage to work on')
        .choices(STAGES)
        .default('local'),
    )
    .option('--json', 'print JSON, errors too', false)
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .addHelpText(
      'after',
      `
Results go to standard output, everything else to standard error.
Exit codes: 0 done, 1 something failed, 2 it could not start, 3 order files differ from their own totals or have omissions
with --strict, 130 interrupted.

Examples:
  npm run -s cli -- demo
  npm run -s cli -- inspect orders.csv
  npm run -s cli -- analyze mba orders.csv --html report.html
  npm run -s cli -- accounts create --plan max --name "Corner Shop"
  npm run -s cli -- backfill orders.csv.gz --account acc_01… --dataset history
  npm run -s cli -- --stage prod keys revoke --account acc_01… --key afn_Ab12…9xYz`,
    );
  const context = createContext(program);
  for (const { add, heading } of groups) {
    program.commandsGroup(heading);
    await add(context);
  }
  nameInErrors(program, [], isJson);
  return program;
}

/** Makes usage errors name their command. */
function nameInErrors(command: Command, path: readonly string[], isJson: boolean): void {
  const name = path.join(' ');
  command.showHelpAfterError(path.length === 0 ? '(see --help)' : `(see ${name} --help)`).configureOutput({
    ...(isJson && { writeErr: () => undefined }),
    outputError: (text, write) =>
      write(path.length === 0 ? text : text.replace(/^error: /, `error: ${name}: `)),
  });
  for (const child of command.commands) nameInErrors(child, [...path, child.name()], isJson);
}
