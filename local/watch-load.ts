// Lambda's limit on the time that a function takes to load, as processor time of its thread: on a busy machine a thread waits
// for its turn longer than it computes, and no request should fail for that.
import type { Worker } from 'node:worker_threads';

const MAX_LOAD_SECONDS = 10;
/** Of a bundle that waits for something at the top of its module. */
const MAX_LOAD_WAIT_SECONDS = 120;
const LOOK_EVERY_MS = 500;

/** Calls `cutOff` at most once, with the limit that was exceeded. Returns what ends the watch. */
export function watchLoad(thread: Pick<Worker, 'cpuUsage'>, cutOff: (seconds: number) => void): () => void {
  const began = Date.now();
  let isOver = false;
  const end = (): void => {
    isOver = true;
    clearInterval(look);
  };
  const exceeded = (seconds: number): void => {
    // Loaded while its thread was measured.
    if (isOver) return;
    end();
    cutOff(seconds);
  };
  const look = setInterval(async () => {
    if (Date.now() - began > MAX_LOAD_WAIT_SECONDS * 1_000) return exceeded(MAX_LOAD_WAIT_SECONDS);
    try {
      const { user, system } = await thread.cpuUsage();
      if ((user + system) / 1_000_000 > MAX_LOAD_SECONDS) exceeded(MAX_LOAD_SECONDS);
    } catch {
      // The thread has ended, or Node is older than 24.6 and can't tell.
    }
  }, LOOK_EVERY_MS);
  return end;
}
