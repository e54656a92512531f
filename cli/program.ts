// The command line as a tree of commands: built here, run by cli.ts, and walked by the completion scripts and by
// docs/cli.md, so that neither can know another tree.
import { Command, Option } from 'commander';
import { STAGES } from '../lib/stage-config.ts';
import manifest from '../package.json' with { type: 'json' };
import { addAccountCommands } from './commands/accounts.ts';
import { addAnalyzeCommands } from './commands/analyze.ts';
import { addBackfillCommand } from './commands/backfill.ts';
import { addCompletionCommand } from './commands/completion.ts';
import { createContext } from './commands/context.ts';
import { addDatasetCommands } from './commands/datasets.ts';
import { addErasureCommands } from './commands/erasures.ts';
import { addEvaluateCommands } from './commands/evaluate.ts';
import { addImportCommands } from './commands/imports.ts';
import { addPushCommand } from './commands/push.ts';
import { addRecommendationCommands } from './commands/recommendations.ts';
import { addReportCommands } from './commands/report.ts';
import { addSourceCommands } from './commands/sources.ts';
import { addStageCommands } from './commands/stage.ts';
import { addWebhookCommands } from './commands/webhooks.ts';

export function createProgram(): Command {
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
  addAccountCommands(context);
  addDatasetCommands(context);
  addSourceCommands(context);
  addErasureCommands(context);
  addImportCommands(context);
  addBackfillCommand(context);
  addPushCommand(context);
  addAnalyzeCommands(context);
  addEvaluateCommands(context);
  addWebhookCommands(context, addReportCommands(context));
  addRecommendationCommands(context);
  addStageCommands(context);
  addCompletionCommand(context);
  return program;
}
