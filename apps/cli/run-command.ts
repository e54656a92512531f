// Runs one command: prints its answer and sets the exit code. 0 success, 1 something failed, 2 it could not start, 3
// order files differ from their own totals, or have omissions with --strict.
import { OrderFileError } from '../../packages/order-files/problems/errors.ts';
import { askForAnswer, canAsk, listAnswerCommands } from './ask.ts';
import { type CommandFailure, describeFailure, formatFailureJson } from './failure.ts';
import { createProgramFor } from './program.ts';
import { withOptions } from './try-again.ts';

export async function runCommand(args: readonly string[]): Promise<void> {
  const isJson = args.includes('--json');
  try {
    const program = await createProgramFor(args);
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    const failure = describeFailure(error, args);
    process.exitCode = failure.exitCode;
    if (failure.exitCode !== 0 && isJson) console.error(formatFailureJson(failure));
    else if (failure.message !== undefined && failure.isPrinted !== true) {
      console.error(`error: ${failure.message}`);
      await printNextStep(error, failure, args);
    }
  }
}

/** Prints the command to try; if several readings are possible, asks for one on a terminal, and runs it. */
async function printNextStep(
  error: unknown,
  { tryAgain: commands = [] }: CommandFailure,
  args: readonly string[],
): Promise<void> {
  if (commands.length < 2 || !(error instanceof OrderFileError)) {
    if (commands.length > 0) console.error(`Try:\n  ${commands.join('\n  ')}`);
    return;
  }
  // Loaded here: other commands read no files.
  const { listAnswers } = await import('./commands/files/open-order-files.ts');
  const answers = await listAnswers(error.problem);
  const answer = canAsk() ? await askForAnswer(answers) : undefined;
  if (answer === undefined) {
    console.error(listAnswerCommands(answers, args));
    return;
  }
  process.exitCode = undefined;
  await runCommand(withOptions(args, answer.way));
}
