// The operator's command line, on the local cloud or on AWS. Answers go to standard output, all else to standard
// error. Exit codes: 0 done, 1 something failed on the way, 2 it could not be begun.
import { Command } from 'commander';
import { OrderAnalyticsError } from '../client/src/index.ts';
import { ServiceError } from '../src/core/errors.ts';
import { OperationError } from '../src/operations/accounts.ts';
import { OrderFileError } from '../src/order-files/errors.ts';
import { addAccountCommands } from './commands/accounts.ts';
import { addAnalyzeCommands } from './commands/analyze.ts';
import { addBackfillCommand } from './commands/backfill.ts';
import { createContext } from './commands/context.ts';
import { addErasureCommands } from './commands/erasures.ts';
import { addImportCommands } from './commands/imports.ts';
import { addPushCommand } from './commands/push.ts';
import { addReportCommands } from './commands/report.ts';
import { addWebhookCommands } from './commands/webhooks.ts';

const program = new Command('order-analytics')
  .description('Operates Order Analytics: accounts, keys, order files, reports.')
  .option('--stage <stage>', 'local, or the deployed stage to work on', 'local')
  .option('--json', 'print JSON', false)
  .showHelpAfterError('(--help says more)')
  .exitOverride()
  .addHelpText(
    'after',
    `
Examples:
  npm run -s cli -- accounts create --plan max --name "Corner Shop"
  npm run -s cli -- analyze mba orders.csv --html report.html
  npm run -s cli -- backfill orders.csv.gz --account acc_01… --dataset history
  npm run -s cli -- --stage prod keys revoke --account acc_01… --key afn_Ab12…9xYz`,
  );

const context = createContext(program);
addAccountCommands(context);
addErasureCommands(context);
addImportCommands(context);
addBackfillCommand(context);
addPushCommand(context);
addAnalyzeCommands(context);
addReportCommands(context);
addWebhookCommands(context);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

function exitCodeOf(error: unknown): number {
  if (error instanceof Error && 'exitCode' in error) return error.exitCode === 0 ? 0 : 2;
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  const known = [OperationError, OrderFileError, ServiceError, OrderAnalyticsError];
  return known.some((kind) => error instanceof kind) ? 2 : 1;
}
