// Runs the operator's command line, on the local cloud or on AWS. Answers go to standard output, everything else to
// standard error.
import { runCommand } from './run-command.ts';

// `… | head` closes the pipe before the output ends.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

// Orders, keys and exports are readable by their owner only, whatever the shell's umask: files 600 in folders 700.
process.umask(0o077);
await runCommand(process.argv.slice(2));
