// Keeps some of the disk free: before it is full, new work is refused and queued work waits, so that the writes of
// reads (a request's count in its minute) still fit, and nothing fails half-way.
import { statfsSync } from 'node:fs';
import type { LogSink } from '../functions/functions.ts';

/** More bytes than all work in progress can write. */
export const KEPT_FREE_BYTES = 64 * 1024 * 1024;
/**
 * Bytes that counting a request and the database's own housekeeping need. With less, the engines fail in the middle.
 */
const LEAST_FREE_BYTES = 4 * 1024 * 1024;
const LOOK_AGAIN_MS = 500;

export interface DiskRoom {
  isLow(): boolean;
  /** Whether even the writes of a read do not fit. */
  isFull(): boolean;
}

export type FreeBytes = (dir: string) => number;

const readFreeBytes: FreeBytes = (dir) => {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize;
};

/** Logs each change once. */
export function watchDisk(dataDir: string, log: LogSink, freeBytes: FreeBytes = readFreeBytes): DiskRoom {
  const source = 'disk';
  let free = Number.POSITIVE_INFINITY;
  let wasLow = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  function isLow(): boolean {
    if (performance.now() - lookedAt < LOOK_AGAIN_MS) return wasLow;
    lookedAt = performance.now();
    free = freeBytes(dataDir);
    const isLow = free < KEPT_FREE_BYTES;
    if (isLow && !wasLow) {
      const message = `${toMegabytes(free)} MB are free where ${dataDir} is: writes are refused with 507 and queued imports wait until ${toMegabytes(KEPT_FREE_BYTES)} MB are free`;
      log({ source, level: 'error', message });
    }
    if (!isLow && wasLow)
      log({ source, level: 'info', message: `${toMegabytes(free)} MB are free: writes are accepted again` });
    wasLow = isLow;
    return isLow;
  }
  return { isLow, isFull: () => isLow() && free < LEAST_FREE_BYTES };
}

/** Explains what to do when a start finds no room. */
export function explainFullDisk(dataDir: string): string {
  return `the disk that ${dataDir} is on is full: free some space, then start again.`;
}

function toMegabytes(bytes: number): number {
  return Math.floor(bytes / (1024 * 1024));
}
