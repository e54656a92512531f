// Runs one command: prints its answer and sets the exit code. 0 success, 1 something failed, 2 it could not start, 3
// order files differ from their own totals, or have omissions with --strict.
import { describeFailure, formatFailureJson } from './failure.ts';
import { createProgramFor } from './program.ts';

export async function runCommand(args: readonly string[]): Promise<void> {
  const isJson = args.includes('--json');
  try {
    const program = await createProgramFor(args);
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    const failure = describeFailure(error, args);
    if (failure.exitCode !== 0 && isJson) console.error(formatFailureJson(failure));
    else if (failure.message !== undefined && failure.isPrinted !== true) {
      console.error(`error: ${failure.message}`);
      const { tryAgain = [] } = failure;
      if (tryAgain.length > 0)
        console.error(`${tryAgain.length === 1 ? 'Try' : 'Choose one'}:\n  ${tryAgain.join('\n  ')}`);
    }
    process.exitCode = failure.exitCode;
  }
}
