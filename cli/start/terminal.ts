// What `npm start` and `npm run demo` have in common at the terminal.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** Prints how the command is used, and ends the process, where `--help` or an unknown option asks for it. */
export function readOptions<T extends ParseArgsOptionsConfig>(
  usage: string,
  options: T,
): ReturnType<typeof parseArgs<{ options: T }>>['values'] {
  if (process.argv.some((argument) => argument === '--help' || argument === '-h')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
    process.exit(2);
  }
}

/** `… | head` closes the pipe when it has seen enough. The cloud still has to be stopped in its order. */
export function ignoreClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
