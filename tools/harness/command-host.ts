// Runs commands of the command line one after the other in this process, each in its folder: loading them takes longer
// than most of them do. A command has ended when nothing is left to do, as in a process of its own: one that leaves a
// connection or a timer behind does not end here either.
import * as v from 'valibot';
import { runCommand } from '../../apps/cli/run-command.ts';

/** `end`: a text that is printed after the command, on both streams. */
const command = v.object({
  args: v.array(v.string()),
  dir: v.string(),
  env: v.record(v.string(), v.string()),
  end: v.string(),
});

process.on('message', (message) => {
  const { args, dir, env, end } = v.parse(command, message);
  process.chdir(dir);
  process.env = env;
  process.channel?.unref();
  process.once('beforeExit', () => {
    process.stdout.write(end);
    process.stderr.write(end);
    const code = process.exitCode ?? 0;
    process.exitCode = undefined;
    process.channel?.ref();
    process.send?.({ code });
  });
  void runCommand(args);
});
process.on('disconnect', () => process.exit());
