// `completion`: prints a script that completes commands, options and choices in a shell.
import { Argument } from 'commander';
import { createCommandTree } from '../completion/command-tree.ts';
import { type CompletionShell, createCompletionScript, SHELLS } from '../completion/completion-script.ts';
import type { Context } from './context.ts';

export function addCompletionCommand({ program, print }: Context): void {
  program
    .command('completion')
    .description('print a script for shell completion')
    .addArgument(new Argument('<shell>', 'shell').choices(SHELLS))
    .addHelpText(
      'after',
      `
Completion is by the name order-analytics, which a function in the shell's start file gives the command line:
  order-analytics() { npm run -s cli -- "$@"; }

Examples:
  source <(npm run -s cli -- completion bash)
  npm run -s cli -- completion fish > ~/.config/fish/completions/order-analytics.fish
  npm run -s cli -- completion powershell | Out-String | Invoke-Expression`,
    )
    .action((shell: CompletionShell) => {
      const script = createCompletionScript(createCommandTree(program), shell);
      print({ shell, script }, script.trimEnd());
    });
}
