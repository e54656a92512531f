// Runs the thread of the drill `flood`: connections that repeat the same request until they are stopped, within a
// common rate.
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

export interface FloodOrder {
  readonly url: string;
  readonly key: string;
  readonly connections: number;
  /** The rate of all connections together. */
  readonly perSecond: number;
}

export interface FloodTold {
  /** Responses by their status. */
  readonly statuses: Readonly<Record<number, number>>;
}

const { url, key, connections, perSecond }: FloodOrder = workerData;
const start = performance.now();
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const statuses: Record<number, number> = {};
let sent = 0;
let isStopped = false;
parentPort?.once('message', () => {
  isStopped = true;
});

async function floodOn(): Promise<void> {
  while (!isStopped) {
    const due = start + (sent++ / perSecond) * 1_000;
    await pause(Math.max(0, due - performance.now()));
    const status = await new Promise<number>((resolve, reject) => {
      get(`${url}/datasets`, { agent, headers: { Authorization: `Bearer ${key}` } }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      }).once('error', reject);
    });
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

await Promise.all(Array.from({ length: connections }, floodOn));
agent.destroy();
parentPort?.postMessage({ statuses } satisfies FloodTold);
