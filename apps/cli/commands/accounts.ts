// `accounts` and `keys`: manage accounts and their API keys.
import { createInterface } from 'node:readline/promises';
import { InvalidArgumentError, Option } from 'commander';
import { BASE_PATH } from '../../../src/contract/operation.ts';
import { PLAN_NAMES, type PlanName } from '../../../src/contract/plans.ts';
import { parseOrderDate } from '../../../src/contract/resources/orders/order-date.ts';
import { MAX_LIVE_KEYS } from '../../../src/contract/schema/limits.ts';
import type { Account } from '../../../src/service/accounts/accounts.ts';
import type { ApiKey } from '../../../src/service/accounts/api-key-item.ts';
import type { MadeByKey } from '../../../src/service/operations/made-by-keys.ts';
import { OperationError } from '../../../src/service/operations/operation-error.ts';
import { formatPlainTable } from '../report-pages/terminal-text.ts';
import type { CliCommand } from './cli-command.ts';
import { type Context, collectTexts, parsePositiveNumber, parseWholeNumber } from './context.ts';

interface CreateAccountOptions {
  readonly name: string;
  readonly plan: PlanName;
  readonly requestsPerMinute?: number;
  readonly maxStoredRows?: number;
  readonly monthlyReports?: number;
  readonly concurrentReports?: number;
  readonly monthlyOrderExports?: number;
  readonly monthlyExportBytes?: number;
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
    .option('--requests-per-minute <n>', 'requests per minute; default 60', parsePositiveNumber)
    .option('--max-stored-rows <n>', "stored line items; default the plan's limit", parseWholeNumber)
    .option('--monthly-reports <n>', "reports per calendar month; default the plan's limit", parseWholeNumber)
    .option(
      '--concurrent-reports <n>',
      "reports generated at the same time; default the plan's limit",
      parsePositiveNumber,
    )
    .option(
      '--monthly-order-exports <n>',
      "exports of orders per calendar month; default the plan's limit",
      parseWholeNumber,
    )
    .option(
      '--monthly-export-bytes <n>',
      "bytes of these exports per calendar month; default the plan's limit",
      parseWholeNumber,
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
    .option('--limit <n>', 'accounts at a time', parsePositiveNumber, 100)
    .option('--after <id>', 'continue the list after this account')
    .examples('--stage prod accounts list')
    .action(async ({ limit, after }: { limit: number; after?: string }) => {
      const { listAccounts: accountsIn } = await import('../../../src/service/accounts/accounts.ts');
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
        `${formatPlainTable(['id', 'name', 'plan', 'created'], rows)}${more}`,
      );
    });

  addCreateKeyCommand(context, accounts, 'create-key');

  const keys = program.command('keys').description('API keys of an account');
  const createAccountOption = (): Option => new Option('--account <id>', 'the account').makeOptionMandatory();
  addCreateKeyCommand(context, keys, 'create');
  keys
    .command('list')
    .description('list the keys of an account, including those that ended in the last 90 days')
    .addOption(createAccountOption())
    .examples('keys list --account acc_01…')
    .action(async (options: { account: string }) => {
      const found = await (await operations()).listKeys(options.account);
      const rows = found.map((key) => [
        key.key_id,
        key.name,
        key.hint,
        describeUse(key),
        key.created_at,
        key.created_by ?? 'operator',
        key.last_used_at ?? 'never',
        key.expires_at ?? 'never',
        key.revoked_at,
      ]);
      print(
        found,
        formatPlainTable(
          ['id', 'name', 'key', 'for', 'created', 'by', 'last used', 'expires', 'revoked'],
          rows,
        ),
      );
    });
  keys
    .command('revoke')
    .description('revoke a key: requests with it get 401 from then on')
    .addOption(createAccountOption())
    .requiredOption('--key <key>', 'the key, its hash, or the id or hint that keys list shows')
    .option(
      '--with-created',
      'pause what it last created or changed, and revoke the keys that it created; the default',
    )
    .option('--keep-created', 'keep what it created, e.g. if another key replaces it')
    .examples('keys revoke --account acc_01… --key afn_Ab12…9xYz')
    .action(async ({ account, key, withCreated, keepCreated }: RevokeOptions) => {
      if (withCreated && keepCreated)
        throw new OperationError('--with-created and --keep-created exclude each other');
      const operate = await operations();
      const choice =
        withCreated || keepCreated
          ? { keeps: keepCreated === true }
          : {
              keeps: !(await isToPause(
                await operate.createdBy(account, (await operate.findKey(account, key)).key_id),
              )),
            };
      const { item, created } = await operate.revokeKey(account, key, choice.keeps ? 'keep' : 'pause');
      const rows = created.map(({ kind, id, name, by, status }) => [kind, id, name, by, status]);
      const made =
        rows.length === 0 ? '' : `\n${formatPlainTable(['it made', 'id', 'name', 'by', 'status'], rows)}`;
      print({ revoked: item.hint, created }, `Revoked ${item.hint}.${made}`);
    });

