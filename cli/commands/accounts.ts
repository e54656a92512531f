// accounts and keys: accounts that may use the service.

import { Option } from 'commander';
import { idOfKey } from '../../src/core/accounts/key-state.ts';
import { PLAN_NAMES, type PlanName } from '../../src/core/accounts/plans.ts';
import type { Account } from '../../src/stores/accounts/accounts.ts';
import type { ApiKey } from '../../src/stores/accounts/api-key-item.ts';
import { type Context, positiveNumber, wholeNumber } from './context.ts';
import { addCreateKeyCommand } from './create-key.ts';
import { plainTable } from './plain-table.ts';

interface CreateAccountOptions {
  readonly name: string;
  readonly plan: PlanName;
  readonly requestsPerMinute?: number;
  readonly maxStoredRows?: number;
  readonly monthlyReports?: number;
  readonly concurrentReports?: number;
}

export function addAccountCommands(context: Context): void {
  const { program, operations, print } = context;
  const accounts = program.command('accounts').description('accounts that may use the service');
  accounts
    .command('create')
    .description('create an account and its first API key, which is printed only once')
    .option('--name <name>', 'display name', 'unnamed')
    .addOption(
      new Option('--plan <plan>', 'plan, which sets the limits of the account')
        .choices([...PLAN_NAMES])
        .makeOptionMandatory(),
    )
    .option('--requests-per-minute <n>', 'requests per minute; default 60', positiveNumber)
    .option('--max-stored-rows <n>', "stored line items; default the plan's limit", wholeNumber)
    .option('--monthly-reports <n>', "reports per calendar month; default the plan's limit", wholeNumber)
    .option(
      '--concurrent-reports <n>',
      "reports generated at the same time; default the plan's limit",
      positiveNumber,
    )
    .examples('accounts create --plan max --name "Corner Shop"')
    .action(async ({ name, plan, ...overrides }: CreateAccountOptions) => {
      const operate = await operations();
      const account = await operate.createAccount(name, plan, overrides);
      const key = await operate.createKey(account.account_id);
      print(
        { account_id: account.account_id, api_key: key },
        `Account ${account.account_id} (${plan})\nKey     ${key}\nKeep the key: it is not shown again.`,
      );
    });

  accounts
    .command('list')
    .description('list the accounts of the stage; reads the whole Service table')
    .option('--limit <n>', 'accounts at a time', positiveNumber, 100)
    .option('--after <id>', 'continue after this account, where a list before has ended')
    .examples('--stage prod accounts list')
    .action(async ({ limit, after }: { limit: number; after?: string }) => {
      const { accountsIn } = await import('../../src/stores/accounts/account-list.ts');
      const { db, serviceTable } = await context.deployment();
      const found: Account[] = [];
      let next: string | null = null;
      for await (const account of accountsIn(db, serviceTable, after)) {
        if (found.length === limit) {
          next = found.at(-1)?.account_id ?? null;
          break;
        }
        found.push(account);
      }
      const rows = found.map(({ account_id, name, plan, created_at }) => [
        account_id,
        name,
        plan,
        created_at,
      ]);
      const more = next === null ? '' : `\nThere are more: --after ${next}`;
      print(
        { accounts: found, next_after: next },
        `${plainTable(['id', 'name', 'plan', 'created'], rows)}${more}`,
      );
    });

  addCreateKeyCommand(context, accounts, 'create-key');

  const keys = program.command('keys').description('API keys of an account');
  const account = (): Option => new Option('--account <id>', 'the account').makeOptionMandatory();
  addCreateKeyCommand(context, keys, 'create');
  keys
    .command('list')
    .description('list the keys of an account; those that have ended for 90 days')
    .addOption(account())
    .examples('keys list --account acc_01…')
    .action(async (options: { account: string }) => {
      const found = await (await operations()).listKeys(options.account);
      const rows = found.map((key) => [
        idOfKey(key),
        key.name,
        key.hint,
        usedFor(key),
        key.created_at,
        key.created_by ?? 'operator',
        key.last_used_at ?? 'never',
        key.expires_at ?? 'never',
        key.revoked_at,
      ]);
      print(
        found.map((key) => ({ ...key, key_id: idOfKey(key) })),
        plainTable(['id', 'name', 'key', 'for', 'created', 'by', 'last used', 'expires', 'revoked'], rows),
      );
    });
  keys
    .command('revoke')
    .description('revoke a key: requests with it get 401 from then on')
    .addOption(account())
    .requiredOption('--key <key>', 'the key, its hash, or the id or hint that keys list shows')
    .option('--with-created', 'revoke the keys, too, that this admin key created')
    .examples('keys revoke --account acc_01… --key afn_Ab12…9xYz')
    .action(async ({ account, key, withCreated }: RevokeOptions) => {
      const [revoked = '', ...created] = (
        await (await operations()).revokeKey(account, key, { withCreated })
      ).map(({ hint }) => hint);
      print({ revoked, ...(withCreated && { created }) }, `Revoked ${[revoked, ...created].join(', ')}.`);
    });
}

interface RevokeOptions {
  readonly account: string;
  readonly key: string;
  readonly withCreated?: true;
}

function usedFor({ admin, read_only, publishable }: ApiKey): string {
  if (admin === true) return 'everything, and keys';
  if (read_only === true) return 'reading';
  if (publishable === undefined) return 'everything';
  return [`recommendations of ${publishable.dataset ?? 'all datasets'}`, ...publishable.origins].join('\n');
}
