// A command of this program, with what nearly all of them have.
import { Command, Option } from 'commander';

/** Of every command that calls the public API. */
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

  /** In its help: each as it is typed behind the program. */
  examples(...typed: readonly string[]): this {
    const lines = typed.map((one) => `\n  npm run -s cli -- ${one}`);
    return this.addHelpText('after', `\nExample${typed.length === 1 ? '' : 's'}:${lines.join('')}`);
  }

  /** It calls the public API: `apiClient` takes the flags. */
  ofApi(...examples: readonly string[]): this {
    return this.option(...KEY_OPTION)
      .option(...URL_OPTION)
      .examples(...examples);
  }
}
