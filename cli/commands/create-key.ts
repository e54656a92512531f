// accounts create-key and keys create, which are one command: a secret key, a read-only one, or a publishable one for a
// shop's pages.
import { type Command, Option } from 'commander';
import { OperationError } from '../../src/operations/operation-error.ts';
import { type Context, collectTexts } from './context.ts';

interface CreateKeyOptions {
  readonly account: string;
  readonly readOnly?: true;
  readonly publishable?: true;
  readonly origin?: readonly string[];
  readonly dataset?: string;
}

const EXAMPLES = `
Examples:
  npm run -s cli -- keys create --account acc_01…
  npm run -s cli -- accounts create-key --account acc_01… --read-only
  npm run -s cli -- accounts create-key --account acc_01… --publishable --origin https://shop.example --dataset shop`;

export function addCreateKeyCommand({ operations, print }: Context, parent: Command, name: string): void {
  parent
    .command(name)
    .description(
      'create a key, which is printed only once; an account can have two active keys, 20 read-only and 20 publishable ones',
    )
    .addOption(new Option('--account <id>', 'the account').makeOptionMandatory())
    .option('--read-only', 'a key that reads everything of the account and changes nothing')
    .option('--publishable', "a key for a shop's pages: it reads recommendations and nothing else")
    .option('--origin <origin>', 'whose pages may use a publishable key; can be repeated', collectTexts)
    .option('--dataset <slug>', 'the only dataset that a publishable key reads; default all datasets')
    .addHelpText('after', EXAMPLES)
    .action(async ({ account, readOnly, publishable, origin = [], dataset }: CreateKeyOptions) => {
      if (readOnly === true && publishable === true)
        throw new OperationError('a key is read-only or publishable: leave one of them out');
      if (publishable === undefined) {
        if (origin.length > 0 || dataset !== undefined) {
          throw new OperationError('--origin and --dataset are for publishable keys: add --publishable');
        }
        const key = await (await operations()).createKey(account, readOnly && 'read only');
        print(
          { api_key: key, ...(readOnly && { read_only: true }) },
          `${key}\n${readOnly ? 'It reads everything and changes nothing. ' : ''}Keep the key: it is not shown again.`,
        );
        return;
      }
      const key = await (await operations()).createKey(account, { origins: origin, dataset });
      print(
        { api_key: key, publishable: { origins: origin, dataset } },
        `${key}\nFor pages of ${origin.join(', ')}: it reads recommendations of ${dataset ?? 'every dataset'}, and nothing else.`,
      );
    });
}
