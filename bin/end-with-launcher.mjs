// Loaded before a program that bin/run.mjs starts: when the launcher is gone, however it ended, the program gets SIGTERM.
// A killed launcher can't pass a signal on, and the program would keep its port and its data folder.
import { Socket } from 'node:net';
import { isMainThread } from 'node:worker_threads';

/** The fourth of the standard streams: see bin/run.mjs. */
const LAUNCHER_PIPE = 3;

// Workers and forks of the program load this file, too: they inherit its options.
if (isMainThread && process.env.LAUNCHED_BY === String(process.ppid)) {
  delete process.env.LAUNCHED_BY;
  const launcher = new Socket({ fd: LAUNCHER_PIPE });
  launcher.once('close', () => process.kill(process.pid, 'SIGTERM'));
  launcher.once('error', () => undefined);
  launcher.resume();
  launcher.unref();
}
