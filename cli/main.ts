// The operator's command line, on the local cloud or on AWS. Answers go to standard output, all else to standard
// error. Exit codes: 0 done, 1 something failed, 2 it could not start,
// 3 order files differ from their own totals.
import { describeFailure } from './failure.ts';
import { programFor } from './program.ts';

// `… | head` closes the pipe when it has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  const program = await programFor(process.argv.slice(2));
  await program.parseAsync();
} catch (error) {
  const { exitCode, message } = describeFailure(error);
  if (message !== undefined) console.error(`error: ${message}`);
  process.exitCode = exitCode;
}
