// A flood of requests, on a thread of its own: it would take the time of whoever it is measured beside.
import { Worker } from 'node:worker_threads';
import type { FloodOrder, FloodTold } from './flood-connections.ts';

export function startFlood(order: FloodOrder): { stop(): Promise<FloodTold> } {
  const thread = new Worker(new URL('./flood-connections.ts', import.meta.url), { workerData: order });
  return {
    stop: () =>
      new Promise((resolve, reject) => {
        thread.once('message', resolve).once('error', reject);
        thread.postMessage('stop');
      }),
  };
}
