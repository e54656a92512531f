// accounts create-key and keys create, which are one command: a secret key, a read-only one, one that manages keys, or a
// publishable one for a shop's pages.

import { InvalidArgumentError, Option } from 'commander';
import { parseOrderDate } from '../../src/contract/resources/orders/order-date.ts';
import { OperationError } from '../../src/operations/operation-error.ts';
import { MAX_LIVE_KEYS } from '../../src/schema/limits.ts';
import type { CliCommand } from './cli-command.ts';
import { type Context, collectTexts } from './context.ts';

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

export function addCreateKeyCommand({ operations, print }: Context, parent: CliCommand, name: string): void {
  parent
    .command(name)
    .description(
      `create a key, which is printed only once; an account can have ${MAX_LIVE_KEYS.secret} active keys, ${MAX_LIVE_KEYS.read_only} read-only, ${MAX_LIVE_KEYS.publishable} publishable and ${MAX_LIVE_KEYS.admin} admin ones`,
    )
    .addOption(new Option('--account <id>', 'the account').makeOptionMandatory())
    .option('--admin', 'a key that also manages the keys of its account, by the API and the console')
    .option('--read-only', 'a key that reads everything of the account and changes nothing')
    .option('--publishable', "a key for a shop's pages: it reads recommendations and nothing else")
    .option('--origin <origin>', 'whose pages may use a publishable key; can be repeated', collectTexts)
    .option('--dataset <slug>', 'the only dataset that a publishable key reads; default all datasets')
    .option('--name <name>', 'whose key it is, or what uses it')
    .option('--expires <date>', 'when it expires, ISO 8601, UTC without an offset; default never', expiry)
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

function expiry(value: string): number {
  const time = parseOrderDate(value);
  if (time === undefined) throw new InvalidArgumentError('expected a date such as 2027-01-01.');
  return time;
}
