// The operator's command line, on the local cloud or on AWS. Answers go to standard output, all else to standard
// error. Exit codes: 0 done, 1 something failed on the way, 2 it could not be begun.
import { describeFailure } from './failure.ts';
import { createProgram } from './program.ts';

try {
  await createProgram().parseAsync();
} catch (error) {
  const { exitCode, message } = describeFailure(error);
  if (message !== undefined) console.error(`error: ${message}`);
  process.exitCode = exitCode;
}
