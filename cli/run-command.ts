// One command: its answer is printed, and its exit code set. 0 done, 1 something failed, 2 it could not start,
// 3 order files differ from their own totals.
import { describeFailure } from './failure.ts';
import { programFor } from './program.ts';

export async function runCommand(args: readonly string[]): Promise<void> {
  try {
    const program = await programFor(args);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    const { exitCode, message } = describeFailure(error);
    if (message !== undefined) console.error(`error: ${message}`);
    process.exitCode = exitCode;
  }
}