  program
    .command('audit')
    .description(
      'list the changes by keys of an account in the last 90 days, newest first: key, change, time and origin',
    )
    .addOption(createAccountOption())
    .option('--key <id>', 'only what this key did: the id that keys list shows')
    .option('--limit <n>', 'entries at a time', parsePositiveNumber, 100)
    .option('--after <id>', 'continue the list after this entry')
    .examples('audit --account acc_01…', 'audit --account acc_01… --key 01M7YQA1J7R9T1V3X5Z7B9D1F3')
    .action(async ({ account, key, limit, after }: AuditOptions) => {
      const { createAuditLog } = await import('../../../src/service/accounts/audit-log.ts');
      const { db, serviceTable } = await context.deployment();
      const { entries, next } = await createAuditLog(db, serviceTable).list(account, {
        limit,
        before: after,
        keyId: key,
      });
      const rows = entries.map((entry) => [
        entry.at,
        entry.key?.name ?? entry.key?.key_id ?? 'operator',
        entry.route.replace(BASE_PATH, ''),
        entry.resource,
        entry.source_ip,
        entry.user_agent,
      ]);
      const more = next === undefined ? '' : `\nThere are more: --after ${next}`;
      print(
        { entries, next_after: next ?? null },
        `${formatPlainTable(['at', 'key', 'request', 'of', 'from', 'with'], rows, 'Nothing was changed.')}${more}`,
      );
    });
}

/** Prompts on a terminal. Without a terminal, or without an answer, everything that the key created is paused. */
async function isToPause(created: readonly MadeByKey[]): Promise<boolean> {
  if (created.length === 0 || !process.stdin.isTTY || !process.stderr.isTTY) return true;
  const asked = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await asked.question(
      `It made ${describeMade(created)}. Pause them, and revoke keys? [Y/n] `,
    );
    return !/^n/i.test(answer.trim());
  } finally {
    asked.close();
  }
}

/** `2 destinations, 1 source`. */
function describeMade(created: readonly MadeByKey[]): string {
  const counts = Map.groupBy(created, ({ kind }) => kind);
  return [...counts].map(([kind, { length }]) => `${length} ${kind}${length === 1 ? '' : 's'}`).join(', ');
}

interface RevokeOptions {
  readonly account: string;
  readonly key: string;
  readonly withCreated?: true;
  readonly keepCreated?: true;
}

interface AuditOptions {
  readonly account: string;
  readonly key?: string;
  readonly limit: number;
  readonly after?: string;
}

function describeUse({ admin, read_only, publishable }: ApiKey): string {
  if (admin === true) return 'everything, and keys';
  if (read_only === true) return 'reading';
  if (publishable === undefined) return 'everything';
  return [`recommendations of ${publishable.dataset ?? 'all datasets'}`, ...publishable.origins].join('\n');
}

// `accounts create-key` and `keys create` are one command: it creates a secret key, a read-only one, one that manages
// keys, or a publishable one for a shop's pages.

interface CreateKeyOptions {
  readonly account: string;
  readonly admin?: true;
  readonly readOnly?: true;
  readonly publishable?: true;
  readonly name?: string;
  readonly expires?: number;
  readonly origin?: readonly string[];
  readonly dataset?: string;
}

const EXAMPLES = `
Examples:
  npm run -s cli -- keys create --account acc_01…
  npm run -s cli -- keys create --account acc_01… --read-only --name Ana --expires 2027-01-01
  npm run -s cli -- keys create --account acc_01… --admin
  npm run -s cli -- accounts create-key --account acc_01… --publishable --origin https://shop.example --dataset shop`;

function addCreateKeyCommand({ operations, print }: Context, parent: CliCommand, name: string): void {
  parent
    .command(name)
    .description(
      `create a key, which is printed only once; an account can have ${MAX_LIVE_KEYS.secret} active keys, ${MAX_LIVE_KEYS.read_only} read-only, ${MAX_LIVE_KEYS.publishable} publishable and ${MAX_LIVE_KEYS.admin} admin ones`,
    )
    .addOption(new Option('--account <id>', 'the account').makeOptionMandatory())
    .option('--admin', 'a key that also manages the keys of its account, by the API and the console')
    .option('--read-only', 'a key that reads everything of the account and changes nothing')
    .option('--publishable', "a key for a shop's pages: it reads recommendations and nothing else")
    .option(
      '--origin <origin>',
      'origin of pages that may use a publishable key; can be repeated',
      collectTexts,
    )
    .option('--dataset <slug>', 'the only dataset that a publishable key reads; default all datasets')
    .option('--name <name>', 'person or program that uses the key')
    .option(
      '--expires <date>',
      'when it expires, ISO 8601, UTC without an offset; default never',
      parseExpiry,
    )
    .addHelpText('after', EXAMPLES)
    .action(async ({ account, origin = [], dataset, name, expires, ...kinds }: CreateKeyOptions) => {
      const { admin, readOnly, publishable } = kinds;
      if (Object.keys(kinds).length > 1)
        throw new OperationError('a key is of one kind: --admin, --read-only or --publishable');
      const settings = { name, expiresAt: expires };
      if (publishable === undefined) {
        if (origin.length > 0 || dataset !== undefined) {
          throw new OperationError('--origin and --dataset are for publishable keys: add --publishable');
        }
        const key = await (await operations()).createKey(
          account,
          admin ? 'admin' : readOnly && 'read only',
          settings,
        );
        const about = readOnly
          ? 'It reads everything and changes nothing. '
          : admin
            ? 'It does everything and manages the keys of its account. '
            : '';
        print(
          { api_key: key, ...(readOnly && { read_only: true }), ...(admin && { admin: true }) },
          `${key}\n${about}Keep the key: it is not shown again.`,
        );
        return;
      }
      const key = await (await operations()).createKey(account, { origins: origin, dataset }, settings);
      print(
        { api_key: key, publishable: { origins: origin, dataset } },
        `${key}\nFor pages of ${origin.join(', ')}: it reads recommendations of ${dataset ?? 'every dataset'}, and nothing else.`,
      );
    });
}

function parseExpiry(value: string): number {
  const time = parseOrderDate(value);
  if (time === undefined) throw new InvalidArgumentError('expected a date such as 2027-01-01.');
  return time;
}
