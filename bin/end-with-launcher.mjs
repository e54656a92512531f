// Loaded before a program that bin/run.mjs starts: sends the program SIGTERM when the launcher has ended for
// any reason. A killed launcher can't pass a signal on, and the program would keep its port and its data
// folder.
import { Socket } from 'node:net';
import { isMainThread } from 'node:worker_threads';

/** File descriptor of the pipe that bin/run.mjs opens beside the three standard streams. */
const LAUNCHER_PIPE = 3;

// Workers and forks of the program inherit its options and load this file, too.
if (isMainThread && process.env.LAUNCHED_BY === String(process.ppid)) {
  delete process.env.LAUNCHED_BY;
  const launcher = new Socket({ fd: LAUNCHER_PIPE });
  launcher.once('close', () => process.kill(process.pid, 'SIGTERM'));
  launcher.once('error', () => undefined);
  launcher.resume();
  launcher.unref();
}
