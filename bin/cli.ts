// The operator's command line: accounts and keys, on the local cloud or on AWS.
import { randomInt } from 'node:crypto';
import Table from 'cli-table3';
import { Command, InvalidArgumentError, Option } from 'commander';
import { ulid } from 'ulid';
import { PLAN_NAMES, type PlanName } from '../src/core/accounts/plans.ts';
import { createOperations, OperationError, type Operations } from '../src/operations/accounts.ts';
import { createAccountStore } from '../src/stores/accounts.ts';
import { findTarget } from './target.ts';

const program = new Command('order-analytics')
  .description('Operates Order Analytics: accounts and API keys.')
  .option('--stage <stage>', 'local, or the deployed stage to work on', 'local')
  .option('--json', 'print JSON', false)
  .addHelpText(
    'after',
    `
Examples:
  npm run -s cli -- accounts create --plan max --name "Corner Shop"
  npm run -s cli -- keys list --account acc_01…
  npm run -s cli -- --stage prod keys revoke --account acc_01… --key afn_Ab12…9xYz`,
  );

interface GlobalOptions {
  readonly stage: string;
  readonly json: boolean;
}

async function operations(): Promise<Operations> {
  const { db, serviceTable } = await findTarget(program.opts<GlobalOptions>().stage);
  return createOperations({
    accounts: createAccountStore(db, serviceTable),
    newId: ulid,
    randomInt,
    clock: Date.now,
  });
}

/** `record` for --json, `lines` for people. */
function print(record: unknown, lines: string): void {
  console.log(program.opts<GlobalOptions>().json ? JSON.stringify(record) : lines);
}

function positiveInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 0) throw new InvalidArgumentError('expected a whole number.');
  return number;
}

interface CreateAccountOptions {
  readonly name: string;
  readonly plan: PlanName;
  readonly requestsPerMinute?: number;
  readonly maxStoredRows?: number;
  readonly monthlyReports?: number;
}

const accounts = program.command('accounts').description('accounts');
accounts
  .command('create')
  .description('create an account and its first API key, which is printed this once')
  .option('--name <name>', 'a name for people', 'unnamed')
  .addOption(
    new Option('--plan <plan>', 'what the account may do').choices([...PLAN_NAMES]).makeOptionMandatory(),
  )
  .option('--requests-per-minute <n>', 'instead of 60', positiveInteger)
  .option('--max-stored-rows <n>', "instead of the plan's", positiveInteger)
  .option('--monthly-reports <n>', "instead of the plan's", positiveInteger)
  .action(async ({ name, plan, ...overrides }: CreateAccountOptions) => {
    const operate = await operations();
    const account = await operate.createAccount(name, plan, overrides);
    const key = await operate.createKey(account.account_id);
    print(
      { account_id: account.account_id, api_key: key },
      `Account ${account.account_id} (${plan})\nKey     ${key}\nKeep the key: it is not shown again.`,
    );
  });

const keys = program.command('keys').description('API keys of an account');
const account = (): Option => new Option('--account <id>', 'the account').makeOptionMandatory();

keys
  .command('create')
  .description('create a key, which is printed this once; two can be live at a time')
  .addOption(account())
  .action(async (options: { account: string }) => {
    const key = await (await operations()).createKey(options.account);
    print({ api_key: key }, `${key}\nKeep the key: it is not shown again.`);
  });

keys
  .command('list')
  .description('list the keys of an account, revoked ones included')
  .addOption(account())
  .action(async (options: { account: string }) => {
    const found = await (await operations()).listKeys(options.account);
    const table = new Table({
      head: ['key', 'created', 'last used', 'revoked'],
      style: { head: [], border: [] },
    });
    for (const key of found) {
      table.push([key.hint, key.created_at, key.last_used_at ?? 'never', key.revoked_at ?? '']);
    }
    print(found, table.toString());
  });

keys
  .command('revoke')
  .description('revoke a key: the next request with it is a 401')
  .addOption(account())
  .requiredOption('--key <key>', 'the key, its hash, or the hint that keys list shows')
  .action(async (options: { account: string; key: string }) => {
    const revoked = await (await operations()).revokeKey(options.account, options.key);
    print({ revoked: revoked.hint }, `Revoked ${revoked.hint}.`);
  });

try {
  await program.parseAsync();
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = error instanceof OperationError ? 2 : 1;
}
