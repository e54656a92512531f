// Extends commander's commands with the options that nearly all commands share.
import { Command, Option } from 'commander';

/** Every command that calls the public API has this option. */
export const KEY_OPTION = ['--key <key>', 'API key; default ORDER_ANALYTICS_API_KEY'] as const;
export const URL_OPTION = ['--url <url>', "the API's address; default that of the stage"] as const;

export class CliCommand extends Command {
  override createCommand(name?: string): CliCommand {
    return new CliCommand(name);
  }

  /** An option with one of some values. */
  choice(flags: string, description: string, choices: readonly string[]): this {
    return this.addOption(new Option(flags, description).choices(choices));
  }

  /** Adds examples to the help; each is written as typed after the program's name. */
  examples(...typed: readonly string[]): this {
    const lines = typed.map((one) => `\n  npm run -s cli -- ${one}`);
    return this.addHelpText('after', `\nExample${typed.length === 1 ? '' : 's'}:${lines.join('')}`);
  }

  /** Marks a command that calls the public API: `createApiClient` reads its flags. */
  ofApi(...examples: readonly string[]): this {
    return this.option(...KEY_OPTION)
      .option(...URL_OPTION)
      .examples(...examples);
  }
}
