// The command line as a tree of commands: built here, run by main.ts, and walked by the completion scripts and by
// docs/cli.md, so that neither can know another tree.
import { Command, Option } from 'commander';
import { STAGES } from '../lib/stage-config.ts';
import manifest from '../package.json' with { type: 'json' };
import { type Context, createContext } from './commands/context.ts';

interface CommandGroup {
  /** As typed, aliases too. */
  readonly names: readonly string[];
  readonly add: (context: Context) => Promise<void>;
}

/** In the order of the help. Loading all of them takes longer than most commands. */
export const COMMAND_GROUPS: readonly CommandGroup[] = [
  {
    names: ['accounts', 'keys'],
    add: async (context) => (await import('./commands/accounts.ts')).addAccountCommands(context),
  },
  {
    names: ['datasets', 'usage'],
    add: async (context) => (await import('./commands/datasets.ts')).addDatasetCommands(context),
  },
  {
    names: ['schedules'],
    add: async (context) => (await import('./commands/reports/schedules.ts')).addScheduleCommands(context),
  },
  {
    names: ['sources'],
    add: async (context) => (await import('./commands/sources.ts')).addSourceCommands(context),
  },
  {
    names: ['erasures'],
    add: async (context) => (await import('./commands/erasures.ts')).addErasureCommands(context),
  },
  {
    names: ['imports'],
    add: async (context) => (await import('./commands/imports.ts')).addImportCommands(context),
  },
  {
    names: ['backfill'],
    add: async (context) => (await import('./commands/files/backfill.ts')).addBackfillCommand(context),
  },
  {
    names: ['push'],
    add: async (context) => (await import('./commands/files/push.ts')).addPushCommand(context),
  },
  {
    names: ['analyze'],
    add: async (context) => (await import('./commands/files/analyze.ts')).addAnalyzeCommands(context),
  },
  {
    names: ['evaluate'],
    add: async (context) => (await import('./commands/files/evaluate.ts')).addEvaluateCommands(context),
  },
  {
    names: ['report', 'reports'],
    add: async (context) => {
      const report = (await import('./commands/reports/report.ts')).addReportCommands(context);
      (await import('./commands/reports/webhooks.ts')).addWebhookCommands(context, report);
    },
  },
  {
    names: ['recommendations'],
    add: async (context) =>
      (await import('./commands/reports/recommendations.ts')).addRecommendationCommands(context),
  },
  {
    names: ['doctor', 'stage'],
    add: async (context) => (await import('./commands/stage.ts')).addStageCommands(context),
  },
  {
    names: ['completion'],
    add: async (context) => (await import('./commands/completion.ts')).addCompletionCommand(context),
  },
];

/** The command line that these arguments need: only one group of commands, when they name it. */
export async function programFor(args: readonly string[]): Promise<Command> {
  const named = args.find((arg) => COMMAND_GROUPS.some(({ names }) => names.includes(arg)));
  // Completion is written from all of them.
  if (named === undefined || named === 'completion') return createProgram();
  return createProgram(COMMAND_GROUPS.filter(({ names }) => names.includes(named)));
}

export async function createProgram(groups = COMMAND_GROUPS): Promise<Command> {
  const program = new Command('order-analytics')
    .description('Operates Order Analytics: accounts, keys, order files, reports.')
    .version(manifest.version, '-V, --version', 'print the version')
    .addOption(
      new Option('--stage <stage>', 'local cloud or deployed stage to work on')
        .choices(STAGES)
        .default('local'),
    )
    .option('--json', 'print JSON', false)
    .showHelpAfterError('(see --help)')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .addHelpText(
      'after',
      `
Results go to standard output, everything else to standard error.
Exit codes: 0 done, 1 something failed, 2 it could not start, 3 order files differ from their own totals.

Examples:
  npm run -s cli -- accounts create --plan max --name "Corner Shop"
  npm run -s cli -- analyze mba orders.csv --html report.html
  npm run -s cli -- backfill orders.csv.gz --account acc_01… --dataset history
  npm run -s cli -- --stage prod keys revoke --account acc_01… --key afn_Ab12…9xYz`,
    );
  const context = createContext(program);
  for (const { add } of groups) await add(context);
  return program;
}
