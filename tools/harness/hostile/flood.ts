// Floods an address with requests from a separate thread, so that measurements beside it keep their processor time.
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
