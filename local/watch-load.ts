// Lambda's limit on the time that a function takes to load, as processor time of its thread: on a busy machine a thread waits
// for its turn longer than it computes, and no request should fail for that.
import type { Worker } from 'node:worker_threads';

export const MAX_LOAD_SECONDS = 10;
/** Of a bundle that waits for something at the top of its module. */
export const MAX_LOAD_WAIT_SECONDS = 120;
const LOOK_EVERY_MS = 500;

/** Calls `cutOff` at most once, with the limit that was exceeded. Returns what ends the watch. */
export function watchLoad(thread: Pick<Worker, 'cpuUsage'>, cutOff: (seconds: number) => void): () => void {
  const began = Date.now();
  const end = (): void => clearInterval(look);
  const exceeded = (seconds: number): void => {
    end();
    cutOff(seconds);
  };
  const look = setInterval(async () => {
    if (Date.now() - began > MAX_LOAD_WAIT_SECONDS * 1_000) return exceeded(MAX_LOAD_WAIT_SECONDS);
    // Rejects if the thread has ended.
    const used = await thread.cpuUsage().catch(() => undefined);
    if (used !== undefined && (used.user + used.system) / 1_000_000 > MAX_LOAD_SECONDS)
      exceeded(MAX_LOAD_SECONDS);
  }, LOOK_EVERY_MS);
  return end;
}
